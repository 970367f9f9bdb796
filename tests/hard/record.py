# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The committed result of tests/hard/run: summary.json, and summary.md for people."""

import datetime
import json
import os
import pathlib
import platform
import subprocess

FUZZ_HEADER = ("| target | executions | seconds | a second | features | executions of all runs | commit |\n"
               "|---|--:|--:|--:|--:|--:|---|")


def commit_of(root):
    """The commit, "-changed" when what is checked out is not it."""
    def git(*arguments):
        return subprocess.run(["git", "-C", root, *arguments], check=True, capture_output=True, text=True).stdout
    changes = [line for line in git("status", "--porcelain", "--untracked-files=no").splitlines()
               if "tests/hard/summary." not in line]
    return git("rev-parse", "--short=12", "HEAD").strip() + ("-changed" if changes else "")


def machine():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    processors = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    name = processors[0] if processors else platform.machine()
    return f"{os.cpu_count()} x {name}, Linux {platform.release()}"


def counts_text(counts):
    return ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in counts.items()
                     if number or name == "failed")


def line(name, row):
    return f"{name:<13} {row['seconds']:>6} s  {row['result']:<7} {counts_text(row['counts'])}"


class Record:
    def __init__(self, root, seed):
        self._folder = pathlib.Path(root) / "tests" / "hard"
        path = self._folder / "summary.json"
        kept = json.loads(path.read_text()) if path.is_file() else {}
        self._stages = kept.get("stages", {})
        self._fuzzers = kept.get("fuzzers", {})
        self._about = {"commit": commit_of(root), "date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}",
                       "seed": seed, "machine": machine()}
        self.failed = []

    def take(self, name, row):
        self._stages[name] = {**self._about, **row}
        if row["result"] != "ok":
            self.failed.append(name)

    def take_fuzzers(self, rows):
        for row in rows:
            name = row.pop("name")
            before = self._fuzzers.get(name, {}).get("executions_of_all_runs", 0)
            self._fuzzers[name] = {**row, "executions_of_all_runs": before + row["executions"],
                                   "commit": self._about["commit"]}

    def table(self, questions):
        lines = [line(name, self._stages[name]) + ("" if self._is_of_now(name) else f"  ({self._stages[name]['commit']})")
                 for name in questions if name in self._stages]
        missing = [f"{name:<13}  never run" for name in questions if name not in self._stages]
        about = self._about
        return "\n".join([f"commit {about['commit']}, seed {about['seed']}, {about['machine']}", *lines, *missing])

    def _is_of_now(self, name):
        return self._stages[name]["commit"] == self._about["commit"]

    def write(self):
        (self._folder / "summary.json").write_text(
            json.dumps({**self._about, "stages": self._stages, "fuzzers": self._fuzzers}, indent=1) + "\n")
        (self._folder / "summary.md").write_text(self._markdown())

    def _markdown(self):
        lines = ["# What `make hard` came to", "",
                 f"Last run: commit {self._about['commit']}, {self._about['date']}, seed {self._about['seed']}, "
                 f"{self._about['machine']}. A row is of the commit that it names.", "",
                 "| stage | result | seconds | counts | seed | commit |", "|---|---|--:|---|--:|---|"]
        lines += [f"| {name} | {row['result']} | {row['seconds']} | {counts_text(row['counts'])} | {row['seed']} "
                  f"| {row['commit']} |" for name, row in sorted(self._stages.items())]
        if self._fuzzers:
            lines += ["", FUZZ_HEADER]
            lines += [f"| {name} | {row['executions']:,} | {row['seconds']} | {row['per_second']:,} | "
                      f"{row['features']:,} | {row['executions_of_all_runs']:,} | {row['commit']} |"
                      for name, row in sorted(self._fuzzers.items())]
        return "\n".join(lines) + "\n"
