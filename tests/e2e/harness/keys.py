# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Object keys that signers get wrong, with the only encoding S3 signs them under."""

from dataclasses import dataclass


@dataclass(frozen=True)
class OddKey:
    name: str
    key: str
    encoded: str
    # versitygw reads a request target that begins with two slashes as a host and refuses it.
    styles: tuple = ("path_style", "virtual_host")


ODD_KEYS = [
    OddKey("spaces", "two  spaces here.txt", "two%20%20spaces%20here.txt"),
    OddKey("percent", "100%.txt", "100%25.txt"),
    OddKey("percent-escape", "%41%2F.txt", "%2541%252F.txt"),
    OddKey("double-slash", "dir//inner.txt", "dir//inner.txt"),
    OddKey("leading-slash", "/lead.txt", "/lead.txt", ("path_style",)),
    OddKey(
        "unicode",
        "ünï/日本語-🙂.txt",
        "%C3%BCn%C3%AF/%E6%97%A5%E6%9C%AC%E8%AA%9E-%F0%9F%99%82.txt",
    ),
    # The same letters as "é" but decomposed: a signer that normalises Unicode fails here.
    OddKey("decomposed", "e\u0301.txt", "e%CC%81.txt"),
    OddKey("question-mark", "what?acl=x.txt", "what%3Facl%3Dx.txt"),
    OddKey("hash", "a#b.txt", "a%23b.txt"),
    OddKey("plus", "1+1.txt", "1%2B1.txt"),
    OddKey("marks", "!*'()@:;=&,$.txt", "%21%2A%27%28%29%40%3A%3B%3D%26%2C%24.txt"),
    OddKey("unreserved", "a-b_c.d~e", "a-b_c.d~e"),
]

# (addressing style, odd key): a style is the name of a Gateway method that makes the URL.
STYLED_KEYS = [(style, odd) for odd in ODD_KEYS for style in odd.styles]
