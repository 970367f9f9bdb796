# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The client without signetd: what it sends, and what it makes of answers."""

import datetime
import threading

import grpc
import pytest
import signet
from fake_server import PATIENCE, bad_request, error_info
from signet.v1 import signing_pb2

REQUEST = signet.Request("main", "us-east-1", "s3", "GET", "https://bucket.s3.amazonaws.com/key")


def failure_of(fake) -> signet.SignetError:
    with signet.Client(fake.target, timeout=PATIENCE) as client, pytest.raises(signet.SignetError) as caught:
        client.sign(REQUEST)
    return caught.value


def test_sends_the_request_as_given(fake):
    moment = datetime.datetime(2015, 8, 30, 12, 36, tzinfo=datetime.timezone.utc)
    request = signet.Request(
        credential="main",
        region="eu-west-1",
        service="sqs",
        method="POST",
        url="https://sqs.eu-west-1.amazonaws.com/",
        headers=[("x-tag", "caf\u00e9"), ("x-tag", b"\xff")],
        payload=b"body",
        signing_time=moment,
    )
    with signet.Client(fake.target, timeout=PATIENCE) as client:
        client.sign(request)
    (sent,) = fake.calls
    assert (sent.credential, sent.region, sent.service) == ("main", "eu-west-1", "sqs")
    assert sent.http_request.method == "POST"
    assert sent.http_request.url == "https://sqs.eu-west-1.amazonaws.com/"
    assert [(h.name, h.value) for h in sent.http_request.headers] == [
        ("x-tag", b"caf\xe9"),
        ("x-tag", b"\xff"),
    ]
    assert sent.payload.body == b"body"
    assert sent.signing_time.seconds == 1440938160
    assert sent.WhichOneof("placement") is None


def test_sends_a_mapping_of_headers(fake):
    request = signet.Request("main", "r", "s", "GET", "https://h/", headers={"range": "bytes=0-9"})
    with signet.Client(fake.target, timeout=PATIENCE) as client:
        client.sign(request)
    assert [(h.name, h.value) for h in fake.calls[0].http_request.headers] == [
        ("range", b"bytes=0-9")
    ]


def test_sends_the_kinds_of_payload(fake):
    payloads = [signet.Sha256(b"\x01" * 32), signet.UNSIGNED_PAYLOAD, b"", None]
    with signet.Client(fake.target, timeout=PATIENCE) as client:
        for payload in payloads:
            client.sign(signet.Request("main", "r", "s", "PUT", "https://h/", payload=payload))
    assert [call.payload.WhichOneof("kind") for call in fake.calls] == [
        "sha256",
        "unsigned",
        "body",
        None,
    ]
    assert fake.calls[0].payload.sha256 == b"\x01" * 32
    assert fake.calls[1].payload.unsigned


def test_presign_asks_for_the_query(fake):
    with signet.Client(fake.target, timeout=PATIENCE) as client:
        client.presign(REQUEST, 900)
    assert fake.calls[0].query.expires_in.seconds == 900


def test_refuses_a_signing_time_without_time_zone(fake):
    request = signet.Request(
        "main", "r", "s", "GET", "https://h/", signing_time=datetime.datetime(2015, 8, 30)
    )
    with signet.Client(fake.target, timeout=PATIENCE) as client, pytest.raises(ValueError, match="time zone"):
        client.sign(request)
    assert not fake.calls


def test_returns_what_was_answered(fake):
    fake.response = signing_pb2.SignRequestResponse(
        headers=[signing_pb2.Header(name="authorization", value=b"AWS4-HMAC-SHA256 caf\xe9")],
        url="https://bucket.s3.amazonaws.com/key",
        signature="5fa0",
        signed_headers="host;x-amz-date",
        credential_scope="20150830/us-east-1/s3/aws4_request",
        access_key_id="AKIDEXAMPLE",
        credential_version="0123456789abcdef",
        warnings=["expiry shortened"],
    )
    fake.response.signing_time.FromSeconds(1440938160)
    fake.response.expires_at.FromSeconds(1440938220)
    with signet.Client(fake.target, timeout=PATIENCE) as client:
        signed = client.sign(REQUEST)
    assert signed == signet.SignedRequest(
        headers=(("authorization", "AWS4-HMAC-SHA256 caf\u00e9"),),
        url="https://bucket.s3.amazonaws.com/key",
        signature="5fa0",
        signed_headers="host;x-amz-date",
        credential_scope="20150830/us-east-1/s3/aws4_request",
        access_key_id="AKIDEXAMPLE",
        credential_version="0123456789abcdef",
        signing_time=datetime.datetime(2015, 8, 30, 12, 36, tzinfo=datetime.timezone.utc),
        expires_at=datetime.datetime(2015, 8, 30, 12, 37, tzinfo=datetime.timezone.utc),
        warnings=("expiry shortened",),
    )
    assert "5fa0" not in repr(signed)
    assert "AWS4-HMAC-SHA256" not in repr(signed)


def test_has_no_expiry_where_none_was_answered(fake):
    with signet.Client(fake.target, timeout=PATIENCE) as client:
        assert client.sign(REQUEST).expires_at is None


def test_error_tells_reason_and_field(fake):
    details = [error_info("INVALID_REGION"), bad_request("region")]
    fake.failures = [(grpc.StatusCode.INVALID_ARGUMENT, details)]
    error = failure_of(fake)
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT
    assert (error.reason, error.field, error.message) == ("INVALID_REGION", "region", "a message")
    assert str(error) == "INVALID_REGION: a message (region)"


def test_error_keeps_no_reason_of_another_domain(fake):
    details = [error_info("RATE_LIMITED", domain="proxy.example.com")]
    fake.failures = [(grpc.StatusCode.PERMISSION_DENIED, details)]
    error = failure_of(fake)
    assert (error.reason, error.field) == ("", "")
    assert str(error) == "PERMISSION_DENIED: a message"


def test_error_survives_details_that_are_garbage(fake):
    fake.failures = [(grpc.StatusCode.INTERNAL, b"\xff\xff")]
    assert failure_of(fake).code is grpc.StatusCode.INTERNAL


def test_retries_while_unavailable(fake):
    fake.failures = [(grpc.StatusCode.UNAVAILABLE, [])] * 2
    with signet.Client(fake.target, timeout=PATIENCE) as client:
        client.sign(REQUEST)
    assert len(fake.calls) == 3


def test_does_not_retry_a_refusal(fake):
    fake.failures = [(grpc.StatusCode.RESOURCE_EXHAUSTED, [error_info("OVERLOADED")])]
    assert failure_of(fake).reason == "OVERLOADED"
    assert len(fake.calls) == 1


def test_sends_a_deadline_of_two_seconds_by_default(fake):
    with signet.Client(fake.target) as client:
        client.sign(REQUEST)
    assert 0 < fake.seconds_left[0] < 3  # The wire rounds up.


def test_gives_up_at_the_deadline(fake):
    fake.hold = threading.Event()
    with signet.Client(fake.target, timeout=PATIENCE) as client, pytest.raises(signet.SignetError) as caught:
        client.sign(REQUEST, timeout=0.1)
    assert caught.value.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert caught.value.reason == ""


def test_fails_where_no_server_is(tmp_path):
    with signet.Client(f"unix:{tmp_path}/absent") as client:
        with pytest.raises(signet.SignetError) as caught:
            client.sign(REQUEST)
    assert caught.value.code is grpc.StatusCode.UNAVAILABLE
