# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""versitygw: an S3 server over a folder that verifies every kind of SigV4 signature."""

from harness import wire
from child_process import Process, free_port
from harness.proxy import RecordingProxy

BUCKET = "e2e-bucket"
# `*.localhost` is loopback to libcurl without any name server.
DOMAIN = "s3.localhost"


class Gateway:
    """One server. `authority` makes it speak TLS."""

    def __init__(self, binary, folder, credential, authority=None):
        self.authority = authority
        self.tls = authority.client_context() if authority else None
        self.scheme = "https" if authority else "http"
        self.port = free_port()
        self.objects = folder / "objects"
        sidecar = folder / "metadata"
        self.objects.mkdir(parents=True)
        sidecar.mkdir()
        argv = [binary, "--quiet", "--port", f"127.0.0.1:{self.port}", "--virtual-domain", DOMAIN]
        if authority:
            argv += ["--cert", authority.cert_file, "--key", authority.key_file]
        # A sidecar instead of extended attributes: not every temporary folder has those.
        argv += ["posix", "--sidecar", sidecar, self.objects]
        keys = {"ROOT_ACCESS_KEY": credential.access_key_id, "ROOT_SECRET_KEY": credential.secret_access_key}
        self.process = Process(argv, folder / "versitygw.log", env=keys)
        self.process.wait_for_port(self.port)

    @property
    def address(self):
        return ("127.0.0.1", self.port)

    def path_style(self, key="", port=None):
        """URL of an encoded key, or of the bucket; `port` is a proxy's."""
        return f"{self.scheme}://127.0.0.1:{port or self.port}/{BUCKET}" + (f"/{key}" if key else "")

    def virtual_host(self, key="", port=None):
        return f"{self.scheme}://{BUCKET}.{DOMAIN}:{port or self.port}/{key}"

    def relay(self, **options):
        """A RecordingProxy in front of this server, of the same scheme."""
        listen_tls = self.authority.server_context() if self.authority else None
        return RecordingProxy(self.address, listen_tls, self.tls, **options)

    @property
    def fetch_options(self):
        """How `signet fetch` gets to trust this server."""
        return ["--cacert", self.authority.ca_file] if self.authority else []

    def send(self, signed, method, headers=(), body=b""):
        """Sends what was signed, and nothing else but Host, Content-Length and Connection."""
        return wire.send_signed(self.address, signed, method, headers, body, self.tls)
