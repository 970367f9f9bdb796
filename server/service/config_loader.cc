// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_loader.h"

#include <sys/stat.h>

#include <algorithm>
#include <variant>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "server/base/document.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/config_credentials.h"
#include "server/service/config_environment.h"
#include "server/service/config_reader.h"
#include "server/service/config_validator.h"
#include "signet/v1/config.pb.h"

namespace signet {
namespace {

// "/etc/signet/" for "/etc/signet/signetd.yaml".
std::string FolderOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return std::string(path.substr(0, slash == absl::string_view::npos ? 0 : slash + 1));
}

// The error of a field, with its place in the file.
absl::Status WithPlace(const Document& document, const FieldMarks& marks,
                       const absl::Status& status) {
  const std::string field = GetErrorDetail(status).field;
  const TextMark mark = marks.Find(field);
  return InvalidField(Reason::kInvalidConfig, field,
                      absl::StrCat(document.name(), ":", mark.line, ":", mark.column, ": ",
                                   field.empty() ? "" : field + ": ", status.message()));
}

absl::StatusOr<ServerConfig> ReadServerConfig(const Document& document,
                                              const EnvironmentReader& environment) {
  FieldMarks marks;
  v1::ServerConfig message;
  const auto wiper = absl::MakeCleanup([&message] { WipeSecrets(&message); });
  if (const absl::Status status = ReadConfigMessage(document, &message, &marks); !status.ok()) {
    return WithPlace(document, marks, status);
  }
  absl::StatusOr<ServerConfig> config = ValidateServerConfig(message, FolderOf(document.name()));
  if (!config.ok()) {
    return WithPlace(document, marks, config.status());
  }
  SIGNET_RETURN_IF_ERROR(OverrideLogging(environment, &config->logging));
  return config;
}

void WarnOfReadableSecrets(const std::string& path, ServerConfig* config) {
  const bool has_secrets = std::any_of(
      config->credentials.begin(), config->credentials.end(), [](const auto& credential) {
        return std::holds_alternative<ServerConfig::Literal>(credential.source);
      });
  struct stat info;
  if (has_secrets && stat(path.c_str(), &info) == 0 && (info.st_mode & S_IROTH) != 0) {
    config->warnings.push_back(
        absl::StrCat(path, " holds secret access keys and every user may read it"));
  }
}

}  // namespace

absl::StatusOr<ServerConfig> LoadServerConfig(const std::string& path,
                                              const EnvironmentReader& environment) {
  SIGNET_ASSIGN_OR_RETURN(const Document document, ReadDocument(path));
  SIGNET_ASSIGN_OR_RETURN(ServerConfig config, ReadServerConfig(document, environment));
  WarnOfReadableSecrets(path, &config);
  return config;
}

absl::StatusOr<ServerConfig> ParseServerConfig(absl::string_view name, absl::string_view text,
                                               const EnvironmentReader& environment) {
  SIGNET_ASSIGN_OR_RETURN(const Document document, ParseDocument(name, text));
  return ReadServerConfig(document, environment);
}

}  // namespace signet
