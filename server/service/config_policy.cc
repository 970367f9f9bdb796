// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_policy.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/config_validator.h"
#include "server/service/config_values.h"

namespace signet {
namespace {

constexpr int kMostRules = 10000;
constexpr size_t kLongestPattern = 2048;

using Texts = google::protobuf::RepeatedPtrField<std::string>;

absl::StatusOr<std::vector<std::string>> ValidateTexts(const std::string& path,
                                                       const Texts& texts) {
  for (int i = 0; i < texts.size(); ++i) {
    SIGNET_RETURN_IF_ERROR(
        CheckText(absl::StrCat(path, "[", i, "]"), texts.Get(i), kLongestPattern));
  }
  return std::vector<std::string>(texts.begin(), texts.end());
}

absl::StatusOr<Grants> ValidateGrants(const std::string& path, const v1::PolicyRule& config) {
  Grants grants;
  grants.unsigned_payload_over_http = config.unsigned_payload_over_http();
  if (config.has_own_signing_time()) {
    const std::string skew_path = path + ".own_signing_time.max_skew";
    if (!config.own_signing_time().has_max_skew()) {
      return Missing(skew_path, "own_signing_time needs a bound");
    }
    SIGNET_ASSIGN_OR_RETURN(grants.own_signing_time_max_skew,
                            CheckDuration(skew_path, config.own_signing_time().max_skew(),
                                          {absl::Seconds(1), absl::Hours(876000)}));
  }
  return grants;
}

absl::StatusOr<Rule> ValidateRule(const std::string& path, const v1::PolicyRule& config) {
  Rule rule;
  SIGNET_RETURN_IF_ERROR(CheckConfigName(path + ".name", config.name()));
  rule.name = config.name();
  rule.effect = config.effect() == v1::RULE_EFFECT_DENY ? Effect::kDeny : Effect::kAllow;
  SIGNET_ASSIGN_OR_RETURN(rule.callers, ValidateTexts(path + ".callers", config.callers()));
  SIGNET_ASSIGN_OR_RETURN(rule.operations,
                          ValidateTexts(path + ".operations", config.operations()));
  SIGNET_ASSIGN_OR_RETURN(rule.credentials,
                          ValidateTexts(path + ".credentials", config.credentials()));
  SIGNET_ASSIGN_OR_RETURN(rule.services, ValidateTexts(path + ".services", config.services()));
  SIGNET_ASSIGN_OR_RETURN(rule.regions, ValidateTexts(path + ".regions", config.regions()));
  SIGNET_ASSIGN_OR_RETURN(rule.grants, ValidateGrants(path, config));
  return rule;
}

bool HasCredential(const ServerConfig& config, absl::string_view name) {
  return std::any_of(config.credentials.begin(), config.credentials.end(),
                     [name](const auto& credential) { return credential.name == name; });
}

bool HasLocalUser(const ServerConfig& config, absl::string_view name) {
  return config.unix_listener.has_value() &&
         std::any_of(config.unix_listener->users.begin(), config.unix_listener->users.end(),
                     [name](const auto& user) { return user.name == name; });
}

bool IsExact(absl::string_view pattern) { return pattern.find('*') == absl::string_view::npos; }

// Rules that name what the configuration does not have. Names in files of
// credentials are not known here.
void WarnOfUnknownNames(const Rule& rule, ServerConfig* config) {
  for (const std::string& name : rule.credentials) {
    if (IsExact(name) && config->credentials_files.empty() && !HasCredential(*config, name)) {
      config->warnings.push_back(absl::StrCat("rule \"", rule.name, "\" names credential \"", name,
                                              "\", which is not configured"));
    }
  }
  // Callers by certificate have a '.' or ':' in their names.
  for (const std::string& name : rule.callers) {
    if (IsLocalUserName(name) && !HasLocalUser(*config, name)) {
      config->warnings.push_back(absl::StrCat("rule \"", rule.name, "\" names local user \"", name,
                                              "\", who is not in listen.unix.users"));
    }
  }
}

}  // namespace

absl::Status ValidatePolicy(const v1::PolicyConfig& config, ServerConfig* result) {
  if (config.rules_size() > kMostRules) {
    return InvalidField(
        Reason::kInvalidConfig, "policy.rules",
        absl::StrCat(config.rules_size(), " rules given, allowed are ", kMostRules));
  }
  std::vector<Rule> rules;
  for (int i = 0; i < config.rules_size(); ++i) {
    SIGNET_ASSIGN_OR_RETURN(Rule rule,
                            ValidateRule(absl::StrCat("policy.rules[", i, "]"), config.rules(i)));
    WarnOfUnknownNames(rule, result);
    rules.push_back(std::move(rule));
  }
  absl::StatusOr<std::shared_ptr<const Policy>> policy = Policy::Create(std::move(rules));
  if (!policy.ok()) {
    return WithFieldPrefix(policy.status(), "policy");
  }
  result->policy = *std::move(policy);
  const std::vector<std::string> findings = result->policy->Lint();
  result->warnings.insert(result->warnings.end(), findings.begin(), findings.end());
  if (result->policy->rules().empty()) {
    result->warnings.push_back("policy has no rules: nobody may do anything");
  }
  return absl::OkStatus();
}

}  // namespace signet
