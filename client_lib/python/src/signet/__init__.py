# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Signs AWS requests with credentials that only signet holds."""

from signet.client import Client, TlsFiles
from signet.error import SignetError
from signet.request import UNSIGNED_PAYLOAD, Request, Sha256, SignedRequest, UnsignedPayload

__all__ = [
    "UNSIGNED_PAYLOAD",
    "Client",
    "Request",
    "Sha256",
    "SignedRequest",
    "SignetError",
    "TlsFiles",
    "UnsignedPayload",
]
