# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Rows of figures: how every benchmark here writes down what it measured.

A row compares a value of ours with another's, both medians of samples that were
taken in turn in one run:

    {"name", "value", "against_value", "unit", "ratio", "better", "budget", "met"}

`ratio` is value / against_value, or its inverse where the budget says how many
times more the other takes; `better` says which way the ratio improves. A row
without another's value (against_value and ratio null) holds its value to the
budget. Without a budget, `budget` and `met` are null. What the medians came from
is kept beside them: "samples", "against_samples", "n", "spread" (the interquartile
range of the samples over their median, in percent, of both sides), and "p" (the
two-sided Mann-Whitney U test).
"""

import itertools
import json
import math
import statistics

HIGHER = "higher"
LOWER = "lower"


def row(name, samples, against_samples=None, *, unit, better, budget=None, inverse=False):
    """A row of medians; `inverse` makes the ratio against_value / value."""
    value = statistics.median(samples)
    result = {"name": name, "value": value, "against_value": None, "unit": unit, "ratio": None,
              "better": better, "budget": budget, "met": None, "n": len(samples),
              "spread": [spread(samples)], "samples": list(samples)}
    if against_samples:
        against = statistics.median(against_samples)
        result["against_value"] = against
        result["ratio"] = (against / value if inverse else value / against)
        result["against_samples"] = list(against_samples)
        result["spread"].append(spread(against_samples))
        result["p"] = mann_whitney(samples, against_samples)
    result["met"] = is_met(result)
    return result


def is_met(row):
    """Whether the row holds its budget; None where it has none."""
    if row["budget"] is None:
        return None
    figure = row["value"] if row["ratio"] is None else row["ratio"]
    return figure >= row["budget"] if row["better"] == HIGHER else figure <= row["budget"]


def problem(row):
    """What is wrong with a row that should be recomputable, or None."""
    missing = [key for key in ("name", "value", "against_value", "unit", "ratio", "better",
                               "budget", "met") if key not in row]
    if missing:
        return f"lacks {', '.join(missing)}"
    if row["better"] not in (HIGHER, LOWER):
        return f"better is {row['better']!r}, allowed are 'higher' and 'lower'"
    if (row["ratio"] is None) != (row["against_value"] is None):
        return "has one of ratio and against_value without the other"
    if row["ratio"] is not None:
        value, against = row["value"], row["against_value"]
        if not any(math.isclose(row["ratio"], one / other, rel_tol=0.005)
                   for one, other in ((value, against), (against, value)) if other):
            return f"ratio {row['ratio']} is not made of {value} and {against}"
    if row["met"] != is_met(row):
        return f"met is {row['met']}, but the budget says {is_met(row)}"
    return None


def spread(samples):
    """Interquartile range over the median, in percent."""
    middle = statistics.median(samples)
    if len(samples) < 2 or not middle:
        return 0.0
    low, _, high = statistics.quantiles(samples, n=4, method="inclusive")
    return 100 * (high - low) / abs(middle)


def mann_whitney(a, b):
    """Two-sided p of the Mann-Whitney U test: exact for small samples without ties,
    else by the normal approximation with the correction for ties (Mann and Whitney
    1947)."""
    values = sorted(itertools.chain(a, b))
    ranks, ties = {}, 0
    for value, group in itertools.groupby(enumerate(values, 1), key=lambda pair: pair[1]):
        places = [place for place, _ in group]
        ranks[value] = sum(places) / len(places)
        ties += len(places) ** 3 - len(places)
    n, m = len(a), len(b)
    u = sum(ranks[value] for value in a) - n * (n + 1) / 2
    u = min(u, n * m - u)
    if ties == 0 and math.comb(n + m, n) <= 200_000:
        counts = _u_counts(n, m)
        return min(1.0, 2 * sum(counts[: int(u) + 1]) / sum(counts))
    total = n + m
    variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance == 0:
        return 1.0
    z = max(0.0, n * m / 2 - u - 0.5) / math.sqrt(variance)
    return math.erfc(z / math.sqrt(2))


def _u_counts(n, m):
    """How many orders of n and m values give each U, 0 to n * m: the coefficients
    of the Gaussian binomial."""
    table = [[[1] for _ in range(m + 1)] for _ in range(n + 1)]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            counts = [0] * (i * j + 1)
            for u, count in enumerate(table[i - 1][j]):
                counts[u + j] += count
            for u, count in enumerate(table[i][j - 1]):
                counts[u] += count
            table[i][j] = counts
    return table[n][m]


def write(path, rows):
    """Writes rows as a JSON list, one row a line."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)
