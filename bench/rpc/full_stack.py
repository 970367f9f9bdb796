# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""SignRequest with all that stands between a company and its keys, over without.

Two signetd with mutual TLS and a lane each. "bare" has one rule that allows everything and
no audit log. "full" has 100 rules, of which the last allows the call by action and
resource, and an audit log, synced and with signed checkpoints, without whose line no
answer leaves. Both count their metrics, which nothing turns off.
"""

import json
import os
import pathlib
import signal
import subprocess

import machine

CALLER = "spiffe://bench/client"
RULES = 100
BARE_RULES = [{"name": "all", "callers": ["*"], "operations": ["*"], "credentials": ["*"],
               "services": ["*"], "regions": ["*"]}]


def full_rules():
    """A team a rule: callers, credential and prefix of its own; the last is the bench's."""
    def rule(number, caller, credential, bucket):
        return {"name": f"team-{number}", "callers": [caller], "operations": ["SignRequest"],
                "credentials": [credential], "services": ["s3"], "regions": ["us-east-1"],
                "actions": ["s3:GetObject", "s3:PutObject"], "resources": [f"{bucket}/photos/*"]}
    others = [rule(i, f"spiffe://bench/ns/team-{i}/sa/app", f"team-{i}", f"bucket-{i}")
              for i in range(RULES - 1)]
    return others + [rule(RULES - 1, CALLER, "bench", "examplebucket")]


class Signetd:
    """A signetd over mutual TLS that ends with the with statement."""

    def __init__(self, folder, tls, name, rules, **more):
        self.address = f"127.0.0.1:{machine.free_port()}"
        config = {
            "credentials": [{"name": "bench", "access_key_id": "ASIABENCHBENCHBENCH1",
                             "secret_access_key": "bench" * 8, "session_token": "t" * 200}],
            "listen": {"tcp": {"address": self.address, "cert_file": tls["server.pem"],
                               "key_file": tls["server.key"], "client_ca_file": tls["ca.pem"]}},
            "policy": {"rules": rules},
            "key_cache": {"allow_unlocked_memory": True},
            "log": {"level": "error"},
            "drain": {"delay": "0s", "grace": "1s"},
            "lanes": 1,
            **more,
        }
        path = os.path.join(folder, f"{name}.json")
        with open(path, "w", encoding="utf-8", opener=lambda p, f: os.open(p, f, 0o600)) as file:
            json.dump(config, file)
        self.process = subprocess.Popen(machine.on_core(
            [f"{machine.BIN}/signetd", f"--config={path}"], machine.SERVER_CORE))
        machine.wait_for_port(self.address, self.process)

    def side(self, label):
        return f"{label},{self.address},sign,{self.process.pid}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)


def count_calls(folder):
    """Calls on record, in the file that is being written and in full ones."""
    count = 0
    for path in pathlib.Path(folder).glob("log*"):
        with open(path, encoding="utf-8") as lines:
            count += sum('"kind":"call"' in line for line in lines)
    return count


def measure(bench):
    audit = os.path.join(bench.folder, "audit")
    os.mkdir(audit, 0o700)
    key = os.path.join(audit, "key.pem")
    subprocess.run([f"{machine.BIN}/signet", "audit", "keygen", key], check=True,
                   stdout=subprocess.DEVNULL)
    log = os.path.join(audit, "log")
    with Signetd(bench.folder, bench.tls, "bare", BARE_RULES) as bare, \
            Signetd(bench.folder, bench.tls, "full", full_rules(),
                    audit={"path": log, "checkpoint_key_file": key}) as full:
        slices = bench.pairs("full_stack", [full.side("full"), bare.side("bare")],
                             core=machine.CLIENT_CORE, concurrency=64, connections=4)
    lines = count_calls(audit)
    calls = sum(s["calls"] for s in slices["full"])
    if lines < calls:
        raise RuntimeError(f"{calls} calls were answered, {lines} are on record")
    bench.row("full_stack", lambda s: s["calls"] / s["server_cpu_seconds"], slices,
              ("full", "bare"), "calls/server CPU s", "higher", 0.90)
    bench.row("full_stack_wall", lambda s: s["calls"] / s["seconds"], slices, ("full", "bare"),
              "calls/s", "higher", 0.90)
