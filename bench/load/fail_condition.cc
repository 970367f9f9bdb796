// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/fail_condition.h"

#include <cmath>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "server/base/error.h"

namespace signet::load {
namespace {

constexpr absl::string_view kAllowed =
    "allowed are p50, p90, p99, p99.9, max with a duration, errors with a number or a "
    "percentage, rate with calls a second, and between them >, >=, < or <=: 'p99>2ms', "
    "'errors>0.1%', 'rate<9500'";

absl::Status Refuse(absl::string_view text, absl::string_view why) {
  return InvalidField(Reason::kInvalidConfig, "--fail-if",
                      absl::StrCat("'", text, "': ", why, "; ", kAllowed));
}

}  // namespace

absl::StatusOr<FailCondition> FailCondition::Parse(absl::string_view text) {
  FailCondition condition;
  condition.text_ = std::string(absl::StripAsciiWhitespace(text));
  const absl::string_view whole = condition.text_;
  const size_t sign = whole.find_first_of("<>");
  if (sign == absl::string_view::npos) {
    return Refuse(text, "no comparison");
  }
  const absl::string_view metric = absl::StripAsciiWhitespace(whole.substr(0, sign));
  absl::string_view value = whole.substr(sign + 1);
  condition.is_less_ = whole[sign] == '<';
  condition.is_or_equal_ = absl::ConsumePrefix(&value, "=");
  value = absl::StripAsciiWhitespace(value);

  if (metric == "errors" || metric == "rate") {
    condition.metric_ = metric == "rate" ? Metric::kRate : Metric::kErrors;
    if (metric == "errors" && absl::ConsumeSuffix(&value, "%")) {
      condition.metric_ = Metric::kErrorPercent;
    }
    if (!absl::SimpleAtod(value, &condition.bound_) || !std::isfinite(condition.bound_) ||
        condition.bound_ < 0) {
      return Refuse(text, "the value is not a number of 0 or more");
    }
    return condition;
  }
  if (metric == "max") {
    condition.metric_ = Metric::kMax;
  } else if (metric == "p50" || metric == "p90" || metric == "p99" || metric == "p99.9") {
    condition.metric_ = Metric::kPercentile;
    if (!absl::SimpleAtod(metric.substr(1), &condition.percent_)) {
      return Refuse(text, "no such metric");
    }
  } else {
    return Refuse(text, "no such metric");
  }
  absl::Duration duration;
  if (!absl::ParseDuration(value, &duration) || duration < absl::ZeroDuration() ||
      duration == absl::InfiniteDuration()) {
    return Refuse(text, "the value is not a duration with its unit");
  }
  condition.bound_ = absl::ToDoubleNanoseconds(duration);
  return condition;
}

double FailCondition::Measure(const Outcome& outcome) const {
  const bool has_latency = outcome.latency != nullptr && outcome.latency->count() > 0;
  const double finished = static_cast<double>(outcome.ok + outcome.failed);
  switch (metric_) {
    case Metric::kPercentile:
    case Metric::kMax:
      if (!has_latency) {
        return std::numeric_limits<double>::infinity();
      }
      return static_cast<double>(metric_ == Metric::kMax ? outcome.latency->max()
                                                         : outcome.latency->Percentile(percent_));
    case Metric::kErrors:
      return static_cast<double>(outcome.failed);
    case Metric::kErrorPercent:
      return finished == 0 ? 100 : 100 * static_cast<double>(outcome.failed) / finished;
    case Metric::kRate:
      return outcome.rate;
  }
  return std::numeric_limits<double>::infinity();
}

bool FailCondition::Holds(const Outcome& outcome) const {
  const double value = Measure(outcome);
  if (is_or_equal_ && value == bound_) {
    return true;
  }
  return is_less_ ? value < bound_ : value > bound_;
}

std::string FailCondition::ValueIn(const Outcome& outcome) const {
  const double value = Measure(outcome);
  switch (metric_) {
    case Metric::kPercentile:
    case Metric::kMax:
      return std::isfinite(value) ? absl::StrFormat("%.3f ms", value / 1e6) : "no successful call";
    case Metric::kErrors:
      return absl::StrFormat("%.0f", value);
    case Metric::kErrorPercent:
      return absl::StrFormat("%.4g%%", value);
    case Metric::kRate:
      return absl::StrFormat("%.1f/s", value);
  }
  return "";
}

}  // namespace signet::load
