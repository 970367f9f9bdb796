# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""A SigningService that signs nothing and answers what it is told to."""

import concurrent.futures
import pathlib

import grpc
from google.rpc import error_details_pb2, status_pb2
from signet.v1 import signing_pb2, signing_pb2_grpc


# Seconds a call may take in tests, on a machine that is busy with others.
PATIENCE = 30


class FakeServer(signing_pb2_grpc.SigningServiceServicer):
    """Records calls; answers with `failures` while there are any, then `response`.

    A failure is a code and its google.rpc details, as messages or raw bytes.
    """

    def __init__(self):
        self.calls = []
        self.seconds_left = []
        self.failures = []
        self.response = signing_pb2.SignRequestResponse()
        self.hold = None
        self.target = None
        self._server = grpc.server(concurrent.futures.ThreadPoolExecutor(2))
        signing_pb2_grpc.add_SigningServiceServicer_to_server(self, self._server)

    def start_unix(self, path: pathlib.Path) -> None:
        self.target = f"unix:{path}"
        self._server.add_insecure_port(self.target)
        self._server.start()

    def start_tls(self, credentials: grpc.ServerCredentials) -> None:
        self.target = f"localhost:{self._server.add_secure_port('localhost:0', credentials)}"
        self._server.start()

    def stop(self) -> None:
        if self.hold is not None:
            self.hold.set()
        self._server.stop(None).wait()

    def SignRequest(self, request, context):  # The name is the stub's.
        self.calls.append(request)
        self.seconds_left.append(context.time_remaining())
        if self.hold is not None:
            self.hold.wait()
        if self.failures:
            code, details = self.failures.pop(0)
            if isinstance(details, list):
                details = _status_bytes(code, details)
            context.set_trailing_metadata((("grpc-status-details-bin", details),))
            context.abort(code, "a message")
        return self.response


def error_info(reason: str, domain: str = "signet") -> error_details_pb2.ErrorInfo:
    return error_details_pb2.ErrorInfo(reason=reason, domain=domain)


def bad_request(field: str) -> error_details_pb2.BadRequest:
    violation = error_details_pb2.BadRequest.FieldViolation(field=field)
    return error_details_pb2.BadRequest(field_violations=[violation])


def _status_bytes(code: grpc.StatusCode, details: list) -> bytes:
    status = status_pb2.Status(code=code.value[0], message="a message")
    for detail in details:
        status.details.add().Pack(detail)
    return status.SerializeToString()
