# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""botocore as a child of the differential harness.

Reads one batch (a JSON array of cases) a line, answers one JSON array of
results a line. Signers are driven at their lowest public level: add_auth() on
an AWSRequest.
"""

import copy
import datetime
import json
import sys
import types

import botocore.auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

# The headers that signing sets; a result carries those that are present.
SET_BY_SIGNING = (
    "authorization",
    "x-amz-content-sha256",
    "x-amz-date",
    "x-amz-s3session-token",
    "x-amz-security-token",
)

_UTC = datetime.timezone.utc
_now = None
# botocore offers no argument for the signing time.
botocore.auth.get_current_datetime = lambda *args, **kwargs: _now


class _Seed:
    """Signs a seed whose payload value botocore has no switch for."""

    def payload(self, request):
        return request.context["payload"]


class _SeedAuth(_Seed, botocore.auth.S3SigV4Auth):
    pass


class _SeedExpressAuth(_Seed, botocore.auth.S3ExpressAuth):
    pass


def _context(case):
    """Turns on the payload mode of the case by botocore's own switches."""
    payload = case["payload"]
    if payload == "UNSIGNED-PAYLOAD":
        s3 = {"payload_signing_enabled": False}
        context = {"client_config": types.SimpleNamespace(s3=s3)}
        if case["profile"] != "s3":
            context["payload_signing_enabled"] = False
        return context
    if payload == "STREAMING-UNSIGNED-PAYLOAD-TRAILER":
        return {"checksum": {"request_algorithm": {"in": "trailer"}}}
    return {"payload": payload}


def _signer(case, credentials):
    s3 = case["profile"] == "s3"
    scope = (credentials, case["service"], case["region"])
    if case.get("s3_express"):
        return _express_signer(case, scope)
    if case["placement"] == "query":
        kind = (
            botocore.auth.S3SigV4QueryAuth
            if s3
            else botocore.auth.SigV4QueryAuth
        )
        return kind(*scope, expires=case["expires"])
    if not s3:
        return botocore.auth.SigV4Auth(*scope)
    if case["payload"].startswith("STREAMING-AWS4"):
        return _SeedAuth(*scope)
    return botocore.auth.S3SigV4Auth(*scope)


def _express_signer(case, scope):
    # The cache makes session credentials; here they come with the case.
    if case["placement"] == "query":
        return botocore.auth.S3ExpressQueryAuth(
            *scope, identity_cache=None, expires=case["expires"]
        )
    if case["payload"].startswith("STREAMING-AWS4"):
        return _SeedExpressAuth(*scope, identity_cache=None)
    return botocore.auth.S3ExpressAuth(*scope, identity_cache=None)


def _credentials(case):
    return Credentials(
        case["access_key_id"], case["secret"], case.get("token") or None
    )


def sign_request(case):
    request = AWSRequest(
        method=case["method"],
        url=case["url"],
        data=case.get("body", "").encode(),
    )
    headers = request.headers
    for name, value in case["headers"]:
        headers.add_header(name, value)
    request.context.update(_context(case))
    _signer(case, _credentials(case)).add_auth(request)
    if case["placement"] == "query":
        return {"url": request.url}
    return {
        "headers": [
            [name, headers[name]] for name in SET_BY_SIGNING if name in headers
        ]
    }


def sign_post(case):
    """A POST policy: botocore's own form, and its signature of our policy."""
    signer = botocore.auth.S3SigV4PostAuth(
        _credentials(case), case["service"], case["region"]
    )
    request = AWSRequest(method="POST", url=case["url"])
    # add_auth() appends to the policy it is given.
    request.context["s3-presign-post-policy"] = copy.deepcopy(case["policy"])
    signer.add_auth(request)
    fields = request.context["s3-presign-post-fields"]
    result = {"fields": [[name, str(fields[name])] for name in fields]}
    if "encoded_policy" in case:
        result["signature"] = signer.signature(case["encoded_policy"], request)
    return result


_OPS = {"request": sign_request, "post": sign_post}


def answer(case):
    global _now
    _now = datetime.datetime.fromtimestamp(case["time"], _UTC)
    try:
        return _OPS[case["op"]](case)
    except Exception as failure:  # reported as a mismatch by the harness
        return {"error": f"{type(failure).__name__}: {failure}"}


def main():
    for line in sys.stdin:
        results = [answer(case) for case in json.loads(line)]
        sys.stdout.write(json.dumps(results, separators=(",", ":")) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
