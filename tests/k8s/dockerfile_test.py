# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The Dockerfile passes hadolint and says the same as the manifests."""

import json
import re
import subprocess

import pytest

from manifests import K8S, ROOT, Manifests, kustomizations

DOCKERFILE = K8S / "Dockerfile"


def _hadolint(text):
    """Returns hadolint's findings for the text of a Dockerfile."""
    result = subprocess.run(
        ["hadolint", "--no-color", "-"], input=text, capture_output=True, text=True, check=False
    )
    return (result.stdout + result.stderr).splitlines()


def _instructions(keyword):
    """The arguments of each `keyword` instruction, continuation lines joined."""
    text = re.sub(r"^\s*#.*\n", "", DOCKERFILE.read_text(), flags=re.MULTILINE)
    joined = re.sub(r"\\\n\s*", " ", text)
    return [m.strip() for m in re.findall(rf"^{keyword} (.*)$", joined, flags=re.MULTILINE)]


def test_hadolint_finds_nothing():
    assert _hadolint(DOCKERFILE.read_text()) == []


@pytest.mark.parametrize(
    "rule, old, new",
    [
        ("DL3007", "ARG BUILDER=debian:bookworm\nFROM ${BUILDER}", "FROM debian:latest"),
        ("DL3015", "--no-install-recommends", ""),
        ("DL3025", 'ENTRYPOINT ["/usr/bin/signetd"]', "ENTRYPOINT /usr/bin/signetd"),
    ],
)
def test_hadolint_refuses_a_broken_dockerfile(rule, old, new):
    text = DOCKERFILE.read_text()
    assert old in text
    assert any(rule in line for line in _hadolint(text.replace(old, new)))


def test_runs_as_the_user_of_the_manifests():
    assert _instructions("USER") == ["65532:65532"]
    for folder in kustomizations():
        for workload in Manifests.render(folder).workloads():
            assert workload.security(workload.signet(), "runAsUser") == 65532
            assert workload.security(workload.signet(), "runAsGroup") == 65532


def test_starts_signetd_without_a_shell_on_the_mounted_configuration():
    assert [json.loads(i) for i in _instructions("ENTRYPOINT")] == [["/usr/bin/signetd"]]
    arguments = json.loads(_instructions("CMD")[0])
    for folder in kustomizations():
        for workload in Manifests.render(folder).workloads():
            assert workload.signet()["args"] == arguments


def test_the_last_stage_is_empty_but_for_the_image_root():
    assert _instructions("FROM")[-1] == "scratch"
    assert _instructions("COPY")[-1] == "--from=build /image/ /"


def test_claims_no_digest_that_nobody_looked_up():
    assert not re.search(r"sha256:[0-9a-f]{8}", DOCKERFILE.read_text())
    assert _instructions("ARG") == ["BUILDER=debian:bookworm"]


def test_the_build_context_has_what_the_build_reads():
    lines = (K8S / "Dockerfile.dockerignore").read_text().splitlines()
    allowed = {line[1:] for line in lines if line.startswith("!")}
    cmake = (ROOT / "CMakeLists.txt").read_text()
    folders = set(re.findall(r"add_subdirectory\((\S+)\)", cmake)) - {"tests", "bench"}
    files = {
        "CMakeLists.txt",
        "CMakePresets.json",
        "k8s/image-root.sh",
        "tests/support/install_packages",
    }
    assert "*" in lines
    assert allowed == folders | files
    assert all((ROOT / path).exists() for path in allowed)
