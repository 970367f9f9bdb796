// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_ALGORITHM_H_
#define SIGNET_SERVER_SIGV4_ALGORITHM_H_

#include "absl/strings/string_view.h"

namespace signet {

// How the signature is made.
enum class Algorithm {
  // HMAC-SHA256 with a key derived for one date, region and service.
  kSigV4,
  // ECDSA on P-256 with a key derived from the credential alone; the regions
  // are named in x-amz-region-set.
  kSigV4a,
};

// "AWS4-HMAC-SHA256" or "AWS4-ECDSA-P256-SHA256", as the string to sign and the
// Authorization header spell it.
absl::string_view AlgorithmName(Algorithm algorithm);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_ALGORITHM_H_
