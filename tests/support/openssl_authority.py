# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""A throwaway certificate authority, made with the openssl program."""

import subprocess


def _openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


class Authority:
    """An authority whose files live in `folder`: ca.crt, and NAME.crt and NAME.key per certificate."""

    def __init__(self, folder):
        self.folder = folder
        _openssl(
            folder,
            *"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1".split(),
            *["-subj", "/CN=signet test authority", "-keyout", "ca.key", "-out", "ca.crt"],
        )

    def issue(self, name, alternative_name, extensions=(), days=1):
        """Makes NAME.crt and NAME.key for the subject alternative name, e.g. "DNS:a.b"; none when empty.

        `extensions` are further lines of X.509 extensions as openssl has them. Returns both paths.
        """
        lines = [f"subjectAltName={alternative_name}"] if alternative_name else []
        (self.folder / f"{name}.ext").write_text("\n".join([*lines, *extensions]) + "\n")
        _openssl(
            self.folder,
            *"req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes".split(),
            *["-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr"],
        )
        _openssl(
            self.folder,
            *"x509 -req -CA ca.crt -CAkey ca.key -CAcreateserial".split(),
            *["-days", str(days), "-in", f"{name}.csr", "-out", f"{name}.crt", "-extfile", f"{name}.ext"],
        )
        return self.folder / f"{name}.crt", self.folder / f"{name}.key"

    def read(self, name):
        return (self.folder / name).read_bytes()
