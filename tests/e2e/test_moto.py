# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Services that are not S3, header placement: SQS, DynamoDB and STS as moto verifies them."""

import json
import re
import urllib.parse

import pytest

from harness.checks import sha256
from harness.moto_server import ALLOW_ALL
from harness.signet import GOOD, WRONG, Credential, Signet, Signetd, write_credentials

FORM = ("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
ROLE = "arn:aws:iam::123456789012:role/e2e"


def json_call(target, version, parameters):
    headers = [("Content-Type", f"application/x-amz-json-{version}"), ("X-Amz-Target", target)]
    return headers, json.dumps(parameters).encode()


def query_call(action, version, **parameters):
    return [FORM], urllib.parse.urlencode({"Action": action, "Version": version, **parameters}).encode()


CALLS = {
    "sqs-json": ("sqs", *json_call("AmazonSQS.CreateQueue", "1.0", {"QueueName": "e2e-json"})),
    "sqs-query": ("sqs", *query_call("CreateQueue", "2012-11-05", QueueName="e2e-query")),
    "dynamodb": ("dynamodb", *json_call("DynamoDB_20120810.ListTables", "1.0", {"Limit": 10})),
    "sts": ("sts", *query_call("GetCallerIdentity", "2011-06-15")),
}
calls = pytest.mark.parametrize("service, headers, body", CALLS.values(), ids=CALLS)


@pytest.fixture(scope="module")
def command(binaries, workplace, moto):
    """`signet` against a signetd that holds the key of moto's user."""
    folder = workplace / "moto"
    folder.mkdir()
    credentials = folder / "credentials.yaml"
    write_credentials(credentials, [moto.credential, moto.credential.spoiled(WRONG)])
    daemon = Signetd(binaries / "signetd", folder, credentials)
    yield Signet(binaries / "signet", daemon.target)
    daemon.process.stop()


def call(moto, command, service, headers, body, *options, method="POST", url=None, credential=GOOD):
    signed = command.of(service).sign(
        method,
        url or moto.url,
        "--payload-sha256",
        sha256(body),
        *options,
        headers=headers,
        credential=credential,
    )
    return signed, moto.send(signed, method, headers, body)


def assert_hash_signed(signed, exchange, body):
    """These services do not need x-amz-content-sha256: if it is sent, it tells the body's hash."""
    assert exchange.sent.value("x-amz-content-sha256") in (None, sha256(body))
    assert signed.canonical_request.splitlines()[-1] == sha256(body)


@calls
def test_a_call_is_accepted(moto, command, service, headers, body):
    signed, answer = call(moto, command, service, headers, body)
    assert answer.status == 200, answer
    assert f"/us-east-1/{service}/aws4_request" in answer.sent.value("authorization")
    assert answer.sent.value("x-amz-content-sha256") is None
    assert_hash_signed(signed, answer, body)


@calls
def test_the_payload_hash_header_is_sent_when_asked_for(moto, command, service, headers, body):
    signed, answer = call(moto, command, service, headers, body, "--payload-hash-header")
    assert answer.status == 200, answer
    assert answer.sent.value("x-amz-content-sha256") == sha256(body)
    assert "x-amz-content-sha256" in signed.signed_headers
    assert_hash_signed(signed, answer, body)


@calls
def test_a_wrong_secret_is_refused(moto, command, service, headers, body):
    signed, answer = call(moto, command, service, headers, body, credential=WRONG)
    assert (answer.status, answer.error_code) == (403, "SignatureDoesNotMatch"), answer
    assert answer.sent.value("x-amz-content-sha256") is None
    assert_hash_signed(signed, answer, body)


@calls
def test_an_unsigned_call_is_refused(moto, service, headers, body):
    """moto's authentication is on; without it every test here would pass."""
    answer = moto.unsigned(service, body, headers)
    assert answer.status == 403, answer


def test_another_body_than_the_signed_one_is_refused(moto, command):
    headers, body = query_call("GetCallerIdentity", "2011-06-15")
    signed = command.of("sts").sign("POST", moto.url, "--payload-sha256", sha256(body), headers=headers)
    answer = moto.send(signed, "POST", headers, body + b"&x=y")
    assert (answer.status, answer.error_code) == (403, "SignatureDoesNotMatch"), answer
    assert answer.sent.value("x-amz-content-sha256") is None


def test_a_query_is_accepted(moto, command):
    """Signed GET with parameters in the query, one with characters that must be escaped.

    moto takes the parameters for the body and hashes them, unless the hash is told.
    """
    query = "Action=ListQueues&QueueNamePrefix=a%20b%2Fc~%2A&Version=2012-11-05"
    url = f"{moto.url}?{query}"
    told = "--payload-hash-header"
    signed, answer = call(moto, command, "sqs", [], b"", told, method="GET", url=url)
    assert answer.status == 200, answer
    assert_hash_signed(signed, answer, b"")
    _, control = call(moto, command, "sqs", [], b"", told, method="GET", url=url, credential=WRONG)
    assert (control.status, control.error_code) == (403, "SignatureDoesNotMatch"), control


def test_temporary_credentials_are_accepted(moto, command, binaries, workplace):
    """AssumeRole signed by signet gives a session token, which signet then sends and signs."""
    anyone = {"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "sts:AssumeRole"}
    trust = json.dumps({"Version": "2012-10-17", "Statement": [anyone]})
    for action, parameters in (
        ("CreateRole", {"AssumeRolePolicyDocument": trust}),
        ("PutRolePolicy", {"PolicyName": "all", "PolicyDocument": ALLOW_ALL}),
    ):
        headers, body = query_call(action, "2010-05-08", RoleName="e2e", **parameters)
        _, answer = call(moto, command, "iam", headers, body)
        assert answer.status == 200, answer
    headers, body = query_call("AssumeRole", "2011-06-15", RoleArn=ROLE, RoleSessionName="e2e")
    _, answer = call(moto, command, "sts", headers, body)
    assert answer.status == 200, answer
    session = session_of(answer.body.decode())

    folder = workplace / "session"
    folder.mkdir()
    write_credentials(folder / "credentials.yaml", [session, session.spoiled(WRONG)])
    daemon = Signetd(binaries / "signetd", folder, folder / "credentials.yaml")
    try:
        temporary = Signet(binaries / "signet", daemon.target)
        headers, body = json_call("DynamoDB_20120810.ListTables", "1.0", {})
        signed, answer = call(moto, temporary, "dynamodb", headers, body)
        assert answer.status == 200, answer
        assert answer.sent.value("x-amz-security-token") == session.session_token
        assert "x-amz-security-token" in signed.signed_headers
        assert_hash_signed(signed, answer, body)
        _, control = call(moto, temporary, "dynamodb", headers, body, credential=WRONG)
        assert (control.status, control.error_code) == (403, "SignatureDoesNotMatch"), control
    finally:
        daemon.process.stop()


def session_of(answer):
    names = ("AccessKeyId", "SecretAccessKey", "SessionToken")
    return Credential(GOOD, *(re.search(rf"<{name}>([^<]+)</{name}>", answer).group(1) for name in names))
