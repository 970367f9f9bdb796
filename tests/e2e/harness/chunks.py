# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads the aws-chunked content encoding strictly, as it stood on the wire."""

import base64
import hashlib
import re
import zlib
from dataclasses import dataclass, field

_HEADER = re.compile(rb"([0-9a-f]+)(?:;chunk-signature=([0-9a-f]{64}))?")


@dataclass
class ChunkedBody:
    data: bytes
    sizes: list
    signatures: list
    trailers: dict = field(default_factory=dict)


def parse(body, signed):
    """ChunkedBody of a complete body. `signed`: every chunk carries a signature, else none does."""
    position, data, sizes, signatures = 0, bytearray(), [], []
    while True:
        line, position = _line(body, position)
        match = _HEADER.fullmatch(line)
        assert match, f"malformed chunk header {line!r}"
        assert (match.group(2) is not None) == signed, f"chunk header {line!r}, signed={signed}"
        size = int(match.group(1), 16)
        sizes.append(size)
        if signed:
            signatures.append(match.group(2).decode())
        if size == 0:
            break
        data += body[position : position + size]
        position += size
        assert body[position : position + 2] == b"\r\n", "chunk data is not followed by CRLF"
        position += 2
    trailers = {}
    while True:
        line, position = _line(body, position)
        if not line:
            break
        name, colon, value = line.decode("ascii").partition(":")
        assert colon and name not in trailers, f"malformed trailer {line!r}"
        trailers[name.lower()] = value.strip()
    assert position == len(body), f"{len(body) - position} bytes after the end of the body"
    return ChunkedBody(bytes(data), sizes, signatures, trailers)


def checksum(trailer_name, data):
    """Base64 value S3 expects in `x-amz-checksum-*` for data."""
    algorithm = trailer_name.removeprefix("x-amz-checksum-")
    if algorithm == "crc32":
        digest = zlib.crc32(data).to_bytes(4, "big")
    elif algorithm == "crc32c":
        digest = _crc32c(data).to_bytes(4, "big")
    elif algorithm in ("sha1", "sha256"):
        digest = hashlib.new(algorithm, data).digest()
    else:
        raise AssertionError(f"no reference implementation of {trailer_name}")
    return base64.b64encode(digest).decode()


def _line(body, position):
    end = body.find(b"\r\n", position)
    assert end >= 0, f"no CRLF after byte {position}"
    return bytes(body[position:end]), end + 2


def _crc32c_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


_CRC32C = _crc32c_table()


def _crc32c(data):
    """CRC-32C (RFC 3720 B.4), bit-reflected."""
    value = 0xFFFFFFFF
    for byte in data:
        value = (value >> 8) ^ _CRC32C[(value ^ byte) & 0xFF]
    return value ^ 0xFFFFFFFF
