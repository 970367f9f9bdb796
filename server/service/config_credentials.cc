// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_credentials.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/base/error.h"
#include "server/base/secret.h"
#include "server/credentials/credential_version.h"
#include "server/service/config_reader.h"
#include "server/service/config_values.h"

namespace signet {
namespace {

constexpr int kMostCredentials = 10000;
constexpr size_t kLongestProfileName = 128;

ServerConfig::Literal ValidateLiteral(const std::string& path, const v1::CredentialConfig& config,
                                      ConfigErrors* errors) {
  constexpr absl::string_view kNeeded = "a literal credential needs it";
  ServerConfig::Literal literal;
  // The name has been looked at already, and must not hide what else is wrong.
  literal.name = "name";
  literal.access_key_id = config.access_key_id();
  literal.secret_access_key = Secret(config.secret_access_key());
  literal.session_token = Secret(config.session_token());
  if (config.access_key_id().empty()) {
    errors->Add(Missing(path + ".access_key_id", kNeeded));
  }
  if (config.secret_access_key().empty()) {
    errors->Add(Missing(path + ".secret_access_key", kNeeded));
  }
  if (!config.access_key_id().empty() && !config.secret_access_key().empty()) {
    errors->Add(WithFieldPrefix(ValidateCredential(literal), path));
  }
  literal.name = config.name();
  if (config.has_expires_at()) {
    const absl::StatusOr<absl::Time> expires = ParseExpiryText(config.expires_at());
    errors->Add(WithFieldPrefix(expires.status(), path));
    literal.expires = expires.value_or(absl::InfiniteFuture());
  }
  return literal;
}

ServerConfig::Profile ValidateProfile(const std::string& path, const v1::ProfileCredential& config,
                                      const std::string& folder, ConfigErrors* errors) {
  ServerConfig::Profile result;
  if (config.has_name()) {
    errors->Add(CheckText(path + ".name", config.name(), kLongestProfileName));
    result.name = config.name();
  }
  if (config.has_config_file()) {
    errors->Add(CheckFilePath(path + ".config_file", config.config_file()));
    result.config_file = InFolder(folder, config.config_file());
  }
  if (config.has_credentials_file()) {
    errors->Add(CheckFilePath(path + ".credentials_file", config.credentials_file()));
    result.credentials_file = InFolder(folder, config.credentials_file());
  }
  return result;
}

// The sources that the entry names, by their keys.
std::vector<absl::string_view> SourcesOf(const v1::CredentialConfig& config) {
  std::vector<absl::string_view> sources;
  if (!config.access_key_id().empty() || !config.secret_access_key().empty() ||
      !config.session_token().empty() || config.has_expires_at()) {
    sources.push_back("access_key_id and secret_access_key");
  }
  if (!config.directory().empty()) {
    sources.push_back("directory");
  }
  if (config.has_environment()) {
    sources.push_back("environment");
  }
  if (config.has_profile()) {
    sources.push_back("profile");
  }
  return sources;
}

ServerConfig::Credential ValidateEntry(const std::string& path, const v1::CredentialConfig& config,
                                       const std::string& folder, ConfigErrors* errors) {
  errors->Add(CheckConfigName(path + ".name", config.name()));
  ServerConfig::Credential result;
  result.name = config.name();
  const std::vector<absl::string_view> sources = SourcesOf(config);
  if (sources.size() != 1) {
    errors->Add(InvalidField(
        Reason::kInvalidConfig, path,
        absl::StrCat(sources.empty() ? "no source" : absl::StrJoin(sources, " beside "),
                     " given, allowed is exactly one of access_key_id with secret_access_key, "
                     "directory, environment, profile")));
    return result;
  }
  if (config.has_environment()) {
    result.source = ServerConfig::Environment();
  } else if (config.has_profile()) {
    result.source = ValidateProfile(path + ".profile", config.profile(), folder, errors);
  } else if (!config.directory().empty()) {
    errors->Add(CheckFilePath(path + ".directory", config.directory()));
    result.source = ServerConfig::Directory{InFolder(folder, config.directory())};
  } else {
    result.source = ValidateLiteral(path, config, errors);
  }
  return result;
}

}  // namespace

void ValidateCredentials(const v1::ServerConfig& config, const std::string& folder,
                         ServerConfig* result, ConfigErrors* errors) {
  if (config.credentials().empty() && config.credentials_files().empty()) {
    errors->Add(
        Missing("credentials", "credentials or credentials_files needs at least one entry"));
  }
  if (config.credentials_size() > kMostCredentials) {
    return errors->Add(InvalidField(
        Reason::kInvalidConfig, "credentials",
        absl::StrCat(config.credentials_size(), " entries given, allowed are ", kMostCredentials)));
  }
  std::set<std::string> names;
  for (int i = 0; i < config.credentials_size(); ++i) {
    const std::string path = absl::StrCat("credentials[", i, "]");
    ServerConfig::Credential credential =
        ValidateEntry(path, config.credentials(i), folder, errors);
    if (!credential.name.empty() && !names.insert(credential.name).second) {
      errors->Add(
          InvalidField(Reason::kInvalidConfig, path + ".name",
                       absl::StrCat(ShownConfigValue(credential.name),
                                    " is the name of an earlier credential, allowed is one")));
    }
    result->credentials.push_back(std::move(credential));
  }
  for (int i = 0; i < config.credentials_files_size(); ++i) {
    errors->Add(
        CheckFilePath(absl::StrCat("credentials_files[", i, "]"), config.credentials_files(i)));
    result->credentials_files.push_back(InFolder(folder, config.credentials_files(i)));
  }
}

void WipeSecrets(v1::ServerConfig* config) {
  for (v1::CredentialConfig& credential : *config->mutable_credentials()) {
    Wipe(credential.mutable_secret_access_key());
    Wipe(credential.mutable_session_token());
  }
}

}  // namespace signet
