// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/sigv4a_key_cache.h"

#include <algorithm>
#include <utility>

#include "server/base/status_macros.h"

namespace signet {

absl::StatusOr<std::shared_ptr<const Sigv4aKey>> Sigv4aKeyCache::GetOrDerive(
    const CredentialVersion& version) {
  {
    ReaderLock lock(&mu_);
    const auto found = keys_.find(version.generation);
    if (found != keys_.end()) {
      return found->second;
    }
  }
  SIGNET_ASSIGN_OR_RETURN(
      std::shared_ptr<const Sigv4aKey> key,
      Sigv4aKey::Derive(version.value.access_key_id, version.value.secret_access_key.Reveal()));
  WriterLock lock(&mu_);
  if (keys_.size() >= max_entries_) {
    keys_.erase(std::min_element(keys_.begin(), keys_.end(),
                                 [](const auto& a, const auto& b) { return a.first < b.first; }));
  }
  // Where two threads derived it, the keys are the same.
  return keys_.try_emplace(version.generation, std::move(key)).first->second;
}

bool Sigv4aKeyCache::Remove(uint64_t generation) {
  WriterLock lock(&mu_);
  return keys_.erase(generation) > 0;
}

size_t Sigv4aKeyCache::Clear() {
  WriterLock lock(&mu_);
  const size_t count = keys_.size();
  keys_.clear();
  return count;
}

size_t Sigv4aKeyCache::size() const {
  ReaderLock lock(&mu_);
  return keys_.size();
}

}  // namespace signet
