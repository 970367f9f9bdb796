# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""S3 requests with the signature in the Authorization header."""

import datetime

import pytest

from harness.checks import EMPTY_SHA256, assert_header_signed, assert_refused, sha256
from harness.gateway import BUCKET
from harness.signet import WRONG

BODY = b"signed, sealed, delivered\n" * 100


@pytest.fixture
def body_file(tmp_path):
    path = tmp_path / "body"
    path.write_bytes(BODY)
    return path


def test_put_and_get_of_a_hashed_body_are_accepted(gateway, signet, url, body_file):
    target = url("header/object.txt")
    media_type = [("Content-Type", "text/plain")]
    put = gateway.send(
        signet.sign("PUT", target, "--body-file", body_file, headers=media_type), "PUT", media_type, BODY
    )
    assert put.status == 200, put
    assert_header_signed(put, sha256(BODY))
    assert (gateway.objects / BUCKET / "header/object.txt").read_bytes() == BODY

    got = gateway.send(signet.sign("GET", target, "--payload-sha256", EMPTY_SHA256), "GET")
    assert (got.status, got.body) == (200, BODY)
    assert got.headers["content-type"] == "text/plain"
    assert_header_signed(got, EMPTY_SHA256)


def test_put_of_an_unsigned_body_is_accepted(gateway, signet, url):
    put = gateway.send(signet.sign("PUT", url("header/unsigned.txt"), "--unsigned-payload"), "PUT", body=BODY)
    assert put.status == 200, put
    assert_header_signed(put, "UNSIGNED-PAYLOAD")
    assert (gateway.objects / BUCKET / "header/unsigned.txt").read_bytes() == BODY


def test_head_and_delete_are_accepted(gateway, signet, url):
    target = url("header/short-lived.txt")
    put = gateway.send(signet.sign("PUT", target, "--payload-sha256", sha256(BODY)), "PUT", body=BODY)
    assert put.status == 200, put
    for method, status in (("HEAD", 200), ("DELETE", 204), ("HEAD", 404)):
        answer = gateway.send(signet.sign(method, target, "--payload-sha256", EMPTY_SHA256), method)
        assert answer.status == status, (method, answer)
        assert_header_signed(answer, EMPTY_SHA256)


def test_user_metadata_is_signed_and_stored(gateway, signet, url):
    target = url("header/tagged.txt")
    metadata = [("x-amz-meta-colour", "blue  green"), ("x-amz-meta-size", "10")]
    signed = signet.sign("PUT", target, "--payload-sha256", sha256(BODY), headers=metadata)
    assert {"x-amz-meta-colour", "x-amz-meta-size"} <= set(signed.signed_headers)
    assert gateway.send(signed, "PUT", metadata, BODY).status == 200
    head = gateway.send(signet.sign("HEAD", target, "--payload-sha256", EMPTY_SHA256), "HEAD")
    assert head.headers["x-amz-meta-size"] == "10"

    changed = [("x-amz-meta-colour", "red"), ("x-amz-meta-size", "10")]
    signed.headers = [pair for pair in signed.headers if not pair[0].lower().startswith("x-amz-meta-")]
    assert_refused(gateway.send(signed, "PUT", changed, BODY))


@pytest.mark.parametrize(
    "query",
    [
        "list-type=2&prefix=header%2F&max-keys=5",
        "prefix=a%20b%2Bc&delimiter=%2F",
        "location",
        "acl=",
        "uploads",
        "list-type=2&prefix=%E6%97%A5&start-after=%7E",
    ],
)
def test_queries_are_accepted(gateway, signet, query):
    target = f"{gateway.path_style()}?{query}"
    answer = gateway.send(signet.sign("GET", target, "--payload-sha256", EMPTY_SHA256), "GET")
    assert answer.status == 200, answer
    assert_header_signed(answer, EMPTY_SHA256)
    control = signet.sign("GET", target, "--payload-sha256", EMPTY_SHA256, credential=WRONG)
    assert_refused(gateway.send(control, "GET"))


@pytest.mark.parametrize("method", ["GET", "PUT", "HEAD", "DELETE"])
def test_a_wrong_secret_is_refused(gateway, signet, url, method):
    body = BODY if method == "PUT" else b""
    control = signet.sign(
        method, url("header/refused.txt"), "--payload-sha256", sha256(body), credential=WRONG
    )
    answer = gateway.send(control, method, body=body)
    assert_header_signed(answer, sha256(body))
    if method == "HEAD":
        assert answer.status == 403
    else:
        assert_refused(answer)
    assert not (gateway.objects / BUCKET / "header/refused.txt").exists()


def test_a_wrong_secret_is_refused_for_an_unsigned_body(gateway, signet, url):
    control = signet.sign("PUT", url("header/refused.txt"), "--unsigned-payload", credential=WRONG)
    answer = gateway.send(control, "PUT", body=BODY)
    assert_header_signed(answer, "UNSIGNED-PAYLOAD")
    assert_refused(answer)


def test_another_body_than_the_signed_one_is_refused(gateway, signet, url):
    signed = signet.sign("PUT", url("header/swapped.txt"), "--payload-sha256", sha256(BODY))
    answer = gateway.send(signed, "PUT", body=BODY[:-1] + b"!")
    assert answer.sent.value("x-amz-content-sha256") == sha256(BODY)
    assert (answer.status, answer.error_code) == (400, "XAmzContentSHA256Mismatch"), answer


def test_an_old_signing_time_is_refused(gateway, signet, url):
    old = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=20)
    signed = signet.sign(
        "GET",
        url("header/object.txt"),
        "--payload-sha256",
        EMPTY_SHA256,
        "--signing-time",
        old.strftime("%Y%m%dT%H%M%SZ"),
    )
    answer = gateway.send(signed, "GET")
    assert (answer.status, answer.error_code) == (403, "RequestTimeTooSkewed"), answer
