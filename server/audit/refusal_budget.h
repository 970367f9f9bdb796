// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_REFUSAL_BUDGET_H_
#define SIGNET_SERVER_AUDIT_REFUSAL_BUDGET_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/base/mutex.h"

namespace signet {

// How many lines the refused calls of one caller may take in a log, so that nobody, at
// calls that cost nothing, writes until the lines of what was signed have to go, or until
// the disk is full. What is beyond is counted, and the caller's next line says how many
// there were. Calls that are allowed always have their line. Safe for concurrent use.
class RefusalBudget {
 public:
  static constexpr double kLinesPerSecond = 200;
  static constexpr double kLinesAtOnce = 2000;

  // Nothing: the refusal at hand gets no line. Else how many before it got none. `now` is of
  // a wall clock; one that is set back gives nothing.
  std::optional<uint64_t> Take(absl::string_view caller, absl::Time now) ABSL_LOCKS_EXCLUDED(mu_);

  // All that got none so far.
  uint64_t unlisted() const ABSL_LOCKS_EXCLUDED(mu_);

 private:
  struct Bucket {
    double lines = kLinesAtOnce;
    absl::Time filled_at = absl::InfinitePast();
    uint64_t unlisted = 0;
  };

  // Forgets callers who have not been refused for long.
  void Tidy(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  mutable Mutex mu_;
  absl::flat_hash_map<std::string, Bucket> buckets_ ABSL_GUARDED_BY(mu_);
  size_t tidy_at_ ABSL_GUARDED_BY(mu_) = 1024;
  uint64_t unlisted_ ABSL_GUARDED_BY(mu_) = 0;
};

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_REFUSAL_BUDGET_H_
