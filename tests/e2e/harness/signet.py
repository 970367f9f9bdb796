# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The two binaries under test: `signetd` on a Unix socket, and the `signet` command."""

import json
import subprocess
from dataclasses import dataclass

from child_process import Process

COMMAND_SECONDS = 60
# Credential names the tests sign with. The second has the first one's access key ID and another
# secret: whatever it signs must be refused by every server.
GOOD = "e2e"
WRONG = "e2e-wrong-secret"


@dataclass(frozen=True)
class Credential:
    name: str
    access_key_id: str
    secret_access_key: str
    session_token: str = ""

    def spoiled(self, name):
        """The same access key ID with a secret that differs in its last character."""
        last = "A" if self.secret_access_key[-1] != "A" else "B"
        return Credential(name, self.access_key_id, self.secret_access_key[:-1] + last, self.session_token)


def write_credentials(path, credentials):
    """The `credentials:` list of signet's configuration. JSON strings are YAML strings."""
    lines = ["credentials:"]
    for credential in credentials:
        lines.append(f"  - name: {json.dumps(credential.name)}")
        lines.append(f"    access_key_id: {json.dumps(credential.access_key_id)}")
        lines.append(f"    secret_access_key: {json.dumps(credential.secret_access_key)}")
        if credential.session_token:
            lines.append(f"    session_token: {json.dumps(credential.session_token)}")
    path.touch(mode=0o600)
    path.write_text("\n".join(lines) + "\n")


class Signetd:
    """One replica. A second one may be started on the same socket path once this one is dead."""

    def __init__(self, binary, folder, credentials_file, number=1):
        self.socket = folder / "signet.sock"
        self.process = Process(
            [binary, "--dev", "--listen", f"unix:{self.socket}", "--credentials-file", credentials_file],
            folder / f"signetd-{number}.log",
        )
        self.process.wait_for_socket(self.socket)

    @property
    def target(self):
        return f"unix:{self.socket}"


@dataclass
class Signed:
    """What `signet sign --json` printed."""

    headers: list
    url: str
    signature: str
    signed_headers: list
    credential_scope: str
    expires_at: object
    canonical_request: str = ""

    def value(self, name):
        found = [value for key, value in self.headers if key.lower() == name.lower()]
        assert len(found) <= 1, f"{name} was answered {len(found)} times"
        return found[0] if found else None


class Signet:
    """The command line, always with --json."""

    def __init__(self, binary, target, region="us-east-1", service="s3"):
        self._binary = str(binary)
        self.target = target
        self._region = region
        self._service = service

    def of(self, service):
        """The same command for another service."""
        return Signet(self._binary, self.target, self._region, service)

    def sign(self, method, url, *options, credential=GOOD, headers=()):
        """Signed; --explain is always asked for, so that tests see the canonical payload hash."""
        words = self._words("sign", method, url, credential, headers)
        found = json.loads(self._run([*words, *map(str, options), "--explain", "--json"]))
        return Signed(
            _pairs(found["headers"]),
            found["url"],
            found["signature"],
            _names(found["signed_headers"]),
            found["credential_scope"],
            found["expires_at"],
            found["canonical_request"],
        )

    def start_fetch(self, method, url, *options, credential=GOOD, headers=(), log):
        """A running `signet fetch`, as a Process."""
        return Process([*self._words("fetch", method, url, credential, headers), *options], log)

    def fetch(self, method, url, *options, credential=GOOD, headers=()):
        """CompletedProcess of `signet fetch`, whatever its exit code."""
        words = [*self._words("fetch", method, url, credential, headers), *map(str, options)]
        return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=COMMAND_SECONDS)

    def _words(self, command, method, url, credential, headers):
        words = [self._binary, command, "--target", self.target, "--credential", credential]
        words += ["--region", self._region, "--service", self._service, "--method", method, "--url", url]
        for name, value in headers:
            words += ["--header", f"{name}: {value}"]
        return words

    def _run(self, words):
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=COMMAND_SECONDS
        )
        assert done.returncode == 0, f"{words} ended with {done.returncode}: {done.stderr}"
        return done.stdout


def _pairs(headers):
    if isinstance(headers, dict):
        return list(headers.items())
    return [(header["name"], header["value"]) for header in headers]


def _names(signed_headers):
    return signed_headers.split(";") if isinstance(signed_headers, str) else list(signed_headers)
