// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/token_cache.h"

#include "server/base/status_macros.h"
#include "server/service/jwt.h"

namespace signet {

absl::StatusOr<std::shared_ptr<const VerifiedToken>> TokenCache::Verify(absl::string_view token) {
  if (token.size() > kMaxJwtBytes) {
    return verifier_.Verify(token);
  }
  const Sha256Digest hash = Sha256Of(token);
  const auto found = tokens_.find(hash);
  if (found != tokens_.end()) {
    if (verifier_.IsStillGood(*found->second)) {
      return found->second;
    }
    tokens_.erase(found);
  }
  SIGNET_ASSIGN_OR_RETURN(std::shared_ptr<const VerifiedToken> verified, verifier_.Verify(token));
  if (tokens_.size() >= kMostTokens) {
    MakeRoom();
  }
  tokens_.emplace(hash, verified);
  return verified;
}

void TokenCache::MakeRoom() {
  absl::erase_if(tokens_,
                 [this](const auto& entry) { return !verifier_.IsStillGood(*entry.second); });
  // All of them good: so many callers on one lane that which one goes does not matter.
  if (tokens_.size() >= kMostTokens) {
    tokens_.erase(tokens_.begin());
  }
}

}  // namespace signet
