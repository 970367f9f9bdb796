# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Starts the servers, runs the driver against them, and makes its figures rows and
a table."""

import argparse
import json
import os
import pathlib
import secrets
import statistics
import subprocess
import sys
import tempfile

import boto3

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("bench", "tests/e2e", "tests/support")]

import rows  # noqa: E402
from harness.gateway import BUCKET, Gateway  # noqa: E402
from harness.moto_server import MotoServer  # noqa: E402
from child_process import Process  # noqa: E402
from harness.signet import Credential, write_credentials  # noqa: E402

REGION = "us-east-1"
OBJECT_BYTES = 16 * 1024
NAMES = 64  # as many as the driver tells apart


def signetd(folder, name, cache_entries):
    """A signetd that lets us do everything, whose key cache holds so many keys."""
    socket = folder / f"{name}.sock"
    config = folder / f"{name}.json"
    config.write_text(json.dumps({
        "credentials_files": [str(folder / "credentials.yaml")],
        "listen": {"unix": {"path": str(socket), "mode": "0600",
                            "users": [{"name": "bench", "uid": os.getuid()}]}},
        "key_cache": {"max_entries": cache_entries},
        "log": {"level": "warning"},
        "policy": {"rules": [{"name": "all", "callers": ["bench"], "operations": ["*"],
                              "credentials": ["*"], "services": ["*"], "regions": ["*"]}]},
    }))
    binary = pathlib.Path(os.environ["SIGNET_BIN_DIR"], "signetd").resolve()
    process = Process([binary, "--config", config], folder / f"{name}.log")
    process.wait_for_socket(socket)
    return process, f"unix:{socket}"


def client(service, endpoint, credential):
    return boto3.client(service, endpoint_url=endpoint, region_name=REGION,
                        aws_access_key_id=credential.access_key_id,
                        aws_secret_access_key=credential.secret_access_key)


def fill(gateway, moto, credential):
    """The bucket with its objects, the table with its items."""
    s3 = client("s3", f"http://127.0.0.1:{gateway.port}", credential)
    s3.create_bucket(Bucket=BUCKET)
    database = client("dynamodb", moto.url, moto.credential)
    database.create_table(
        TableName="items", BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}])
    for number in range(NAMES):
        s3.put_object(Bucket=BUCKET, Key=f"object-{number}", Body=secrets.token_bytes(OBJECT_BYTES))
        database.put_item(TableName="items", Item={"id": {"S": str(number)}, "value": {"S": "0" * 512}})


def measure(quick):
    """The driver's list of measurements."""
    # Objects in memory: a disk's pauses would drown everything else.
    with tempfile.TemporaryDirectory(prefix="sgn-", dir="/dev/shm") as name:
        folder = pathlib.Path(name)
        credential = Credential("bench", "BENCH" + secrets.token_hex(8).upper(), secrets.token_urlsafe(30))
        processes = []
        try:
            gateway = Gateway(os.environ["VERSITYGW"], folder / "s3", credential)
            processes.append(gateway.process)
            moto = MotoServer(folder)
            processes.append(moto.process)
            moto_credential = Credential("moto", moto.credential.access_key_id, moto.credential.secret_access_key)
            write_credentials(folder / "credentials.yaml", [credential, moto_credential])
            cached, cached_target = signetd(folder, "signetd", 10_000)
            uncached, uncached_target = signetd(folder, "signetd-no-cache", 0)
            processes += [cached, uncached]
            fill(gateway, moto, credential)
            keys = {service: {"credential": key.name, "access_key_id": key.access_key_id,
                              "secret_access_key": key.secret_access_key}
                    for service, key in (("s3", credential), ("dynamodb", moto_credential))}
            settings = {
                "bucket": f"http://127.0.0.1:{gateway.port}/{BUCKET}", "table": moto.url, "keys": keys,
                "signet": cached_target, "signet_no_cache": uncached_target,
                "object_bytes": OBJECT_BYTES, "concurrency": [16] if quick else [16, 32, 64, 128],
                "batches": 3 if quick else 6, "batch_seconds": 0.5 if quick else 1.5,
                "processes": {"s3": gateway.process.pid, "dynamodb": moto.process.pid,
                              "signetd": cached.pid, "signetd_no_cache": uncached.pid},
            }
            path = folder / "settings.json"
            path.touch(mode=0o600)
            path.write_text(json.dumps(settings))
            done = subprocess.run([os.environ["END_TO_END_DRIVER"], path], stdout=subprocess.PIPE, check=True)
            return json.loads(done.stdout)
        finally:
            for process in reversed(processes):
                process.stop()


def samples(measurements, operation, concurrency, signer, figure):
    for one in measurements:
        if (one["operation"], one["concurrency"], one["signer"]) == (operation, concurrency, signer):
            return [batch[figure] for batch in one["batches"]]
    raise KeyError((operation, concurrency, signer))


def make_rows(measurements):
    result = []
    cells = sorted({(one["operation"], one["concurrency"]) for one in measurements})
    for operation, concurrency in cells:
        def compare(name, figure, unit, better, ours, theirs):
            # pylint: disable=cell-var-from-loop
            pick = lambda signer: samples(measurements, operation, concurrency, signer, figure)  # noqa: E731
            result.append(rows.row(f"end_to_end_{operation}_c{concurrency}_{name}", pick(ours), pick(theirs),
                                   unit=unit, better=better))
        compare("signet_vs_sdk", "throughput", "1/s", rows.HIGHER, "signet", "sdk")
        compare("signet_vs_sdk_p50", "p50", "us", rows.LOWER, "signet", "sdk")
        compare("cache_on_vs_off", "throughput", "1/s", rows.HIGHER, "signet", "signet_no_cache")
        compare("sdk_cache_on_vs_off", "throughput", "1/s", rows.HIGHER, "sdk", "sdk_no_cache")
    return result


def table(measurements):
    lines = ["| operation | at once | signer | ops/s | avg µs | p50 | p90 | p99 | client CPU µs/op "
             "| signetd CPU µs/op | server CPU µs/op | signetd MiB |", "|---|--:|---" + "|--:" * 9 + "|"]
    for one in measurements:
        server = "dynamodb" if one["operation"].endswith("item") else "s3"
        daemon = "signetd_no_cache" if one["signer"] == "signet_no_cache" else "signetd"

        def cell(figure, key=None):
            # pylint: disable=cell-var-from-loop
            values = [batch[figure][key] if key else batch[figure] for batch in one["batches"]]
            deviation = statistics.stdev(values) if len(values) > 1 else 0
            return f"{statistics.median(values):,.0f} ± {deviation:,.0f}"
        signs_by_rpc = one["signer"].startswith("signet")
        lines.append("| " + " | ".join([
            one["operation"], str(one["concurrency"]), one["signer"], cell("throughput"), cell("average"),
            cell("p50"), cell("p90"), cell("p99"), cell("cpu", "client"),
            cell("cpu", daemon) if signs_by_rpc else "", cell("cpu", server),
            cell("memory", daemon) if signs_by_rpc else ""]) + " |")
    return "\n".join(lines) + "\n"


def decomposition(measurements):
    """What of an upload's median at the smallest concurrency is whose."""
    first = min(one["concurrency"] for one in measurements if one["operation"] == "upload")

    def median(operation, concurrency, signer):
        return statistics.median(samples(measurements, operation, concurrency, signer, "p50"))
    sdk, sdk_off = median("sign", 1, "sdk"), median("sign", 1, "sdk_no_cache")
    remote, remote_off = median("sign", 1, "signet"), median("sign", 1, "signet_no_cache")
    upload = median("upload", first, "signet")
    return (f"Medians. One signature alone, one at a time: the SDK {sdk:.1f} µs with its key cache and {sdk_off:.1f} µs "
            f"without (derivation {sdk_off - sdk:+.1f}); signet over its socket {remote:.1f} µs with and "
            f"{remote_off:.1f} µs without (derivation {remote_off - remote:+.1f}). An upload of "
            f"{OBJECT_BYTES // 1024} KiB at {first} at once takes {upload:,.0f} µs: the signature by RPC "
            f"is {100 * remote / upload:.1f} % of that, derivation without a cache would be "
            f"{100 * max(0, remote_off - remote) / upload:.2f} %; the rest is the client, the server and waiting "
            "for the processor.\n")


def main():
    parser = argparse.ArgumentParser(prog="bench/end_to_end/run")
    parser.add_argument("--quick", action="store_true", help="few and short batches, one concurrency")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/bench/rows/end_to_end.json")
    arguments = parser.parse_args()
    measurements = measure(arguments.quick)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    rows.write(arguments.out, make_rows(measurements))
    text = table(measurements) + "\n" + decomposition(measurements)
    arguments.out.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
