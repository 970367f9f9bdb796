# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The processes that are measured."""

import json
import subprocess
import time


class Child:
    """A signer in a process of its own, idle unless it is asked."""

    def __init__(self, name, command):
        self._name = name
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        # Linux: the CPU clock of all threads of another process, dead and
        # alive (the encoding of clock_getcpuclockid(3)).
        self._cpu_clock = (~self._process.pid << 3) | 2

    def signature(self, cell):
        return self._ask(f"sign {cell}")["signature"]

    def run(self, cell, seconds):
        """Repeats the operation for that long. What one cost: cpu_ns (all
        threads of the process, garbage collection too), wall_ns, allocs and
        bytes where the runtime tells; and ops, how often it was done."""
        cpu = time.clock_gettime_ns(self._cpu_clock)
        answer = self._ask(f"run {cell} {seconds}")
        answer["cpu_ns"] = time.clock_gettime_ns(self._cpu_clock) - cpu
        operations = answer["ops"]
        costs = {
            measure: answer[measure] / operations
            for measure in ("cpu_ns", "wall_ns", "allocs", "bytes")
            if measure in answer
        }
        return {"ops": operations, **costs}

    def close(self):
        self._process.stdin.close()
        self._process.wait(timeout=30)

    def _ask(self, command):
        try:
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
            answer = json.loads(self._process.stdout.readline())
        except (BrokenPipeError, ValueError) as failure:
            raise RuntimeError(f"{self._name}: no answer to {command}") from (
                failure
            )
        if "error" in answer:
            raise RuntimeError(f"{self._name}: {answer['error']}")
        return answer
