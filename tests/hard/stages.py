# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""What tests/hard/run runs: each stage is one or more suites of `make test`, given more to do."""

import dataclasses
import json
import re
from typing import Callable

# What GoogleTest itself says of a case; anything else the test has recorded.
GTEST_FIELDS = {"name", "file", "line", "status", "result", "timestamp", "time", "classname", "failures",
                "value_param", "type_param"}


@dataclasses.dataclass(frozen=True)
class Gtest:
    """A test program's cases of a filter. Counts the cases, and what they record as numbers."""

    program: str
    filter: str

    def command(self, variables, report):
        return [f"build/release/tests/{self.program}", f"--gtest_filter={self.filter}",
                f"--gtest_output=json:{report}"]

    def counts(self, output, report):
        counts = {"passed": 0, "failed": 0}
        suites = json.loads(report.read_text())["testsuites"] if report.is_file() else []
        for case in (case for suite in suites for case in suite["testsuite"]):
            kind = "failed" if "failures" in case else "skipped" if case["result"] == "SKIPPED" else "passed"
            counts[kind] = counts.get(kind, 0) + 1
            for name, value in case.items():
                if name not in GTEST_FIELDS and str(value).isdigit():
                    counts[name] = counts.get(name, 0) + int(value)
        return counts


@dataclasses.dataclass(frozen=True)
class Script:
    """A command; `patterns` find its counts, each by one group, in what it prints."""

    line: str
    patterns: dict = dataclasses.field(default_factory=lambda: {
        "passed": r"\b(\d+) passed\b", "failed": r"\b(\d+) failed\b", "skipped": r"\b(\d+) skipped\b"})

    def command(self, variables, report):
        return self.line.format(**variables).split()

    def counts(self, output, report):
        found = {name: re.findall(pattern, output) for name, pattern in self.patterns.items()}
        return {name: int(numbers[-1].replace(",", "")) for name, numbers in found.items() if numbers}


@dataclasses.dataclass(frozen=True)
class Stage:
    name: str
    question: str
    steps: tuple
    # Variables for the suites; {NAME} in one is another.
    knobs: dict = dataclasses.field(default_factory=dict)
    # Before it is stopped, and has failed.
    minutes: Callable[[dict], float] = lambda variables: 20
    # To build; of other steps than Gtest.
    targets: tuple = ()
    preset: str = "release"


def build(stage, run):
    """Builds what the stage needs with run(*command)."""
    targets = [*stage.targets, *(step.program for step in stage.steps if isinstance(step, Gtest))]
    return not targets or (
        run("cmake", "--preset", stage.preset, "--log-level=WARNING") and
        run("cmake", "--build", "--preset", stage.preset, "--target", *dict.fromkeys(targets)))


ALL = (
    Stage("policy", "Do policies decide as a naive model does, and nothing without a rule?",
          (Gtest("policy_test", "PolicyModelTest.*"), Gtest("service_test", "OracleAbuseTest.*")),
          {"SIGNET_POLICY_PAIRS": "10000000"}),
    Stage("audit", "Is every flip, removal, swap, repetition and truncation of a long log found?",
          (Gtest("audit_test", "MutationTest.*"),), {"SIGNET_AUDIT_LINES": "1000000"}),
    Stage("residue", "Is a secret anywhere but in locked memory, and nowhere once it is gone?",
          (Gtest("hardening_test", "ResidueTest.*:CoreTest.*"),), {"SIGNET_RESIDUE_CALLS": "3000"}),
    Stage("revocation", "Does a signature begin after a revocation returned, or a restart undo one?",
          (Gtest("integration_test", "RevocationRaceTest.*:RevocationRestartTest.*"),),
          {"SIGNET_REVOCATIONS": "100"}),
    Stage("kills", "After kill -9, is all that was answered on record, and does the chain hold?",
          (Gtest("integration_test", "AuditRestartTest.*"),), {"SIGNET_KILLS": "100"}),
    Stage("restarts", "Is one retry all that a caller needs while servers restart in turn?",
          (Gtest("integration_test", "RollingRestartTest.*"),), {"SIGNET_RESTARTS": "20"}),
    Stage("reload", "Is every spoiled configuration refused, and does the last good one stay?",
          (Gtest("integration_test", "ReloadTest.*"), Gtest("under_load_test", "UnderLoadTest.AReload*")),
          {"SIGNET_LOAD_RATE": "10000", "SIGNET_RELOADS": "50"}),
    Stage("memory", "Are memory, threads and descriptors after very many calls what they were?",
          (Gtest("under_load_test", "UnderLoadTest.Memory*"),), {"SIGNET_SOAK_CALLS": "{SOAK_CALLS}"},
          # At the least, ten thousand calls a second.
          minutes=lambda variables: 10 + int(variables["SOAK_CALLS"]) / 600_000),
    Stage("midnight", "Is each signature around midnight of the day that it is dated with?",
          (Gtest("integration_test", "MidnightTest.*"),), {"SIGNET_MIDNIGHTS": "30"}),
    Stage("bugs", "Does signet do what others did wrong in public?",
          tuple(Gtest(program, "PublicBugs*") for program in
                ("public_bugs_table_test", "public_bugs_signer_test", "public_bugs_service_test", "policy_test",
                 "hostile_input_test"))),
    Stage("hostile", "Do messages of any bytes give the caller's fault and nothing else?",
          (Gtest("hostile_input_test", "HostileMessagesTest.*"), Gtest("service_test", "*BadInput*")),
          {"SIGNET_HOSTILE_MESSAGES": "20000"}),
    Stage("attack", "Do floods, slow peers and strangers leave the server bounded and others served?",
          (Script("tests/attack/run -q"),), {"SIGNET_ATTACK_SECONDS": "10", "SIGNET_ATTACK_SUMMARY": "{LOGS}/attack.json"},
          minutes=lambda variables: 40, targets=("signetd",)),
    Stage("vectors", "Do the verifiers hold against Project Wycheproof?", (Script("tests/wycheproof/run"),)),
    Stage("timing", "Does a secret decide a branch or an address, as valgrind sees it?",
          (Script("tests/constant_time/run build/release/tests/constant_time_probe",
                  {"passed": r"\b(\d+) passed\b", "failed": r"\b(\d+) failed\b"}),), targets=("constant_time_probe",)),
    Stage("cache", "Is every key right while versions rotate, are revoked and days pass?",
          (Script("build/release/tests/keycache_soak 1000000000 4", {"operations": r"(\d+) operations"}),),
          minutes=lambda variables: 40, targets=("keycache_soak",)),
    Stage("races", "Does ThreadSanitizer see a race in the cache?",
          (Script("build/tsan/tests/keycache_soak 100000000 4", {"operations": r"(\d+) operations"}),),
          # As the preset has it: what the libraries do is not seen, so not judged either.
          {"TSAN_OPTIONS": "ignore_noninstrumented_modules=1"},
          minutes=lambda variables: 90, targets=("keycache_soak",), preset="tsan"),
    Stage("differential", "Do other signers give the same bytes for random requests?",
          (Script("tests/differential/run {DIFFERENTIAL_CASES} {SEED}",
                  {"cases": r"\n(\d+) cases in", "cells": r"cases in (\d+) cells",
                   "failed": r"(\d+) unexplained mismatches", "flips_unnoticed": r"(\d+) flipped bits unnoticed"}),),
          minutes=lambda variables: 10 + int(variables["DIFFERENTIAL_CASES"]) / 200),
    Stage("verifiers", "Do servers that verify signatures take every one of very many requests, and no changed one?",
          (Script("tests/e2e/run -q test_volume.py",
                  {"passed": r"\b(\d+) passed\b", "failed": r"\b(\d+) failed\b",
                   "accepted_by_versitygw": r"versitygw: (\d+) requests accepted",
                   "accepted_by_moto": r"moto: (\d+) requests accepted",
                   "changed_refused_by_versitygw": r"versitygw: .* (\d+) controls refused",
                   "changed_refused_by_moto": r"moto: .* (\d+) controls refused"}),),
          {"SIGNET_E2E_REQUESTS": "100000"}, minutes=lambda variables: 60, targets=("signetd", "signet")),
    Stage("fuzz", "Does any parser of outside bytes crash, leak or break its invariant?",
          (Script("tests/fuzz/run {FUZZ_SECONDS}",
                  {"executions": r"(\d+) executions in all", "passed": r"\b(\d+) passed\b",
                   "failed": r"\b(\d+) failed\b"}),),
          # Two at a time; and the build.
          minutes=lambda variables: 90 + 15 * int(variables["FUZZ_SECONDS"]) / 60),
)
STAGES = {stage.name: stage for stage in ALL}
