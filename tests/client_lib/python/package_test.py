# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The package as it would be published."""

import shutil
import subprocess
import sys
import zipfile


def test_wheel_holds_stubs_and_types(package, tmp_path):
    source = tmp_path / "source"
    shutil.copytree(package, source, ignore=shutil.ignore_patterns("build", "*.egg-info"))
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", tmp_path, source], check=True)
    (wheel,) = tmp_path.glob("signet_sigv4-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name for name in names if name.startswith("signet/")} == {
        "signet/__init__.py",
        "signet/client.py",
        "signet/error.py",
        "signet/py.typed",
        "signet/request.py",
        "signet/v1/__init__.py",
        "signet/v1/admin_pb2.py",
        "signet/v1/admin_pb2.pyi",
        "signet/v1/admin_pb2_grpc.py",
        "signet/v1/signing_pb2.py",
        "signet/v1/signing_pb2.pyi",
        "signet/v1/signing_pb2_grpc.py",
    }
