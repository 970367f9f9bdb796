# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""What the tests share: signetd, and a server that only pretends."""

import os
import pathlib

import pytest
import signet
from fake_server import PATIENCE, FakeServer


@pytest.fixture
def signetd():
    """A client of the signetd that tests/client_lib/run started."""
    target = os.environ.get("SIGNET_TARGET")
    if not target:
        if os.environ.get("CI") == "true":
            pytest.fail("SIGNET_TARGET is not set: start with tests/client_lib/run")
        pytest.skip("no signetd")
    with signet.Client(target, timeout=PATIENCE) as client:
        yield client


@pytest.fixture
def fake(tmp_path):
    """A server in this process, on a Unix socket."""
    server = FakeServer()
    server.start_unix(tmp_path / "socket")
    yield server
    server.stop()


@pytest.fixture
def package():
    """The folder of the package under test."""
    return pathlib.Path(__file__).parents[3] / "client_lib" / "python"
