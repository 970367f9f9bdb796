# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Fixtures: one versitygw per scheme, one moto server, and a signetd that knows their keys."""

import os
import pathlib
import secrets
import shutil
import tempfile

import pytest

pytest.register_assert_rewrite("harness")

from harness.authority import Authority
from harness.checks import EMPTY_SHA256
from harness.gateway import BUCKET, DOMAIN, Gateway
from harness.moto_server import MotoServer
from harness.signet import GOOD, WRONG, Credential, Signet, Signetd, write_credentials

ROOT = pathlib.Path(__file__).resolve().parents[2]


def _need(path, what):
    """A missing tool is a failure in CI and a skip elsewhere."""
    if path and pathlib.Path(path).is_file():
        return pathlib.Path(path)
    message = f"{what} is missing ({path})"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


FIGURES = pytest.StashKey[list]()


def pytest_configure(config):
    config.stash[FIGURES] = []


def pytest_terminal_summary(terminalreporter, config):
    if config.stash[FIGURES]:
        terminalreporter.section("figures")
        for line in config.stash[FIGURES]:
            terminalreporter.write_line(line)


@pytest.fixture
def figures(pytestconfig):
    """Lines to show at the end of the run."""
    return pytestconfig.stash[FIGURES]


@pytest.fixture(scope="session")
def binaries():
    """Folder of signetd and signet."""
    folder = pathlib.Path(os.environ.get("SIGNET_BIN_DIR", ROOT / "build" / "release" / "bin"))
    _need(folder / "signetd", "signetd")
    _need(folder / "signet", "signet")
    return folder


@pytest.fixture(scope="session")
def versitygw_binary():
    return _need(os.environ.get("VERSITYGW") or shutil.which("versitygw"), "versitygw")


@pytest.fixture(scope="session")
def workplace():
    """A folder of this run; its path is short, since socket paths end at 107 bytes."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="sgn-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def credential():
    """A key pair of this run."""
    return Credential(GOOD, "E2E" + secrets.token_hex(8).upper(), secrets.token_urlsafe(30))


@pytest.fixture(scope="session")
def credentials_file(workplace, credential):
    path = workplace / "credentials.yaml"
    write_credentials(path, [credential, credential.spoiled(WRONG)])
    return path


@pytest.fixture(scope="session")
def signetd(binaries, workplace, credentials_file):
    daemon = Signetd(binaries / "signetd", workplace, credentials_file)
    yield daemon
    daemon.process.stop()


@pytest.fixture(scope="session")
def signet(binaries, signetd):
    return Signet(binaries / "signet", signetd.target)


@pytest.fixture(scope="session")
def authority(workplace):
    return Authority(workplace, [f"*.{DOMAIN}", DOMAIN, "localhost"])


@pytest.fixture(scope="session", params=["http", "https"])
def gateway(request, versitygw_binary, workplace, credential, authority, signet):
    """versitygw with one bucket, made by a request that signet signed."""
    server = Gateway(
        versitygw_binary,
        workplace / request.param,
        credential,
        authority if request.param == "https" else None,
    )
    try:
        made = server.send(signet.sign("PUT", server.path_style(), "--payload-sha256", EMPTY_SHA256), "PUT")
        assert made.status == 200, f"cannot make {BUCKET}: {made}"
        yield server
    finally:
        server.process.stop()


@pytest.fixture(params=["path_style", "virtual_host"])
def url(request, gateway):
    """Function from an encoded key (and a proxy's port) to its URL, in either addressing style."""
    return getattr(gateway, request.param)


@pytest.fixture(scope="session")
def moto(workplace):
    server = MotoServer(workplace)
    yield server
    server.process.stop()
