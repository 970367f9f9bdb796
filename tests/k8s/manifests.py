# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Kubernetes manifests as kustomize renders them, and views of their parts."""

import copy
import pathlib
import re
import shutil
import subprocess

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
K8S = ROOT / "k8s"


def project_version():
    """The version that the root CMakeLists.txt gives to the programs."""
    return re.search(r"project\(signet VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]


def kustomizations():
    """The folders under k8s/ that a reader can apply: base and each overlay."""
    return [K8S / "base", *sorted(p for p in (K8S / "overlays").iterdir() if p.is_dir())]


def kustomize(folder):
    """Returns what kubectl, or else kustomize, prints for `folder`; raises on its errors."""
    command = ["kubectl", "kustomize"] if shutil.which("kubectl") else ["kustomize", "build"]
    result = subprocess.run([*command, str(folder)], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} {folder}: {result.stderr.strip()}")
    return result.stdout


class Workload:
    """One rendered object with a pod template."""

    def __init__(self, document):
        self.document = document
        self.name = f"{document['kind']}/{document['metadata']['name']}"
        self.template = document["spec"]["template"]
        self.pod = self.template["spec"]
        self.labels = self.template["metadata"].get("labels", {})

    def containers(self):
        return self.pod.get("initContainers", []) + self.pod.get("containers", [])

    def signet(self):
        """The container that runs signetd: it has that name in each manifest."""
        return next((c for c in self.containers() if c["name"] == "signet"), None)

    def volume(self, name):
        return next((v for v in self.pod.get("volumes", []) if v["name"] == name), None)

    def mount_at(self, container, path):
        """The volume mount of `container` that serves the absolute `path`, or None."""
        mounts = container.get("volumeMounts", [])
        serving = [m for m in mounts if pathlib.PurePath(path).is_relative_to(m["mountPath"])]
        return max(serving, key=lambda m: len(m["mountPath"]), default=None)

    def volume_at(self, container, path):
        """The volume that serves the absolute `path` in `container`, or {}."""
        mount = self.mount_at(container, path)
        return (self.volume(mount["name"]) if mount else None) or {}

    def security(self, container, field):
        """The effective security field: the container's own, else the pod's."""
        own = container.get("securityContext", {})
        return own.get(field, self.pod.get("securityContext", {}).get(field))


class Manifests:
    """All documents of one rendered kustomization."""

    def __init__(self, documents):
        self.documents = documents

    @classmethod
    def render(cls, folder):
        return cls([d for d in yaml.safe_load_all(kustomize(folder)) if d])

    def copy(self):
        return Manifests(copy.deepcopy(self.documents))

    def of_kind(self, kind):
        return [d for d in self.documents if d["kind"] == kind]

    def named(self, kind, name):
        return next((d for d in self.of_kind(kind) if d["metadata"]["name"] == name), None)

    def workloads(self):
        return [Workload(d) for d in self.documents if "template" in d.get("spec", {})]

    def signetd_file(self, workload):
        """The text of the configuration file that `workload`'s signetd is started with, or None."""
        container = workload.signet()
        args = container.get("args", [])
        if len(args) != 2 or args[0] != "--config":
            return None
        source = workload.volume_at(container, args[1]).get("configMap", {})
        config_map = self.named("ConfigMap", source.get("name")) or {}
        return config_map.get("data", {}).get(pathlib.PurePath(args[1]).name)

    def signetd_config(self, workload):
        """The parsed configuration of `workload`'s signetd; {} when there is none."""
        return yaml.safe_load(self.signetd_file(workload) or "") or {}
