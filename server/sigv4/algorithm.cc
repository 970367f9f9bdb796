// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/algorithm.h"

namespace signet {

absl::string_view AlgorithmName(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kSigV4:
      return "AWS4-HMAC-SHA256";
    case Algorithm::kSigV4a:
      return "AWS4-ECDSA-P256-SHA256";
  }
  return "";
}

}  // namespace signet
