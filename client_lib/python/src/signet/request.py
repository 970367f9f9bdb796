# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""What is signed, and what comes back."""

from __future__ import annotations

import dataclasses
import datetime
import enum
from collections.abc import Iterable, Mapping

from signet.v1 import signing_pb2


@dataclasses.dataclass(frozen=True)
class Sha256:
    """A body given by its SHA-256, 32 bytes."""

    digest: bytes


class UnsignedPayload(enum.Enum):
    """The type of UNSIGNED_PAYLOAD."""

    UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD"


#: The signature covers no body.
UNSIGNED_PAYLOAD = UnsignedPayload.UNSIGNED_PAYLOAD

Headers = Mapping[str, "str | bytes"] | Iterable[tuple[str, "str | bytes"]]


@dataclasses.dataclass(frozen=True)
class Request:
    """A request to sign.

    Attributes:
      credential: name of the credential in the server's configuration.
      region: "us-east-1".
      service: "s3".
      method: "GET".
      url: absolute, exactly as it will be sent.
      headers: a mapping, or pairs where a name repeats. Text is sent as Latin-1,
        as http.client does; bytes are sent as they are.
      payload: the body (it goes to the server; hash large ones: Sha256), its
        Sha256, or UNSIGNED_PAYLOAD. When not given: no body at all, and what
        presigned S3 URLs usually have, UNSIGNED_PAYLOAD.
      signing_time: with a time zone; the server's clock when not given, and a
        rule must grant anything else.
    """

    credential: str
    region: str
    service: str
    method: str
    url: str
    headers: Headers = ()
    payload: bytes | Sha256 | UnsignedPayload | None = None
    signing_time: datetime.datetime | None = None

    def to_message(self) -> signing_pb2.SignRequestRequest:
        """The message of the API, placement not set."""
        message = signing_pb2.SignRequestRequest(
            credential=self.credential, region=self.region, service=self.service
        )
        message.http_request.method = self.method
        message.http_request.url = self.url
        pairs = self.headers.items() if isinstance(self.headers, Mapping) else self.headers
        for name, value in pairs:
            encoded = value.encode("latin-1") if isinstance(value, str) else value
            message.http_request.headers.add(name=name, value=encoded)
        if isinstance(self.payload, Sha256):
            message.payload.sha256 = self.payload.digest
        elif self.payload is UNSIGNED_PAYLOAD:
            message.payload.unsigned = True
        elif self.payload is not None:
            message.payload.body = self.payload
        if self.signing_time is not None:
            if self.signing_time.tzinfo is None:
                raise ValueError("signing_time has no time zone")
            message.signing_time.FromDatetime(self.signing_time)
        return message


@dataclasses.dataclass(frozen=True)
class SignedRequest:
    """A signed request: what to send.

    Its repr holds nothing that signs.

    Attributes:
      headers: name and value. Of sign(): set exactly these, replacing any of the
        same name. Of presign(): the headers that must go with the URL.
      url: the request's own, or the presigned one.
      signature: lower-case hex.
      signed_headers: "host;x-amz-date".
      credential_scope: "20150830/us-east-1/s3/aws4_request".
      access_key_id: which key signed.
      credential_version: which version of the credential signed, 16 hex digits.
      signing_time: in UTC.
      expires_at: in UTC; None when it does not expire by a time of its own.
      warnings: what the caller should know, such as an expiry that was shortened.
    """

    headers: tuple[tuple[str, str], ...] = dataclasses.field(repr=False)
    url: str = dataclasses.field(repr=False)
    signature: str = dataclasses.field(repr=False)
    signed_headers: str
    credential_scope: str
    access_key_id: str
    credential_version: str
    signing_time: datetime.datetime
    expires_at: datetime.datetime | None
    warnings: tuple[str, ...]

    @classmethod
    def from_message(cls, message: signing_pb2.SignRequestResponse) -> SignedRequest:
        """Of the message of the API."""
        expires = message.HasField("expires_at")
        return cls(
            headers=tuple((h.name, h.value.decode("latin-1")) for h in message.headers),
            url=message.url,
            signature=message.signature,
            signed_headers=message.signed_headers,
            credential_scope=message.credential_scope,
            access_key_id=message.access_key_id,
            credential_version=message.credential_version,
            signing_time=message.signing_time.ToDatetime(datetime.timezone.utc),
            expires_at=message.expires_at.ToDatetime(datetime.timezone.utc) if expires else None,
            warnings=tuple(message.warnings),
        )
