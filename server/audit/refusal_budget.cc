// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/refusal_budget.h"

#include <algorithm>
#include <utility>

namespace signet {
namespace {

// In which an empty bucket is full again.
constexpr absl::Duration kFull = absl::Seconds(
    static_cast<int64_t>(RefusalBudget::kLinesAtOnce / RefusalBudget::kLinesPerSecond));

}  // namespace

std::optional<uint64_t> RefusalBudget::Take(absl::string_view caller, absl::Time now) {
  MutexLock lock(&mu_);
  if (buckets_.size() >= tidy_at_ && !buckets_.contains(caller)) {
    Tidy(now);
  }
  Bucket& bucket = buckets_[caller];
  if (bucket.filled_at < now) {
    const double seconds = absl::ToDoubleSeconds(std::min(now - bucket.filled_at, kFull));
    bucket.lines = std::min(bucket.lines + seconds * kLinesPerSecond, kLinesAtOnce);
    bucket.filled_at = now;
  }
  if (bucket.lines < 1) {
    ++bucket.unlisted;
    ++unlisted_;
    return std::nullopt;
  }
  bucket.lines -= 1;
  return std::exchange(bucket.unlisted, 0);
}

uint64_t RefusalBudget::unlisted() const {
  MutexLock lock(&mu_);
  return unlisted_;
}

void RefusalBudget::Tidy(absl::Time now) {
  for (auto it = buckets_.begin(); it != buckets_.end();) {
    const bool is_full = it->second.filled_at + kFull <= now && it->second.unlisted == 0;
    is_full ? buckets_.erase(it++) : void(++it);
  }
  tidy_at_ = std::max(tidy_at_, 2 * buckets_.size());
}

}  // namespace signet
