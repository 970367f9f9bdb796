# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures signet beside other signers; bench/peers/run calls it (README.md).

Ours and the peer's side of a comparison run one right after the other, the
first one changing from round to round, so that a slow minute of the machine
meets both.
"""

import argparse
import pathlib
import re
import shlex
import sys
import time

from child import Child
from comparisons import all_comparisons
from report import figures, row, table

# CPU time that each cell runs beforehand: what a virtual machine compiles while
# it runs has to be compiled. Never longer on the clock than WARM_UP_LIMIT.
WARM_UP_SECONDS = {"java": 2.0, "kotlin": 2.0, "node": 0.5}
WARM_UP_SECONDS_OTHERS = 0.05
WARM_UP_STEP = 0.2
WARM_UP_LIMIT = 10.0


def parse_arguments():
    parser = argparse.ArgumentParser(prog="bench/peers/run")
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--only", default="", help="regular expression")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--child", action="append", required=True)
    parser.add_argument("--version", action="append", default=[])
    arguments = parser.parse_args()
    if arguments.pairs < 6:
        parser.error(f"--pairs is {arguments.pairs}, allowed is 6 and more")
    if not 0.01 <= arguments.seconds <= 60:
        parser.error(f"--seconds is {arguments.seconds}, allowed: 0.01 to 60")
    return arguments


def check_signatures(children, comparisons):
    """The names of the comparisons whose sides do not sign alike."""
    different = []
    for one in comparisons:
        if one.checks_itself:
            continue
        ours = children[one.ours.child].signature(one.ours.cell)
        peers = children[one.peer.child].signature(one.peer.cell)
        if ours != peers:
            different.append(f"{one.name}: ours {ours}, theirs {peers}")
    return different


def warm_up(children, comparisons):
    sides = {side for one in comparisons for side in (one.ours, one.peer)}
    for side in sorted(sides, key=str):
        seconds = WARM_UP_SECONDS.get(side.child, WARM_UP_SECONDS_OTHERS)
        deadline = time.monotonic() + WARM_UP_LIMIT
        spent = 0.0
        while spent < seconds and time.monotonic() < deadline:
            step = children[side.child].run(side.cell, min(seconds, WARM_UP_STEP))
            spent += step["cpu_ns"] * step["ops"] / 1e9


def measure(children, comparisons, seconds, pairs):
    """The samples of both sides by the name of the comparison."""
    samples = {one.name: ([], []) for one in comparisons}
    for number in range(pairs):
        print(f"round {number + 1} of {pairs}", file=sys.stderr)
        for one in comparisons:
            both = list(zip((one.ours, one.peer), samples[one.name]))
            for side, taken in both if number % 2 == 0 else reversed(both):
                taken.append(children[side.child].run(side.cell, seconds))
    return samples


def main():
    arguments = parse_arguments()
    comparisons = [
        one for one in all_comparisons() if re.search(arguments.only, one.name)
    ]
    wanted = {
        side.child for one in comparisons for side in (one.ours, one.peer)
    }
    children = {}
    for child in arguments.child:
        name, _, command = child.partition("=")
        if name in wanted:
            children[name] = Child(name, shlex.split(command))
    different = check_signatures(children, comparisons)
    if different:
        sys.exit("\n".join(["signatures differ:", *different]))
    print("both sides of each comparison sign alike", file=sys.stderr)
    warm_up(children, comparisons)
    samples = measure(
        children, comparisons, arguments.seconds, arguments.pairs
    )
    for child in children.values():
        child.close()
    versions = dict(version.split("=", 1) for version in arguments.version)
    rows = [
        row(one, *samples[one.name], versions) for one in comparisons
    ]
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    figures.write(arguments.out, rows)
    print(table(rows))


if __name__ == "__main__":
    main()
