# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""A 1 GiB upload signed chunk by chunk over one whose payload is not signed."""

import os
import shutil
import subprocess
import time

import machine

BYTES = 1 << 30
CHUNK_BYTES = 1 << 20

# What EC2 lets a single flow have ("Amazon EC2 instance network bandwidth", EC2 User
# Guide): the fastest link that an upload meets. Loopback has none and is told beside.
FLOW_GBIT_PER_SECOND = "5"


def body_folder(default):
    """Memory, where it has room: disks are not what is measured."""
    memory = "/dev/shm"
    if os.path.isdir(memory) and shutil.disk_usage(memory).free > 2 * BYTES:
        return memory
    return default


def make_body(path):
    block = os.urandom(1 << 20)
    with open(path, "wb") as body:
        for _ in range(BYTES // len(block)):
            body.write(block)


def upload(target, port, body, *flags):
    """GiB a second."""
    start = time.monotonic()
    subprocess.run([f"{machine.BIN}/signet", "fetch", "--target", target, "--credential", "dev",
                    "--region", "us-east-1", "--service", "s3", "--method", "PUT",
                    "--url", f"http://127.0.0.1:{port}/bucket/key", "--body-file", body, *flags],
                   check=True, stdout=subprocess.DEVNULL)
    return BYTES / 2**30 / (time.monotonic() - start)


def measure_link(bench, name, target, body, sink_arguments):
    sink = subprocess.Popen([f"{machine.BIN}/http_sink", *sink_arguments], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE)
    try:
        port = int(sink.stdout.readline())
        chunked, unsigned = [], []
        for round_ in range(6 + 1):
            for rates, flags in ((chunked, ("--streaming", "signed",
                                            "--chunk-bytes", str(CHUNK_BYTES))),
                                 (unsigned, ("--unsigned-payload",))):
                rate = upload(target, port, body, *flags)
                if round_ > 0:  # The first one finds cold caches.
                    rates.append(rate)
        bench.slices[name] = {"chunked": chunked, "unsigned": unsigned}
        bench.add_row(name, chunked, unsigned, "GiB/s", "higher", 0.97)
    finally:
        sink.stdin.close()
        sink.wait()


def measure(bench):
    body = os.path.join(body_folder(bench.folder), f"signet-bench-{os.getpid()}")
    target = f"unix:{bench.folder}/signetd"
    server = subprocess.Popen([f"{machine.BIN}/signetd", "--dev", "--listen", target],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              env={**os.environ, "SIGNET_LOG_LEVEL": "warning"})
    try:
        make_body(body)
        server.stdout.readline()  # It is ready.
        measure_link(bench, "upload_chunked_vs_unsigned", target, body, (FLOW_GBIT_PER_SECOND,))
        measure_link(bench, "upload_chunked_vs_unsigned_loopback", target, body, ())
    finally:
        server.terminate()
        server.wait()
        if os.path.exists(body):
            os.remove(body)
