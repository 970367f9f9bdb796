# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Starts what bench/rpc measures, and the client that loads it."""

import json
import os
import socket
import subprocess
import time

BIN = "build/release/bin"
TARGETS = ["echo_server", "rpc_pairs", "http_sink", "signetd", "signet"]

# Server and client each on a core of their own, where there are two.
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE = CORES[0]
CLIENT_CORE = CORES[-1]


def make_certificates(folder):
    """Paths of a throwaway authority's, the server's and a client's PEM files."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, cwd=folder,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"]
    openssl("req", "-x509", *key, "-subj", "/CN=bench", "-keyout", "ca.key", "-out", "ca.pem")
    for name, alternative in (("server", "DNS:localhost,IP:127.0.0.1"),
                              ("client", "URI:spiffe://bench/client")):
        openssl("req", "-x509", *key, "-subj", f"/CN={name}", "-CA", "ca.pem", "-CAkey", "ca.key",
                "-addext", "basicConstraints=critical,CA:FALSE",
                "-addext", f"subjectAltName={alternative}",
                "-keyout", f"{name}.key", "-out", f"{name}.pem")
    return {name: os.path.join(folder, name)
            for name in ("ca.pem", "server.pem", "server.key", "client.pem", "client.key")}


def on_core(command, core):
    return command if core is None else ["taskset", "-c", str(core), *command]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(address, process):
    """Until the server of that process listens there."""
    host, port = address.rsplit(":", 1)
    deadline = time.monotonic() + 20
    while True:
        try:
            socket.create_connection((host, int(port)), timeout=1).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"no server at {address}") from None
            time.sleep(0.02)


class EchoServer:
    """An echo_server that ends with the with statement."""

    sockets = 0

    def __init__(self, folder, tls, kind, transport, lanes=1, core=None, env=None, flags=()):
        EchoServer.sockets += 1
        self.address = (f"127.0.0.1:{free_port()}" if transport == "tcp"
                        else f"unix:{folder}/{EchoServer.sockets}")
        command = [f"{BIN}/echo_server", f"--layout={kind}", f"--lanes={lanes}",
                   f"--listen={self.address}", f"--ca={tls['ca.pem']}",
                   f"--cert={tls['server.pem']}", f"--key={tls['server.key']}", *flags]
        self.process = subprocess.Popen(on_core(command, core), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env={**os.environ, **(env or {})})
        if self.process.stdout.readline() != b"ready\n":
            raise RuntimeError(f"no server: {' '.join(command)}")

    def side(self, label, call):
        return f"{label},{self.address},{call},{self.process.pid}"

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def run_pairs(sides, tls, core=None, refused_at_most=0.0, **flags):
    """Slices by side, in order. Raises where more than that share of a slice's calls was not
    answered: a lane that stood still for a moment with hundreds of calls refuses some."""
    command = [f"{BIN}/rpc_pairs", f"--ca={tls['ca.pem']}", f"--cert={tls['client.pem']}",
               f"--key={tls['client.key']}", *(f"--{k}={v}" for k, v in flags.items()), *sides]
    output = subprocess.run(on_core(command, core), check=True, stdout=subprocess.PIPE).stdout
    slices = {}
    for line in output.splitlines():
        figures = json.loads(line)
        if figures["errors"] > refused_at_most * figures["calls"] or figures["answered"] == 0:
            raise RuntimeError(f"calls failed: {line.decode()}")
        slices.setdefault(figures["side"], []).append(figures)
    return slices
