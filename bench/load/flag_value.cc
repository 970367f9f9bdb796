// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/flag_value.h"

#include <cmath>
#include <set>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet::load {
namespace {

absl::Status Refuse(absl::string_view flag, absl::string_view text, absl::string_view allowed) {
  return InvalidField(Reason::kInvalidConfig, flag,
                      absl::StrCat(flag, " is '", text, "', allowed is ", allowed));
}

// "1000000", not "1e+06".
std::string Shown(double value) {
  return std::floor(value) == value ? absl::StrCat(static_cast<int64_t>(value))
                                    : absl::StrCat(value);
}

}  // namespace

absl::StatusOr<int64_t> WholeNumber(absl::string_view flag, absl::string_view text, int64_t min,
                                    int64_t max) {
  int64_t value = 0;
  if (!absl::SimpleAtoi(text, &value) || value < min || value > max) {
    return Refuse(flag, text, absl::StrCat("a whole number from ", min, " to ", max));
  }
  return value;
}

absl::StatusOr<double> Number(absl::string_view flag, absl::string_view text, double min,
                              double max) {
  double value = 0;
  // The comparison is false for what is no number.
  if (!absl::SimpleAtod(text, &value) || !(value >= min && value <= max)) {
    return Refuse(flag, text, absl::StrCat("a number from ", Shown(min), " to ", Shown(max)));
  }
  return value;
}

absl::StatusOr<absl::Duration> DurationValue(absl::string_view flag, absl::string_view text,
                                             absl::Duration min, absl::Duration max) {
  absl::Duration value;
  if (!absl::ParseDuration(text, &value) || value < min || value > max) {
    return Refuse(flag, text,
                  absl::StrCat("a duration with its unit from ", absl::FormatDuration(min), " to ",
                               absl::FormatDuration(max)));
  }
  return value;
}

absl::StatusOr<int64_t> OneOutOf(absl::string_view flag, absl::string_view text) {
  constexpr int64_t kMax = 1'000'000;
  absl::string_view number = text;
  int64_t value = 0;
  if (!absl::ConsumePrefix(&number, "1/") || !absl::SimpleAtoi(number, &value) || value < 1 ||
      value > kMax) {
    return Refuse(flag, text, absl::StrCat("1/N with N from 1 to ", kMax));
  }
  return value;
}

absl::StatusOr<std::vector<std::string>> Names(absl::string_view flag, absl::string_view text,
                                               size_t max_count) {
  std::vector<std::string> names = absl::StrSplit(text, ',');
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (name.empty() || !seen.insert(name).second || names.size() > max_count) {
      return Refuse(flag, text,
                    absl::StrCat("1 to ", max_count,
                                 " different names, with commas between them and no spaces"));
    }
  }
  return names;
}

}  // namespace signet::load
