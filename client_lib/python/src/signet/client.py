# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The client of one signet server."""

from __future__ import annotations

import dataclasses
import pathlib

import grpc

from signet.error import from_rpc_error
from signet.request import Request, SignedRequest
from signet.v1 import signing_pb2, signing_pb2_grpc

# UNAVAILABLE alone is retried: the server did not act on the call. A replica
# that restarts is back within a second; gRPC's own first pause is one second
# and its longest two minutes.
_CHANNEL_OPTIONS = (
    (
        "grpc.service_config",
        """{"methodConfig": [{
          "name": [{"service": "signet.v1.SigningService"}],
          "retryPolicy": {"maxAttempts": 5, "initialBackoff": "0.02s", "maxBackoff": "0.5s",
                          "backoffMultiplier": 2.5, "retryableStatusCodes": ["UNAVAILABLE"]}}]}""",
    ),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 1000),
)


@dataclasses.dataclass(frozen=True)
class TlsFiles:
    """Paths of the PEM files of mutual TLS, read once when the client is made."""

    ca: str
    cert: str
    key: str


class Client:
    """Signs requests through one server. Safe for concurrent use; connects when first used.

    Args:
      target: "unix:PATH", or "HOST:PORT" with `tls`: signet has no TCP listener
        without mutual TLS.
      tls: the files for HOST:PORT.
      timeout: seconds for one call with its retries.

    Raises:
      ValueError: HOST:PORT without `tls`, or unix:PATH with it.
      OSError: a file of `tls` cannot be read.
    """

    def __init__(self, target: str, *, tls: TlsFiles | None = None, timeout: float = 2.0):
        self._timeout = timeout
        self._channel = _channel(target, tls)
        self._stub = signing_pb2_grpc.SigningServiceStub(self._channel)

    @property
    def stub(self) -> signing_pb2_grpc.SigningServiceStub:
        """The generated stub, for what this class does not offer."""
        return self._stub

    def sign(self, request: Request, *, timeout: float | None = None) -> SignedRequest:
        """Signs by the Authorization header.

        Raises:
          SignetError: it was refused, or the server did not answer in time.
        """
        return self._sign(request.to_message(), timeout)

    def presign(
        self, request: Request, expires_in: int, *, timeout: float | None = None
    ) -> SignedRequest:
        """Signs by the URL, to hold for `expires_in` seconds, 1 to 604,800.

        Without a payload S3 URLs leave the body to whoever uses them.

        Raises:
          SignetError: as sign().
        """
        message = request.to_message()
        message.query.expires_in.FromSeconds(expires_in)
        return self._sign(message, timeout)

    def close(self) -> None:
        """Closes the connection; calls in flight are cancelled."""
        self._channel.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def _sign(
        self, message: signing_pb2.SignRequestRequest, timeout: float | None
    ) -> SignedRequest:
        try:
            response = self._stub.SignRequest(
                message, timeout=self._timeout if timeout is None else timeout
            )
        except grpc.RpcError as error:
            raise from_rpc_error(error) from None
        return SignedRequest.from_message(response)


def _is_bare_path(target: str) -> bool:
    # No host holds a '/', but what follows a scheme does ("dns:///host:443").
    head, colon, _ = target.partition(":")
    return "/" in head or (not colon and target.endswith(".sock"))


def _channel(target: str, tls: TlsFiles | None) -> grpc.Channel:
    if target.startswith("unix:"):
        if tls is not None:
            raise ValueError(f"target '{target}' is a Unix socket: it takes no TLS files")
        return grpc.insecure_channel(target, options=_CHANNEL_OPTIONS)
    if _is_bare_path(target):
        raise ValueError(f"target '{target}' is a path; did you mean unix:{target}?")
    if tls is None:
        raise ValueError(
            f"target '{target}' is not a Unix socket (unix:PATH), so it needs TLS files"
        )
    credentials = grpc.ssl_channel_credentials(
        root_certificates=pathlib.Path(tls.ca).read_bytes(),
        private_key=pathlib.Path(tls.key).read_bytes(),
        certificate_chain=pathlib.Path(tls.cert).read_bytes(),
    )
    return grpc.secure_channel(target, credentials, options=_CHANNEL_OPTIONS)
