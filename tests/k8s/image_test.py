# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""What image-root.sh lays is the two programs and no more than they need."""

import subprocess

import pytest

from manifests import K8S, project_version


def _files(root, pattern):
    return sorted(str(p.relative_to(root)) for p in root.glob(pattern) if p.is_file())


def test_holds_two_programs_and_no_shell(image):
    assert _files(image, "usr/bin/*") == ["usr/bin/signet", "usr/bin/signetd"]
    assert _files(image, "**/*sh") == []


def test_every_library_has_its_package_and_licence(image):
    packages = {p.name for p in (image / "var/lib/dpkg/status.d").iterdir()}
    licences = {p.parent.name for p in (image / "usr/share/doc").glob("*/copyright")}
    assert {"ca-certificates", "libc6", "libgrpc++1.51", "libssl3"} <= packages
    assert packages == licences


def test_has_the_authorities_that_tls_clients_look_for(image):
    bundle = (image / "etc/ssl/certs/ca-certificates.crt").read_text()
    assert bundle.count("BEGIN CERTIFICATE") > 50


@pytest.mark.parametrize("program", ["signetd", "signet"])
def test_programs_start_with_nothing_but_the_image(pod_image, program):
    result = subprocess.run(
        ["chroot", "--userspec=65532:65532", pod_image, f"/usr/bin/{program}", "--version"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert project_version() in result.stdout


def _image_root(programs, root):
    command = [K8S / "image-root.sh", programs, root]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _programs_with_own_library(folder, *link_options):
    """Builds a signetd and a signet in `folder` that load a library from outside Debian."""
    (folder / "own.c").write_text("int own(void) { return 0; }")
    (folder / "main.c").write_text("int own(void); int main(void) { return own(); }")
    library = ["cc", "-shared", "-fPIC", "-o", "libown.so", "own.c"]
    program = ["cc", "-o", "signetd", "main.c", "-L.", "-lown", *link_options]
    for command in (library, program):
        subprocess.run(command, cwd=folder, check=True)
    (folder / "signet").symlink_to("signetd")


def test_a_library_outside_debian_is_refused(tmp_path):
    """It would ship without a version and a licence."""
    _programs_with_own_library(tmp_path, f"-Wl,-rpath,{tmp_path}")
    result = _image_root(tmp_path, tmp_path / "root")
    assert result.returncode != 0
    assert "libown.so belongs to no Debian package" in result.stderr


def test_a_missing_library_is_refused(tmp_path):
    _programs_with_own_library(tmp_path)
    result = _image_root(tmp_path, tmp_path / "root")
    assert result.returncode != 0
    assert "libown.so => not found" in result.stderr


def test_an_existing_destination_is_refused(tmp_path):
    result = _image_root("/usr/bin", tmp_path)
    assert result.returncode == 73
    assert "exists" in result.stderr
