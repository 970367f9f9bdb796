// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/base/error.h"

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

void WarnOfReaders(const std::string& path, std::vector<std::string>* warnings) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0 || (info.st_mode & (S_IRGRP | S_IROTH)) == 0) {
    return;
  }
  warnings->push_back(absl::StrCat(path, " holds secret access keys and ",
                                   (info.st_mode & S_IROTH) != 0 ? "every user" : "its group",
                                   " may read it, use mode 0600"));
}

}  // namespace

void CheckConfiguredFiles(const ServerConfig& config, ConfigErrors* errors) {
  for (size_t i = 0; i < config.credentials.size(); ++i) {
    CheckSource(absl::StrCat("credentials[", i, "]"), config.credentials[i], errors);
  }
  for (size_t i = 0; i < config.credentials_files.size(); ++i) {
    errors->Add(CheckFile(absl::StrCat("credentials_files[", i, "]"), config.credentials_files[i]));
  }
  if (config.unix_listener.has_value()) {
    const std::string& path = config.unix_listener->path;
    const std::string folder = path.substr(0, path.rfind('/'));
    const absl::Status status =
        CheckFolder("listen.unix.path", folder.empty() ? "/" : folder, W_OK | X_OK);
    if (!status.ok()) {
      errors->Add(InvalidField(
          Reason::kInvalidConfig, "listen.unix.path",
          absl::StrCat("the server cannot make its socket here, the folder ", status.message())));
    }
  }
  if (config.tcp_listener.has_value()) {
    errors->Add(CheckFile("listen.tcp.cert_file", config.tcp_listener->cert_file));
    errors->Add(CheckFile("listen.tcp.key_file", config.tcp_listener->key_file));
    errors->Add(CheckFile("listen.tcp.client_ca_file", config.tcp_listener->client_ca_file));
  }
}

std::vector<std::string> ReadableSecretWarnings(const ServerConfig& config) {
  std::vector<std::string> warnings;
  for (const std::string& path : config.credentials_files) {
    WarnOfReaders(path, &warnings);
  }
  for (const ServerConfig::Credential& credential : config.credentials) {
    const auto* profile = std::get_if<ServerConfig::Profile>(&credential.source);
    if (profile != nullptr && !profile->credentials_file.empty()) {
      WarnOfReaders(profile->credentials_file, &warnings);
    }
  }
  return warnings;
}

}  // namespace signet
