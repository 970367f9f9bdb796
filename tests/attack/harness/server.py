# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""A signetd with a Unix socket and a TCP listener, and ways to connect to it."""

import json
import pathlib
import re
import socket
import ssl

from child_process import Process, memory_kib
from harness.http2 import Connection

# What signetd is told to stay below.
RESIDENT_LIMIT = 256 * 2**20
# Whoever runs the tests.
LOCAL_USER = "tester"


class Server:
    """One signetd. `limits` are fields of LimitsConfig as YAML has them, `more` further sections."""

    def __init__(self, binary, folder, authority, limits=None, more=None, descriptors=None):
        self.folder = pathlib.Path(folder)
        self.socket = self.folder / "s.sock"
        self._authority = authority
        cert, key = authority.issue("server", "DNS:localhost,IP:127.0.0.1")
        config = {
            "credentials": [
                {"name": "main", "access_key_id": "AKIDEXAMPLE", "secret_access_key": "not-a-secret-of-anyone"}
            ],
            "listen": {
                "unix": {"path": str(self.socket), "mode": "0666", "users": [{"name": LOCAL_USER, "uid": 0}]},
                "tcp": {
                    "address": "127.0.0.1:0",
                    "cert_file": str(cert),
                    "key_file": str(key),
                    "client_ca_file": str(authority.folder / "ca.crt"),
                },
            },
            "policy": {
                "rules": [
                    {
                        "name": "all",
                        "callers": [LOCAL_USER, "spiffe://attack/*"],
                        "operations": ["*"],
                        "credentials": ["*"],
                        "services": ["*"],
                        "regions": ["*"],
                    }
                ]
            },
            "log": {"level": "warning"},
            "drain": {"delay": "0s", "grace": "1s"},
            "limits": {"max_resident_bytes": RESIDENT_LIMIT, **(limits or {})},
            **(more or {}),
        }
        path = self.folder / "signet.yaml"
        path.touch(mode=0o600)
        path.write_text(json.dumps(config))
        limit = ["prlimit", f"--nofile={descriptors}:{descriptors}"] if descriptors else []
        self._process = Process([*limit, binary, "--config", path], self.folder / "signetd.log")
        # The log says the port at level info only, so /proc does.
        self._process.wait_until(
            lambda: self.socket.exists() and _listening_port(self.pid), "listening at both addresses"
        )
        self.port = _listening_port(self.pid)

    @property
    def pid(self):
        return self._process.pid

    def is_running(self):
        return self._process.returncode() is None

    def stop(self):
        return self._process.stop()

    def log_tail(self):
        return self._process.log_tail()

    def resident_mib(self):
        return memory_kib(self.pid).get("VmRSS", 0) / 1024

    def descriptors(self):
        return len(list(pathlib.Path(f"/proc/{self.pid}/fd").iterdir()))

    def unix(self, timeout=10):
        sock = socket.socket(socket.AF_UNIX)
        sock.settimeout(timeout)
        sock.connect(str(self.socket))
        return Connection(sock)

    def raw_tcp(self, timeout=10):
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=timeout)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock

    def tls_socket(self, pair=None, version=None, timeout=10):
        """A TLS socket; `pair` is the client's (certificate, key)."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(self._authority.folder / "ca.crt")
        context.set_alpn_protocols(["h2"])
        if version:
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version = context.maximum_version = version
        if pair:
            context.load_cert_chain(*map(str, pair))
        return context.wrap_socket(self.raw_tcp(timeout), server_hostname="localhost")

    def tls(self, pair, timeout=10):
        return Connection(self.tls_socket(pair, timeout=timeout))


def _listening_port(pid):
    """The TCP port that a process of this network namespace listens at."""
    inodes = set()
    try:
        for entry in pathlib.Path(f"/proc/{pid}/fd").iterdir():
            match = re.match(r"socket:\[(\d+)\]", str(entry.readlink()))
            if match:
                inodes.add(match[1])
    except FileNotFoundError:
        return None
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if words[3] == "0A" and words[9] in inodes:
            return int(words[1].rpartition(":")[2], 16)
    return None
