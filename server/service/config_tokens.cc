// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_tokens.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/service/caller_name.h"
#include "server/service/config_reader.h"
#include "server/service/config_values.h"
#include "server/service/key_set_url.h"

namespace signet {
namespace {

constexpr int kMostIssuers = 32;
constexpr int kMostConnections = 1000;
constexpr int kMostProxies = 100;
constexpr size_t kLongestClaim = 1024;

using Texts = google::protobuf::RepeatedPtrField<std::string>;

bool IsKnownUser(const ServerConfig& config, absl::string_view name) {
  return config.unix_listener.has_value() &&
         std::any_of(config.unix_listener->users.begin(), config.unix_listener->users.end(),
                     [name](const auto& user) { return user.name == name; });
}

// Whether a connection of that name can be there at all.
absl::Status CheckConnection(const std::string& path, const std::string& name,
                             const ServerConfig& config) {
  const bool has_certificate = IsSpiffeId(name) || IsCallerDnsName(name);
  if (!has_certificate && !IsLocalUserName(name)) {
    return InvalidField(Reason::kInvalidConfig, path,
                        absl::StrCat(ShownConfigValue(name),
                                     " given, allowed is a name of listen.unix.users, a DNS name "
                                     "with a '.', or a SPIFFE ID"));
  }
  if (!has_certificate && !IsKnownUser(config, name)) {
    return InvalidField(
        Reason::kInvalidConfig, path,
        absl::StrCat(ShownConfigValue(name), " given, which is not in listen.unix.users"));
  }
  if (has_certificate && !config.tcp_listener.has_value()) {
    return InvalidField(Reason::kInvalidConfig, path,
                        absl::StrCat(ShownConfigValue(name),
                                     " given, but without listen.tcp nobody has a certificate"));
  }
  return absl::OkStatus();
}

std::vector<std::string> ValidateConnections(const std::string& path, const Texts& names, int most,
                                             const ServerConfig& config, ConfigErrors* errors) {
  if (names.size() > most) {
    errors->Add(InvalidField(Reason::kInvalidConfig, path,
                             absl::StrCat(names.size(), " names given, allowed are ", most)));
    return {};
  }
  for (int i = 0; i < names.size(); ++i) {
    errors->Add(CheckConnection(absl::StrCat(path, "[", i, "]"), names.Get(i), config));
  }
  return {names.begin(), names.end()};
}

bool IsClusterName(absl::string_view name) {
  constexpr size_t kLongest = 63;
  return !name.empty() && name.size() <= kLongest && name.front() != '-' && name.back() != '-' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return absl::ascii_islower(byte) || absl::ascii_isdigit(byte) || c == '-';
         });
}

// Where the keys come from.
void ValidateKeys(const std::string& path, const v1::TokenIssuer& config, const std::string& folder,
                  ServerConfig::TokenIssuer* result, ConfigErrors* errors) {
  if (config.jwks_file().empty() == config.jwks_url().empty()) {
    return errors->Add(
        InvalidField(Reason::kInvalidConfig, path,
                     absl::StrCat(config.jwks_file().empty() ? "neither" : "both",
                                  " of jwks_file and jwks_url given, allowed is exactly one")));
  }
  if (!config.jwks_file().empty()) {
    errors->Add(CheckFilePath(path + ".jwks_file", config.jwks_file()));
    result->jwks_file = InFolder(folder, config.jwks_file());
    if (!config.ca_file().empty()) {
      errors->Add(InvalidField(Reason::kInvalidConfig, path + ".ca_file",
                               "given with jwks_file, allowed only with jwks_url"));
    }
    return;
  }
  errors->Add(CheckKeySetUrl(path + ".jwks_url", config.jwks_url()));
  errors->Add(CheckFilePath(path + ".ca_file", config.ca_file()));
  result->jwks_url = config.jwks_url();
  result->ca_file = InFolder(folder, config.ca_file());
}

ServerConfig::TokenIssuer ValidateIssuer(const std::string& path, const v1::TokenIssuer& config,
                                         const std::string& folder, const ServerConfig& server,
                                         ConfigErrors* errors) {
  ServerConfig::TokenIssuer result;
  if (!IsClusterName(config.cluster())) {
    errors->Add(InvalidField(Reason::kInvalidConfig, path + ".cluster",
                             absl::StrCat(ShownConfigValue(config.cluster()),
                                          " given, allowed are 1 to 63 of a-z 0-9 -, beginning "
                                          "and ending with no '-'")));
  }
  result.cluster = config.cluster();
  errors->Add(CheckText(path + ".issuer", config.issuer(), kLongestClaim));
  result.issuer = config.issuer();
  errors->Add(CheckText(path + ".audience", config.audience(), kLongestClaim));
  result.audience = config.audience();
  ValidateKeys(path, config, folder, &result, errors);
  if (config.has_max_lifetime()) {
    result.max_lifetime = errors
                              ->Take(CheckDuration(path + ".max_lifetime", config.max_lifetime(),
                                                   {absl::Minutes(1), absl::Hours(24)}))
                              .value_or(result.max_lifetime);
  }
  result.connections = ValidateConnections(path + ".connections", config.connections(),
                                           kMostConnections, server, errors);
  return result;
}

}  // namespace

void ValidateTokens(const v1::ListenConfig& config, const std::string& folder, ServerConfig* result,
                    ConfigErrors* errors) {
  if (!config.has_tokens()) {
    return;
  }
  const std::string path = "listen.tokens.issuers";
  const auto& issuers = config.tokens().issuers();
  if (issuers.empty() || issuers.size() > kMostIssuers) {
    return errors->Add(InvalidField(
        Reason::kInvalidConfig, path,
        absl::StrCat(issuers.size(), " issuers given, allowed are 1 to ", kMostIssuers)));
  }
  ServerConfig::Tokens tokens;
  tokens.is_required = config.tokens().required();
  std::set<std::string> clusters;
  std::set<std::string> names;
  for (int i = 0; i < issuers.size(); ++i) {
    const std::string issuer_path = absl::StrCat(path, "[", i, "]");
    ServerConfig::TokenIssuer issuer =
        ValidateIssuer(issuer_path, issuers.Get(i), folder, *result, errors);
    if (!clusters.insert(issuer.cluster).second) {
      errors->Add(InvalidField(Reason::kInvalidConfig, issuer_path + ".cluster",
                               "is that of an earlier issuer, allowed is once"));
    }
    if (!names.insert(issuer.issuer).second) {
      errors->Add(InvalidField(Reason::kInvalidConfig, issuer_path + ".issuer",
                               "is that of an earlier issuer, allowed is once"));
    }
    tokens.issuers.push_back(std::move(issuer));
  }
  result->tokens = std::move(tokens);
}

void ValidateTrustedProxies(const v1::ListenConfig& config, ServerConfig* result,
                            ConfigErrors* errors) {
  result->trusted_proxies = ValidateConnections("listen.trusted_proxies", config.trusted_proxies(),
                                                kMostProxies, *result, errors);
}

}  // namespace signet
