# Copyright 2026 The signet Authors
# SPDX-License-Identifier: Apache-2.0
"""Very many requests, each another one, signed by the Python client and sent over connections that stay."""

import concurrent.futures
import http.client
import random
import string
import urllib.parse
from dataclasses import dataclass

import signet

from harness.gateway import BUCKET
from harness.signet import GOOD, WRONG

REGION = "us-east-1"
WORKERS = 4
# One request in so many goes out once more with its signature changed, and once signed with another secret.
CONTROL_EVERY = 50

ASCII = string.ascii_letters + string.digits + "-_.~!*'()@:;=&,$+ %\"<>[]{}|^`"
BEYOND = "äßçñøéλЖ中日語한🙂"


@dataclass
class Count:
    """What the server said."""

    accepted: int = 0
    refused_controls: int = 0
    wrong: tuple = ()

    def __add__(self, other):
        return Count(self.accepted + other.accepted, self.refused_controls + other.refused_controls,
                     self.wrong + other.wrong)


def s3_requests(count, seed, port):
    """Yields (signet.Request, seconds of a presigned URL or None): objects of odd names, with odd queries and headers.

    No object is another's folder, which a store over files would refuse.
    """
    rng = random.Random(seed)
    for number in range(count):
        name = "/".join(_text(rng, rng.randint(1, 12)) for _ in range(rng.randint(1, 3)))
        query = []
        method = rng.choice(("GET", "GET", "HEAD", "PUT"))
        if method == "GET" and rng.random() < 0.5:
            query = [("response-content-type", _text(rng, 9)), ("response-cache-control", _text(rng, 5))]
            rng.shuffle(query)
        url = f"http://127.0.0.1:{port}/{BUCKET}/k{number}{urllib.parse.quote(name, safe='/-_.~')}"
        if query:
            url += "?" + "&".join(f"{key}={urllib.parse.quote(value, safe='-_.~')}" for key, value in query)
        body = rng.randbytes(rng.randint(0, 300)) if method == "PUT" else b""
        headers = [(f"x-amz-meta-{_word(rng)}-{i}", _value(rng)) for i in range(rng.randint(0, 3) * (method == "PUT"))]
        if rng.random() < 0.4:
            yield body, signet.Request(GOOD, REGION, "s3", method, url, headers), rng.randint(1, 604800)
        else:
            payload = rng.choice((body, signet.UNSIGNED_PAYLOAD))
            yield body, signet.Request(GOOD, REGION, "s3", method, url, headers, payload), None


def dynamodb_requests(count, seed, url):
    """The same of DynamoDB: bodies of any text, targets that change nothing."""
    rng = random.Random(seed)
    for _ in range(count):
        body = f'{{"Limit": {rng.randint(1, 100)}, "ExclusiveStartTableName": "{_word(rng)}{_word(rng)}"}}'.encode()
        headers = [("Content-Type", "application/x-amz-json-1.0"), ("X-Amz-Target", "DynamoDB_20120810.ListTables"),
                   *((f"x-amz-{_word(rng)}-{i}", _value(rng)) for i in range(rng.randint(0, 2)))]
        yield body, signet.Request(GOOD, REGION, "dynamodb", "POST", url, headers, body), None


def send_all(target, address, requests):
    """Signs and sends them, several at a time; the Count."""
    requests = list(requests)
    with signet.Client(target, timeout=30) as client, concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        parts = pool.map(lambda part: _send_part(client, address, part), (requests[i::WORKERS] for i in range(WORKERS)))
        return sum(parts, Count())


def _send_part(client, address, requests):
    count = Count()
    connection = http.client.HTTPConnection(*address, timeout=30)
    for number, (body, request, expires_in) in enumerate(requests):
        signed = _sign(client, request, expires_in)
        status, text = _send(connection, request, signed.url, signed.headers, body)
        if status in (200, 204, 404):
            count.accepted += 1
        else:
            count.wrong += ((status, request, text),)
        if number % CONTROL_EVERY == 0:
            for spoiled in (_flip(signed), _sign(client, _with_wrong_secret(request), expires_in)):
                status, text = _send(connection, request, *(spoiled if isinstance(spoiled, tuple) else
                                                            (spoiled.url, spoiled.headers)), body)
                if status == 403:
                    count.refused_controls += 1
                else:
                    count.wrong += ((status, "a control was accepted", request, text),)
    connection.close()
    return count


def _sign(client, request, expires_in):
    return client.sign(request) if expires_in is None else client.presign(request, expires_in)


def _with_wrong_secret(request):
    return signet.Request(WRONG, *(getattr(request, name) for name in
                                   ("region", "service", "method", "url", "headers", "payload")))


def _flip(signed):
    """URL and headers with the last hexadecimal digit of the signature changed."""
    other = signed.signature[:-1] + ("0" if signed.signature[-1] != "0" else "1")
    return (signed.url.replace(signed.signature, other),
            [(name, value.replace(signed.signature, other)) for name, value in signed.headers])


def _send(connection, request, url, headers, body):
    parts = urllib.parse.urlsplit(url)
    answered = {name.lower() for name, _ in headers}
    own = [pair for pair in [("Host", parts.netloc), *request.headers] if pair[0].lower() not in answered]
    connection.putrequest(request.method, url.split(parts.netloc, 1)[1], skip_host=True, skip_accept_encoding=True)
    for name, value in [*own, *headers]:
        connection.putheader(name, value)
    if body or request.method in ("PUT", "POST"):
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    response = connection.getresponse()
    return response.status, response.read()


def _word(rng):
    return "".join(rng.choices(string.ascii_lowercase + string.digits, k=rng.randint(1, 8)))


def _text(rng, size):
    """Never of dots alone, which stores take for folders."""
    return _word(rng) + "".join(rng.choice(ASCII if rng.random() < 0.8 else BEYOND) for _ in range(size))


def _value(rng):
    """Words with runs of white space between, which a signature folds."""
    return "  ".join(_word(rng) + " " * rng.randint(0, 2) + _word(rng) for _ in range(rng.randint(1, 3)))
