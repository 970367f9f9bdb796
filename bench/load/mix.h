// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_MIX_H_
#define SIGNET_BENCH_LOAD_MIX_H_

#include <array>
#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "bench/load/random.h"

namespace signet::load {

// What a call asks for.
enum class Operation {
  // SignRequest into headers.
  kSign,
  // SignRequest into the URL.
  kPresign,
  // BatchSignRequests.
  kBatch,
  // GetOrLoadKey.
  kLease,
  // VerifyRequest.
  kVerify,
  // SignPayload: a whole stream is one call.
  kPayload,
  // GetServerInfo: what a call costs before any signing.
  kInfo,
};
inline constexpr size_t kOperationCount = 7;

// "sign", "presign", ...
absl::string_view NameOf(Operation operation);

// Shares of operations.
class Mix {
 public:
  // "sign=70,presign=10": whole weights from 0 to 1,000,000, not all 0.
  // InvalidArgument: any other text, an operation twice or unknown.
  static absl::StatusOr<Mix> Parse(absl::string_view text);

  Operation Draw(Random& random) const;

  bool Has(Operation operation) const { return Weight(operation) > 0; }
  double Weight(Operation operation) const { return weights_[static_cast<size_t>(operation)]; }
  // As Parse() takes it.
  std::string ToString() const;

 private:
  std::array<double, kOperationCount> weights_ = {};
  double sum_ = 0;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_MIX_H_
