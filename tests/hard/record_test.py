# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The arithmetic of `make hard`: what is counted, what fails, which rows stay."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import stages
import record

REPORT = {"testsuites": [{"testsuite": [
    {"name": "A", "classname": "S", "status": "RUN", "result": "COMPLETED", "pairs": "20", "seed": "a"},
    {"name": "B", "classname": "S", "status": "RUN", "result": "SKIPPED"},
    {"name": "C", "classname": "S", "status": "RUN", "result": "COMPLETED", "pairs": "1",
     "failures": [{"failure": "no"}]}]}]}


class CountsTest(unittest.TestCase):
    def test_of_googletest(self):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report"
            self.assertEqual(stages.Gtest("p", "S.*").counts("", report), {"passed": 0, "failed": 0})
            report.write_text(json.dumps(REPORT))
            self.assertEqual(stages.Gtest("p", "S.*").counts("", report),
                             {"passed": 1, "failed": 1, "skipped": 1, "pairs": 21})

    def test_of_a_script_are_the_last_that_it_prints(self):
        output = "1 passed, 0 failed\n==== 24 passed, 2 failed in 3.1s ====\n"
        self.assertEqual(stages.Script("x").counts(output, None), {"passed": 24, "failed": 2})
        self.assertEqual(stages.Script("x").counts("nothing", None), {})


class RecordTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "tests" / "hard").mkdir(parents=True)
        self.commit("one")

    def commit(self, text):
        (self.root / "file").write_text(text)
        for command in (["init", "-q"], ["add", "file"],
                        ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", text]):
            subprocess.run(["git", "-C", self.root, *command], check=True)

    def written(self):
        return json.loads((self.root / "tests" / "hard" / "summary.json").read_text())

    def test_keeps_the_rows_of_what_did_not_run(self):
        row = {"result": "ok", "seconds": 1, "counts": {"passed": 2}}
        first = record.Record(self.root, seed=1)
        first.take("policy", dict(row))
        first.take("audit", dict(row))
        first.take_fuzzers([{"name": "f", "seconds": 2, "executions": 5, "per_second": 2, "features": 3, "status": "ok"}])
        first.write()
        self.commit("two")
        second = record.Record(self.root, seed=7)
        second.take("audit", {**row, "result": "FAILED"})
        second.take_fuzzers([{"name": "f", "seconds": 2, "executions": 6, "per_second": 3, "features": 3, "status": "ok"}])
        second.write()
        rows = self.written()["stages"]
        self.assertEqual((rows["policy"]["result"], rows["policy"]["seed"]), ("ok", 1))
        self.assertEqual((rows["audit"]["result"], rows["audit"]["seed"]), ("FAILED", 7))
        self.assertNotEqual(rows["policy"]["commit"], rows["audit"]["commit"])
        self.assertEqual(second.failed, ["audit"])
        self.assertEqual(self.written()["fuzzers"]["f"]["executions_of_all_runs"], 11)
        self.assertIn(rows["policy"]["commit"], second.table({"policy": "", "audit": ""}))
        self.assertIn("never run", second.table({"fuzz": ""}))

    def test_says_that_the_checkout_was_changed(self):
        self.assertNotIn("changed", record.commit_of(self.root))
        (self.root / "file").write_text("other")
        self.assertTrue(record.commit_of(self.root).endswith("-changed"))


class RunTest(unittest.TestCase):
    def test_refuses_a_stage_that_is_not_there(self):
        run = pathlib.Path(__file__).resolve().parent / "run"
        done = subprocess.run([run, "polic"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no stage 'polic'; there are policy", done.stderr)


if __name__ == "__main__":
    program = unittest.main(exit=False)
    result = program.result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
