# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Throwaway certificate authorities, made with the openssl program."""

import pathlib
import subprocess

_KEY = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes".split()


class Authority:
    """An authority whose files live in `folder`: ca.pem, NAME.pem, NAME.key."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self._openssl("req", "-x509", *_KEY, "-days", "1", "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.pem")

    @property
    def bundle(self):
        return self.folder / "ca.pem"

    def issue(self, name, extensions, *options):
        """(certificate, key) with these lines of X.509 extensions; `options` go to openssl x509."""
        (self.folder / f"{name}.ext").write_text("\n".join(extensions) + "\n")
        self._openssl("req", *_KEY, "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        self._openssl(
            *"x509 -req -CA ca.pem -CAkey ca.key -CAcreateserial".split(),
            *(options or ("-days", "1")),
            *["-in", f"{name}.csr", "-out", f"{name}.pem", "-extfile", f"{name}.ext"],
        )
        return self.folder / f"{name}.pem", self.folder / f"{name}.key"

    def _openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, capture_output=True)
