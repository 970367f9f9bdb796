# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""bench/end_to_end measures with the servers of this suite: it finds all that it imports."""

import pathlib
import subprocess
import sys

BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench" / "end_to_end" / "end_to_end.py"


def test_the_benchmark_says_how_it_is_used():
    done = subprocess.run([sys.executable, BENCH, "--help"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "usage" in done.stdout
