# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Child processes with a log file, a bounded start and stop, and /proc memory figures."""

import os
import pathlib
import signal
import socket
import subprocess
import time

START_SECONDS = 30
STOP_SECONDS = 10


def free_port():
    """A TCP port on 127.0.0.1 that nobody held a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def memory_kib(pid):
    """{'VmRSS': KiB, 'VmHWM': KiB} of a live process, {} once it is gone."""
    figures = {}
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            name, _, rest = line.partition(":")
            if name in ("VmRSS", "VmHWM"):
                figures[name] = int(rest.split()[0])
    except (FileNotFoundError, ProcessLookupError):
        return {}
    return figures


class Process:
    """One child in its own session, its output in `log`."""

    def __init__(self, argv, log, env=None):
        self.argv = [str(word) for word in argv]
        self.log = pathlib.Path(log)
        with open(self.log, "ab") as sink:
            self._child = subprocess.Popen(
                self.argv,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
                env={**os.environ, **(env or {})},
                start_new_session=True,
            )

    @property
    def pid(self):
        return self._child.pid

    def returncode(self):
        """None while it runs."""
        return self._child.poll()

    def wait_until(self, ready, what):
        """Polls `ready()`; fails with the tail of the log when time is up or the child died."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if ready():
                return
            if self._child.poll() is not None:
                raise RuntimeError(
                    f"{self.argv[0]} ended with {self._child.returncode} before {what}\n{self.log_tail()}"
                )
            time.sleep(0.02)
        raise RuntimeError(f"{self.argv[0]}: no {what} within {START_SECONDS} s\n{self.log_tail()}")

    def wait_for_port(self, port):
        self.wait_until(lambda: _accepts(socket.AF_INET, ("127.0.0.1", port)), f"listening on port {port}")

    def wait_for_socket(self, path):
        self.wait_until(lambda: _accepts(socket.AF_UNIX, str(path)), f"listening on {path}")

    def kill(self):
        """SIGKILL, as a crashed replica; returns when it is gone."""
        if self._child.poll() is None:
            self._child.kill()
        self._child.wait(STOP_SECONDS)

    def stop(self):
        """SIGTERM, then SIGKILL; returns the exit code."""
        if self._child.poll() is None:
            self._child.send_signal(signal.SIGTERM)
            try:
                self._child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
        return self._child.returncode

    def log_tail(self, lines=40):
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])


def _accepts(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            probe.connect(address)
        except OSError:
            return False
        return True
