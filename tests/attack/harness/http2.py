# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Just enough HTTP/2 (RFC 9113) and gRPC to call a server, and to misuse it frame by frame.

Every function makes bytes; a Connection sends them. Nothing here keeps to the rules by itself.
"""

import socket
import struct

import hpack

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
END_STREAM = ACK = 0x1
END_HEADERS = 0x4


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def integer(value, bits, first=0):
    """A number of HPACK (RFC 7541 section 5.1)."""
    most = (1 << bits) - 1
    if value < most:
        return bytes([first | value])
    out = [first | most]
    value -= most
    while value >= 128:
        out.append(value % 128 + 128)
        value //= 128
    return bytes([*out, value])


def literal(name, value):
    """A header field that is not put into the peer's table (RFC 7541 section 6.2.2)."""
    name, value = (text if isinstance(text, bytes) else text.encode() for text in (name, value))
    return b"\x00" + integer(len(name), 7) + name + integer(len(value), 7) + value


def call_headers(method="SignRequest", service="signet.v1.SigningService", extra=()):
    fields = [(":method", "POST"), (":scheme", "http"), (":path", f"/{service}/{method}"), (":authority", "localhost")]
    fields += [("te", "trailers"), ("content-type", "application/grpc"), *extra]
    return b"".join(literal(name, value) for name, value in fields)


def grpc_message(message):
    return b"\x00" + struct.pack(">I", len(message)) + message


def call(stream, message, **headers):
    """All frames of a unary call."""
    return frame(HEADERS, END_HEADERS, stream, call_headers(**headers)) + frame(
        DATA, END_STREAM, stream, grpc_message(message)
    )


def field(number, value):
    """A field of a Protobuf message: bytes, text or a message made by this."""
    value = value.encode() if isinstance(value, str) else value
    return bytes([number << 3 | 2]) + _varint(len(value)) + value


def _varint(value):
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


# A SignRequestRequest: credential, region, service, http_request {method, url}.
SIGN_REQUEST = (
    field(1, "main")
    + field(3, "us-east-1")
    + field(5, "s3")
    + field(6, field(1, "GET") + field(2, "https://bucket.s3.amazonaws.com/key"))
)


class Connection:
    """A connection over a connected socket. Reads one frame at a time."""

    def __init__(self, sock, settings=b""):
        self.sock = sock
        self._decoder = hpack.Decoder()
        self._rest = b""
        self._next_stream = 1
        sock.sendall(PREFACE + frame(SETTINGS, 0, 0, settings))

    def send(self, data):
        self.sock.sendall(data)

    def next_stream(self):
        self._next_stream += 2
        return self._next_stream - 2

    def read_frame(self):
        """(kind, flags, stream, payload); EOFError when the server closed."""
        length, kind, flags, stream = struct.unpack(">IBBI", b"\x00" + self._read(9))
        return kind, flags, stream & 0x7FFFFFFF, self._read(length)

    def sign(self, message=SIGN_REQUEST, **headers):
        """(gRPC status, answer's bytes) of a SignRequest. Answers what HTTP/2 asks for meanwhile."""
        stream = self.next_stream()
        self.send(call(stream, message, **headers))
        return self.finish(stream)

    def finish(self, stream):
        """The end of a call that was sent."""
        answer, status = b"", None
        while True:
            kind, flags, of, payload = self.read_frame()
            if kind == SETTINGS and not flags & ACK:
                self.send(frame(SETTINGS, ACK, 0))
            elif kind == PING and not flags & ACK:
                self.send(frame(PING, ACK, 0, payload))
            elif kind == DATA:
                answer += payload if of == stream else b""
                if payload:
                    self.send(frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", len(payload))))
            elif kind == HEADERS:
                fields = dict(self._decoder.decode(payload))
                status = fields.get("grpc-status", status) if of == stream else status
            elif kind == RST_STREAM and of == stream:
                raise ConnectionError(f"stream reset with code {int.from_bytes(payload, 'big')}")
            if of == stream and kind in (DATA, HEADERS) and flags & END_STREAM:
                return int(status), answer[5:]

    def read_to_end(self):
        """Everything until the server closes; raises TimeoutError when it does not."""
        data = self._rest
        self._rest = b""
        while True:
            try:
                piece = self.sock.recv(65536)
            except (ConnectionResetError, BrokenPipeError):
                return data
            except OSError as error:
                if isinstance(error, (TimeoutError, socket.timeout)):
                    raise
                return data
            if not piece:
                return data
            data += piece

    def close(self):
        self.sock.close()

    def _read(self, count):
        while len(self._rest) < count:
            piece = self.sock.recv(65536)
            if not piece:
                raise EOFError("the server closed the connection")
            self._rest += piece
        data, self._rest = self._rest[:count], self._rest[count:]
        return data
