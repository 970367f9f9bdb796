# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Certificates for tests, valid for an hour."""

import datetime
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Authority:
    """A certificate authority whose files lie in a folder of its own."""

    def __init__(self, folder: pathlib.Path):
        self.path = folder / "ca.pem"
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _name("test authority")
        certificate = self._builder(self._name, self._key.public_key()).add_extension(
            x509.BasicConstraints(ca=True, path_length=None), critical=True
        )
        self._write(self.path, certificate)

    def issue(self, name: str) -> tuple[pathlib.Path, pathlib.Path]:
        """Files of a certificate and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        cert_path, key_path = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        names = x509.SubjectAlternativeName([x509.DNSName(name)])
        self._write(
            cert_path,
            self._builder(_name(name), key.public_key()).add_extension(names, critical=False),
        )
        key_path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return cert_path, key_path

    def _builder(self, subject: x509.Name, public_key) -> x509.CertificateBuilder:
        now = datetime.datetime.now(datetime.timezone.utc)
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(public_key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(minutes=5))
            .not_valid_after(now + datetime.timedelta(hours=1))
        )

    def _write(self, path: pathlib.Path, builder: x509.CertificateBuilder) -> None:
        certificate = builder.sign(self._key, hashes.SHA256())
        path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])
