// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/base/error.h"
#include "server/service/config_audit.h"

namespace signet {
namespace {

absl::Status Unusable(const std::string& field, absl::string_view path, absl::string_view why) {
  return InvalidField(Reason::kInvalidConfig, field, absl::StrCat(path, ": ", why));
}

// As the user that the process acts as. False sets errno.
bool MayAccess(const std::string& path, int mode) {
  return ::faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) == 0;
}

absl::Status CheckFile(const std::string& field, const std::string& path) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0 || !MayAccess(path, R_OK)) {
    return Unusable(field, path, strerror(errno));
  }
  return S_ISREG(info.st_mode) ? absl::OkStatus() : Unusable(field, path, "is not a regular file");
}

// `mode` as access() takes it.
absl::Status CheckFolder(const std::string& field, const std::string& path, int mode) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) {
    return Unusable(field, path, strerror(errno));
  }
  if (!S_ISDIR(info.st_mode)) {
    return Unusable(field, path, "is not a folder");
  }
  return MayAccess(path, mode) ? absl::OkStatus() : Unusable(field, path, strerror(errno));
}

void CheckSource(const std::string& path, const ServerConfig::Credential& credential,
                 ConfigErrors* errors) {
  if (const auto* directory = std::get_if<ServerConfig::Directory>(&credential.source)) {
    errors->Add(CheckFolder(path + ".directory", directory->path, R_OK | X_OK));
  }
  const auto* profile = std::get_if<ServerConfig::Profile>(&credential.source);
  if (profile != nullptr && !profile->config_file.empty()) {
    errors->Add(CheckFile(path + ".profile.config_file", profile->config_file));
  }
  if (profile != nullptr && !profile->credentials_file.empty()) {
    errors->Add(CheckFile(path + ".profile.credentials_file", profile->credentials_file));
  }
}

// What stands at the socket's path already, and beside it.
absl::Status CheckSocketPlace(const std::string& path) {
  const std::string field = "listen.unix.path";
  const std::string folder = path.substr(0, path.rfind('/'));
  const absl::Status status = CheckFolder(field, folder.empty() ? "/" : folder, W_OK | X_OK);
  if (!status.ok()) {
    return InvalidField(
        Reason::kInvalidConfig, field,
        absl::StrCat("the server cannot make its socket here, the folder ", status.message()));
  }
  struct stat there = {};
  if (::lstat(path.c_str(), &there) == 0 && !S_ISSOCK(there.st_mode)) {
    return Unusable(field, path, "exists and is not a socket, allowed is a path that is free");
  }
  const std::string lock = path + ".lock";
  if (::lstat(lock.c_str(), &there) == 0 && (!S_ISREG(there.st_mode) || there.st_size != 0)) {
    return Unusable(field, lock,
                    "is where the server makes its lock file, and exists as something else");
  }
  return absl::OkStatus();
}

// "every user", "its group", or "" when neither has that right.
absl::string_view WhoElse(mode_t mode, mode_t group, mode_t others) {
  if ((mode & others) != 0) {
    return "every user";
  }
  return (mode & group) != 0 ? "its group" : "";
}

void WarnOfReaders(const std::string& path, std::vector<std::string>* warnings) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) {
    return;
  }
  const absl::string_view who = WhoElse(info.st_mode, S_IRGRP, S_IROTH);
  if (!who.empty()) {
    warnings->push_back(
        absl::StrCat(path, " holds secret access keys and ", who, " may read it, use mode 0600"));
  }
}

void WarnOfKeyReaders(const std::string& path, std::vector<std::string>* warnings) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) == 0 && (info.st_mode & (S_IROTH | S_IWOTH)) != 0) {
    warnings->push_back(absl::StrCat(
        path, " signs the audit log's checkpoints and every user may read it, use mode 0600"));
  }
}

// Not on a file system that is mounted for reading alone, as Kubernetes mounts
// its Secrets: there modes of 0777 let nobody write.
void WarnOfWriters(const std::string& path, absl::string_view power,
                   std::vector<std::string>* warnings) {
  struct stat info = {};
  struct statvfs system = {};
  if (::stat(path.c_str(), &info) != 0 || ::statvfs(path.c_str(), &system) != 0 ||
      (system.f_flag & ST_RDONLY) != 0) {
    return;
  }
  const absl::string_view who = WhoElse(info.st_mode, S_IWGRP, S_IWOTH);
  if (!who.empty()) {
    warnings->push_back(absl::StrCat(who, " may write to ", path, " and so decide ", power,
                                     ", use mode ", S_ISDIR(info.st_mode) ? "0700" : "0600"));
  }
}

}  // namespace

void CheckConfiguredFiles(const ServerConfig& config, ConfigErrors* errors) {
  for (size_t i = 0; i < config.credentials.size(); ++i) {
    CheckSource(absl::StrCat("credentials[", i, "]"), config.credentials[i], errors);
  }
  for (size_t i = 0; i < config.credentials_files.size(); ++i) {
    errors->Add(CheckFile(absl::StrCat("credentials_files[", i, "]"), config.credentials_files[i]));
  }
  if (!config.state_directory.empty()) {
    errors->Add(CheckFolder("state_directory", config.state_directory, R_OK | W_OK | X_OK));
  }
  if (config.unix_listener.has_value()) {
    errors->Add(CheckSocketPlace(config.unix_listener->path));
  }
  if (config.tcp_listener.has_value()) {
    errors->Add(CheckFile("listen.tcp.cert_file", config.tcp_listener->cert_file));
    errors->Add(CheckFile("listen.tcp.key_file", config.tcp_listener->key_file));
    if (!config.tcp_listener->client_ca_file.empty()) {
      errors->Add(CheckFile("listen.tcp.client_ca_file", config.tcp_listener->client_ca_file));
    }
    for (size_t i = 0; i < config.tcp_listener->trust_bundles.size(); ++i) {
      errors->Add(CheckFile(absl::StrCat("listen.tcp.trust_bundles[", i, "].ca_file"),
                            config.tcp_listener->trust_bundles[i].ca_file));
    }
  }
  if (config.tokens.has_value()) {
    for (size_t i = 0; i < config.tokens->issuers.size(); ++i) {
      const std::string path = absl::StrCat("listen.tokens.issuers[", i, "]");
      const ServerConfig::TokenIssuer& issuer = config.tokens->issuers[i];
      errors->Add(issuer.jwks_url.empty() ? CheckFile(path + ".jwks_file", issuer.jwks_file)
                                          : CheckFile(path + ".ca_file", issuer.ca_file));
    }
  }
  if (config.audit.has_value()) {
    CheckAuditFiles(*config.audit, errors);
  }
}

std::vector<std::string> FileModeWarnings(const ServerConfig& config) {
  constexpr absl::string_view kPower = "which keys sign";
  std::vector<std::string> warnings;
  const auto warn_of_file = [&warnings, kPower](const std::string& path) {
    WarnOfReaders(path, &warnings);
    WarnOfWriters(path, kPower, &warnings);
  };
  for (const std::string& path : config.credentials_files) {
    warn_of_file(path);
  }
  for (const ServerConfig::Credential& credential : config.credentials) {
    const auto* profile = std::get_if<ServerConfig::Profile>(&credential.source);
    if (profile != nullptr && !profile->credentials_file.empty()) {
      warn_of_file(profile->credentials_file);
    }
    if (profile != nullptr && !profile->config_file.empty()) {
      WarnOfWriters(profile->config_file, kPower, &warnings);
    }
    if (const auto* folder = std::get_if<ServerConfig::Directory>(&credential.source)) {
      WarnOfWriters(folder->path, kPower, &warnings);
      for (const char* const file : {"access_key_id", "secret_access_key", "session_token"}) {
        WarnOfWriters(absl::StrCat(folder->path, "/", file), kPower, &warnings);
      }
    }
  }
  if (config.audit.has_value() && !config.audit->checkpoint_key_file.empty()) {
    WarnOfKeyReaders(config.audit->checkpoint_key_file, &warnings);
  }
  if (!config.state_directory.empty()) {
    constexpr absl::string_view kOverRevocations = "which keys are revoked";
    WarnOfWriters(config.state_directory, kOverRevocations, &warnings);
    WarnOfWriters(absl::StrCat(config.state_directory, "/revocations"), kOverRevocations,
                  &warnings);
  }
  return warnings;
}

std::vector<std::string> ConfigModeWarnings(const std::string& path, const ServerConfig& config) {
  std::vector<std::string> warnings;
  const bool has_secrets =
      std::any_of(config.credentials.begin(), config.credentials.end(), [](const auto& credential) {
        return std::holds_alternative<ServerConfig::Literal>(credential.source);
      });
  struct stat info = {};
  if (has_secrets && ::stat(path.c_str(), &info) == 0 && (info.st_mode & S_IROTH) != 0) {
    warnings.push_back(absl::StrCat(path, " holds secret access keys and every user may read it"));
  }
  WarnOfWriters(path, "who may sign what", &warnings);
  return warnings;
}

}  // namespace signet
