// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/token_keys.h"

#include "absl/status/status.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"
#include "server/observability/log.h"
#include "server/observability/metric_names.h"
#include "server/service/key_set_fetch.h"

namespace signet {

TokenKeys::Pace TokenKeys::FilePace() {
  return {.interval = absl::Seconds(1),
          .least_interval = absl::Seconds(1),
          .kept_for = absl::InfiniteDuration()};
}

TokenKeys::Pace TokenKeys::UrlPace() {
  return {.interval = absl::Minutes(5),
          .least_interval = absl::Seconds(30),
          .kept_for = absl::Hours(24)};
}

TokenKeys::TokenKeys(std::string name, Pace pace, ReadKeySet read, MetricsRegistry* metrics)
    : name_(std::move(name)),
      pace_(pace),
      read_(std::move(read)),
      reads_(metrics->GetCounter(kTokenKeyReadsTotal, {{"cluster", name_}, {"result", "ok"}})),
      failures_(
          metrics->GetCounter(kTokenKeyReadsTotal, {{"cluster", name_}, {"result", "refused"}})) {}

bool TokenKeys::IsDue(absl::Time now) const {
  // After a failure it is asked for, in effect: nobody waits five minutes for a server
  // that was away for one.
  MutexLock lock(&mu_);
  const bool is_wanted = is_asked_.load(std::memory_order_relaxed) || good_at_ < read_at_;
  return now >= read_at_ + (is_wanted ? pace_.least_interval : pace_.interval);
}

absl::Status TokenKeys::Read(absl::Time now) {
  is_asked_.store(false, std::memory_order_relaxed);
  {
    MutexLock lock(&mu_);
    read_at_ = now;
  }
  absl::Status status = Take(read_(), now);
  if (status.ok()) {
    refused_.clear();
    return status;
  }
  failures_->Increment();
  if (refused_ != status.message()) {
    refused_ = std::string(status.message());
    Log(LogLevel::kError, "keys of tokens not read, the last good ones stay in use",
        {{"cluster", name_}, {"error", status.message()}});
  }
  return status;
}

absl::Status TokenKeys::Take(absl::StatusOr<std::string> json, absl::Time now) {
  SIGNET_RETURN_IF_ERROR(json.status());
  std::shared_ptr<const JwkSet> keys;
  if (*json != taken_) {
    SIGNET_ASSIGN_OR_RETURN(keys, JwkSet::Parse(name_ + ".json", *json));
  }
  MutexLock lock(&mu_);
  good_at_ = now;
  kept_until_nanos_.store(absl::ToUnixNanos(now + pace_.kept_for), std::memory_order_relaxed);
  if (keys != nullptr) {
    keys_ = std::move(keys);
    taken_ = *std::move(json);
    version_.fetch_add(1, std::memory_order_release);
    reads_->Increment();
    Log(LogLevel::kInfo, "keys of tokens in use", {{"cluster", name_}, {"keys", keys_->size()}});
  }
  return absl::OkStatus();
}

std::shared_ptr<const JwkSet> TokenKeys::current(absl::Time now) const {
  MutexLock lock(&mu_);
  return AreKept(now) ? keys_ : nullptr;
}

absl::Status CheckKeySetFile(const ServerConfig::TokenIssuer& issuer) {
  if (!issuer.jwks_url.empty()) {
    return absl::OkStatus();
  }
  SIGNET_ASSIGN_OR_RETURN(const Secret json, ReadFile(issuer.jwks_file, kMaxJwkSetBytes));
  return JwkSet::Parse(issuer.jwks_file, json.Reveal()).status();
}

std::unique_ptr<TokenKeys> MakeTokenKeys(const ServerConfig::TokenIssuer& issuer,
                                         MetricsRegistry* metrics) {
  if (!issuer.jwks_url.empty()) {
    return std::make_unique<TokenKeys>(
        issuer.cluster, TokenKeys::UrlPace(),
        [url = issuer.jwks_url, ca_file = issuer.ca_file] { return FetchKeySet(url, ca_file); },
        metrics);
  }
  return std::make_unique<TokenKeys>(
      issuer.cluster, TokenKeys::FilePace(),
      [path = issuer.jwks_file]() -> absl::StatusOr<std::string> {
        SIGNET_ASSIGN_OR_RETURN(const Secret bytes, ReadFile(path, kMaxJwkSetBytes));
        return std::string(bytes.Reveal());
      },
      metrics);
}

}  // namespace signet
