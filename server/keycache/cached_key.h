// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_CACHED_KEY_H_
#define SIGNET_SERVER_KEYCACHE_CACHED_KEY_H_

#include <cstdint>

#include "absl/time/time.h"
#include "server/base/secret.h"
#include "server/digest/hmac_sha256.h"
#include "server/digest/sha256.h"

namespace signet {

class KeyShard;

// The secret part of a cached key: kSigning and its HMAC key. Lies in locked
// memory while cached.
struct KeyMaterial {
  Sha256Digest signing_key;
  HmacSha256Key hmac_key;
};

// A signing key copied out of the cache onto the caller's stack, wiped when it
// goes. It can be neither copied nor moved, so that no copy is forgotten; pass a
// pointer, or call the cache again. One object may be filled again and again.
class CachedKey {
 public:
  CachedKey() = default;
  ~CachedKey() { Wipe(&material_, sizeof(material_)); }
  CachedKey(const CachedKey&) = delete;
  CachedKey& operator=(const CachedKey&) = delete;

  // What signatures are made with.
  const HmacSha256Key& hmac_key() const { return material_.hmac_key; }
  // The 32 bytes of kSigning, for a lease.
  const Sha256Digest& RevealSigningKey() const { return material_.signing_key; }

  // The generation of the credential version that the key was derived from.
  uint64_t generation() const { return generation_; }
  // When that credential version was made.
  absl::Time created() const { return absl::FromUnixNanos(created_nanos_); }
  // When the cache will have forgotten the key at the latest. Not a lease's
  // expiry.
  absl::Time not_after() const { return absl::FromUnixNanos(not_after_nanos_); }
  // True for a key that may verify or finish, never sign anew.
  bool is_revoked() const { return is_revoked_; }

 private:
  friend class KeyShard;
  friend class KeyCache;
  friend class KeyCacheFront;

  KeyMaterial material_ = {};
  uint64_t generation_ = 0;
  int64_t created_nanos_ = 0;
  int64_t not_after_nanos_ = 0;
  bool is_revoked_ = false;

  // Where in the cache the key was found, null for one that was not; and what whoever
  // keeps a copy must know: the epoch it was seen in, which use of the slot it was, and
  // when the source should be asked again.
  const KeyShard* shard_ = nullptr;
  uint32_t slot_ = 0;
  uint32_t slot_version_ = 0;
  uint32_t epoch_ = 0;
  int64_t check_at_nanos_ = 0;
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_CACHED_KEY_H_
