# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Fixtures: an authority, servers with their limits, and figures at the end of the run."""

import json
import os
import pathlib
import shutil
import tempfile

import pytest

pytest.register_assert_rewrite("harness")

from harness.server import Server
from openssl_authority import Authority

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURES = pytest.StashKey[dict]()


def pytest_configure(config):
    config.stash[FIGURES] = {}


def pytest_terminal_summary(terminalreporter, config):
    figures = config.stash[FIGURES]
    if not figures:
        return
    terminalreporter.section("figures")
    for name, values in figures.items():
        terminalreporter.write_line(f"{name}: " + ", ".join(f"{key} {value}" for key, value in values.items()))
    summary = os.environ.get("SIGNET_ATTACK_SUMMARY")
    if summary:
        pathlib.Path(summary).write_text(json.dumps(figures, indent=1) + "\n")


@pytest.fixture
def figures(request, pytestconfig):
    """A dict to put this test's figures into."""
    return pytestconfig.stash[FIGURES].setdefault(request.node.name, {})


@pytest.fixture(scope="session")
def signetd():
    binary = pathlib.Path(os.environ.get("SIGNET_BIN_DIR", ROOT / "build" / "release" / "bin")) / "signetd"
    if not binary.is_file():
        message = f"signetd is missing ({binary})"
        pytest.fail(message) if os.environ.get("CI") == "true" else pytest.skip(message)
    return binary


@pytest.fixture(scope="session")
def workplace():
    """A folder of this run; its path is short, since socket paths end at 107 bytes. Others may enter."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="sgn-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def authority(workplace):
    folder = workplace / "ca"
    folder.mkdir()
    return Authority(folder)


@pytest.fixture(scope="session")
def insider(authority):
    """(certificate, key) of a caller whom policy allows everything."""
    return authority.issue("insider", "URI:spiffe://attack/insider")


@pytest.fixture
def serve(signetd, workplace, authority):
    """Starts servers; they end with the test, and must not have ended before."""
    servers = []

    def start(**options):
        folder = pathlib.Path(tempfile.mkdtemp(dir=workplace))
        folder.chmod(0o755)
        server = Server(signetd, folder, authority, **options)
        servers.append(server)
        return server

    yield start
    for server in servers:
        was_running = server.is_running()
        code = server.stop()
        assert was_running and code == 0, f"ended with {code}: {server.log_tail()}"
