# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Somebody who only wants requests signed while others attack."""

import threading
import time

PAUSE_SECONDS = 0.01


class Victim:
    """Signs over a connection of its own until the with statement ends, one call at a time.

    A connection that breaks is replaced, and counted as a failure.
    """

    def __init__(self, connect):
        self._connect = connect
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.latencies = []
        self.failures = 0

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    def _run(self):
        connection = None
        while not self._stop.is_set():
            start = time.monotonic()
            try:
                connection = connection or self._connect()
                status, answer = connection.sign()
                if status == 0 and answer:
                    self.latencies.append(time.monotonic() - start)
                else:
                    self.failures += 1
            except (OSError, EOFError):
                self.failures += 1
                connection = None
            time.sleep(PAUSE_SECONDS)
        if connection:
            connection.close()

    def percentile_ms(self, percent):
        ordered = sorted(self.latencies)
        return round(1000 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)], 2) if ordered else None
