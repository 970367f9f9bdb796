// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_TOKEN_CACHE_H_
#define SIGNET_SERVER_SERVICE_TOKEN_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/digest/sha256.h"
#include "server/service/token_verifier.h"

namespace signet {

// Verifications that were done, by the tokens' hashes: a program sends the same token with
// every call, and a signature takes longer to verify than a call to answer. Bounded, and
// without the tokens themselves. Belongs to one thread.
class TokenCache {
 public:
  static constexpr size_t kMostTokens = 4096;

  // `verifier` outlives it.
  explicit TokenCache(const TokenVerifier* verifier) : verifier_(*verifier) {}

  // As TokenVerifier::Verify().
  absl::StatusOr<std::shared_ptr<const VerifiedToken>> Verify(absl::string_view token);

  size_t size() const { return tokens_.size(); }

 private:
  void MakeRoom();

  const TokenVerifier& verifier_;
  absl::flat_hash_map<Sha256Digest, std::shared_ptr<const VerifiedToken>> tokens_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_TOKEN_CACHE_H_
