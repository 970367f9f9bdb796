# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Fixtures that need the built programs."""

import os
import pathlib
import subprocess

import pytest

from manifests import K8S


@pytest.fixture(scope="session", name="image")
def _image(tmp_path_factory):
    """The root file system of the image: laid from the built programs, unless one is given."""
    if built := os.environ.get("SIGNET_IMAGE_ROOT"):
        return pathlib.Path(built)
    programs = pathlib.Path(os.environ["SIGNET_BIN_DIR"])
    missing = [name for name in ("signetd", "signet") if not (programs / name).exists()]
    if missing and os.environ.get("CI") == "true":
        pytest.fail(f"no {missing} in SIGNET_BIN_DIR")
    if missing:
        pytest.skip(f"no {missing} in SIGNET_BIN_DIR: run `make build` first")
    root = tmp_path_factory.mktemp("image") / "root"
    subprocess.run([K8S / "image-root.sh", programs, root], check=True)
    return root


@pytest.fixture(scope="session", name="pod_image")
def _pod_image(image):
    """The same, where this machine lets the tests run containers of it."""
    can = subprocess.run(
        ["unshare", "--mount", "--propagation", "unchanged", "--net", "--pid", "--fork", "true"], check=False
    )
    if can.returncode != 0:
        skip = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        skip("needs root: `unshare` may make no namespaces")
    # What the containers mount must not appear outside of them. `/` may be no mount of
    # its own, as in a chroot, so it is the image that becomes a private one.
    subprocess.run(["mount", "--bind", image, image], check=True)
    try:
        subprocess.run(["mount", "--make-private", image], check=True)
        yield image
    finally:
        subprocess.run(["umount", image], check=True)
