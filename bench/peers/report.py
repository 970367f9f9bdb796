# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Results out of samples: rows, all details, and a table to read."""

import math
import os
import platform
import statistics

_UNITS = {"cpu_ns": "ns", "wall_ns": "ns", "allocs": "allocations"}


def _median(samples, measure):
    values = [sample[measure] for sample in samples if measure in sample]
    return round(statistics.median(values), 1) if values else None


def _quartiles(samples, measure):
    values = [sample[measure] for sample in samples]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return [round(low, 1), round(high, 1)]


def sign_test(ours, peers, measure):
    """Exact two-sided sign test over the pairs: how likely so one-sided a
    series is if neither side were faster."""
    wins = sum(a[measure] < b[measure] for a, b in zip(ours, peers))
    losses = sum(a[measure] > b[measure] for a, b in zip(ours, peers))
    pairs = wins + losses
    tail = sum(math.comb(pairs, k) for k in range(min(wins, losses) + 1))
    return min(1.0, 2 * tail / 2**pairs)


def row(comparison, ours, peers):
    """One row of the summary. The ratio follows from the two values."""
    value = _median(ours, comparison.measure)
    against = _median(peers, comparison.measure)
    ratio = round(against / value, 3) if value else None
    budget = comparison.budget
    return {
        "name": comparison.name,
        "value": value,
        "against_value": against,
        "unit": _UNITS[comparison.measure],
        "ratio": ratio,
        "better": "higher",
        "budget": budget,
        "met": None if budget is None else ratio >= budget,
    }


def _side(side, samples, measure):
    return {
        "child": side.child,
        "cell": side.cell,
        "median": _median(samples, measure),
        "quartiles": _quartiles(samples, measure),
        "cpu_ns": _median(samples, "cpu_ns"),
        "wall_ns": _median(samples, "wall_ns"),
        "allocs": _median(samples, "allocs"),
        "bytes": _median(samples, "bytes"),
        "samples": [round(sample[measure], 1) for sample in samples],
    }


def _cpu_model():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def details(comparisons, samples, versions):
    """Everything measured, with where and with what."""
    results = []
    for one in comparisons:
        ours, peers = samples[one.name]
        results.append(
            {
                **row(one, ours, peers),
                "n": len(ours),
                "p_value": sign_test(ours, peers, one.measure),
                "ours": _side(one.ours, ours, one.measure),
                "peer": _side(one.peer, peers, one.measure),
            }
        )
    return {
        "machine": {
            "cpu": _cpu_model(),
            "cores": os.cpu_count(),
            "kernel": platform.release(),
        },
        "versions": dict(version.split("=", 1) for version in versions),
        "comparisons": results,
    }


def _cell(side, unit):
    low, high = side["quartiles"]
    if unit == "ns" and side["median"] >= 1e6:
        return f"{side['median'] / 1e6:,.1f} ms ({low / 1e6:,.1f}–{high / 1e6:,.1f})"
    return f"{side['median']:,.0f} ({low:,.0f}–{high:,.0f})"


def _allocations(side):
    if side["bytes"] is None:
        return "–"
    count = "" if side["allocs"] is None else f"{side['allocs']:,.0f} / "
    return f"{count}{side['bytes']:,.0f} B"


def markdown(full):
    """The table that people read."""
    machine = full["machine"]
    versions = ", ".join(f"{k} {v}" for k, v in full["versions"].items())
    lines = [
        f"{machine['cpu']}, {machine['cores']} cores, Linux"
        f" {machine['kernel']}. {versions}.",
        "",
        "Medians with quartiles; p by the sign test over the pairs.",
        "",
        "| row | ours | peer | unit | ratio | budget | n | p"
        " | our allocations | peer's |",
        "|---|--:|--:|---|--:|--:|--:|--:|--:|--:|",
    ]
    for one in full["comparisons"]:
        budget = "–" if one["budget"] is None else f"≥ {one['budget']:g}"
        ratio = "–" if one["ratio"] is None else f"{one['ratio']:.2f}"
        unit = one["unit"]
        lines.append(
            f"| {one['name']} | {_cell(one['ours'], unit)}"
            f" | {_cell(one['peer'], unit)} | {unit} | {ratio} | {budget}"
            f" | {one['n']} | {one['p_value']:.2g}"
            f" | {_allocations(one['ours'])} | {_allocations(one['peer'])} |"
        )
    return "\n".join(lines) + "\n"
