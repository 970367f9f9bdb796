# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Every odd key, through every placement, in both addressing styles."""

import pytest

from harness.checks import EMPTY_SHA256, assert_refused, sha256
from harness.gateway import BUCKET
from harness.keys import STYLED_KEYS
from harness.signet import WRONG

styled_keys = pytest.mark.parametrize(
    "style, odd", STYLED_KEYS, ids=[f"{style}-{odd.name}" for style, odd in STYLED_KEYS]
)


@styled_keys
def test_put_and_get_with_a_header_are_accepted(gateway, signet, style, odd):
    target = getattr(gateway, style)(odd.encoded)
    body = f"body of {odd.name}".encode()
    digest = sha256(body)
    put = gateway.send(signet.sign("PUT", target, "--payload-sha256", digest), "PUT", body=body)
    assert put.status == 200, put
    assert put.sent.target.endswith("/" + odd.encoded)
    assert put.sent.value("x-amz-content-sha256") == digest
    assert (gateway.objects / BUCKET / odd.key.lstrip("/")).read_bytes() == body

    got = gateway.send(signet.sign("GET", target, "--payload-sha256", EMPTY_SHA256), "GET")
    assert (got.status, got.body) == (200, body)
    assert got.sent.value("x-amz-content-sha256") == EMPTY_SHA256

    control = signet.sign("GET", target, "--payload-sha256", EMPTY_SHA256, credential=WRONG)
    assert_refused(gateway.send(control, "GET"))


@styled_keys
def test_presigned_put_and_get_are_accepted(gateway, signet, style, odd):
    target = getattr(gateway, style)(odd.encoded)
    body = f"presigned body of {odd.name}".encode()
    put = gateway.send(signet.sign("PUT", target, "--presign", 60), "PUT", body=body)
    assert put.status == 200, put
    assert put.sent.target.partition("?")[0].endswith("/" + odd.encoded)
    assert put.sent.value("x-amz-content-sha256") is None

    signed = signet.sign("GET", target, "--presign", 60)
    assert signed.canonical_request.splitlines()[-1] == "UNSIGNED-PAYLOAD"
    got = gateway.send(signed, "GET")
    assert (got.status, got.body) == (200, body)
    assert got.sent.value("x-amz-content-sha256") is None

    control = signet.sign("GET", target, "--presign", 60, credential=WRONG)
    assert_refused(gateway.send(control, "GET"))


@styled_keys
def test_fetch_uploads_in_chunks(gateway, signet, style, odd, tmp_path):
    """libcurl must send the very path that was signed."""
    source = tmp_path / "body"
    source.write_bytes(f"chunked body of {odd.name}".encode())
    exchange = fetch_upload(gateway, signet, style, odd, source)
    assert exchange.status == 200, exchange
    assert exchange.sent.target.endswith("/" + odd.encoded)
    assert exchange.sent.value("x-amz-content-sha256") == "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
    assert (gateway.objects / BUCKET / odd.key.lstrip("/")).read_bytes() == source.read_bytes()
    assert_refused(fetch_upload(gateway, signet, style, odd, source, credential=WRONG))


def fetch_upload(gateway, signet, style, odd, source, **named):
    """The Exchange of one chunk-signed upload, as the relay saw it."""
    with gateway.relay() as proxy:
        target = getattr(gateway, style)(odd.encoded, proxy.port)
        options = [*gateway.fetch_options, "--body-file", source, "--streaming", "signed"]
        signet.fetch("PUT", target, *options, **named)
        return proxy.only().exchange()
