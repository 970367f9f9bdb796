# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Payload hashes and the two verdicts that every test asks for."""

import hashlib

EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def sha256(body):
    return hashlib.sha256(body).hexdigest()


def assert_header_signed(exchange, payload_hash):
    """The wire carries this x-amz-content-sha256, and an Authorization header that covers it."""
    assert exchange.sent.value("x-amz-content-sha256") == payload_hash
    authorization = exchange.sent.value("authorization")
    assert authorization.startswith("AWS4-HMAC-SHA256 Credential=")
    signed = authorization.split("SignedHeaders=")[1].split(",")[0].split(";")
    assert {"host", "x-amz-content-sha256", "x-amz-date"} <= set(signed)


def assert_refused(exchange):
    """The server computed another signature."""
    assert (exchange.status, exchange.error_code) == (403, "SignatureDoesNotMatch"), exchange
