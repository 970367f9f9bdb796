# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""HTTP/1.1 over a socket, one request per connection: what a test sends is exactly what leaves."""

import http.client
import io
import re
import socket
import urllib.parse
from dataclasses import dataclass, field

TIMEOUT_SECONDS = 30


@dataclass
class Head:
    """First line and headers of a request as they stood on the wire."""

    method: str
    target: str
    headers: list = field(default_factory=list)

    def values(self, name):
        return [value for key, value in self.headers if key.lower() == name.lower()]

    def value(self, name):
        """The only value of a header, None when absent; a repeated header is a failure."""
        found = self.values(name)
        assert len(found) <= 1, f"{name} was sent {len(found)} times"
        return found[0] if found else None


@dataclass
class Exchange:
    """A request as sent and the answer to it."""

    sent: Head
    status: int
    headers: dict
    body: bytes

    @property
    def error_code(self):
        """`Code` of an XML error or the end of `__type` of a JSON one; None when there is none."""
        text = self.body.decode("utf-8", "replace")
        found = re.search(r"<Code>([^<]*)</Code>", text) or re.search(r'"__type"\s*:\s*"(?:[^"#]*#)?([^"]*)"', text)
        return found.group(1) if found else None


def parse_head(raw):
    """Head and length in bytes, blank line included, of a recorded request."""
    end = raw.index(b"\r\n\r\n") + 4
    lines = bytes(raw[: end - 4]).decode("latin-1").split("\r\n")
    method, target, version = lines[0].split(" ")
    assert version == "HTTP/1.1", lines[0]
    headers = []
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        assert colon and name == name.strip(), f"malformed header line {line!r}"
        headers.append((name, value.strip()))
    return Head(method, target, headers), end


def parse_response(raw, method):
    """Status, lower-case headers and body of a recorded answer; interim 100s are skipped."""
    raw = bytes(raw)
    while raw.startswith(b"HTTP/1.1 100"):
        raw = raw.partition(b"\r\n\r\n")[2]
    response = http.client.HTTPResponse(_Bytes(raw), method=method)
    response.begin()
    return response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()


def send(address, method, target, headers, body=b"", tls=None, server_name=None):
    """Sends one request byte for byte to (host, port) and returns the Exchange.

    `headers` is a list of (name, value) and must hold Host; Content-Length and Connection are
    added here, being no part of any signature.
    """
    headers = list(headers)
    if body or method in ("PUT", "POST"):
        headers.append(("Content-Length", str(len(body))))
    headers.append(("Connection", "close"))
    lines = [f"{method} {target} HTTP/1.1"] + [f"{name}: {value}" for name, value in headers]
    raw = "\r\n".join(lines).encode("ascii") + b"\r\n\r\n" + body
    with socket.create_connection(address, TIMEOUT_SECONDS) as plain:
        stream = tls.wrap_socket(plain, server_hostname=server_name) if tls else plain
        with stream:
            stream.sendall(raw)
            response = http.client.HTTPResponse(stream, method=method)
            response.begin()
            answer = response.read()
            received = {k.lower(): v for k, v in response.getheaders()}
            return Exchange(parse_head(raw)[0], response.status, received, answer)


def send_signed(address, signed, method, headers=(), body=b"", tls=None):
    """Sends a harness.signet.Signed: Host, the caller's own headers, what signet says to set.

    Where signet answered a header that the caller has too, signet's word wins.
    """
    parts = urllib.parse.urlsplit(signed.url)
    answered = {name.lower() for name, _ in signed.headers}
    own = [pair for pair in [("Host", parts.netloc), *headers] if pair[0].lower() not in answered]
    target = signed.url.split(parts.netloc, 1)[1] or "/"
    return send(address, method, target, [*own, *signed.headers], body, tls, parts.hostname)


class _Bytes:
    """What HTTPResponse wants of a socket, over bytes at hand."""

    def __init__(self, raw):
        self._raw = raw

    def makefile(self, *_args, **_kwargs):
        return io.BytesIO(self._raw)
