// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_JWK_SET_H_
#define SIGNET_SERVER_SERVICE_JWK_SET_H_

#include <cstddef>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/service/jwt.h"

namespace signet {

inline constexpr size_t kMaxJwkSetBytes = size_t{256} * 1024;
inline constexpr size_t kMaxJwks = 64;

// The public keys of a JSON Web Key Set (RFC 7517) that tokens may be verified with: RSA
// of 2,048 to 8,192 bits for RS256, and P-256 for ES256. Immutable; safe for concurrent
// use.
class JwkSet {
 public:
  // `name` is for messages. Keys of other types, curves, algorithms and uses are passed
  // over.
  //
  // InvalidArgument: not a set, too many keys or bytes, a key of ours that is malformed or
  // weak, a private one, two of the same ID, or none left.
  static absl::StatusOr<std::shared_ptr<const JwkSet>> Parse(absl::string_view name,
                                                             absl::string_view json);

  ~JwkSet();
  JwkSet(const JwkSet&) = delete;
  JwkSet& operator=(const JwkSet&) = delete;

  enum class Outcome {
    kVerified,
    kWrongSignature,
    // There is no key of that ID; or, for a token without one, not exactly one key that
    // fits.
    kUnknownKey,
  };

  // Whether the token was signed by the key that it names, and with the algorithm that
  // the key is for.
  Outcome Verify(const Jwt& token) const;

  size_t size() const;

 private:
  struct State;
  explicit JwkSet(std::unique_ptr<const State> state);

  const std::unique_ptr<const State> state_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_JWK_SET_H_
