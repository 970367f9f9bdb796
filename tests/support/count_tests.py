# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Adds up the test cases of one run of tests/run.

count_tests.py FOLDER FAILED_STAGES reads the JUnit reports and the stage logs in
FOLDER and prints "N passed, N failed, N skipped". A stage that failed without
naming a failed case counts as one failure.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

# GoogleTest's own closing lines inside a ctest report, and the closing lines of pytest and of our
# scripts. `go test` prints one line a case with -v.
GTEST = re.compile(r"^\[  (PASSED|FAILED|SKIPPED) +\] (\d+) tests?", re.MULTILINE)
CLOSING = re.compile(r"\b(\d+) (passed|failed|skipped)\b")
GO_CASE = re.compile(r"^\s*--- (PASS|FAIL|SKIP):", re.MULTILINE)


def add(counts, kind, number):
    counts[kind.lower()] += int(number)


def count_junit(path, counts):
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        output = "".join(case.itertext())
        found = GTEST.findall(output)
        for kind, number in found:
            add(counts, kind, number)
        if not found:
            add(counts, "passed" if case.get("status") == "run" else "failed", 1)


def count_log(path, counts):
    for line in path.read_text(errors="replace").splitlines():
        go_case = GO_CASE.match(line)
        if go_case:
            add(counts, {"PASS": "passed", "FAIL": "failed", "SKIP": "skipped"}[go_case.group(1)], 1)
        # A closing line has nothing but counts, a time and decoration.
        elif re.match(r"^[= ]*\d+ (passed|failed|skipped)\b", line):
            for number, kind in CLOSING.findall(line):
                add(counts, kind, number)


def main():
    folder, failed_stages = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    reports = {path.stem for path in folder.glob("*.xml")}
    for path in folder.glob("*.xml"):
        count_junit(path, counts)
    for path in folder.glob("*.log"):
        if path.stem not in reports and path.stem != "unit":
            count_log(path, counts)
    if failed_stages and not counts["failed"]:
        counts["failed"] = failed_stages
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**counts))


if __name__ == "__main__":
    main()
