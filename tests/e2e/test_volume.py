# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Random requests, each another one: two servers that verify accept all, and refuse what was changed.

SIGNET_E2E_REQUESTS says how many each of them gets (200), SIGNET_SEED which.
"""

import os

import pytest

from harness.signet import WRONG, Signetd, write_credentials
from harness.volume import dynamodb_requests, s3_requests, send_all

REQUESTS = int(os.environ.get("SIGNET_E2E_REQUESTS", "200"))
SEED = int(os.environ.get("SIGNET_SEED", "1"))

pytestmark = pytest.mark.timeout(60 + REQUESTS / 50)


def assert_all_accepted(count, figures, server):
    figures.append(f"{server}: {count.accepted} requests accepted, {count.refused_controls} controls refused")
    assert not count.wrong, count.wrong[:3]
    assert count.accepted == REQUESTS
    assert count.refused_controls >= REQUESTS // 50 * 2


@pytest.mark.parametrize("gateway", ["http"], indirect=True)
def test_versitygw_accepts_every_one(gateway, signetd, figures):
    count = send_all(signetd.target, gateway.address, s3_requests(REQUESTS, SEED, gateway.port))
    assert_all_accepted(count, figures, "versitygw")


def test_moto_accepts_every_one(binaries, workplace, moto, figures):
    folder = workplace / "volume"
    folder.mkdir()
    write_credentials(folder / "credentials.yaml", [moto.credential, moto.credential.spoiled(WRONG)])
    daemon = Signetd(binaries / "signetd", folder, folder / "credentials.yaml")
    try:
        count = send_all(daemon.target, moto.address, dynamodb_requests(REQUESTS, SEED, moto.url))
    finally:
        daemon.process.stop()
    assert_all_accepted(count, figures, "moto")
