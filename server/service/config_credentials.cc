// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_credentials.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/base/error.h"
#include "server/base/secret.h"
#include "server/base/status_macros.h"
#include "server/credentials/credential_version.h"
#include "server/service/config_values.h"

namespace signet {
namespace {

constexpr int kMostCredentials = 10000;
constexpr size_t kLongestProfileName = 128;

absl::StatusOr<ServerConfig::Literal> ValidateLiteral(const std::string& path,
                                                      const v1::CredentialConfig& config) {
  constexpr absl::string_view kNeeded = "a literal credential needs it";
  if (config.access_key_id().empty()) {
    return Missing(path + ".access_key_id", kNeeded);
  }
  if (config.secret_access_key().empty()) {
    return Missing(path + ".secret_access_key", kNeeded);
  }
  ServerConfig::Literal literal;
  literal.name = config.name();
  literal.access_key_id = config.access_key_id();
  literal.secret_access_key = Secret(config.secret_access_key());
  literal.session_token = Secret(config.session_token());
  absl::Status status = ValidateCredential(literal);
  if (status.ok() && config.has_expires_at()) {
    absl::StatusOr<absl::Time> expires = ParseExpiryText(config.expires_at());
    status = expires.status();
    literal.expires = expires.value_or(absl::InfiniteFuture());
  }
  if (!status.ok()) {
    return WithFieldPrefix(status, path);
  }
  return literal;
}

absl::StatusOr<ServerConfig::Profile> ValidateProfile(const std::string& path,
                                                      const v1::ProfileCredential& config,
                                                      const std::string& folder) {
  ServerConfig::Profile result;
  if (config.has_name()) {
    SIGNET_RETURN_IF_ERROR(CheckText(path + ".name", config.name(), kLongestProfileName));
    result.name = config.name();
  }
  if (config.has_config_file()) {
    SIGNET_RETURN_IF_ERROR(CheckFilePath(path + ".config_file", config.config_file()));
    result.config_file = InFolder(folder, config.config_file());
  }
  if (config.has_credentials_file()) {
    SIGNET_RETURN_IF_ERROR(CheckFilePath(path + ".credentials_file", config.credentials_file()));
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

absl::StatusOr<ServerConfig::Credential> ValidateEntry(const std::string& path,
                                                       const v1::CredentialConfig& config,
                                                       const std::string& folder) {
  SIGNET_RETURN_IF_ERROR(CheckConfigName(path + ".name", config.name()));
  const std::vector<absl::string_view> sources = SourcesOf(config);
  if (sources.size() != 1) {
    return InvalidField(
        Reason::kInvalidConfig, path,
        absl::StrCat(sources.empty() ? "no source" : absl::StrJoin(sources, " beside "),
                     " given, allowed is exactly one of access_key_id with secret_access_key, "
                     "directory, environment, profile"));
  }
  ServerConfig::Credential result;
  result.name = config.name();
  if (config.has_environment()) {
    result.source = ServerConfig::Environment();
  } else if (config.has_profile()) {
    SIGNET_ASSIGN_OR_RETURN(result.source,
                            ValidateProfile(path + ".profile", config.profile(), folder));
  } else if (!config.directory().empty()) {
    SIGNET_RETURN_IF_ERROR(CheckFilePath(path + ".directory", config.directory()));
    result.source = ServerConfig::Directory{InFolder(folder, config.directory())};
  } else {
    SIGNET_ASSIGN_OR_RETURN(result.source, ValidateLiteral(path, config));
  }
  return result;
}

}  // namespace

absl::Status ValidateCredentials(const v1::ServerConfig& config, const std::string& folder,
                                 ServerConfig* result) {
  if (config.credentials().empty() && config.credentials_files().empty()) {
    return Missing("credentials", "credentials or credentials_files needs at least one entry");
  }
  if (config.credentials_size() > kMostCredentials) {
    return InvalidField(
        Reason::kInvalidConfig, "credentials",
        absl::StrCat(config.credentials_size(), " entries given, allowed are ", kMostCredentials));
  }
  std::set<std::string> names;
  for (int i = 0; i < config.credentials_size(); ++i) {
    const std::string path = absl::StrCat("credentials[", i, "]");
    SIGNET_ASSIGN_OR_RETURN(ServerConfig::Credential credential,
                            ValidateEntry(path, config.credentials(i), folder));
    if (!names.insert(credential.name).second) {
      return InvalidField(Reason::kInvalidConfig, path + ".name",
                          absl::StrCat("\"", credential.name,
                                       "\" is the name of an earlier credential, allowed is one"));
    }
    result->credentials.push_back(std::move(credential));
  }
  for (int i = 0; i < config.credentials_files_size(); ++i) {
    SIGNET_RETURN_IF_ERROR(
        CheckFilePath(absl::StrCat("credentials_files[", i, "]"), config.credentials_files(i)));
    result->credentials_files.push_back(InFolder(folder, config.credentials_files(i)));
  }
  return absl::OkStatus();
}

void WipeSecrets(v1::ServerConfig* config) {
  for (v1::CredentialConfig& credential : *config->mutable_credentials()) {
    Wipe(credential.mutable_secret_access_key());
    Wipe(credential.mutable_session_token());
  }
}

}  // namespace signet
