// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_HMAC_SHA256_H_
#define SIGNET_SERVER_DIGEST_HMAC_SHA256_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/digest/sha256.h"

namespace signet {

// A key of HMAC-SHA256 (RFC 2104), kept as the two SHA-256 states after the
// padded key: half the work of an HMAC over a short message, done once. As
// secret as the key itself. A plain value, so that it can live in locked
// memory; whoever holds one wipes it (Wipe below).
struct HmacSha256Key {
  Sha256Midstate inner;
  Sha256Midstate outer;
};

// The HMAC key of `key`, of any length; one over 64 bytes is hashed first (RFC
// 2104 section 2).
HmacSha256Key MakeHmacSha256Key(absl::Span<const uint8_t> key);
HmacSha256Key MakeHmacSha256Key(absl::string_view key);

// HMAC-SHA256 of `message`.
Sha256Digest HmacSha256(const HmacSha256Key& key, absl::string_view message);

void Wipe(HmacSha256Key* key);

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_HMAC_SHA256_H_
