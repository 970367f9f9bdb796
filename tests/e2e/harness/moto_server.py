# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""moto's server with its authentication on: SQS, DynamoDB and STS that verify SigV4 headers."""

import re
import sys
import urllib.parse

from harness import wire
from child_process import Process, free_port
from harness.signet import GOOD, Credential

# Unauthenticated calls the server takes before it verifies: the three of _make_user().
FREE_CALLS = 3
ALLOW_ALL = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}'


class MotoServer:
    """One server and the access key of its only user, who may do everything."""

    def __init__(self, folder):
        self.port = free_port()
        launcher = "import sys; from moto.server import main; main(sys.argv[1:])"
        self.process = Process(
            [sys.executable, "-c", launcher, "-H", "127.0.0.1", "-p", str(self.port)],
            folder / "moto.log",
            env={"INITIAL_NO_AUTH_ACTION_COUNT": str(FREE_CALLS)},
        )
        self.process.wait_for_port(self.port)
        self.credential = self._make_user()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/"

    @property
    def address(self):
        return ("127.0.0.1", self.port)

    def send(self, signed, method, headers=(), body=b""):
        """Sends what was signed, and nothing else but Host, Content-Length and Connection."""
        return wire.send_signed(self.address, signed, method, headers, body)

    def unsigned(self, service, body, headers=()):
        """A call whose Authorization header names the service and signs nothing."""
        scope = f"nobody/20200101/us-east-1/{service}/aws4_request"
        authorization = f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host, Signature=00"
        sent = [("Host", f"127.0.0.1:{self.port}"), ("Authorization", authorization), *headers]
        return wire.send(self.address, "POST", "/", sent, body)

    def _make_user(self):
        self._iam({"Action": "CreateUser", "UserName": "e2e"})
        answer = self._iam({"Action": "CreateAccessKey", "UserName": "e2e"})
        key_id, secret = (
            re.search(rf"<{name}>([^<]+)</{name}>", answer).group(1) for name in ("AccessKeyId", "SecretAccessKey")
        )
        self._iam(
            {"Action": "PutUserPolicy", "UserName": "e2e", "PolicyName": "all", "PolicyDocument": ALLOW_ALL}
        )
        return Credential(GOOD, key_id, secret)

    def _iam(self, parameters):
        body = urllib.parse.urlencode({**parameters, "Version": "2010-05-08"}).encode()
        form = [("Content-Type", "application/x-www-form-urlencoded")]
        answer = self.unsigned("iam", body, form)
        assert answer.status == 200, answer
        return answer.body.decode()
