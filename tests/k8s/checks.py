# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""What must hold for every rendered kustomization.

A check takes Manifests and returns a list of complaints, empty when all is
well. CHECKS names them; mutations.py holds what each one must refuse.
"""

import json
import os
import pathlib
import re
import subprocess

import kubernetes_validate

from manifests import K8S

# Native sidecars start to work without a feature gate at the first; the last is the newest schema.
KUBERNETES_VERSIONS = ("1.29", "1.37")


def schema(manifests):
    """Each document is valid, without unknown fields, in the oldest and newest version served."""
    complaints = []
    for document in manifests.documents:
        for version in KUBERNETES_VERSIONS:
            try:
                kubernetes_validate.validate(document, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                path = ".".join(str(part) for part in error.path)
                complaints.append(f"{document['kind']} in {version}: {path}: {error.message}")
    return complaints


def pod_security(manifests):
    """Kubernetes' own admission code lets each pod into a `restricted` namespace."""
    pods = [
        {
            "metadata": {**w.template["metadata"], "name": w.document["metadata"]["name"]},
            "spec": w.pod,
        }
        for w in manifests.workloads()
    ]
    result = subprocess.run(
        [os.environ["SIGNET_PODSECURITY"]],
        input=json.dumps(pods),
        capture_output=True,
        text=True,
        check=False,
    )
    return (result.stdout + result.stderr).splitlines()


def hardening(manifests):
    """What `restricted` leaves open."""
    complaints = []
    for w in manifests.workloads():
        if w.pod.get("automountServiceAccountToken") is not False:
            complaints.append(f"{w.name}: automountServiceAccountToken is not false")
        for c in w.containers():
            where = f"{w.name} {c['name']}"
            if w.security(c, "readOnlyRootFilesystem") is not True:
                complaints.append(f"{where}: readOnlyRootFilesystem is not true")
            if (w.security(c, "runAsUser") or 0) < 10000:
                complaints.append(f"{where}: runAsUser is below 10000")
            if not re.search(r"(:(?!latest$)[\w.-]+|@sha256:[0-9a-f]{64})$", c["image"]):
                complaints.append(f"{where}: image {c['image']} has no fixed tag or digest")
        for volume in w.pod.get("volumes", []):
            if volume.get("secret", {}).get("defaultMode", 0) & 0o007:
                complaints.append(f"{w.name}: secret volume {volume['name']} is readable by others")
            if "emptyDir" in volume and "sizeLimit" not in volume["emptyDir"]:
                complaints.append(f"{w.name}: emptyDir {volume['name']} has no sizeLimit")
    for account in manifests.of_kind("ServiceAccount"):
        if account.get("automountServiceAccountToken") is not False:
            complaints.append("ServiceAccount: automountServiceAccountToken is not false")
    return complaints


def _selects(selector, labels):
    return bool(selector) and selector.items() <= labels.items()


def selectors(manifests):
    """Services, budgets and spread constraints mean the pods that are there."""
    complaints = []
    workloads = manifests.workloads()
    for service in manifests.of_kind("Service"):
        chosen = [w for w in workloads if _selects(service["spec"].get("selector"), w.labels)]
        if not chosen:
            complaints.append(f"Service {service['metadata']['name']}: selects no pod")
        ports = {p["name"] for w in chosen for c in w.containers() for p in c.get("ports", [])}
        for port in service["spec"]["ports"]:
            if chosen and port["targetPort"] not in ports:
                complaints.append(
                    f"Service: targetPort {port['targetPort']} is no container's port"
                )
    for budget in manifests.of_kind("PodDisruptionBudget"):
        if not any(
            _selects(budget["spec"]["selector"].get("matchLabels"), w.labels) for w in workloads
        ):
            complaints.append("PodDisruptionBudget: selects no pod")
    for w in workloads:
        for constraint in w.pod.get("topologySpreadConstraints", []):
            if not _selects(constraint["labelSelector"]["matchLabels"], w.labels):
                complaints.append(
                    f"{w.name}: spread over {constraint['topologyKey']} selects other pods"
                )
    return complaints


def references(manifests):
    """Whatever a pod names exists, or is a Secret that k8s/README.md tells the reader to make."""
    complaints = []
    readme = (K8S / "README.md").read_text()
    for w in manifests.workloads():
        account = w.pod.get("serviceAccountName")
        if account and not manifests.named("ServiceAccount", account):
            complaints.append(f"{w.name}: no ServiceAccount {account}")
        mounted = {m["name"] for c in w.containers() for m in c.get("volumeMounts", [])}
        volumes = {v["name"] for v in w.pod.get("volumes", [])}
        for name in sorted(mounted ^ volumes):
            complaints.append(f"{w.name}: volume {name} is mounted or defined, not both")
        for volume in w.pod.get("volumes", []):
            config_map = volume.get("configMap", {}).get("name")
            if config_map and not manifests.named("ConfigMap", config_map):
                complaints.append(f"{w.name}: no ConfigMap {config_map}")
            secret = volume.get("secret", {}).get("secretName")
            if secret and f"`{secret}`" not in readme:
                complaints.append(f"{w.name}: Secret {secret} is not in k8s/README.md")
    return complaints


def _secret_file(w, container, path, field):
    """Complains unless `path` is a file that a read-only Secret volume surely brings."""
    volume = w.volume_at(container, path)
    mount = w.mount_at(container, path)
    items = [i["path"] for i in volume.get("secret", {}).get("items", [])]
    if pathlib.PurePath(path).name not in items or not mount.get("readOnly"):
        return [f"{w.name}: {field} {path} is not in a read-only Secret volume"]
    return []


def _listeners(w, container, listen):
    complaints = []
    directory = str(pathlib.PurePath(listen["unix"]["path"]).parent)
    run = w.volume_at(container, directory)
    if run.get("emptyDir", {}).get("medium") != "Memory" or w.mount_at(container, directory).get(
        "readOnly"
    ):
        complaints.append(f"{w.name}: {directory} is not a writable emptyDir in memory")
    ports = [p["containerPort"] for p in container.get("ports", [])]
    tcp = listen.get("tcp")
    expected = [int(tcp["address"].rpartition(":")[2])] if tcp else []
    if ports != expected:
        complaints.append(f"{w.name}: container ports {ports}, listeners {expected}")
    for field in ("cert_file", "key_file", "client_ca_file") if tcp else ():
        complaints += _secret_file(w, container, tcp[field], field)
    return complaints


def configuration(manifests):
    """signetd is given its file, and every path, port and name in it is there."""
    complaints = []
    for w in manifests.workloads():
        container = w.signet()
        config = manifests.signetd_config(w)
        if not config:
            complaints.append(f"{w.name}: signetd's --config is no file of a ConfigMap")
            continue
        complaints += _listeners(w, container, config["listen"])
        for credential in config["credentials"]:
            mount = w.mount_at(container, credential["directory"])
            if "secret" not in w.volume_at(container, credential["directory"]) or not mount.get(
                "readOnly"
            ):
                complaints.append(
                    f"{w.name}: {credential['directory']} is not a read-only Secret volume"
                )
        names = {c["name"] for c in config["credentials"]}
        users = {u["name"] for u in config["listen"]["unix"]["users"]}
        for rule in config["policy"]["rules"]:
            if unknown := set(rule["credentials"]) - names:
                complaints.append(f"{w.name}: rule {rule['name']} names no credential {unknown}")
            if unknown := {c for c in rule["callers"] if "://" not in c} - users:
                complaints.append(f"{w.name}: rule {rule['name']} names no user {unknown}")
    return complaints


def probes(manifests):
    """Every probe runs `signet health` on the configured socket, as a user that signetd knows."""
    complaints = []
    for w in manifests.workloads():
        container = w.signet()
        unix = manifests.signetd_config(w).get("listen", {}).get("unix", {})
        wanted = ["startupProbe", "livenessProbe"]
        if container in w.pod["containers"]:
            wanted.append("readinessProbe")
        for probe in wanted:
            command = container.get(probe, {}).get("exec", {}).get("command", [])
            if command[:2] != ["signet", "health"]:
                complaints.append(f"{w.name}: {probe} is not `signet health`")
            elif command[2:4] != ["--target", f"unix:{unix.get('path')}"]:
                complaints.append(
                    f"{w.name}: {probe} asks {command[2:4]}, signetd listens on {unix.get('path')}"
                )
        if w.security(container, "runAsUser") not in [u["uid"] for u in unix.get("users", [])]:
            complaints.append(f"{w.name}: signetd does not know the user that the probes run as")
    return complaints


def applications(manifests):
    """A container beside signetd can connect, cannot replace the socket, and sees no secret."""
    complaints = []
    for w in manifests.workloads():
        signet = w.signet()
        if signet in w.pod.get("initContainers", []) and signet.get("restartPolicy") != "Always":
            complaints.append(
                f"{w.name}: signet is an init container that the application waits for forever"
            )
        unix = manifests.signetd_config(w).get("listen", {}).get("unix", {})
        for c in [c for c in w.containers() if c is not signet]:
            where = f"{w.name} {c['name']}"
            for mount in c.get("volumeMounts", []):
                volume = w.volume(mount["name"]) or {}
                if "secret" in volume or "configMap" in volume:
                    complaints.append(f"{where}: mounts {mount['name']}")
            mount = w.mount_at(c, unix.get("path", "/"))
            if not mount or w.mount_at(signet, unix["path"])["name"] != mount["name"]:
                complaints.append(f"{where}: does not mount the directory of {unix.get('path')}")
            elif not mount.get("readOnly"):
                complaints.append(f"{where}: could replace {unix['path']}")
            if w.security(c, "runAsUser") not in [u["uid"] for u in unix.get("users", [])]:
                complaints.append(f"{where}: signetd does not know its user")
            if not int(unix.get("mode", "0"), 8) & 0o020 or not w.pod["securityContext"].get(
                "fsGroup"
            ):
                complaints.append(f"{where}: has no group that may connect")
            for target in [a for a in c.get("command", []) if a.startswith("--target=")]:
                if target != f"--target=unix:{unix.get('path')}":
                    complaints.append(f"{where}: {target}, signetd listens on {unix.get('path')}")
    return complaints


def resources(manifests):
    """Each container asks for what it needs and can take the node's memory and disk from nobody."""
    complaints = []
    for w in manifests.workloads():
        for c in w.containers():
            for kind, names in {
                "requests": ("cpu", "memory", "ephemeral-storage"),
                "limits": ("memory", "ephemeral-storage"),
            }.items():
                for name in names:
                    if name not in c.get("resources", {}).get(kind, {}):
                        complaints.append(f"{w.name} {c['name']}: no {kind}.{name}")
    return complaints


def _seconds(duration):
    """The number in a duration such as "5s", the only unit the manifests use."""
    return float(duration.removesuffix("s"))


def drain(manifests):
    """signetd has exited before the kubelet kills it."""
    complaints = []
    for w in manifests.workloads():
        settings = manifests.signetd_config(w).get("drain", {"delay": "0s", "grace": "0s"})
        needed = _seconds(settings["delay"]) + _seconds(settings["grace"])
        given = w.pod.get("terminationGracePeriodSeconds", 30)  # Kubernetes' default
        if needed >= given:
            complaints.append(f"{w.name}: drain takes {needed:g} s, the kubelet waits {given} s")
    return complaints


CHECKS = {
    check.__name__: check
    for check in (
        schema,
        pod_security,
        hardening,
        selectors,
        references,
        configuration,
        probes,
        applications,
        resources,
        drain,
    )
}
