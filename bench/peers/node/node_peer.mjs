// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0
//
// usage: node_peer.mjs REQUESTS.json
//
// @smithy/signature-v4, with Node's own crypto as the SDK for JavaScript gives
// it, and aws4, for bench/peers/compare.py.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { SignatureV4, clearCredentialCache } from "@smithy/signature-v4";
import aws4 from "aws4";

const BATCH_NS = 1_000_000n;

// One more than aws4's cache holds: used in turn, each misses it.
const AWS4_CACHE = 1000;

class Sha256 {
  constructor(secret) {
    this.hash =
      secret === undefined ? createHash("sha256") : createHmac("sha256", secret);
  }
  update(bytes) {
    this.hash.update(bytes);
  }
  async digest() {
    return new Uint8Array(this.hash.digest());
  }
}

function signatureOf(authorization) {
  return authorization.slice(authorization.lastIndexOf("=") + 1);
}

// The SDK makes one signer a client and a request object a call.
function smithySigner(document, request, beforeEach) {
  const url = new URL(request.url);
  const signer = new SignatureV4({
    service: request.service,
    region: request.region,
    sha256: Sha256,
    uriEscapePath: request.profile !== "s3",
    applyChecksum: request.payload_header,
    credentials: {
      accessKeyId: document.access_key_id,
      secretAccessKey: document.secret,
      sessionToken: request.token.join("") || undefined,
    },
  });
  const signingDate = new Date(document.time * 1000);
  const given = { host: url.host, ...Object.fromEntries(request.headers) };
  const body = request.body.join("") || undefined;
  return async () => {
    beforeEach();
    const { headers } = await signer.sign(
      {
        method: request.method,
        protocol: url.protocol,
        hostname: url.hostname,
        path: url.pathname,
        query: {},
        headers: { ...given },
        body,
      },
      { signingDate },
    );
    return signatureOf(headers.authorization);
  };
}

// aws4 leaves Range out and signs Content-Length unless it is told otherwise.
function aws4Signer(document, request, nextSecret) {
  const url = new URL(request.url);
  const given = {
    host: url.host,
    ...Object.fromEntries(request.headers),
    "X-Amz-Date": document.amz_date,
  };
  const sessionToken = request.token.join("") || undefined;
  const body = request.body.join("") || undefined;
  return () => {
    const signed = aws4.sign(
      {
        service: request.service,
        region: request.region,
        method: request.method,
        path: url.pathname,
        headers: { ...given },
        body,
        extraHeadersToInclude: { range: true },
        extraHeadersToIgnore: { "content-length": true },
      },
      {
        accessKeyId: document.access_key_id,
        secretAccessKey: nextSecret(),
        sessionToken,
      },
    );
    return signatureOf(signed.headers.Authorization);
  };
}

// The right secret first, then others of its length in turn.
function secretsInTurn(secret) {
  const secrets = [secret];
  for (let i = 1; i <= AWS4_CACHE; i++) {
    secrets.push(secret.slice(0, -4) + String(i).padStart(4, "0"));
  }
  let at = 0;
  return () => secrets[at++ % secrets.length];
}

async function run(sign, seconds) {
  const budget = BigInt(Math.round(seconds * 1e9));
  let operations = 0;
  let batch = 1;
  let elapsed = 0n;
  const start = process.hrtime.bigint();
  while (elapsed < budget) {
    for (let i = 0; i < batch; i++) {
      const signed = sign();
      if (signed instanceof Promise) await signed;
    }
    operations += batch;
    const now = process.hrtime.bigint() - start;
    if (now - elapsed < BATCH_NS / 2n) batch *= 2;
    elapsed = now;
  }
  return { ops: operations, wall_ns: Number(elapsed) };
}

const document = JSON.parse(readFileSync(process.argv[2], "utf8"));
const signers = {};
for (const [name, request] of Object.entries(document.requests)) {
  signers[`${name}/smithy_warm`] = smithySigner(document, request, () => {});
  signers[`${name}/smithy_cold`] = smithySigner(
    document,
    request,
    clearCredentialCache,
  );
  signers[`${name}/aws4_warm`] = aws4Signer(
    document,
    request,
    () => document.secret,
  );
  signers[`${name}/aws4_cold`] = aws4Signer(
    document,
    request,
    secretsInTurn(document.secret),
  );
}
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, cell, seconds] = line.split(" ");
  const answer =
    verb === "run"
      ? await run(signers[cell], Number(seconds))
      : { signature: await signers[cell]() };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
