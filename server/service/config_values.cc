// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_values.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/config_reader.h"

namespace signet {
namespace {

bool IsControl(char c) { return absl::ascii_iscntrl(static_cast<unsigned char>(c)); }

bool IsPort(absl::string_view text) {
  int port = 0;
  return !text.empty() && text.size() <= 5 &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }) &&
         absl::SimpleAtoi(text, &port) && port <= 65535;
}

bool IsHost(absl::string_view host) {
  const bool is_bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (is_bracketed) {
    host = host.substr(1, host.size() - 2);
  }
  return !host.empty() && std::all_of(host.begin(), host.end(), [is_bracketed](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_' ||
           (is_bracketed && (c == ':' || c == '%'));
  });
}

// As it must be written in a file: with a unit, even nothing.
std::string Shown(absl::Duration duration) {
  return duration == absl::ZeroDuration() ? "0s" : absl::FormatDuration(duration);
}

}  // namespace

absl::Status CheckInteger(const std::string& path, int64_t value, IntegerRange range) {
  if (value < range.min || value > range.max) {
    return InvalidField(Reason::kInvalidConfig, path,
                        absl::StrCat(value, " given, allowed is ", range.min, " to ", range.max));
  }
  return absl::OkStatus();
}

absl::StatusOr<absl::Duration> CheckDuration(const std::string& path,
                                             const google::protobuf::Duration& value,
                                             DurationRange range) {
  const absl::Duration duration = absl::Seconds(value.seconds()) + absl::Nanoseconds(value.nanos());
  if (duration < range.min || duration > range.max) {
    return InvalidField(Reason::kInvalidConfig, path,
                        absl::StrCat(Shown(duration), " given, allowed is ", Shown(range.min),
                                     " to ", Shown(range.max)));
  }
  return duration;
}

absl::Status CheckText(const std::string& path, absl::string_view text, size_t max_bytes) {
  if (text.empty()) {
    return Missing(path, absl::StrCat("allowed are 1 to ", max_bytes, " bytes"));
  }
  if (text.size() > max_bytes) {
    return InvalidField(Reason::kInvalidConfig, path,
                        absl::StrCat(text.size(), " bytes given, allowed are 1 to ", max_bytes));
  }
  if (std::any_of(text.begin(), text.end(), IsControl)) {
    return InvalidField(Reason::kInvalidConfig, path,
                        "a control character given (a line break?), allowed is none");
  }
  return absl::OkStatus();
}

absl::Status CheckFilePath(const std::string& path, absl::string_view file) {
  constexpr size_t kLongestPath = 4096;
  return CheckText(path, file, kLongestPath);
}

absl::Status CheckTcpAddress(const std::string& path, absl::string_view address) {
  constexpr absl::string_view kAllowed = "allowed is HOST:PORT or [IPV6]:PORT, port 0 to 65535";
  if (address.empty()) {
    return Missing(path, kAllowed);
  }
  const size_t colon = address.rfind(':');
  if (colon == absl::string_view::npos || !IsHost(address.substr(0, colon)) ||
      !IsPort(address.substr(colon + 1))) {
    return InvalidField(Reason::kInvalidConfig, path,
                        absl::StrCat(ShownConfigValue(address), " given, ", kAllowed));
  }
  return absl::OkStatus();
}

std::string InFolder(const std::string& folder, const std::string& file) {
  return file.empty() || file[0] == '/' ? file : folder + file;
}

absl::Status CheckConfigName(const std::string& path, absl::string_view name) {
  constexpr size_t kLongest = 128;
  constexpr absl::string_view kAllowed = "allowed are 1 to 128 of A-Z a-z 0-9 . _ -";
  if (name.empty()) {
    return Missing(path, kAllowed);
  }
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_' || c == '-';
  });
  if (name.size() > kLongest || !is_name) {
    return InvalidField(
        Reason::kInvalidConfig, path,
        absl::StrCat(ShownConfigValue(name), " given, allowed are 1 to 128 of A-Z a-z 0-9 . _ -"));
  }
  return absl::OkStatus();
}

absl::Status Missing(const std::string& path, absl::string_view why) {
  return InvalidField(Reason::kInvalidConfig, path, absl::StrCat("is missing or empty, ", why));
}

}  // namespace signet
