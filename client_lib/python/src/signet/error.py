# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The error of a failed call."""

from __future__ import annotations

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

_DETAILS_KEY = "grpc-status-details-bin"
_DOMAIN = "signet"


class SignetError(Exception):
    """A call that failed.

    Attributes:
      code: the gRPC status code.
      reason: why, out of the closed set ErrorReason of signing.proto, spelled
        without its prefix: "INVALID_REGION". Empty when signet did not answer
        (no connection, deadline).
      field: path of the offending field, "http_request.headers[3].value";
        empty where no field is to blame.
      message: for people; what came and what is allowed.
    """

    def __init__(self, code: grpc.StatusCode, message: str, reason: str = "", field: str = ""):
        super().__init__(f"{reason or code.name}: {message}" + (f" ({field})" if field else ""))
        self.code = code
        self.message = message
        self.reason = reason
        self.field = field


def from_rpc_error(error: grpc.RpcError) -> SignetError:
    """The error of a call, with what its google.rpc details say."""
    reason, field = "", ""
    for detail in _details(error):
        info = error_details_pb2.ErrorInfo()
        bad_request = error_details_pb2.BadRequest()
        if detail.Unpack(info):
            if info.domain == _DOMAIN:
                reason = info.reason
        elif detail.Unpack(bad_request) and bad_request.field_violations:
            field = bad_request.field_violations[0].field
    return SignetError(error.code(), error.details() or "", reason, field)


def _details(error: grpc.RpcError):
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS_KEY:
            try:
                return status_pb2.Status.FromString(value).details
            except DecodeError:
                return ()
    return ()
