# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""What is compared with what: one row of the results each."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Side:
    """One cell of one child process: "s3_get/cached"."""

    child: str
    cell: str


@dataclasses.dataclass(frozen=True)
class Comparison:
    """Ours against a peer's; the ratio is the peer's over ours."""

    name: str
    ours: Side
    peer: Side
    # "cpu_ns" and "wall_ns" are time an operation, "allocs" heap allocations.
    measure: str = "cpu_ns"
    budget: float | None = None
    # The child has checked the signatures of its cells before it answers.
    checks_itself: bool = False


# label, child, way, our way. "derived" has no key at hand, as a peer whose
# cache is empty ("cold"), and as one that has no cache.
_SIGNERS = (
    ("vs_crt", "crt", "sign", "cached"),
    ("vs_crt_message", "crt", "message", "cached"),
    ("derived_vs_crt", "crt", "sign", "derived"),
    ("vs_awscrt_python", "python", "awscrt", "cached"),
    ("vs_botocore", "python", "botocore", "cached"),
    ("vs_smithy_js", "node", "smithy_warm", "cached"),
    ("derived_vs_smithy_js_cold", "node", "smithy_cold", "derived"),
    ("vs_aws4", "node", "aws4_warm", "cached"),
    ("derived_vs_aws4_cold", "node", "aws4_cold", "derived"),
    ("vs_go_v2", "go", "warm", "cached"),
    ("derived_vs_go_v2_cold", "go", "cold", "derived"),
    ("vs_java_v2", "java", "warm", "cached"),
    ("derived_vs_java_v2_cold", "java", "cold", "derived"),
    ("vs_smithy_kotlin", "kotlin", "sign", "cached"),
    ("derived_vs_smithy_kotlin", "kotlin", "sign", "derived"),
)

_BUDGETS = {"sign_s3_vs_crt": 10.0, "sign_ddb_vs_crt": 6.0}

# The SDK for Java always sends x-amz-content-sha256.
_JAVA_REQUESTS = {"ddb_post": "ddb_post_hash_header"}


def _signing(prefix, request, labels=None):
    for label, child, way, our_way in _SIGNERS:
        if labels is not None and label not in labels:
            continue
        signed = request
        if child == "java":
            signed = _JAVA_REQUESTS.get(request, request)
        name = f"{prefix}_{label}"
        yield Comparison(
            name,
            Side("signet", f"{signed}/{our_way}"),
            Side(child, f"{signed}/{way}"),
            budget=_BUDGETS.get(name),
        )


# What is done, how ours signs, what it is compared with, what is measured.
# "released" is go-ceph as it is, the others its way with another signer:
# "per_request" as go-ceph makes it, "shared" one for all requests. Asking a
# server is waiting for another process: wall time.
_CEPH = (
    ("bucket_info", "local", "released", "cpu_ns"),
    ("bucket_info", "local", "per_request", "cpu_ns"),
    ("bucket_info", "local", "shared", "cpu_ns"),
    ("bucket_info", "shared", "per_request", "cpu_ns"),
    ("bucket_info", "remote", "per_request", "wall_ns"),
    ("bucket_info", "remote", "shared", "wall_ns"),
    ("bucket_info", "local", "released", "allocs"),
    ("bucket_info", "local", "per_request", "allocs"),
    ("bucket_info", "local", "shared", "allocs"),
    ("bucket_info", "remote", "per_request", "allocs"),
    ("sign", "local", "per_request", "cpu_ns"),
    ("sign", "local", "shared", "cpu_ns"),
    ("sign", "remote", "per_request", "wall_ns"),
    ("scan", "local", "released", "cpu_ns"),
    ("scan", "local", "shared", "cpu_ns"),
    ("scan", "remote", "released", "wall_ns"),
)


def _ceph():
    for what, way, against, measure in _CEPH:
        label = "_allocs" if measure == "allocs" else ""
        yield Comparison(
            f"ceph_{what}{label}_{way}_vs_{against}",
            Side("ceph", f"{what}/{way}"),
            Side("ceph", f"{what}/{against}"),
            measure=measure,
            checks_itself=True,
        )


def all_comparisons():
    """Every comparison, in the order of the results."""
    return [
        *_signing("sign_s3", "s3_get"),
        *_signing("sign_s3_long_token", "s3_get_long_token", {"vs_crt"}),
        *_signing("sign_ddb", "ddb_post"),
        *_signing(
            "sign_smithy_kotlin",
            "smithy_kotlin",
            {
                "vs_crt",
                "vs_java_v2",
                "derived_vs_java_v2_cold",
                "vs_smithy_kotlin",
                "derived_vs_smithy_kotlin",
            },
        ),
        *_ceph(),
    ]
