# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The manifests' own commands, users and files, with the built programs.

The container's entry point, the probes and the example application run as
the rendered manifests have them (see pod.py).
"""

import contextlib
import json
import subprocess
import time

import pytest

from openssl_authority import Authority
from manifests import K8S, Manifests
from pod import Pod

ENTRYPOINT = ["/usr/bin/signetd"]
# Exit codes of signet (client_lib/cpp/cli/exit_code.h).
NOT_ALLOWED = 4
UNAVAILABLE = 5
# The specification's documented example key; it opens nothing.
CREDENTIAL = {
    "access_key_id": b"AKIAIOSFODNN7EXAMPLE",
    "secret_access_key": b"wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}


@pytest.fixture(scope="module", name="authority")
def _authority(tmp_path_factory):
    authority = Authority(tmp_path_factory.mktemp("authority"))
    authority.issue("server", "DNS:signet.default.svc,IP:127.0.0.1")
    authority.issue("demo", "URI:spiffe://cluster.local/ns/default/sa/demo")
    authority.issue("stranger", "URI:spiffe://cluster.local/ns/default/sa/stranger")
    return authority


@contextlib.contextmanager
def _pod(folder, pod_image, authority, scratch):
    """A pod of k8s/`folder` whose signetd has passed its startup probe, and that signetd."""
    manifests = Manifests.render(K8S / folder)
    workload = next(w for w in manifests.workloads() if w.signet())
    secrets = {"signet-credential-demo": CREDENTIAL}
    secrets["signet-tls"] = {
        "tls.crt": authority.read("server.crt"),
        "tls.key": authority.read("server.key"),
        "ca.crt": authority.read("ca.crt"),
    }
    log = scratch / "signetd.log"
    (scratch / "volumes").mkdir()
    with (
        Pod(manifests, workload, pod_image, secrets, scratch / "volumes") as pod,
        log.open("wb") as out,
    ):
        signetd = pod.start(workload.signet(), ENTRYPOINT, out)
        probe = workload.signet()["startupProbe"]
        for _ in range(probe["failureThreshold"]):
            started = pod.run(workload.signet(), probe["exec"]["command"])
            if started.returncode == 0 or signetd.poll() is not None:
                break
            time.sleep(probe["periodSeconds"])
        assert started.returncode == 0, started.stderr + log.read_text()
        yield pod, workload, signetd, log


def _sign_over_tls(pod, pod_image, authority, caller):
    """`signet sign` from outside the pod, with the caller's certificate."""
    folder = authority.folder
    command = [
        *[
            pod_image / "usr/bin/signet",
            "sign",
            "--target",
            "127.0.0.1:8443",
            "--tls-ca",
            folder / "ca.crt",
        ],
        *["--tls-cert", folder / f"{caller}.crt", "--tls-key", folder / f"{caller}.key"],
        *["--credential", "demo", "--region", "us-east-1", "--service", "s3", "--method", "GET"],
        *["--url", "https://example-bucket.s3.us-east-1.amazonaws.com/key", "--json"],
    ]
    return subprocess.run([*pod.outside(), *command], capture_output=True, text=True, check=False)


def _scope(result):
    """The credential scope without its date, of a successful `signet sign --json`."""
    assert result.returncode == 0, result.stderr
    answer = json.loads(result.stdout)
    assert len(bytes.fromhex(answer["signature"])) == 32
    return answer["credential_scope"].partition("/")[2]


@pytest.mark.parametrize("folder", ["base", "overlays/sidecar"])
def test_signet_check_config_accepts_the_configuration(folder, pod_image, authority, tmp_path):
    with _pod(folder, pod_image, authority, tmp_path) as (pod, workload, _, _):
        path = workload.signet()["args"][1]
        result = pod.run(workload.signet(), ["signet", "check-config", path])
        assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("folder", ["base", "overlays/sidecar"])
def test_every_probe_passes_and_sigterm_ends_it_in_time(folder, pod_image, authority, tmp_path):
    with _pod(folder, pod_image, authority, tmp_path) as (pod, workload, signetd, log):
        signet = workload.signet()
        for probe in [key for key in signet if key.endswith("Probe")]:
            result = pod.run(signet, signet[probe]["exec"]["command"])
            assert result.returncode == 0, (probe, result.stderr)
        pod.terminate(signetd)
        grace = workload.pod.get("terminationGracePeriodSeconds", 30)
        assert signetd.wait(timeout=grace) == 0, log.read_text()
        gone = pod.run(signet, signet["livenessProbe"]["exec"]["command"])
        assert gone.returncode == UNAVAILABLE


def test_base_signs_for_the_caller_of_the_rule_only(pod_image, authority, tmp_path):
    with _pod("base", pod_image, authority, tmp_path) as (pod, *_):
        accepted = _sign_over_tls(pod, pod_image, authority, "demo")
        assert _scope(accepted) == "us-east-1/s3/aws4_request"
        assert _sign_over_tls(pod, pod_image, authority, "stranger").returncode == NOT_ALLOWED


def test_base_gives_the_probe_s_user_no_signature(pod_image, authority, tmp_path):
    with _pod("base", pod_image, authority, tmp_path) as (pod, workload, *_):
        application = Manifests.render(K8S / "overlays/sidecar").workloads()[0].pod["containers"][0]
        assert pod.run(workload.signet(), application["command"]).returncode == NOT_ALLOWED


def test_the_example_application_gets_its_signature(pod_image, authority, tmp_path):
    with _pod("overlays/sidecar", pod_image, authority, tmp_path) as (pod, workload, *_):
        app = workload.pod["containers"][0]
        assert _scope(pod.run(app, app["command"])) == "us-east-1/s3/aws4_request"
        assert pod.run(app, app["command"], user=10002).returncode == UNAVAILABLE


def test_a_changed_credential_secret_is_used_without_a_restart(pod_image, authority, tmp_path):
    with _pod("overlays/sidecar", pod_image, authority, tmp_path) as (pod, workload, signetd, log):
        app = workload.pod["containers"][0]
        assert "AKIAIOSFODNN7EXAMPLE" in pod.run(app, app["command"]).stdout
        rotated = CREDENTIAL | {"access_key_id": b"AKIAI44QH8DHBEXAMPLE"}
        pod.update_secret("signet-credential-demo", {"signet-credential-demo": rotated})
        for _ in range(60):
            answer = pod.run(app, app["command"]).stdout
            if "AKIAI44QH8DHBEXAMPLE" in answer:
                break
            time.sleep(0.5)
        assert "AKIAI44QH8DHBEXAMPLE" in answer, log.read_text()
        assert signetd.poll() is None


def test_the_logs_hold_no_secret(pod_image, authority, tmp_path):
    with _pod("overlays/sidecar", pod_image, authority, tmp_path) as (pod, workload, _, log):
        app = workload.pod["containers"][0]
        pod.run(app, app["command"])
        lines = log.read_bytes()
        assert lines
        assert CREDENTIAL["secret_access_key"] not in lines
