# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""A certificate authority that lives for one test run."""

import datetime
import ipaddress
import pathlib
import ssl

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

LIFETIME = datetime.timedelta(days=1)


class Authority:
    """Root in `<folder>/ca.pem`, one server certificate in `server.pem` and `server.key`."""

    def __init__(self, folder, dns_names):
        folder = pathlib.Path(folder)
        self.ca_file = folder / "ca.pem"
        self.cert_file = folder / "server.pem"
        self.key_file = folder / "server.key"
        root_key = ec.generate_private_key(ec.SECP256R1())
        root_name = _name("signet e2e root")
        root = _builder(root_name, root_name, root_key.public_key(), is_ca=True).sign(root_key, hashes.SHA256())
        names = [x509.DNSName(name) for name in dns_names]
        names.append(x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
        key = ec.generate_private_key(ec.SECP256R1())
        leaf = (
            _builder(_name("signet e2e server"), root_name, key.public_key(), is_ca=False)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .sign(root_key, hashes.SHA256())
        )
        self.ca_file.write_bytes(root.public_bytes(serialization.Encoding.PEM))
        self.cert_file.write_bytes(leaf.public_bytes(serialization.Encoding.PEM))
        self.key_file.touch(mode=0o600)
        self.key_file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )

    def client_context(self):
        """Verifies the chain; a test that reaches the wrong server fails here."""
        return ssl.create_default_context(cafile=str(self.ca_file))

    def server_context(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.cert_file, self.key_file)
        return context


def _name(common_name):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)])


def _builder(subject, issuer, public_key, is_ca):
    now = datetime.datetime.now(datetime.timezone.utc)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + LIFETIME)
        .add_extension(x509.BasicConstraints(ca=is_ca, path_length=None), critical=True)
    )
