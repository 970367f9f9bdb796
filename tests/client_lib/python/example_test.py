# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""The example, run as its user would."""

import hashlib
import hmac
import os
import re
import subprocess
import sys

EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def expected_signature(time: str) -> str:
    """Worked by hand from the SigV4 specification, for the example's request."""
    scope = f"{time[:8]}/us-east-1/s3/aws4_request"
    canonical_request = (
        "GET\n/test.txt\n\n"
        "host:examplebucket.s3.amazonaws.com\n"
        f"x-amz-content-sha256:{EMPTY_SHA256}\n"
        f"x-amz-date:{time}\n\n"
        f"host;x-amz-content-sha256;x-amz-date\n{EMPTY_SHA256}"
    )
    digest = hashlib.sha256(canonical_request.encode()).hexdigest()
    key = b"AWS4wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    text = f"AWS4-HMAC-SHA256\n{time}\n{scope}\n{digest}"
    return hmac.digest(key, text.encode(), "sha256").hex()


def run_example(package, *arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, package / "examples" / "sign.py", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(package / "src")}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30)


def test_prints_signed_headers(signetd, package):
    done = run_example(package, os.environ["SIGNET_TARGET"], "s3-example")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.lower().splitlines()
    (time,) = [
        match[1] for line in lines if (match := re.fullmatch(r"x-amz-date: (\d{8}t\d{6}z)", line))
    ]
    (signature,) = [match[1] for line in lines if (match := re.search(r"signature=(\w+)$", line))]
    assert f"x-amz-content-sha256: {EMPTY_SHA256}" in lines
    assert signature == expected_signature(time.upper())


def test_shows_its_usage(package):
    for arguments in [(), ("unix:/s",), ("unix:/s", "dev", "more")]:
        done = run_example(package, *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "usage: sign.py unix:PATH CREDENTIAL\n"


def test_fails_with_the_reason(signetd, package):
    done = run_example(package, os.environ["SIGNET_TARGET"], "no/name")
    assert done.returncode != 0
    assert "INVALID_CREDENTIAL_NAME" in done.stderr
    assert done.stdout == ""
