// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_environment.h"

#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/config_reader.h"

namespace signet {
namespace {

constexpr char kFormatVariable[] = "SIGNET_LOG_FORMAT";
constexpr char kLevelVariable[] = "SIGNET_LOG_LEVEL";

absl::Status BadVariable(const char* name, absl::string_view value, absl::string_view allowed) {
  return InvalidField(
      Reason::kInvalidConfig, name,
      absl::StrCat(name, ": ", ShownConfigValue(value), " given, allowed is one of ", allowed));
}

absl::Status OverrideFormat(absl::string_view value, LogFormat* format) {
  if (value == "json") {
    *format = LogFormat::kJson;
  } else if (value == "text") {
    *format = LogFormat::kText;
  } else {
    return BadVariable(kFormatVariable, value, "json, text");
  }
  return absl::OkStatus();
}

absl::Status OverrideLevel(absl::string_view value, LogLevel* level) {
  for (const LogLevel candidate :
       {LogLevel::kDebug, LogLevel::kInfo, LogLevel::kWarning, LogLevel::kError}) {
    if (value == LogLevelName(candidate)) {
      *level = candidate;
      return absl::OkStatus();
    }
  }
  return BadVariable(kLevelVariable, value, "debug, info, warning, error");
}

}  // namespace

absl::Status OverrideLogging(const EnvironmentReader& environment, ServerConfig::Logging* logging) {
  const Secret format = environment(kFormatVariable);
  const Secret level = environment(kLevelVariable);
  if (!format.empty()) {
    SIGNET_RETURN_IF_ERROR(OverrideFormat(format.Reveal(), &logging->format));
  }
  if (!level.empty()) {
    SIGNET_RETURN_IF_ERROR(OverrideLevel(level.Reveal(), &logging->level));
  }
  return absl::OkStatus();
}

}  // namespace signet
