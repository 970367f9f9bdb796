// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/config_watcher.h"

#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"
#include "server/observability/log.h"
#include "server/service/config_environment.h"
#include "server/service/config_loader.h"

namespace signet {
namespace {

constexpr size_t kMaxConfigBytes = 4 << 20;

// What cannot be read differs by why, so that each reason is news once.
Sha256Digest HashOf(const absl::StatusOr<Secret>& content) {
  return content.ok() ? Sha256Of(content->Reveal())
                      : Sha256Of(absl::StrCat("error ", content.status().ToString()));
}

absl::StatusOr<ServerConfig> Parse(const std::string& path, const absl::StatusOr<Secret>& content) {
  SIGNET_RETURN_IF_ERROR(content.status());
  return ParseServerConfig(path, content->Reveal(), ProcessEnvironment());
}

}  // namespace

ConfigWatcher::ConfigWatcher(std::string path) : path_(std::move(path)) {
  if (!path_.empty()) {
    file_ = FileIdOf(path_);
    seen_ = in_use_ = HashOf(ReadFile(path_, kMaxConfigBytes));
  }
}

bool ConfigWatcher::MayBeUnfinished(const Sha256Digest& hash, const std::optional<FileId>& file) {
  if (!file.has_value() || file != file_ || unfinished_ == hash) {
    return false;
  }
  unfinished_ = hash;
  return true;
}

std::optional<ServerConfig> ConfigWatcher::Poll() {
  if (path_.empty()) {
    return std::nullopt;
  }
  // Before its content: what is renamed in between waits for another look.
  const std::optional<FileId> file = FileIdOf(path_);
  const absl::StatusOr<Secret> content = ReadFile(path_, kMaxConfigBytes);
  const Sha256Digest hash = HashOf(content);
  if (hash == seen_) {
    unfinished_.reset();
    return std::nullopt;
  }
  if (MayBeUnfinished(hash, file)) {
    return std::nullopt;
  }
  seen_ = hash;
  file_ = file;
  unfinished_.reset();
  absl::StatusOr<ServerConfig> config = Parse(path_, content);
  if (!config.ok()) {
    Log(LogLevel::kError, "configuration not reloaded, the last good one stays in use",
        {{"error", config.status().message()}});
    return std::nullopt;
  }
  in_use_ = hash;
  return *std::move(config);
}

absl::StatusOr<std::optional<ServerConfig>> ConfigWatcher::Look() {
  if (path_.empty()) {
    return std::nullopt;
  }
  file_ = FileIdOf(path_);
  unfinished_.reset();
  const absl::StatusOr<Secret> content = ReadFile(path_, kMaxConfigBytes);
  seen_ = HashOf(content);
  if (content.ok() && seen_ == in_use_) {
    return std::nullopt;
  }
  SIGNET_ASSIGN_OR_RETURN(ServerConfig config, Parse(path_, content));
  in_use_ = seen_;
  return config;
}

}  // namespace signet
