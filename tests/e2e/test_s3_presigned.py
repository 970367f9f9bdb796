# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Presigned S3 URLs: the signature is in the query, and the payload hash is not sent at all."""

import datetime
import urllib.parse

import pytest

from harness.checks import assert_refused
from harness.gateway import BUCKET
from harness.signet import WRONG

BODY = b"put through a presigned URL\n"
SECONDS = 300


def presign(signet, method, target, *options, **named):
    return signet.sign(method, target, "--presign", SECONDS, *options, **named)


def assert_presigned(signed, exchange):
    """Neither Authorization nor x-amz-content-sha256 is on the wire; the signed hash is the constant."""
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(signed.url).query))
    assert query["X-Amz-Algorithm"] == "AWS4-HMAC-SHA256"
    assert query["X-Amz-Expires"] == str(SECONDS)
    assert "host" in query["X-Amz-SignedHeaders"].split(";")
    assert exchange.sent.value("authorization") is None
    assert exchange.sent.value("x-amz-content-sha256") is None
    assert "X-Amz-Content-Sha256" not in query
    assert signed.canonical_request.splitlines()[-1] == "UNSIGNED-PAYLOAD"


def test_put_and_get_are_accepted(gateway, signet, url):
    target = url("presigned/object.txt")
    signed = presign(signet, "PUT", target)
    put = gateway.send(signed, "PUT", body=BODY)
    assert put.status == 200, put
    assert_presigned(signed, put)
    assert (gateway.objects / BUCKET / "presigned/object.txt").read_bytes() == BODY

    signed = presign(signet, "GET", target)
    got = gateway.send(signed, "GET")
    assert (got.status, got.body) == (200, BODY)
    assert_presigned(signed, got)


def test_put_with_a_content_type_is_accepted_and_kept(gateway, signet, url):
    target = url("presigned/typed.json")
    media_type = [("Content-Type", "application/json")]
    signed = presign(signet, "PUT", target, headers=media_type)
    put = gateway.send(signed, "PUT", media_type, b"{}")
    assert put.status == 200, put
    assert_presigned(signed, put)
    assert put.sent.value("content-type") == "application/json"
    got = gateway.send(presign(signet, "GET", target), "GET")
    assert got.headers["content-type"] == "application/json"


def test_query_of_the_caller_is_signed(gateway, signet, url):
    target = url("presigned/object.txt")
    assert gateway.send(presign(signet, "PUT", target), "PUT", body=BODY).status == 200
    asked = f"{target}?response-content-type=text%2Fcsv&response-cache-control=no-store"
    signed = presign(signet, "GET", asked)
    got = gateway.send(signed, "GET")
    assert (got.status, got.headers["content-type"]) == (200, "text/csv"), got
    assert_presigned(signed, got)
    signed.url = signed.url.replace("text%2Fcsv", "text%2Fhtml")
    assert_refused(gateway.send(signed, "GET"))


def test_the_answer_tells_when_the_url_expires(gateway, signet, url):
    signed = presign(signet, "GET", url("presigned/object.txt"), "--signing-time", "20260102T030405Z")
    assert "X-Amz-Date=20260102T030405Z" in signed.url
    assert _moment(signed.expires_at) == datetime.datetime(2026, 1, 2, 3, 9, 5, tzinfo=datetime.timezone.utc)


@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_a_wrong_secret_is_refused(gateway, signet, url, method):
    control = presign(signet, method, url("presigned/refused.txt"), credential=WRONG)
    answer = gateway.send(control, method, body=BODY if method == "PUT" else b"")
    assert_presigned(control, answer)
    assert_refused(answer)
    assert not (gateway.objects / BUCKET / "presigned/refused.txt").exists()


def test_a_url_presigned_for_get_does_not_put(gateway, signet, url):
    answer = gateway.send(presign(signet, "GET", url("presigned/object.txt")), "PUT", body=BODY)
    assert_refused(answer)


def test_an_expired_url_is_refused(gateway, signet, url):
    past = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=SECONDS + 60)
    time = past.strftime("%Y%m%dT%H%M%SZ")
    answer = gateway.send(presign(signet, "GET", url("presigned/object.txt"), "--signing-time", time), "GET")
    assert (answer.status, answer.error_code) == (403, "AccessDenied"), answer
    assert b"expired" in answer.body


def _moment(expires_at):
    """`expires_at` as RFC 3339 text or as seconds since 1970."""
    if isinstance(expires_at, (int, float)):
        return datetime.datetime.fromtimestamp(expires_at, datetime.timezone.utc)
    return datetime.datetime.fromisoformat(expires_at)
