# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic of the benchmarks' rows."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH))

import rows  # noqa: E402


class CommandTest(unittest.TestCase):
    def test_each_says_how_it_is_used(self):
        """So it finds all that it imports; a run of half an hour must not end there."""
        for name in ("digest/run", "keycache/run", "overload/run", "rpc/run", "sigv4_rows"):
            with self.subTest(name):
                done = subprocess.run([sys.executable, "-B", BENCH / name, "--help"], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("usage", done.stdout)


class RowTest(unittest.TestCase):
    def test_holds_medians_and_their_ratio(self):
        row = rows.row("a", [1, 9, 2], [4, 4, 5], unit="ns", better=rows.LOWER, budget=0.5)
        self.assertEqual((row["value"], row["against_value"], row["ratio"]), (2, 4, 0.5))
        self.assertTrue(row["met"])
        self.assertIsNone(rows.problem(row))

    def test_turns_the_ratio_round_where_the_budget_counts_times(self):
        row = rows.row("a", [2], [10], unit="ns", better=rows.HIGHER, budget=6, inverse=True)
        self.assertEqual(row["ratio"], 5)
        self.assertFalse(row["met"])

    def test_holds_a_lone_value_to_its_budget(self):
        self.assertTrue(rows.row("a", [0], unit="allocations", better=rows.LOWER, budget=0)["met"])
        self.assertFalse(rows.row("a", [1], unit="allocations", better=rows.LOWER, budget=0)["met"])

    def test_says_what_is_wrong_with_a_row(self):
        good = rows.row("a", [2], [4], unit="ns", better=rows.LOWER, budget=1)
        self.assertIn("is not made of", rows.problem({**good, "ratio": 0.6}))
        self.assertIn("met is False", rows.problem({**good, "met": False}))
        self.assertIn("better is 'more'", rows.problem({**good, "better": "more"}))
        self.assertIn("lacks unit", rows.problem({k: v for k, v in good.items() if k != "unit"}))

    def test_mann_whitney(self):
        # Exact: of C(6,3) = 20 orders, 2 are as extreme.
        self.assertAlmostEqual(rows.mann_whitney([1, 2, 3], [4, 5, 6]), 0.1)
        self.assertAlmostEqual(rows.mann_whitney([1, 3, 5], [2, 4, 6]), 0.7)
        self.assertEqual(rows.mann_whitney([1, 1, 1], [1, 1, 1]), 1.0)
        # Two groups of 20 apart: by the normal approximation z = 5.4.
        self.assertLess(rows.mann_whitney(list(range(20)), list(range(20, 40))), 1e-6)


class SummarizeTest(unittest.TestCase):
    def run_on(self, content):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "rows")
            source.mkdir()
            (source / "part.json").write_text(json.dumps(content), encoding="utf-8")
            done = subprocess.run([sys.executable, BENCH / "summarize", source, folder],
                                  capture_output=True, text=True, check=False)
            summary = pathlib.Path(folder, "summary.json")
            return done, json.loads(summary.read_text()) if summary.exists() else None

    def test_keeps_the_keys_of_the_summary(self):
        row = rows.row("a", [2], [4], unit="ns", better=rows.LOWER, budget=1)
        done, summary = self.run_on([row])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(summary, [{"name": "a", "value": 2, "against_value": 4, "unit": "ns",
                                    "ratio": 0.5, "better": "lower", "budget": 1, "met": True}])

    def test_refuses_what_cannot_be_recomputed(self):
        row = rows.row("a", [2], [4], unit="ns", better=rows.LOWER)
        self.assertNotEqual(self.run_on([{**row, "ratio": 3}])[0].returncode, 0)
        self.assertNotEqual(self.run_on([row, row])[0].returncode, 0)
        self.assertNotEqual(self.run_on("x")[0].returncode, 0)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed, 0 skipped")
    sys.exit(1 if bad else 0)
