// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0
//
// @smithy/signature-v4 as a child of the differential harness. Reads one batch
// (a JSON array of cases) a line and answers one JSON array of results a line.

import { createHash, createHmac } from "node:crypto";
import { createInterface } from "node:readline";
import { SignatureV4 } from "@smithy/signature-v4";

// The headers that signing sets; a result carries those that are present.
const SET_BY_SIGNING = [
  "authorization",
  "x-amz-content-sha256",
  "x-amz-date",
  "x-amz-s3session-token",
  "x-amz-security-token",
];

// The hash constructor that the signer asks its user for.
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

function newSigner(item) {
  return new SignatureV4({
    service: item.service,
    region: item.region,
    sha256: Sha256,
    uriEscapePath: item.profile !== "s3",
    applyChecksum: item.payload_header === true,
    credentials: {
      accessKeyId: item.access_key_id,
      secretAccessKey: item.secret,
      sessionToken: item.token || undefined,
    },
  });
}

// "?a=1&a=2" as the map of decoded names and values that the signer takes.
function queryMap(text) {
  const query = Object.create(null);
  for (const piece of text.split("&")) {
    if (piece === "") continue;
    const at = piece.indexOf("=");
    const name = decodeURIComponent(at < 0 ? piece : piece.slice(0, at));
    const value = at < 0 ? "" : decodeURIComponent(piece.slice(at + 1));
    if (name in query) query[name] = [].concat(query[name], value);
    else query[name] = value;
  }
  return { ...query };
}

// Headers as the map the signer takes: repeated names joined in order, without
// the white space around each value, which is no part of it (RFC 9110 section
// 5.5). A header given once stays as it is, its name too.
function headerMap(pairs) {
  const headers = {};
  const spelled = new Map();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const before = spelled.get(key);
    if (before === undefined) {
      spelled.set(key, name);
      headers[name] = value;
    } else {
      headers[before] = `${headers[before].trim()},${value.trim()}`;
    }
  }
  return headers;
}

function newRequest(item) {
  const { url } = item;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const mark = url.indexOf("?", start);
  return {
    method: item.method,
    protocol: url.slice(0, url.indexOf("//")),
    hostname: url.slice(url.indexOf("://") + 3, start),
    path: mark < 0 ? url.slice(start) : url.slice(start, mark),
    query: mark < 0 ? {} : queryMap(url.slice(mark + 1)),
    headers: headerMap(item.headers),
    body: item.payload === "hash" && item.body ? item.body : undefined,
  };
}

function presignedUrl(request) {
  const pairs = [];
  for (const [name, value] of Object.entries(request.query)) {
    for (const one of [].concat(value)) {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(one)}`);
    }
  }
  return `${request.protocol}//${request.hostname}${request.path}?${pairs.join("&")}`;
}

async function signRequest(item) {
  const request = newRequest(item);
  if (item.placement === "header" && item.payload !== "hash") {
    request.headers["x-amz-content-sha256"] = item.payload;
  }
  const options = {
    signingDate: new Date(item.time * 1000),
    signableHeaders: new Set(item.signable_headers),
    unsignableHeaders: new Set(item.unsignable_headers),
  };
  const signer = newSigner(item);
  if (item.placement === "query") {
    options.expiresIn = item.expires;
    options.unhoistableHeaders = new Set(item.unhoistable_headers);
    return { url: presignedUrl(await signer.presign(request, options)) };
  }
  const { headers } = await signer.sign(request, options);
  return {
    headers: SET_BY_SIGNING.filter((name) => name in headers).map((name) => [
      name,
      headers[name],
    ]),
  };
}

// An event's header block comes encoded, so all header types are compared.
async function signEvents(item) {
  const signer = newSigner(item);
  const signatures = [];
  let priorSignature = item.seed;
  for (const event of item.events) {
    priorSignature = await signer.sign(
      {
        headers: Buffer.from(event.headers, "hex"),
        payload: Buffer.from(event.payload, "utf8"),
      },
      { signingDate: new Date(event.time_ms), priorSignature },
    );
    signatures.push(priorSignature);
  }
  return { signatures };
}

const ops = { request: signRequest, events: signEvents };

async function answer(item) {
  try {
    return await ops[item.op](item);
  } catch (failure) {
    return { error: String(failure) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const results = [];
  for (const item of JSON.parse(line)) results.push(await answer(item));
  process.stdout.write(`${JSON.stringify(results)}\n`);
}
