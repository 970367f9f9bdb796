// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_policy_options.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/policy/endpoint_table.h"
#include "server/service/config_reader.h"
#include "server/service/config_values.h"

namespace signet {
namespace {

constexpr int kMostEndpoints = 1000;
constexpr int64_t kMostPerSecond = 1'000'000;

absl::StatusOr<absl::Duration> OwnSigningTime(const std::string& path,
                                              const v1::PolicyRule& config) {
  if (!config.has_own_signing_time()) {
    return absl::ZeroDuration();
  }
  if (!config.own_signing_time().has_max_skew()) {
    return Missing(path, "own_signing_time needs a bound");
  }
  return CheckDuration(path, config.own_signing_time().max_skew(),
                       {absl::Seconds(1), absl::Hours(876000)});
}

absl::StatusOr<absl::Time> ParseRfc3339(const std::string& path, const std::string& text) {
  absl::Time time;
  std::string error;
  if (!absl::ParseTime(absl::RFC3339_full, text, &time, &error)) {
    return InvalidField(
        Reason::kInvalidConfig, path,
        absl::StrCat(ShownConfigValue(text), " given, allowed is a time as 2026-12-31T00:00:00Z"));
  }
  return time;
}

absl::Status CheckCount(const std::string& path, int count) {
  return count <= kMostEndpoints
             ? absl::OkStatus()
             : InvalidField(Reason::kInvalidConfig, path,
                            absl::StrCat(count, " given, allowed are ", kMostEndpoints));
}

}  // namespace

Grants ValidateGrants(const std::string& path, const v1::PolicyRule& config, ConfigErrors* errors) {
  Grants grants;
  grants.unsigned_payload_over_http = config.unsigned_payload_over_http();
  grants.own_signing_time_max_skew =
      errors->Take(OwnSigningTime(path + ".own_signing_time.max_skew", config))
          .value_or(absl::ZeroDuration());
  if (config.has_max_expires_in()) {
    grants.max_expires_in =
        errors
            ->Take(CheckDuration(path + ".max_expires_in", config.max_expires_in(),
                                 {absl::Seconds(1), absl::Hours(168)}))
            .value_or(grants.max_expires_in);
  }
  if (config.has_valid_until()) {
    grants.valid_until = errors->Take(ParseRfc3339(path + ".valid_until", config.valid_until()))
                             .value_or(grants.valid_until);
  }
  return grants;
}

std::optional<RateLimit> ValidateRate(const std::string& path, const v1::PolicyRule& config,
                                      ConfigErrors* errors) {
  if (!config.has_rate()) {
    return std::nullopt;
  }
  RateLimit rate;
  rate.requests_per_second = config.rate().requests_per_second();
  rate.burst = config.rate().has_burst() ? config.rate().burst() : rate.requests_per_second;
  const absl::Status per_second =
      CheckInteger(path + ".requests_per_second", rate.requests_per_second, {1, kMostPerSecond});
  errors->Add(per_second);
  if (per_second.ok()) {
    errors->Add(CheckInteger(path + ".burst", rate.burst, {1, kMostPerSecond}));
  }
  return rate;
}

std::optional<PolicyOptions> ValidatePolicyOptions(const v1::PolicyConfig& config,
                                                   ConfigErrors* errors) {
  errors->Add(CheckCount("policy.endpoints", config.endpoints_size()));
  errors->Add(CheckCount("policy.access_points", config.access_points_size()));
  std::vector<S3Endpoint> endpoints;
  for (const v1::PolicyEndpoint& endpoint : config.endpoints()) {
    endpoints.push_back({endpoint.host(), !endpoint.has_path_style() || endpoint.path_style(),
                         endpoint.virtual_hosts()});
  }
  std::vector<S3AccessPoint> access_points;
  for (const v1::PolicyAccessPoint& access_point : config.access_points()) {
    access_points.push_back({access_point.access_point(), access_point.bucket()});
  }
  absl::StatusOr<EndpointTable> table = EndpointTable::Create(endpoints, access_points);
  if (!table.ok()) {
    errors->Add(WithFieldPrefix(table.status(), "policy"));
    return std::nullopt;
  }
  return PolicyOptions{.endpoints = *std::move(table),
                       .is_recording = config.mode() == v1::POLICY_MODE_RECORD};
}

}  // namespace signet
