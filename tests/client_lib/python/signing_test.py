# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Signatures and errors of a real signetd.

The literals are published: the examples of the Amazon S3 API Reference
("Authenticating Requests"), and the cases of the AWS signing test suite whose
names the tests bear.
"""

import datetime

import grpc
import pytest
import signet

S3_TIME = datetime.datetime(2013, 5, 24, tzinfo=datetime.timezone.utc)
SUITE_TIME = datetime.datetime(2015, 8, 30, 12, 36, tzinfo=datetime.timezone.utc)


def s3_request(method: str, target: str, **fields) -> signet.Request:
    url = f"https://examplebucket.s3.amazonaws.com{target}"
    return signet.Request(
        "s3-example", "us-east-1", "s3", method, url, signing_time=S3_TIME, **fields
    )


def suite_request(**fields) -> signet.Request:
    arguments = dict(
        credential="suite",
        region="us-east-1",
        service="service",
        method="GET",
        url="https://example.amazonaws.com/",
        signing_time=SUITE_TIME,
    )
    return signet.Request(**{**arguments, **fields})


@pytest.mark.parametrize(
    ("request_", "signature"),
    [
        pytest.param(
            s3_request("GET", "/test.txt", headers={"Range": "bytes=0-9"}),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
            id="s3-get-object-range",
        ),
        pytest.param(
            s3_request(
                "PUT",
                "/test$file.text",
                headers={
                    "Date": "Fri, 24 May 2013 00:00:00 GMT",
                    "x-amz-storage-class": "REDUCED_REDUNDANCY",
                },
                payload=b"Welcome to Amazon S3.",
            ),
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
            id="s3-put-object",
        ),
        pytest.param(
            s3_request("GET", "/?lifecycle"),
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
            id="s3-get-bucket-lifecycle",
        ),
        pytest.param(
            s3_request("GET", "/?max-keys=2&prefix=J"),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
            id="s3-list-objects",
        ),
        pytest.param(
            suite_request(),
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
            id="get-vanilla",
        ),
        pytest.param(
            suite_request(
                headers=[
                    ("My-Header1", "value2"),
                    ("My-Header1", "value2"),
                    ("My-Header1", "value1"),
                ]
            ),
            "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
            id="get-header-key-duplicate",
        ),
    ],
)
def test_signs_as_published(signetd, request_, signature):
    signed = signetd.sign(request_)
    assert signed.signature == signature
    authorization = {name.lower(): value for name, value in signed.headers}["authorization"]
    assert authorization.endswith(f"Signature={signature}")
    assert signed.url == request_.url


def test_tells_what_it_signed(signetd):
    signed = signetd.sign(s3_request("GET", "/test.txt", headers={"Range": "bytes=0-9"}))
    assert signed.signed_headers == "host;range;x-amz-content-sha256;x-amz-date"
    assert signed.credential_scope == "20130524/us-east-1/s3/aws4_request"
    assert signed.access_key_id == "AKIAIOSFODNN7EXAMPLE"
    assert len(signed.credential_version) == 16
    assert signed.signing_time == S3_TIME
    assert signed.expires_at is None


@pytest.mark.parametrize("fields", [{}, {"payload": signet.UNSIGNED_PAYLOAD}])
def test_presigns_the_documented_s3_url(signetd, fields):
    signed = signetd.presign(s3_request("GET", "/test.txt", **fields), 86400)
    signature = "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
    assert signed.signature == signature
    assert signed.url.startswith("https://examplebucket.s3.amazonaws.com/test.txt?")
    assert f"X-Amz-Signature={signature}" in signed.url
    assert "X-Amz-Expires=86400" in signed.url
    assert signed.expires_at == S3_TIME + datetime.timedelta(days=1)


def test_presigns_another_signature_with_a_body(signetd):
    signed = signetd.presign(s3_request("GET", "/test.txt", payload=b""), 86400)
    assert signed.signature != "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"


def test_presigns_get_vanilla_of_the_suite(signetd):
    signed = signetd.presign(suite_request(), 3600)
    assert signed.signature == "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d"


@pytest.mark.parametrize(
    ("fields", "reason", "field"),
    [
        ({"region": "us east 1"}, "INVALID_REGION", "region"),
        ({"credential": "no/name"}, "INVALID_CREDENTIAL_NAME", "credential"),
        ({"url": "ftp://example.amazonaws.com/"}, "INVALID_URL", "http_request.url"),
        ({"headers": {"x-tag": b"\x00"}}, "INVALID_HEADER", "http_request.headers[0].value"),
        ({"payload": signet.Sha256(b"short")}, "INVALID_PAYLOAD_HASH", "payload.sha256"),
    ],
)
def test_bad_input_names_reason_and_field(signetd, fields, reason, field):
    with pytest.raises(signet.SignetError) as caught:
        signetd.sign(suite_request(**fields))
    error = caught.value
    assert (error.code, error.reason, error.field) == (
        grpc.StatusCode.INVALID_ARGUMENT,
        reason,
        field,
    )


@pytest.mark.parametrize("seconds", [-1, 0, 604801])
def test_bad_expiry_names_reason_and_field(signetd, seconds):
    with pytest.raises(signet.SignetError) as caught:
        signetd.presign(suite_request(), seconds)
    assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT
    assert caught.value.reason == "INVALID_EXPIRY"
    assert caught.value.field == "query.expires_in"


def test_unknown_credential_is_typed(signetd):
    # Development mode grants its user every name, so the answer may say that
    # there is none.
    with pytest.raises(signet.SignetError) as caught:
        signetd.sign(suite_request(credential="absent"))
    assert caught.value.code is grpc.StatusCode.NOT_FOUND
    assert caught.value.reason == "CREDENTIAL_NOT_FOUND"
