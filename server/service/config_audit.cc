// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_audit.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/audit/audit_folder.h"
#include "server/base/error.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"
#include "server/service/config_values.h"

namespace signet {
namespace {

constexpr size_t kMaxKeyFileBytes = size_t{16} * 1024;

absl::StatusOr<std::unique_ptr<const CheckpointKey>> LoadKey(const std::string& path) {
  SIGNET_ASSIGN_OR_RETURN(const Secret pem, ReadFile(path, kMaxKeyFileBytes));
  absl::StatusOr<std::unique_ptr<const CheckpointKey>> key = CheckpointKey::Parse(pem);
  if (!key.ok()) {
    return InvalidField(Reason::kInvalidConfig, "audit.checkpoint_key_file",
                        absl::StrCat(path, " ", key.status().message()));
  }
  return key;
}

void TakeDuration(absl::string_view name, bool is_set, const google::protobuf::Duration& given,
                  DurationRange range, absl::Duration* value, ConfigErrors* errors) {
  if (is_set) {
    *value =
        errors->Take(CheckDuration(absl::StrCat("audit.", name), given, range)).value_or(*value);
  }
}

}  // namespace

ServerConfig::Audit ValidateAudit(const v1::AuditConfig& config, const std::string& folder,
                                  ConfigErrors* errors) {
  ServerConfig::Audit result;
  if (config.path().empty()) {
    errors->Add(Missing("audit.path", "the file that decisions are written to"));
  } else {
    errors->Add(CheckFilePath("audit.path", config.path()));
  }
  if (absl::EndsWith(config.path(), "/")) {
    errors->Add(InvalidField(Reason::kInvalidConfig, "audit.path",
                             "a folder given, allowed is a file in one"));
  }
  result.path = InFolder(folder, config.path());
  result.is_required = config.mode() != v1::AUDIT_MODE_BEST_EFFORT;
  TakeDuration("write_timeout", config.has_write_timeout(), config.write_timeout(),
               {absl::Milliseconds(50), absl::Seconds(10)}, &result.write_timeout, errors);
  TakeDuration("sync_timeout", config.has_sync_timeout(), config.sync_timeout(),
               {absl::Milliseconds(100), absl::Minutes(1)}, &result.sync_timeout, errors);
  TakeDuration("max_file_age", config.has_max_file_age(), config.max_file_age(),
               {absl::Minutes(1), absl::Hours(8760)}, &result.max_file_age, errors);
  if (config.has_max_file_bytes()) {
    errors->Add(
        CheckInteger("audit.max_file_bytes", config.max_file_bytes(), {4096, int64_t{1} << 40}));
    result.max_file_bytes = static_cast<uint64_t>(config.max_file_bytes());
  }
  if (config.has_max_files()) {
    errors->Add(CheckInteger("audit.max_files", config.max_files(), {1, 100000}));
    result.max_files = static_cast<size_t>(config.max_files());
  }
  if (!config.checkpoint_key_file().empty()) {
    errors->Add(CheckFilePath("audit.checkpoint_key_file", config.checkpoint_key_file()));
    result.checkpoint_key_file = InFolder(folder, config.checkpoint_key_file());
  }
  result.hash_resources = config.hash_resources();
  return result;
}

absl::StatusOr<AuditOptions> ToAuditOptions(const ServerConfig::Audit& config) {
  AuditOptions options;
  options.path = config.path;
  options.mode =
      config.is_required ? AuditOptions::Mode::kRequired : AuditOptions::Mode::kBestEffort;
  options.write_timeout = config.write_timeout;
  options.sync_timeout = config.sync_timeout;
  options.max_file_bytes = config.max_file_bytes;
  options.max_file_age = config.max_file_age;
  options.max_files = config.max_files;
  options.resources = config.hash_resources ? AuditedResources::kHashed : AuditedResources::kShown;
  if (!config.checkpoint_key_file.empty()) {
    SIGNET_ASSIGN_OR_RETURN(options.key, LoadKey(config.checkpoint_key_file));
  }
  return options;
}

void CheckAuditFiles(const ServerConfig::Audit& config, ConfigErrors* errors) {
  const auto add = [errors](const std::string& field, const absl::Status& status) {
    if (!status.ok()) {
      errors->Add(InvalidField(Reason::kInvalidConfig, field, status.message()));
    }
  };
  add("audit.path", AuditFolder::Check(config.path));
  add("audit.path", AuditFile::Check(config.path));
  if (!config.checkpoint_key_file.empty()) {
    add("audit.checkpoint_key_file", LoadKey(config.checkpoint_key_file).status());
  }
}

}  // namespace signet
