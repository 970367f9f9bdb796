# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Peers who take their time: each kind of slowness has a limit that ends it."""

import socket
import struct
import time

import pytest
from harness import http2
from harness.http2 import DATA, END_HEADERS, HEADERS, PING, call_headers, frame
from harness.victim import Victim

LIMITS = {
    "handshake_timeout": "1s",
    "idle_timeout": "1s",
    "max_connection_age": "2s",
    "max_connection_age_grace": "1s",
}


def half_preface(sock):
    sock.sendall(http2.PREFACE[:10])


def no_settings(sock):
    sock.sendall(http2.PREFACE)


def idle(sock):
    http2.Connection(sock)


def half_headers(sock):
    http2.Connection(sock).send(frame(HEADERS, END_HEADERS, 1, call_headers())[:20])


def half_message(sock):
    connection = http2.Connection(sock)
    connection.send(frame(HEADERS, END_HEADERS, 1, call_headers()))
    connection.send(frame(DATA, 0, 1, b"\x00" + struct.pack(">I", 1000) + b"x" * 10))


def no_message(sock):
    http2.Connection(sock).send(frame(HEADERS, END_HEADERS, 1, call_headers()))


def only_pings(sock):
    connection = http2.Connection(sock)
    connection.send(frame(PING, 0, 0, b"12345678"))


@pytest.mark.parametrize("transport", ["unix", "tls"])
@pytest.mark.parametrize("slow", [half_preface, no_settings, idle, half_headers, half_message, no_message, only_pings])
def test_a_slow_peer_is_closed(serve, insider, figures, slow, transport):
    server = serve(limits=LIMITS)
    sock = _socket(server, insider, transport)
    start = time.monotonic()
    slow(sock)
    sock.settimeout(30)
    try:
        while sock.recv(65536):
            pass
    except ConnectionError:
        pass
    figures["closed_after_s"] = round(time.monotonic() - start, 1)


def test_hundreds_of_slow_callers_leave_others_served(serve, insider, figures):
    server = serve(limits={**LIMITS, "max_connection_age": "30s"})
    slow = []
    with Victim(server.unix) as victim:
        for _ in range(200):
            sock = _socket(server, insider, "unix")
            half_message(sock)
            slow.append(sock)
        time.sleep(1)
    figures.update(victim_calls=len(victim.latencies), victim_p99_ms=victim.percentile_ms(99))
    assert victim.latencies and victim.failures == 0
    for sock in slow:
        sock.close()


def _socket(server, insider, transport):
    if transport == "tls":
        return server.tls_socket(insider)
    sock = socket.socket(socket.AF_UNIX)
    sock.connect(str(server.socket))
    return sock
