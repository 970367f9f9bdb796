# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Prints the signed headers of an S3 GET. usage: sign.py unix:PATH CREDENTIAL"""

import sys

import signet

if len(sys.argv) != 3:
    print("usage: sign.py unix:PATH CREDENTIAL", file=sys.stderr)
    sys.exit(2)
target, credential = sys.argv[1:]
url = "https://examplebucket.s3.amazonaws.com/test.txt"
request = signet.Request(credential, region="us-east-1", service="s3", method="GET", url=url)
with signet.Client(target) as client:
    signed = client.sign(request)
for name, value in signed.headers:
    print(f"{name}: {value}")
