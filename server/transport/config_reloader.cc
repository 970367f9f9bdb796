// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/config_reloader.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "server/observability/log.h"

namespace signet {
namespace {

using Outcome = ReloadReport::Outcome;
using Part = ReloadReport::Part;

constexpr absl::string_view kPolicy = "policy";
constexpr absl::string_view kLog = "log";
constexpr absl::string_view kCredentials = "credentials";

const Sha256Digest* Find(const ConfigSections& sections, absl::string_view name) {
  const auto found = sections.find(name);
  return found == sections.end() ? nullptr : &found->second;
}

bool Differ(const ConfigSections& a, const ConfigSections& b, absl::string_view name) {
  const Sha256Digest* const in_a = Find(a, name);
  const Sha256Digest* const in_b = Find(b, name);
  return (in_a == nullptr) != (in_b == nullptr) || (in_a != nullptr && *in_a != *in_b);
}

// Sections of either, but for those with ways of their own.
std::vector<std::string> OtherSections(const ConfigSections& a, const ConfigSections& b) {
  std::vector<std::string> names;
  for (const ConfigSections* const sections : {&a, &b}) {
    for (const auto& [name, digest] : *sections) {
      if (name != kPolicy && name != kLog && name != kCredentials) {
        names.push_back(name);
      }
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool HasSourcesTakenAtStart(const ServerConfig& config) {
  return std::any_of(config.credentials.begin(), config.credentials.end(), [](const auto& entry) {
    return !std::holds_alternative<ServerConfig::Literal>(entry.source);
  });
}

Part CredentialsPart(const std::vector<SourceState>& before, const std::vector<SourceState>& after,
                     bool are_taken) {
  Part part = {.name = std::string(kCredentials), .outcome = Outcome::kUnchanged, .error = ""};
  for (size_t i = 0; i < after.size(); ++i) {
    if (after[i].loaded_at != before[i].loaded_at) {
      part.outcome = Outcome::kInForce;
    }
    if (!after[i].error.empty()) {
      absl::StrAppend(&part.error, part.error.empty() ? "" : "; ", after[i].error);
    }
  }
  if (!are_taken) {
    part.outcome = Outcome::kRefused;
  }
  return part;
}

}  // namespace

ConfigReloader::ConfigReloader(ConfigWatcher watcher, const ServerConfig& started_with,
                               UseLogging use_logging, Server* server)
    : watcher_(std::move(watcher)),
      started_with_(started_with.sections),
      in_force_(started_with.sections),
      use_logging_(std::move(use_logging)),
      server_(server) {}

void ConfigReloader::Use(const ServerConfig& config) {
  server_->SetPolicy(config.policy);
  use_logging_(config.logging);
  in_force_ = config.sections;
}

void ConfigReloader::Tick() {
  // First, so that who asked is told of what changed.
  server_->reloads().Serve(absl::Now(), [this] { return Reload(); });
  const std::optional<ServerConfig> config = watcher_.Poll();
  if (config.has_value()) {
    Use(*config);
  }
  // Credentials have reasons of their own to be refused, which this logs.
  const bool are_credentials_taken = server_->Tick();
  if (config.has_value() && are_credentials_taken) {
    Log(LogLevel::kInfo,
        "configuration reloaded: policy, credentials and log are in force, "
        "the rest at the next start");
  } else if (config.has_value()) {
    Log(LogLevel::kWarning,
        "configuration reloaded: policy and log are in force, some credentials are not, "
        "the rest at the next start");
  }
}

void ConfigReloader::ReportConfig(const ServerConfig& config, const ConfigSections& before,
                                  ReloadReport* report) const {
  for (const absl::string_view name : {kPolicy, kLog}) {
    const bool is_new = Differ(before, config.sections, name);
    if (is_new || name == kPolicy) {
      report->parts.push_back({std::string(name), is_new ? Outcome::kInForce : Outcome::kUnchanged,
                               /*error=*/""});
    }
  }
  report->warnings = config.warnings;
  if (HasSourcesTakenAtStart(config) && Differ(started_with_, config.sections, kCredentials)) {
    report->warnings.emplace_back(
        "credentials that are new and come from a directory, the environment or a profile are "
        "taken at the next start");
  }
}

ReloadReport ConfigReloader::Reload() {
  ReloadReport report;
  const ConfigSections before = in_force_;
  const absl::StatusOr<std::optional<ServerConfig>> config = watcher_.Look();
  if (!config.ok()) {
    report.parts.push_back(
        {"configuration", Outcome::kRefused, std::string(config.status().message())});
  } else if (config->has_value()) {
    Use(**config);
    ReportConfig(**config, before, &report);
  } else {
    report.parts.push_back({std::string(kPolicy), Outcome::kUnchanged, /*error=*/""});
  }
  const std::vector<SourceState> sources = server_->credential_sources();
  const uint64_t tls = server_->tls_version();
  const bool are_credentials_taken = server_->Tick();
  report.parts.push_back(
      CredentialsPart(sources, server_->credential_sources(), are_credentials_taken));
  if (!server_->is_tls_taken()) {
    report.parts.push_back({"tls", Outcome::kRefused, "the server's log says why"});
  } else if (server_->tls_version() != tls) {
    report.parts.push_back({"tls", Outcome::kInForce, /*error=*/""});
  }
  for (const std::string& name : OtherSections(started_with_, in_force_)) {
    if (Differ(started_with_, in_force_, name)) {
      report.parts.push_back({name, Outcome::kNeedsRestart, /*error=*/""});
    }
  }
  Log(LogLevel::kInfo, "reloaded as asked", {{"parts", static_cast<int64_t>(report.parts.size())}});
  return report;
}

}  // namespace signet
