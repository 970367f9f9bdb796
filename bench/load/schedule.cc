// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/schedule.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet::load {
namespace {

constexpr absl::string_view kForms =
    "allowed are const, step:RATE@DURATION,... and ramp:RATE-RATE@DURATION,...";

absl::Status Refuse(absl::string_view message) {
  return InvalidField(Reason::kInvalidConfig, "--schedule", message);
}

absl::StatusOr<double> ParseRate(absl::string_view text) {
  double rate = 0;
  if (!absl::SimpleAtod(text, &rate)) {
    return Refuse(absl::StrCat("'", text, "' is not a rate; ", kForms));
  }
  if (!(rate >= 0 && rate <= Schedule::kMaxRate)) {
    return Refuse(absl::StrCat("a rate is ", text, ", allowed is 0 to ",
                               static_cast<int64_t>(Schedule::kMaxRate)));
  }
  return rate;
}

absl::StatusOr<absl::Duration> ParseLength(absl::string_view text) {
  absl::Duration duration;
  if (!absl::ParseDuration(text, &duration)) {
    return Refuse(absl::StrCat("'", text, "' is not a duration such as 500ms or 30s; ", kForms));
  }
  if (duration < absl::Milliseconds(1) || duration > Schedule::kMaxDuration) {
    return Refuse(absl::StrCat("a duration is ", text, ", allowed is 1ms to ",
                               absl::FormatDuration(Schedule::kMaxDuration)));
  }
  return duration;
}

absl::StatusOr<Schedule::Segment> ParseSegment(absl::string_view text, bool is_ramp) {
  const std::vector<absl::string_view> halves = absl::StrSplit(text, '@');
  const std::vector<absl::string_view> rates = absl::StrSplit(halves[0], '-');
  if (halves.size() != 2 || rates.size() != (is_ramp ? 2u : 1u)) {
    return Refuse(absl::StrCat("'", text, "' is not a part of a schedule; ", kForms));
  }
  Schedule::Segment segment = {};
  SIGNET_ASSIGN_OR_RETURN(segment.from_rate, ParseRate(rates.front()));
  SIGNET_ASSIGN_OR_RETURN(segment.to_rate, ParseRate(rates.back()));
  SIGNET_ASSIGN_OR_RETURN(segment.duration, ParseLength(halves[1]));
  return segment;
}

// Calls of a segment that are due `seconds` after it began.
double DueWithin(const Schedule::Segment& segment, double seconds) {
  const double slope =
      (segment.to_rate - segment.from_rate) / absl::ToDoubleSeconds(segment.duration);
  return seconds * (segment.from_rate + slope * seconds / 2);
}

// The inverse of DueWithin. The root is written so that it loses no digits when
// the slope is small.
double SecondsUntil(const Schedule::Segment& segment, double due) {
  const double slope =
      (segment.to_rate - segment.from_rate) / absl::ToDoubleSeconds(segment.duration);
  const double root =
      std::sqrt(std::max(0.0, segment.from_rate * segment.from_rate + 2 * slope * due));
  const double divisor = segment.from_rate + root;
  return divisor > 0 ? 2 * due / divisor : 0;
}

}  // namespace

Schedule::Schedule(std::vector<Segment> segments) : segments_(std::move(segments)) {
  for (const Segment& segment : segments_) {
    duration_ += segment.duration;
  }
}

Schedule Schedule::Constant(double rate, absl::Duration duration) {
  return Schedule({{rate, rate, duration}});
}

absl::StatusOr<Schedule> Schedule::Parse(absl::string_view text) {
  absl::string_view rest = text;
  const bool is_ramp = absl::ConsumePrefix(&rest, "ramp:");
  if (!is_ramp && !absl::ConsumePrefix(&rest, "step:")) {
    return Refuse(absl::StrCat("'", text, "' is no schedule; ", kForms));
  }
  std::vector<Segment> segments;
  for (const absl::string_view part : absl::StrSplit(rest, ',')) {
    SIGNET_ASSIGN_OR_RETURN(const Segment segment, ParseSegment(part, is_ramp));
    segments.push_back(segment);
  }
  Schedule schedule(std::move(segments));
  if (schedule.duration() > kMaxDuration) {
    return Refuse(absl::StrCat("the parts last ", absl::FormatDuration(schedule.duration()),
                               " together, allowed is up to ", absl::FormatDuration(kMaxDuration)));
  }
  if (schedule.call_count() == 0) {
    return Refuse("the schedule plans no call at all");
  }
  return schedule;
}

double Schedule::DueBy(absl::Duration time) const {
  double due = 0;
  for (const Segment& segment : segments_) {
    if (time <= absl::ZeroDuration()) {
      break;
    }
    due += DueWithin(segment, absl::ToDoubleSeconds(std::min(time, segment.duration)));
    time -= segment.duration;
  }
  return due;
}

absl::Duration Schedule::TimeOf(int64_t index) const {
  double due = static_cast<double>(index) + 0.5;
  absl::Duration began;
  for (const Segment& segment : segments_) {
    const double in_segment = DueWithin(segment, absl::ToDoubleSeconds(segment.duration));
    if (due <= in_segment) {
      return began + absl::Seconds(SecondsUntil(segment, due));
    }
    due -= in_segment;
    began += segment.duration;
  }
  // Rounding may leave a trace of the very last call.
  constexpr double kTrace = 1e-6;
  return due < kTrace ? duration_ : absl::InfiniteDuration();
}

int64_t Schedule::CountBefore(absl::Duration time) const {
  return static_cast<int64_t>(std::floor(DueBy(time) + 0.5));
}

}  // namespace signet::load
