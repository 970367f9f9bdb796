# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""`signet fetch` with a body far larger than any buffer, and with a signetd that dies under it."""

import hashlib
import random
import time

import pytest

from harness.gateway import BUCKET
from child_process import memory_kib
from harness.signet import Signet, Signetd

MIB = 1024 * 1024
LARGE_BYTES = 100 * MIB
SMALL_BYTES = MIB
# Bodies a hundred times larger may cost this much more memory; holding one would cost 100 MiB.
GROWTH_KIB = 32 * 1024
KILL_AFTER_BYTES = 20 * MIB
FETCH_SECONDS = 100
TRANSFERS = {"small": "1 MiB up", "large": "100 MiB up", "download": "100 MiB down"}


def write_body(path, size):
    """Random bytes, written and hashed by the MiB."""
    source, digest = random.Random(size), hashlib.sha256()
    with open(path, "wb") as sink:
        for _ in range(size // MIB):
            block = source.randbytes(MIB)
            digest.update(block)
            sink.write(block)
    return digest.hexdigest()


def file_sha256(path):
    with open(path, "rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def watch(processes, client):
    """Samples {name: pid} until `client` ends; {name: highest KiB seen}. VmHWM is the kernel's own."""
    peaks = dict.fromkeys(processes, 0)
    deadline = time.monotonic() + FETCH_SECONDS
    while client.returncode() is None:
        assert time.monotonic() < deadline, client.log_tail()
        for name, pid in processes.items():
            peaks[name] = max(peaks[name], memory_kib(pid).get("VmHWM", 0))
        time.sleep(0.01)
    return peaks


def upload(signet, gateway, proxy, key, source, log):
    target = gateway.path_style(key, proxy.port)
    options = [*gateway.fetch_options, "--body-file", source, "--streaming", "signed"]
    return signet.start_fetch("PUT", target, *options, log=log)


@pytest.fixture
def replica(binaries, workplace, credentials_file):
    """Starts signetd number 1, 2 ... on one socket path of this test's own."""
    folder = workplace / f"replica-{time.monotonic_ns()}"
    folder.mkdir()
    started = []

    def start():
        daemon = Signetd(binaries / "signetd", folder, credentials_file, len(started) + 1)
        started.append(daemon)
        return daemon

    yield start
    for daemon in started:
        daemon.process.stop()


def test_a_large_file_goes_up_and_comes_down_in_flat_memory(
    gateway, binaries, replica, tmp_path, figures
):
    daemon = replica()
    signet = Signet(binaries / "signet", daemon.target)
    peaks = {}
    for name, size in (("small", SMALL_BYTES), ("large", LARGE_BYTES)):
        digest = write_body(tmp_path / name, size)
        with gateway.relay(limit=16 * 1024) as proxy:
            client = upload(signet, gateway, proxy, name, tmp_path / name, tmp_path / f"{name}.log")
            processes = {"signet": client.pid, "signetd": daemon.process.pid}
            peaks[name] = watch(processes, client)
            conversation = proxy.only()
        assert client.returncode() == 0, client.log_tail()
        exchange = conversation.exchange()
        assert exchange.status == 200, exchange
        assert exchange.sent.value("x-amz-content-sha256") == "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
        assert exchange.sent.value("x-amz-decoded-content-length") == str(size)
        assert conversation.request_total > size
        assert file_sha256(gateway.objects / BUCKET / name) == digest

    got = tmp_path / "got"
    client = signet.start_fetch(
        "GET", gateway.path_style("large"), *gateway.fetch_options, "--output", got, log=tmp_path / "get.log"
    )
    peaks["download"] = watch({"signet": client.pid, "signetd": daemon.process.pid}, client)
    assert client.returncode() == 0, client.log_tail()
    assert file_sha256(got) == file_sha256(tmp_path / "large")

    for name, peak in peaks.items():
        shown = ", ".join(f"{who} {kib / 1024:.1f} MiB" for who, kib in peak.items())
        figures.append(f"peak resident memory, {gateway.scheme}, {TRANSFERS[name]}: {shown}")
        for who, kib in peak.items():
            assert kib > 0, f"no sample of {who} was taken"
            assert kib - peaks["small"][who] < GROWTH_KIB, (name, who, peaks)


def test_another_replica_finishes_an_upload(gateway, binaries, replica, tmp_path):
    first = replica()
    digest = write_body(tmp_path / "body", LARGE_BYTES)
    with gateway.relay(limit=16 * 1024, gate=KILL_AFTER_BYTES) as proxy:
        client = upload(
            Signet(binaries / "signet", first.target),
            gateway,
            proxy,
            "resumed",
            tmp_path / "body",
            tmp_path / "log",
        )
        assert proxy.gate.reached.wait(FETCH_SECONDS), client.log_tail()
        first.process.kill()
        second = replica()
        assert second.process.pid != first.process.pid
        proxy.gate.open()
        watch({}, client)
        exchange = proxy.only().exchange()
    assert client.returncode() == 0, client.log_tail()
    assert exchange.status == 200, exchange
    assert exchange.sent.value("x-amz-content-sha256") == "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
    assert file_sha256(gateway.objects / BUCKET / "resumed") == digest


def test_without_another_replica_the_upload_fails(gateway, binaries, replica, tmp_path):
    """The control of the test above: chunks still to come cannot be signed by anyone else."""
    first = replica()
    write_body(tmp_path / "body", LARGE_BYTES)
    with gateway.relay(limit=16 * 1024, gate=KILL_AFTER_BYTES) as proxy:
        client = upload(
            Signet(binaries / "signet", first.target),
            gateway,
            proxy,
            "orphaned",
            tmp_path / "body",
            tmp_path / "log",
        )
        assert proxy.gate.reached.wait(FETCH_SECONDS), client.log_tail()
        first.process.kill()
        proxy.gate.open()
        watch({}, client)
        conversation = proxy.only()
    assert client.returncode() not in (0, None)
    assert conversation.head().value("x-amz-content-sha256") == "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
    assert conversation.request_total < LARGE_BYTES
    assert not (gateway.objects / BUCKET / "orphaned").exists()
