# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy over sources that have changed since they were clean.

tidy_sources.py BUILD_FOLDER CACHE_FOLDER FILE... takes the commands from the
build folder's compile_commands.json and runs from the root of the checkout. It
prints the findings and "N passed, N failed"; the exit status is 1 when a file
failed.

The cache holds, for each source, the files that it last included, and a file
named by a hash for each state that was clean. The hash is over the contents of
the source and all of those (whole, since clang-tidy reads comments too), the
command, the checks and the version of clang-tidy.
"""

import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

TIDY = "clang-tidy-14"
JOBS = 2
# clang counts the warnings of system headers, which are not shown.
NOISE = re.compile(r"^\d+ (warning|error)s?( and \d+ errors?)? generated\.$|^Suppressed |^Use -header-filter")


@functools.cache
def digest_of(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


class Sources:
    def __init__(self, build_folder, cache_folder):
        self.root = os.getcwd()
        self.build_folder = build_folder
        self.cache = pathlib.Path(cache_folder)
        (self.cache / "clean").mkdir(parents=True, exist_ok=True)
        (self.cache / "includes").mkdir(exist_ok=True)
        commands = json.loads(pathlib.Path(build_folder, "compile_commands.json").read_text())
        self.commands = {os.path.relpath(entry["file"]): entry for entry in commands}
        version = subprocess.run([TIDY, "--version"], check=True, capture_output=True, text=True).stdout
        self.common = [version, digest_of(".clang-tidy")]

    def includes(self, source):
        """What `source` is compiled of now, as make's rules name it."""
        entry = self.commands[source]
        words = shlex.split(entry["command"])
        output = words.index("-o")
        command = words[:output] + words[output + 2 :] + ["-M", "-MT", "x"]
        rule = subprocess.run(command, check=True, capture_output=True, text=True, cwd=entry["directory"]).stdout
        paths = rule.partition(":")[2].replace("\\\n", " ").split()
        # Checkouts at other places are to find it too.
        real = [os.path.realpath(os.path.join(entry["directory"], path)) for path in paths]
        return [os.path.relpath(path) if path.startswith(self.root + os.sep) else path for path in real]

    def state(self, source, includes):
        command = self.commands[source]["command"].replace(self.root, "")
        parts = self.common + [command] + [f"{path} {digest_of(path)}" for path in includes]
        return self.cache / "clean" / hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def includes_file(self, source):
        return self.cache / "includes" / (source.replace("/", "+") + ".json")

    def known_state(self, source):
        """The state with the includes of last time; None when there are none."""
        try:
            return self.state(source, json.loads(self.includes_file(source).read_text()))
        except OSError:
            return None

    def check(self, source):
        """The findings in `source`, "" for none."""
        if source not in self.commands:
            return f"{source}: error: nothing is built of it\n"
        known = self.known_state(source)
        if known is not None and known.exists():
            return ""
        result = subprocess.run(
            [TIDY, "-p", self.build_folder, "--quiet", source], capture_output=True, text=True, check=False
        )
        lines = (result.stdout + result.stderr).splitlines()
        findings = "\n".join(line for line in lines if not NOISE.match(line)).strip()
        if result.returncode != 0 or findings:
            return f"{findings or source + ': error: clang-tidy failed'}\n"
        includes = self.includes(source)
        self.includes_file(source).write_text(json.dumps(includes))
        self.state(source, includes).touch()
        return ""


def main():
    sources = Sources(sys.argv[1], sys.argv[2])
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for findings in pool.map(sources.check, sys.argv[3:]):
            if findings:
                failed += 1
                print(findings, flush=True)
    print(f"{len(sys.argv) - 3 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
