# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""botocore, and awscrt through its Python layer, for bench/peers/compare.py.

usage: python_peer.py REQUESTS.json

botocore signs as its event handlers do: add_auth() on an AWSRequest, made anew
for each signature. Neither caches signing keys.
"""

import datetime
import io
import json
import sys
import time
import types
from urllib.parse import urlsplit

import awscrt.auth
import awscrt.http
import botocore.auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

BATCH_NS = 1_000_000
EMPTY_SHA256 = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)

# Over https botocore leaves an S3 body unsigned, unless it is told to sign it.
SIGN_S3_BODY = types.SimpleNamespace(s3={"payload_signing_enabled": True})


def botocore_signer(document, request):
    # botocore offers no argument for the signing time.
    now = datetime.datetime.fromtimestamp(
        document["time"], datetime.timezone.utc
    )
    botocore.auth.get_current_datetime = lambda *args, **kwargs: now
    credentials = Credentials(
        document["access_key_id"],
        document["secret"],
        "".join(request["token"]) or None,
    )
    kind = (
        botocore.auth.S3SigV4Auth
        if request["profile"] == "s3"
        else botocore.auth.SigV4Auth
    )
    signer = kind(credentials, request["service"], request["region"])
    method, url = request["method"], request["url"]
    headers = dict(request["headers"])
    body = "".join(request["body"]).encode()

    def sign():
        aws_request = AWSRequest(
            method=method, url=url, data=body, headers=headers
        )
        aws_request.context["client_config"] = SIGN_S3_BODY
        signer.add_auth(aws_request)
        return aws_request.headers["Authorization"].rpartition("=")[2]

    return sign


def awscrt_signer(document, request):
    parts = urlsplit(request["url"])
    is_s3 = request["profile"] == "s3"
    kind = awscrt.auth.AwsSignedBodyHeaderType
    config = awscrt.auth.AwsSigningConfig(
        algorithm=awscrt.auth.AwsSigningAlgorithm.V4,
        signature_type=awscrt.auth.AwsSignatureType.HTTP_REQUEST_HEADERS,
        credentials_provider=awscrt.auth.AwsCredentialsProvider.new_static(
            document["access_key_id"],
            document["secret"],
            "".join(request["token"]) or None,
        ),
        region=request["region"],
        service=request["service"],
        date=datetime.datetime.fromtimestamp(
            document["time"], datetime.timezone.utc
        ),
        use_double_uri_encode=not is_s3,
        should_normalize_uri_path=not is_s3,
        signed_body_value=None if request["body"] else EMPTY_SHA256,
        signed_body_header_type=(
            kind.X_AMZ_CONTENT_SHA_256
            if request["payload_header"]
            else kind.NONE
        ),
    )
    headers = [("host", parts.netloc)] + [
        tuple(pair) for pair in request["headers"]
    ]
    body = "".join(request["body"]).encode()

    def sign():
        message = awscrt.http.HttpRequest(
            method=request["method"],
            path=parts.path,
            headers=awscrt.http.HttpHeaders(headers),
            body_stream=io.BytesIO(body) if body else None,
        )
        signed = awscrt.auth.aws_sign_request(message, config).result()
        return signed.headers.get("Authorization").rpartition("=")[2]

    return sign


def run(sign, seconds):
    """Signs for that long in batches of about BATCH_NS."""
    operations, batch, elapsed = 0, 1, 0
    start = time.perf_counter_ns()
    while elapsed < seconds * 1e9:
        for _ in range(batch):
            sign()
        operations += batch
        now = time.perf_counter_ns() - start
        if now - elapsed < BATCH_NS / 2:
            batch *= 2
        elapsed = now
    return {"ops": operations, "wall_ns": elapsed}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    makers = {"botocore": botocore_signer, "awscrt": awscrt_signer}
    signers = {
        f"{name}/{way}": make(document, request)
        for name, request in document["requests"].items()
        for way, make in makers.items()
    }
    for line in sys.stdin:
        verb, cell, *seconds = line.split()
        sign = signers[cell]
        if verb == "run":
            answer = run(sign, float(seconds[0]))
        else:
            answer = {"signature": sign()}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
