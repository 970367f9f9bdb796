# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Results out of samples: the rows, and a table to read."""

import pathlib
import statistics
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1]))
import rows as figures  # noqa: E402  bench/rows.py

_UNITS = {"cpu_ns": "ns", "wall_ns": "ns", "allocs": "allocations"}
_COSTS = ("cpu_ns", "wall_ns", "allocs", "bytes")


def _medians(samples):
    """Of every cost that the side's runtime tells."""
    return {
        cost: round(statistics.median(sample[cost] for sample in samples), 1)
        for cost in _COSTS
        if cost in samples[0]
    }


def row(comparison, ours, peers, versions):
    """The row of bench/rows.py, with what both sides are and cost beside it."""
    measure = comparison.measure
    result = figures.row(
        comparison.name,
        [round(sample[measure], 1) for sample in ours],
        [round(sample[measure], 1) for sample in peers],
        unit=_UNITS[measure],
        better=figures.HIGHER,
        budget=comparison.budget,
        inverse=True,
    )
    for key, side, samples in (
        ("ours", comparison.ours, ours),
        ("against", comparison.peer, peers),
    ):
        result[key] = {
            "what": f"{side.child} {side.cell}",
            "version": versions.get(side.child, ""),
            **_medians(samples),
        }
    return result


def _time(nanoseconds):
    if nanoseconds >= 1e6:
        return f"{nanoseconds / 1e6:,.1f} ms"
    return f"{nanoseconds:,.0f} ns"


def _side(side):
    count = f"{side['allocs']:,.0f}" if "allocs" in side else "–"
    size = f"{side['bytes']:,.0f}" if "bytes" in side else "–"
    return (
        f"{_time(side['cpu_ns'])} / {_time(side['wall_ns'])}"
        f" | {count} / {size}"
    )


def table(results):
    """What people read: CPU and wall time, allocations and their bytes."""
    lines = [
        "| row | ours CPU / wall | allocations / bytes | peer CPU / wall"
        " | allocations / bytes | ratio | spread % | p |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for one in results:
        spreads = " / ".join(f"{part:.0f}" for part in one["spread"])
        budget = "" if one["budget"] is None else f" (≥ {one['budget']:g})"
        lines.append(
            f"| {one['name']} | {_side(one['ours'])} | {_side(one['against'])}"
            f" | {one['ratio']:.2f}{budget} | {spreads} | {one['p']:.2g} |"
        )
    return "\n".join(lines)
