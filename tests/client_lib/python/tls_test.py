# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Mutual TLS: which connections are made, and which are refused."""

import grpc
import pytest
import signet
from certificates import Authority
from fake_server import PATIENCE, FakeServer

REQUEST = signet.Request("main", "us-east-1", "s3", "GET", "https://bucket.s3.amazonaws.com/key")


@pytest.fixture
def authority(tmp_path):
    return Authority(tmp_path)


@pytest.fixture
def server(authority):
    cert, key = authority.issue("localhost")
    credentials = grpc.ssl_server_credentials(
        [(key.read_bytes(), cert.read_bytes())],
        root_certificates=authority.path.read_bytes(),
        require_client_auth=True,
    )
    fake = FakeServer()
    fake.start_tls(credentials)
    yield fake
    fake.stop()


def files_of(authority, issuer) -> signet.TlsFiles:
    cert, key = issuer.issue("client")
    return signet.TlsFiles(ca=str(authority.path), cert=str(cert), key=str(key))


def test_signs_with_a_client_certificate(server, authority):
    with signet.Client(server.target, tls=files_of(authority, authority), timeout=PATIENCE) as client:
        client.sign(REQUEST)
    assert len(server.calls) == 1


def test_is_refused_with_a_certificate_of_a_stranger(server, authority, tmp_path):
    (tmp_path / "other").mkdir()
    files = files_of(authority, Authority(tmp_path / "other"))
    with signet.Client(server.target, tls=files, timeout=PATIENCE) as client:
        with pytest.raises(signet.SignetError) as caught:
            client.sign(REQUEST)
    assert caught.value.code is grpc.StatusCode.UNAVAILABLE
    assert not server.calls


def test_refuses_a_server_of_a_stranger(server, authority, tmp_path):
    (tmp_path / "other").mkdir()
    files = files_of(Authority(tmp_path / "other"), authority)
    with signet.Client(server.target, tls=files, timeout=PATIENCE) as client:
        with pytest.raises(signet.SignetError) as caught:
            client.sign(REQUEST)
    assert caught.value.code is grpc.StatusCode.UNAVAILABLE
    assert not server.calls


def test_refuses_tcp_without_tls():
    with pytest.raises(ValueError, match="'localhost:1' is not a Unix socket"):
        signet.Client("localhost:1")


@pytest.mark.parametrize("target", ["/tmp/x/s", "./s", "signet.sock"])
def test_a_path_is_told_its_scheme(target, authority):
    for tls in (None, files_of(authority, authority)):
        with pytest.raises(ValueError, match=f"did you mean unix:{target}\\?"):
            signet.Client(target, tls=tls)


def test_a_scheme_with_slashes_is_no_path():
    with pytest.raises(ValueError, match="'dns:///h:1' is not a Unix socket"):
        signet.Client("dns:///h:1")


def test_refuses_tls_on_a_unix_socket(authority):
    with pytest.raises(ValueError, match="takes no TLS files"):
        signet.Client("unix:/tmp/socket", tls=files_of(authority, authority))


def test_refuses_files_that_are_absent():
    with pytest.raises(OSError, match="absent"):
        signet.Client("localhost:1", tls=signet.TlsFiles("absent", "absent", "absent"))
