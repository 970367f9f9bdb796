// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_policy.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/config_reader.h"
#include "server/service/config_validator.h"
#include "server/service/config_values.h"

namespace signet {
namespace {

constexpr int kMostRules = 10000;
constexpr size_t kLongestPattern = 2048;

using Texts = google::protobuf::RepeatedPtrField<std::string>;

// False when there are errors.
bool CheckTexts(const std::string& path, const Texts& texts, ConfigErrors* errors) {
  bool is_ok = true;
  for (int i = 0; i < texts.size(); ++i) {
    const absl::Status status =
        CheckText(absl::StrCat(path, "[", i, "]"), texts.Get(i), kLongestPattern);
    is_ok = is_ok && status.ok();
    errors->Add(status);
  }
  return is_ok;
}

std::vector<std::string> ToStrings(const Texts& texts) { return {texts.begin(), texts.end()}; }

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

Rule ToRule(const v1::PolicyRule& config) {
  Rule rule;
  rule.name = config.name();
  rule.effect = config.effect() == v1::RULE_EFFECT_DENY ? Effect::kDeny : Effect::kAllow;
  rule.callers = ToStrings(config.callers());
  rule.operations = ToStrings(config.operations());
  rule.credentials = ToStrings(config.credentials());
  rule.services = ToStrings(config.services());
  rule.regions = ToStrings(config.regions());
  return rule;
}

Rule ValidateRule(const std::string& path, const v1::PolicyRule& config, ConfigErrors* errors) {
  Rule rule = ToRule(config);
  errors->Add(CheckConfigName(path + ".name", config.name()));
  bool is_ok = true;
  for (const auto& [field, texts] : {std::make_pair(".callers", &config.callers()),
                                     std::make_pair(".operations", &config.operations()),
                                     std::make_pair(".credentials", &config.credentials()),
                                     std::make_pair(".services", &config.services()),
                                     std::make_pair(".regions", &config.regions())}) {
    is_ok = CheckTexts(path + field, *texts, errors) && is_ok;
  }
  rule.grants = errors->Take(ValidateGrants(path, config)).value_or(Grants());
  if (is_ok) {
    for (const absl::Status& status : Policy::Check(rule)) {
      errors->Add(WithFieldPrefix(status, path));
    }
  }
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

void ValidatePolicy(const v1::PolicyConfig& config, ServerConfig* result, ConfigErrors* errors) {
  if (config.rules_size() > kMostRules) {
    return errors->Add(
        InvalidField(Reason::kInvalidConfig, "policy.rules",
                     absl::StrCat(config.rules_size(), " rules given, allowed are ", kMostRules)));
  }
  std::vector<Rule> rules;
  std::set<std::string> names;
  for (int i = 0; i < config.rules_size(); ++i) {
    const std::string path = absl::StrCat("policy.rules[", i, "]");
    Rule rule = ValidateRule(path, config.rules(i), errors);
    if (!rule.name.empty() && !names.insert(rule.name).second) {
      errors->Add(InvalidField(
          Reason::kInvalidConfig, path + ".name",
          absl::StrCat(ShownConfigValue(rule.name), " is the name of an earlier rule")));
    }
    WarnOfUnknownNames(rule, result);
    rules.push_back(std::move(rule));
  }
  if (!errors->empty()) {
    return;
  }
  std::optional<std::shared_ptr<const Policy>> policy =
      errors->Take(Policy::Create(std::move(rules)));
  if (!policy.has_value()) {
    return;
  }
  result->policy = *std::move(policy);
  const std::vector<std::string> findings = result->policy->Lint();
  result->warnings.insert(result->warnings.end(), findings.begin(), findings.end());
  if (result->policy->rules().empty()) {
    result->warnings.push_back("policy has no rules: nobody may do anything");
  }
}

}  // namespace signet
