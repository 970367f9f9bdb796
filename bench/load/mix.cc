// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/mix.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"

namespace signet::load {
namespace {

constexpr std::array<absl::string_view, kOperationCount> kNames = {
    "sign", "presign", "batch", "lease", "verify", "payload", "info"};

constexpr int64_t kMaxWeight = 1'000'000;

absl::Status Refuse(absl::string_view message) {
  return InvalidField(Reason::kInvalidConfig, "--mix", message);
}

}  // namespace

absl::string_view NameOf(Operation operation) { return kNames[static_cast<size_t>(operation)]; }

absl::StatusOr<Mix> Mix::Parse(absl::string_view text) {
  Mix mix;
  std::array<bool, kOperationCount> given = {};
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const std::pair<absl::string_view, absl::string_view> pair =
        absl::StrSplit(part, absl::MaxSplits('=', 1));
    size_t i = 0;
    while (i < kNames.size() && kNames[i] != pair.first) {
      ++i;
    }
    if (i == kNames.size()) {
      return Refuse(absl::StrCat("'", pair.first, "' is no operation, allowed are ",
                                 absl::StrJoin(kNames, ", "), ", as in sign=70,presign=30"));
    }
    int64_t weight = 0;
    if (!absl::SimpleAtoi(pair.second, &weight) || weight < 0 || weight > kMaxWeight) {
      return Refuse(absl::StrCat("the weight of ", pair.first, " is '", pair.second,
                                 "', allowed is a whole number from 0 to ", kMaxWeight));
    }
    if (given[i]) {
      return Refuse(absl::StrCat(pair.first, " is given twice"));
    }
    given[i] = true;
    mix.weights_[i] = static_cast<double>(weight);
    mix.sum_ += static_cast<double>(weight);
  }
  if (mix.sum_ <= 0) {
    return Refuse("all weights are 0, at least one operation needs more");
  }
  return mix;
}

Operation Mix::Draw(Random& random) const {
  double left = random.Uniform() * sum_;
  size_t last = 0;
  for (size_t i = 0; i < weights_.size(); ++i) {
    if (weights_[i] <= 0) {
      continue;
    }
    last = i;
    if (left < weights_[i]) {
      break;
    }
    left -= weights_[i];
  }
  return static_cast<Operation>(last);
}

std::string Mix::ToString() const {
  std::vector<std::string> parts;
  for (size_t i = 0; i < weights_.size(); ++i) {
    if (weights_[i] > 0) {
      parts.push_back(absl::StrCat(kNames[i], "=", weights_[i]));
    }
  }
  return absl::StrJoin(parts, ",");
}

}  // namespace signet::load
