# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Uploads in the aws-chunked encoding by `signet fetch`, seen on the wire by a recording relay."""

import random

import pytest

from harness import chunks
from harness.checks import assert_header_signed, assert_refused
from harness.gateway import BUCKET
from harness.signet import WRONG

MIN_CHUNK_BYTES = 8192
# mode of signet fetch: the payload hash constant, are chunks signed, is there a trailer
MODES = {
    "signed": ("STREAMING-AWS4-HMAC-SHA256-PAYLOAD", True, False),
    "signed-trailer": ("STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER", True, True),
    "unsigned-trailer": ("STREAMING-UNSIGNED-PAYLOAD-TRAILER", False, True),
}
SIZES = {"empty": 0, "one-byte": 1, "one-chunk": MIN_CHUNK_BYTES, "many-chunks": 3 * 1024 * 1024 + 17}
modes = pytest.mark.parametrize("mode", MODES)


def write_body(path, size):
    path.write_bytes(random.Random(size).randbytes(size))
    return path.read_bytes()


def upload(signet, gateway, target, source, mode, **named):
    return signet.fetch(
        "PUT", target, *gateway.fetch_options, "--body-file", source, "--streaming", mode, **named
    )


def assert_chunked(conversation, mode, data):
    """Headers and framing on the wire are what the mode promises, and decode to `data`."""
    payload_hash, signed, has_trailer = MODES[mode]
    exchange = conversation.exchange()
    assert_header_signed(exchange, payload_hash)
    body = conversation.body()
    assert exchange.sent.value("content-length") == str(len(body))
    assert exchange.sent.value("x-amz-decoded-content-length") == str(len(data))
    assert exchange.sent.value("content-encoding") == "aws-chunked"
    assert exchange.sent.value("transfer-encoding") is None
    parsed = chunks.parse(body, signed)
    assert parsed.data == data
    assert all(size >= MIN_CHUNK_BYTES for size in parsed.sizes[:-2])
    assert len(set(parsed.signatures)) == len(parsed.signatures)
    assert_trailers(exchange.sent.value("x-amz-trailer"), parsed, signed, has_trailer)
    return parsed


def assert_trailers(announced, parsed, signed, has_trailer):
    if not has_trailer:
        assert announced is None
        assert parsed.trailers == {}
        return
    expected = {announced: chunks.checksum(announced, parsed.data)}
    signature = parsed.trailers.pop("x-amz-trailer-signature", None)
    assert (signature is not None) == signed
    assert parsed.trailers == expected


class Alter:
    """Changes one byte of the upload: that at `offset` after the end of `marker`."""

    def __init__(self, marker, offset=0):
        self._marker = marker
        self._offset = offset
        self.done = False

    def __call__(self, _conversation, data):
        position = data.find(self._marker)
        spot = position + len(self._marker) + self._offset
        if self.done or position < 0 or spot >= len(data):
            return data
        self.done = True
        # A hex digit stays one.
        other = b"0" if data[spot : spot + 1] != b"0" else b"1"
        return data[:spot] + other + data[spot + 1 :]


@modes
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("style", ["path_style", "virtual_host"])
def test_an_upload_is_accepted(gateway, signet, tmp_path, style, mode, size):
    data = write_body(tmp_path / "body", size)
    key = f"streaming/{mode}-{size}"
    with gateway.relay() as proxy:
        target = getattr(gateway, style)(key, proxy.port)
        done = upload(signet, gateway, target, tmp_path / "body", mode)
        conversation = proxy.only()
    parsed = assert_chunked(conversation, mode, data)
    assert conversation.exchange().status == 200, conversation.exchange()
    assert done.returncode == 0, done
    assert (gateway.objects / BUCKET / key).read_bytes() == data
    if size == SIZES["many-chunks"]:
        assert len(parsed.sizes) > 2


@modes
@pytest.mark.parametrize("style", ["path_style", "virtual_host"])
def test_a_wrong_secret_is_refused(gateway, signet, tmp_path, style, mode):
    data = write_body(tmp_path / "body", SIZES["one-chunk"])
    key = f"streaming/refused-{mode}"
    with gateway.relay() as proxy:
        target = getattr(gateway, style)(key, proxy.port)
        done = upload(signet, gateway, target, tmp_path / "body", mode, credential=WRONG)
        conversation = proxy.only()
    # The server need not have read the body before it refuses.
    exchange = conversation.exchange()
    assert_header_signed(exchange, MODES[mode][0])
    assert exchange.sent.value("x-amz-decoded-content-length") == str(len(data))
    assert_refused(exchange)
    assert done.returncode != 0
    assert not (gateway.objects / BUCKET / key).exists()


@pytest.mark.parametrize("mode", ["signed", "signed-trailer"])
def test_a_chunk_changed_on_the_way_is_refused(gateway, signet, tmp_path, mode):
    """The server does check the chunks: what the accepting tests show is worth something."""
    data = write_body(tmp_path / "body", 4 * MIN_CHUNK_BYTES)
    alter = Alter(data[100:116])
    with gateway.relay(alter=alter) as proxy:
        target = gateway.path_style(f"streaming/changed-{mode}", proxy.port)
        upload(signet, gateway, target, tmp_path / "body", mode)
        exchange = proxy.only().exchange()
    assert alter.done
    assert exchange.sent.value("x-amz-content-sha256") == MODES[mode][0]
    assert_refused(exchange)


def test_a_trailer_signature_changed_on_the_way_is_refused(gateway, signet, tmp_path):
    write_body(tmp_path / "body", 4 * MIN_CHUNK_BYTES)
    alter = Alter(b"x-amz-trailer-signature:", offset=10)
    with gateway.relay(alter=alter) as proxy:
        target = gateway.path_style("streaming/changed-trailer-signature", proxy.port)
        upload(signet, gateway, target, tmp_path / "body", "signed-trailer")
        exchange = proxy.only().exchange()
    assert alter.done
    assert exchange.sent.value("x-amz-content-sha256") == MODES["signed-trailer"][0]
    assert_refused(exchange)


def test_an_unsigned_trailer_with_a_wrong_checksum_is_refused(gateway, signet, tmp_path):
    data = write_body(tmp_path / "body", 4 * MIN_CHUNK_BYTES)
    alter = Alter(data[100:116])
    with gateway.relay(alter=alter) as proxy:
        target = gateway.path_style("streaming/changed-unsigned", proxy.port)
        upload(signet, gateway, target, tmp_path / "body", "unsigned-trailer")
        exchange = proxy.only().exchange()
    assert alter.done
    assert exchange.sent.value("x-amz-content-sha256") == MODES["unsigned-trailer"][0]
    assert (exchange.status, exchange.error_code) == (400, "BadDigest"), exchange
