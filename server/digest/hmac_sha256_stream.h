// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_DIGEST_HMAC_SHA256_STREAM_H_
#define SIGNET_SERVER_DIGEST_HMAC_SHA256_STREAM_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/digest/hmac_sha256.h"
#include "server/digest/sha256.h"

namespace signet {

// HMAC-SHA256 (RFC 2104) of a message that comes in pieces. Allocates nothing.
// An object belongs to one thread at a time; copies are independent, key
// included; all of it is wiped when it goes.
class HmacSha256Stream {
 public:
  explicit HmacSha256Stream(const HmacSha256Key& key) : key_(key), inner_(key.inner) {}
  ~HmacSha256Stream() { Wipe(&key_); }
  HmacSha256Stream(const HmacSha256Stream&) = default;
  HmacSha256Stream& operator=(const HmacSha256Stream&) = default;

  // Begins another message under the same key.
  void Reset() { inner_ = Sha256(key_.inner); }

  void Update(absl::Span<const uint8_t> bytes) { inner_.Update(bytes); }
  void Update(absl::string_view bytes) { inner_.Update(bytes); }

  // The code of everything since construction or Reset; the object then needs
  // Reset() before it is used again.
  Sha256Digest Finish();

 private:
  HmacSha256Key key_;
  Sha256 inner_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_DIGEST_HMAC_SHA256_STREAM_H_
