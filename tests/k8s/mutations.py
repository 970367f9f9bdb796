# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Negative controls: one broken manifest for each thing a check claims to see.

A mutation changes Manifests in place; the named check must then complain with
the given words.
"""

import dataclasses
import typing

import yaml

from manifests import Manifests


@dataclasses.dataclass(frozen=True)
class Mutation:
    folder: str
    check: str
    complaint: str
    apply: typing.Callable[[Manifests], None]

    def __str__(self):
        return f"{self.folder}-{self.check}-{self.complaint[:40]}"


def _pod(manifests):
    return manifests.workloads()[0].pod


def _signet(manifests):
    return manifests.workloads()[0].signet()


def _app(manifests):
    return next(c for c in _pod(manifests)["containers"] if c["name"] == "app")


def _volume(manifests, name):
    return manifests.workloads()[0].volume(name)


def _mount(container, path):
    return next(m for m in container["volumeMounts"] if m["mountPath"] == path)


def _only(manifests, kind):
    return manifests.of_kind(kind)[0]


def _set(find, *path_and_value):
    """A mutation that sets the field at a path below what `find` returns."""
    *path, last, value = path_and_value

    def apply(manifests):
        node = find(manifests)
        for key in path:
            node = node[key]
        node[last] = value

    return apply


def _drop(find, *path):
    def apply(manifests):
        node = find(manifests)
        for key in path[:-1]:
            node = node[key]
        del node[path[-1]]

    return apply


def _config(*path_and_value):
    """A mutation of a field of signetd's own configuration."""

    def apply(manifests):
        data = _only(manifests, "ConfigMap")["data"]
        config = yaml.safe_load(data["signetd.yaml"])
        _set(lambda _: config, *path_and_value)(manifests)
        data["signetd.yaml"] = yaml.safe_dump(config)

    return apply


def _deployment(manifests):
    return _only(manifests, "Deployment")


def _host_path(manifests):
    volume = _volume(manifests, "run")
    del volume["emptyDir"]
    volume["hostPath"] = {"path": "/run/signet"}


_HEALTH = ["signet", "health", "--target", "unix:/run/signet/other.sock"]

MUTATIONS = [
    Mutation("base", "schema", "'replica' was unexpected", _set(_deployment, "spec", "replica", 2)),
    Mutation("base", "schema", "is not of type", _set(_deployment, "spec", "replicas", "two")),
    Mutation(
        "sidecar", "schema", "'startupProbes' was unexpected", _set(_signet, "startupProbes", {})
    ),
    # The restricted profile, one control per check of the standard that a signet could trip over.
    Mutation(
        "base",
        "pod_security",
        "allowPrivilegeEscalation",
        _set(_signet, "securityContext", "allowPrivilegeEscalation", True),
    ),
    Mutation(
        "base",
        "pod_security",
        "unrestricted capabilities",
        _drop(_signet, "securityContext", "capabilities"),
    ),
    Mutation(
        "base",
        "pod_security",
        "unrestricted capabilities",
        _set(_signet, "securityContext", "capabilities", "add", ["IPC_LOCK"]),
    ),
    Mutation(
        "base",
        "pod_security",
        "runAsNonRoot",
        _set(_signet, "securityContext", "runAsNonRoot", False),
    ),
    Mutation(
        "base", "pod_security", "runAsUser=0", _set(_signet, "securityContext", "runAsUser", 0)
    ),
    Mutation(
        "base", "pod_security", "seccompProfile", _drop(_pod, "securityContext", "seccompProfile")
    ),
    Mutation("base", "pod_security", "host namespaces", _set(_pod, "hostNetwork", True)),
    Mutation(
        "base", "pod_security", "privileged", _set(_signet, "securityContext", "privileged", True)
    ),
    Mutation("base", "pod_security", "hostPath", _host_path),
    Mutation("base", "pod_security", "hostPort", _set(_signet, "ports", 0, "hostPort", 8443)),
    Mutation(
        "sidecar",
        "pod_security",
        "allowPrivilegeEscalation",
        _drop(_signet, "securityContext", "allowPrivilegeEscalation"),
    ),
    Mutation(
        "sidecar",
        "pod_security",
        "unrestricted capabilities",
        _drop(_app, "securityContext", "capabilities"),
    ),
    Mutation(
        "base",
        "hardening",
        "readOnlyRootFilesystem",
        _drop(_signet, "securityContext", "readOnlyRootFilesystem"),
    ),
    Mutation("base", "hardening", "runAsUser", _set(_pod, "securityContext", "runAsUser", 1000)),
    Mutation("base", "hardening", "no fixed tag", _set(_signet, "image", "signet:latest")),
    Mutation(
        "base", "hardening", "no fixed tag", _set(_signet, "image", "registry.invalid:5000/signet")
    ),
    Mutation(
        "base",
        "hardening",
        "readable by others",
        _set(lambda m: _volume(m, "tls"), "secret", "defaultMode", 0o444),
    ),
    Mutation(
        "base",
        "hardening",
        "no sizeLimit",
        _drop(lambda m: _volume(m, "run"), "emptyDir", "sizeLimit"),
    ),
    Mutation(
        "base",
        "hardening",
        "automountServiceAccountToken",
        _drop(_pod, "automountServiceAccountToken"),
    ),
    Mutation(
        "base",
        "hardening",
        "ServiceAccount: automount",
        _drop(lambda m: _only(m, "ServiceAccount"), "automountServiceAccountToken"),
    ),
    Mutation(
        "base",
        "selectors",
        "selects no pod",
        _set(lambda m: _only(m, "Service"), "spec", "selector", {"app": "signet"}),
    ),
    Mutation(
        "base",
        "selectors",
        "targetPort",
        _set(lambda m: _only(m, "Service"), "spec", "ports", 0, "targetPort", "grpc"),
    ),
    Mutation(
        "base",
        "selectors",
        "PodDisruptionBudget",
        _set(
            lambda m: _only(m, "PodDisruptionBudget"),
            "spec",
            "selector",
            {"matchLabels": {"a": "b"}},
        ),
    ),
    Mutation(
        "base",
        "selectors",
        "spread over",
        _set(_pod, "topologySpreadConstraints", 0, "labelSelector", {"matchLabels": {"a": "b"}}),
    ),
    Mutation("base", "references", "no ServiceAccount", _set(_pod, "serviceAccountName", "signat")),
    Mutation(
        "base",
        "references",
        "no ConfigMap",
        _set(lambda m: _volume(m, "config"), "configMap", "name", "other"),
    ),
    Mutation(
        "base",
        "references",
        "not in k8s/README.md",
        _set(lambda m: _volume(m, "tls"), "secret", "secretName", "other"),
    ),
    Mutation(
        "base",
        "references",
        "mounted or defined",
        _set(lambda m: _signet(m)["volumeMounts"][0], "name", "other"),
    ),
    Mutation(
        "base",
        "configuration",
        "--config is no file",
        _set(_signet, "args", ["--config", "/etc/signet/signetd.yaml"]),
    ),
    Mutation(
        "base",
        "configuration",
        "cert_file",
        _config("listen", "tcp", "cert_file", "/etc/signet/tls/server.crt"),
    ),
    Mutation(
        "base",
        "configuration",
        "client_ca_file",
        _config("listen", "tcp", "client_ca_file", "/etc/ca/ca.crt"),
    ),
    Mutation(
        "base",
        "configuration",
        "container ports [8443], listeners [9443]",
        _config("listen", "tcp", "address", "0.0.0.0:9443"),
    ),
    Mutation(
        "base",
        "configuration",
        "writable emptyDir",
        _config("listen", "unix", "path", "/var/run/signet.sock"),
    ),
    Mutation(
        "base",
        "configuration",
        "writable emptyDir",
        _set(lambda m: _mount(_signet(m), "/run/signet"), "readOnly", True),
    ),
    Mutation(
        "base",
        "configuration",
        "not a read-only Secret",
        _config("credentials", 0, "directory", "/etc/demo"),
    ),
    Mutation(
        "base",
        "configuration",
        "names no credential",
        _config("policy", "rules", 0, "credentials", ["other"]),
    ),
    Mutation(
        "sidecar",
        "configuration",
        "names no user",
        _config("policy", "rules", 0, "callers", ["other"]),
    ),
    Mutation(
        "base",
        "probes",
        "readinessProbe asks",
        _set(_signet, "readinessProbe", "exec", "command", _HEALTH),
    ),
    Mutation(
        "base",
        "probes",
        "livenessProbe is not",
        _set(_signet, "livenessProbe", {"grpc": {"port": 8443}}),
    ),
    Mutation("base", "probes", "readinessProbe is not", _drop(_signet, "readinessProbe")),
    Mutation("sidecar", "probes", "startupProbe is not", _drop(_signet, "startupProbe")),
    Mutation(
        "sidecar",
        "probes",
        "startupProbe asks",
        _config("listen", "unix", "path", "/run/signet/other.sock"),
    ),
    Mutation("base", "probes", "does not know the user", _config("listen", "unix", "users", [])),
    Mutation("sidecar", "applications", "waits for forever", _drop(_signet, "restartPolicy")),
    Mutation(
        "sidecar",
        "applications",
        "could replace",
        _drop(lambda m: _mount(_app(m), "/run/signet"), "readOnly"),
    ),
    Mutation(
        "sidecar", "applications", "does not mount the directory", _drop(_app, "volumeMounts", 0)
    ),
    Mutation(
        "sidecar",
        "applications",
        "mounts signet-credential-demo",
        lambda m: _app(m)["volumeMounts"].append(
            {"name": "signet-credential-demo", "mountPath": "/s"}
        ),
    ),
    Mutation(
        "sidecar",
        "applications",
        "does not know its user",
        _set(_pod, "securityContext", "runAsUser", 10002),
    ),
    Mutation(
        "sidecar",
        "applications",
        "no group that may connect",
        _config("listen", "unix", "mode", "0600"),
    ),
    Mutation(
        "sidecar",
        "applications",
        "no group that may connect",
        _drop(_pod, "securityContext", "fsGroup"),
    ),
    Mutation(
        "sidecar",
        "applications",
        "signetd listens on",
        _set(_app, "command", 2, "--target=unix:/run/other.sock"),
    ),
    Mutation(
        "base",
        "resources",
        "no limits.ephemeral-storage",
        _drop(_signet, "resources", "limits", "ephemeral-storage"),
    ),
    Mutation(
        "sidecar", "resources", "app: no requests.cpu", _drop(_app, "resources", "requests", "cpu")
    ),
    Mutation(
        "base", "drain", "kubelet waits 20 s", _set(_pod, "terminationGracePeriodSeconds", 20)
    ),
    Mutation("sidecar", "drain", "drain takes 65 s", _config("drain", "grace", "65s")),
]
