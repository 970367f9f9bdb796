# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The rendered base and overlays pass every check; broken ones fail the check meant for them."""

import shutil

import pytest
import yaml

from checks import CHECKS
from manifests import K8S, Manifests, kustomizations, kustomize, project_version
from mutations import MUTATIONS


@pytest.fixture(scope="module", name="rendered")
def _rendered():
    return {folder.name: Manifests.render(folder) for folder in kustomizations()}


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("folder", [f.name for f in kustomizations()])
def test_manifests_pass(rendered, folder, check):
    assert CHECKS[check](rendered[folder]) == []


@pytest.mark.parametrize("mutation", MUTATIONS, ids=str)
def test_broken_manifests_fail(rendered, mutation):
    broken = rendered[mutation.folder].copy()
    mutation.apply(broken)
    complaints = CHECKS[mutation.check](broken)
    assert any(mutation.complaint in complaint for complaint in complaints), complaints


def test_every_check_has_a_negative_control():
    assert {m.check for m in MUTATIONS} == set(CHECKS)


def test_renders_what_the_readme_promises(rendered):
    kinds = {name: sorted(d["kind"] for d in m.documents) for name, m in rendered.items()}
    assert kinds == {
        "base": ["ConfigMap", "Deployment", "PodDisruptionBudget", "Service", "ServiceAccount"],
        "sidecar": ["ConfigMap", "Job"],
    }


def test_the_sidecar_fits_a_deployment_too(tmp_path):
    """The README says: any labelled workload. The example is a Job; here it is a Deployment."""
    folder = tmp_path / "sidecar"
    shutil.copytree(K8S / "overlays" / "sidecar", folder)
    workload = yaml.safe_load((folder / "job.yaml").read_text())
    template = workload["spec"]["template"]
    template["spec"]["restartPolicy"] = "Always"
    workload |= {"apiVersion": "apps/v1", "kind": "Deployment"}
    workload["spec"] = {
        "selector": {"matchLabels": template["metadata"]["labels"]},
        "template": template,
    }
    (folder / "job.yaml").write_text(yaml.safe_dump(workload))
    manifests = Manifests.render(folder)
    assert manifests.workloads()[0].signet()["restartPolicy"] == "Always"
    assert {name: check(manifests) for name, check in CHECKS.items() if check(manifests)} == {}


def test_an_unlabelled_workload_gets_no_sidecar(tmp_path):
    folder = tmp_path / "sidecar"
    shutil.copytree(K8S / "overlays" / "sidecar", folder)
    job = (folder / "job.yaml").read_text()
    (folder / "job.yaml").write_text(job.replace("signet/sidecar: inject", "other: label"))
    assert Manifests.render(folder).workloads()[0].signet() is None


def test_images_are_tagged_with_the_version_of_the_programs(rendered):
    workloads = [w for m in rendered.values() for w in m.workloads()]
    images = {c["image"] for w in workloads for c in w.containers()}
    assert images == {f"signet:{project_version()}"}


def test_base_names_no_namespace(rendered):
    assert [d["kind"] for d in rendered["base"].documents if "namespace" in d["metadata"]] == []


def test_a_missing_resource_is_an_error(tmp_path):
    (tmp_path / "kustomization.yaml").write_text("resources: [absent.yaml]\n")
    with pytest.raises(RuntimeError, match="absent.yaml"):
        kustomize(tmp_path)
