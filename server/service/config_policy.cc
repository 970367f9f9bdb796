// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_policy.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/caller_name.h"
#include "server/service/config_policy_options.h"
#include "server/service/config_reader.h"
#include "server/service/config_values.h"
#include "server/sigv4/target.h"

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

bool IsExact(absl::string_view pattern) { return pattern.find('*') == absl::string_view::npos; }

std::vector<std::string> ToStrings(const Texts& texts) { return {texts.begin(), texts.end()}; }

Rule ToRule(const v1::PolicyRule& config) {
  Rule rule;
  rule.endpoints = ToStrings(config.endpoints());
  rule.actions = ToStrings(config.actions());
  rule.resources = ToStrings(config.resources());
  rule.payloads = ToStrings(config.payloads());
  for (const v1::HeaderCondition& header : config.required_headers()) {
    rule.required_headers.push_back({header.name(), ToStrings(header.values())});
  }
  rule.forbidden_headers = ToStrings(config.forbidden_headers());
  rule.allow_dot_segments = config.allow_dot_segments();
  if (config.has_bearer_tokens()) {
    rule.bearer_tokens = BearerTokenGrant{ToStrings(config.bearer_tokens().audiences())};
  }
  rule.name = config.name();
  rule.effect = config.effect() == v1::RULE_EFFECT_DENY ? Effect::kDeny : Effect::kAllow;
  rule.callers = ToStrings(config.callers());
  rule.operations = ToStrings(config.operations());
  rule.credentials = ToStrings(config.credentials());
  rule.services = ToStrings(config.services());
  rule.regions = ToStrings(config.regions());
  return rule;
}

// Besides what Policy::Check() finds: who is no local user has a certificate.
absl::Status CheckCaller(const std::string& path, absl::string_view caller) {
  const bool can_connect =
      !IsExact(caller) || IsLocalUserName(caller) || absl::StrContains(caller, '.') ||
      absl::StartsWith(caller, "spiffe://") || absl::StartsWith(caller, "k8s://");
  return can_connect
             ? absl::OkStatus()
             : InvalidField(Reason::kInvalidConfig, path,
                            absl::StrCat(ShownConfigValue(caller),
                                         " given, allowed is a name of listen.unix.users (a-z 0-9 "
                                         "_ -, beginning with a letter), a DNS name with a '.', "
                                         "a SPIFFE ID (spiffe://...), or a service account "
                                         "(k8s://CLUSTER/NAMESPACE/NAME)"));
}

Rule ValidateRule(const std::string& path, const v1::PolicyRule& config, ConfigErrors* errors) {
  Rule rule = ToRule(config);
  errors->Add(CheckConfigName(path + ".name", config.name()));
  bool is_ok = true;
  for (const auto& [field, texts] :
       {std::make_pair(".callers", &config.callers()),
        std::make_pair(".operations", &config.operations()),
        std::make_pair(".credentials", &config.credentials()),
        std::make_pair(".services", &config.services()),
        std::make_pair(".regions", &config.regions()),
        std::make_pair(".endpoints", &config.endpoints()),
        std::make_pair(".actions", &config.actions()),
        std::make_pair(".resources", &config.resources()),
        std::make_pair(".payloads", &config.payloads()),
        std::make_pair(".forbidden_headers", &config.forbidden_headers())}) {
    is_ok = CheckTexts(path + field, *texts, errors) && is_ok;
  }
  rule.grants = ValidateGrants(path, config, errors);
  rule.rate = ValidateRate(path + ".rate", config, errors);
  if (is_ok) {
    const std::vector<absl::Status> found = Policy::Check(rule);
    for (const absl::Status& status : found) {
      errors->Add(WithFieldPrefix(status, path));
    }
    for (size_t i = 0; found.empty() && i < rule.callers.size(); ++i) {
      errors->Add(CheckCaller(absl::StrCat(path, ".callers[", i, "]"), rule.callers[i]));
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

void WarnOfUnknownCredential(const Rule& rule, absl::string_view name, ServerConfig* config) {
  config->warnings.push_back(absl::StrCat("rule \"", rule.name, "\" names credential \"", name,
                                          "\", which is not configured"));
}

// Rules that name what the configuration does not have.
void WarnOfUnknownNames(const Rule& rule, ServerConfig* config) {
  for (const std::string& name : rule.credentials) {
    if (IsExact(name) && config->credentials_files.empty() && !HasCredential(*config, name)) {
      WarnOfUnknownCredential(rule, name, config);
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

// Requests may write services and regions in capitals, so that such a rule is no
// error; hardly any does.
void WarnOfCapitals(const Rule& rule, ServerConfig* config) {
  // The one signing name of AWS that has capitals.
  const absl::string_view tunneling = SigningName("api.tunneling.iot");
  const auto warn = [&rule, config](absl::string_view kind, absl::string_view name) {
    config->warnings.push_back(absl::StrCat("rule \"", rule.name, "\" names ", kind, " \"", name,
                                            "\", and capitals count: requests for \"",
                                            absl::AsciiStrToLower(name), "\" do not match"));
  };
  for (const std::string& name : rule.services) {
    if (name != absl::AsciiStrToLower(name) && name != tunneling) {
      warn("service", name);
    }
  }
  // Other clouds have a "RegionOne".
  for (const std::string& name : rule.regions) {
    if (name != absl::AsciiStrToLower(name) && name == absl::AsciiStrToUpper(name)) {
      warn("region", name);
    }
  }
}

}  // namespace

void ValidatePolicy(const v1::PolicyConfig& config, const FieldPlaces& places, ServerConfig* result,
                    ConfigErrors* errors) {
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
    rule.place = places.Of(path);
    if (!rule.name.empty() && !names.insert(rule.name).second) {
      errors->Add(InvalidField(
          Reason::kInvalidConfig, path + ".name",
          absl::StrCat(ShownConfigValue(rule.name), " is the name of an earlier rule")));
    }
    WarnOfUnknownNames(rule, result);
    WarnOfCapitals(rule, result);
    rules.push_back(std::move(rule));
  }
  std::optional<PolicyOptions> options = ValidatePolicyOptions(config, errors);
  if (!errors->empty()) {
    return;
  }
  std::optional<std::shared_ptr<const Policy>> policy =
      errors->Take(Policy::Create(std::move(rules), *std::move(options)));
  if (!policy.has_value()) {
    return;
  }
  RunPolicyTests(config, **policy, errors);
  if (!errors->empty()) {
    return;
  }
  result->policy = *std::move(policy);
  const std::vector<std::string> findings = result->policy->Lint();
  result->warnings.insert(result->warnings.end(), findings.begin(), findings.end());
  if (result->policy->is_recording()) {
    result->warnings.push_back(
        "policy.mode is record: what no rule speaks of is let through, which is not for "
        "production");
  }
  if (result->policy->rules().empty()) {
    result->warnings.push_back("policy has no rules: nobody may do anything");
  }
}

void WarnOfUnknownCredentials(const std::vector<std::string>& names, ServerConfig* config) {
  if (config->credentials_files.empty()) {
    return;
  }
  for (const Rule& rule : config->policy->rules()) {
    for (const std::string& name : rule.credentials) {
      if (IsExact(name) && std::find(names.begin(), names.end(), name) == names.end()) {
        WarnOfUnknownCredential(rule, name, config);
      }
    }
  }
}

}  // namespace signet
