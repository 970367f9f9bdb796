# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Strangers: whoever does not prove who they are gets nothing, not even a frame of HTTP/2."""

import os
import socket
import ssl
import subprocess
import sys
import time
import warnings

import pytest
from harness import http2
from openssl_authority import Authority

STRANGE_UID = 4242
HELLO = http2.PREFACE + http2.frame(http2.SETTINGS, 0, 0) + http2.call(1, http2.SIGN_REQUEST)

# As STRANGE_UID: connects, sends what comes on stdin, prints how many bytes came back and how it ended.
AS_STRANGER = f"""
import os, socket, sys
os.setgid({STRANGE_UID}); os.setuid({STRANGE_UID})
peer = socket.socket(socket.AF_UNIX)
peer.settimeout(10)
peer.connect(sys.argv[1])
data = b""
try:
    peer.sendall(sys.stdin.buffer.read())
    while piece := peer.recv(65536):
        data += piece
except (BrokenPipeError, ConnectionResetError):
    pass
print(len(data))
"""


def is_served(server):
    connection = server.unix()
    status, answer = connection.sign()
    connection.close()
    return status == 0 and b"AWS4-HMAC-SHA256" in answer


def bytes_of_http2(server, pair, version):
    """What a server answers a client that speaks HTTP/2 at once. Closing is what it must do."""
    data = b""
    try:
        sock = server.tls_socket(pair, version)
        sock.sendall(HELLO)
        while piece := sock.recv(65536):
            data += piece
    except (ssl.SSLError, ConnectionError):
        # An alert, or the end. TimeoutError is neither.
        pass
    return data


@pytest.fixture
def strangers(workplace, authority):
    """Certificates that must not be enough."""
    folder = workplace / "strange"
    folder.mkdir(exist_ok=True)
    name = "URI:spiffe://attack/insider"
    return {
        "none": None,
        "other": Authority(folder).issue("other", name),
        "expired": authority.issue("expired", name, days=-1),
        "usage": authority.issue("usage", name, ["extendedKeyUsage=serverAuth"]),
    }


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3], ids=["tls12", "tls13"])
@pytest.mark.parametrize("who", ["none", "other", "expired", "usage"])
def test_no_byte_of_http2_is_answered_without_a_good_certificate(serve, strangers, who, version):
    server = serve()
    assert bytes_of_http2(server, strangers[who], version) == b""
    assert is_served(server)


def test_a_good_certificate_is_answered(serve, insider):
    """The control of the test above: the same bytes from a known caller get frames."""
    server = serve()
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        sock = server.tls_socket(insider, version)
        sock.sendall(HELLO)
        assert sock.recv(65536)[3] == http2.SETTINGS
        sock.close()


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1], ids=["tls10", "tls11"])
def test_old_tls_is_refused(serve, insider, version):
    server = serve()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with pytest.raises((ssl.SSLError, ConnectionError)):
            server.tls_socket(insider, version)
    assert is_served(server)


@pytest.mark.parametrize(
    "name", ["email:a@b.example", "", "DNS:*.example.org"], ids=["email", "none", "wildcard"]
)
def test_a_certificate_without_a_usable_name_is_unauthenticated(serve, authority, name):
    server = serve()
    connection = server.tls(authority.issue("nameless", name, ["basicConstraints=CA:FALSE"]))
    assert connection.sign()[0] == 16
    connection.close()


def test_a_stranger_on_the_unix_socket_is_closed_before_a_byte_is_read(serve):
    if os.geteuid() != 0:
        pytest.skip("needs root to become another user")
    server = serve()
    done = subprocess.run(
        [sys.executable, "-c", AS_STRANGER, str(server.socket)], input=HELLO, capture_output=True, timeout=30
    )
    assert (done.returncode, done.stdout) == (0, b"0\n"), done.stderr
    assert is_served(server)


@pytest.mark.parametrize(
    "hello",
    [
        b"",
        HELLO,
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\xff\xff" + b"\x00" * 65535,
        b"\x16\x03\x01\x00\x05\x01\x00\xff\xff\xff",
        b"\x80\x2e\x01\x00\x02" + b"\x00" * 44,
        os.urandom(4096),
    ],
    ids=["silence", "http2", "http1", "huge-record", "huge-hello", "ssl2", "noise"],
)
def test_what_is_no_handshake_is_closed_in_time(serve, hello):
    server = serve(limits={"handshake_timeout": "1s"})
    peer = server.raw_tcp(timeout=10)
    received = b""
    try:
        peer.sendall(hello)
        while piece := peer.recv(65536):
            received += piece
    except ConnectionError:
        pass
    # At most a TLS alert.
    assert len(received) <= 7 and received[:1] in (b"", b"\x15")
    assert is_served(server)


def test_hundreds_of_silent_strangers_keep_nobody_out(serve, insider, figures):
    server = serve(limits={"handshake_timeout": "1s"})
    assert is_served(server)
    before = server.descriptors()
    silent = [server.raw_tcp() for _ in range(300)]
    start = time.monotonic()
    connection = server.tls(insider)
    assert connection.sign()[0] == 0
    connection.close()
    figures["served_ms"] = round(1000 * (time.monotonic() - start), 1)
    for peer in silent:
        assert peer.recv(1) == b""
    deadline = time.monotonic() + 10
    while server.descriptors() > before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert server.descriptors() <= before


def test_the_port_is_open_again_after_descriptors_ran_out(serve, insider, figures):
    """CVE-2023-4785: gRPC's own accept loop never accepts again."""
    server = serve(descriptors=96, limits={"handshake_timeout": "1s"})
    peers = []
    for _ in range(160):
        peer = socket.socket()
        peer.settimeout(5)
        try:
            peer.connect(("127.0.0.1", server.port))
        except OSError:
            pass
        peers.append(peer)
    for peer in peers:
        peer.close()
    start = time.monotonic()
    while True:
        try:
            connection = server.tls(insider)
            if connection.sign()[0] == 0:
                break
        except (OSError, EOFError):
            pass
        assert time.monotonic() - start < 20, "not served again"
        time.sleep(0.02)
    figures["recovery_ms"] = round(1000 * (time.monotonic() - start), 1)
    connection.close()


def test_connections_of_one_peer_are_capped_and_others_served(serve, insider):
    server = serve(limits={"max_connections": 64, "max_connections_per_peer": 16, "handshake_timeout": "5s"})
    peers = [server.raw_tcp() for _ in range(40)]
    closed = 0
    for peer in peers:
        peer.settimeout(0.3)
        try:
            closed += peer.recv(1) == b""
        except TimeoutError:
            pass
        except ConnectionError:
            closed += 1
    assert closed == 24
    assert is_served(server)
    for peer in peers:
        peer.close()
