// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_validator.h"

#include <sched.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/config_audit.h"
#include "server/service/config_credentials.h"
#include "server/service/config_listen.h"
#include "server/service/config_policy.h"
#include "server/service/config_reader.h"
#include "server/service/config_values.h"

namespace signet {
namespace {

// Processors this process may run on.
int DefaultLanes() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof(set), &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

// Replaces `*value` by the field's where the file has it.
absl::Status Take(const std::string& path, bool is_set, int64_t given, IntegerRange range,
                  int* value) {
  if (is_set) {
    SIGNET_RETURN_IF_ERROR(CheckInteger(path, given, range));
    *value = static_cast<int>(given);
  }
  return absl::OkStatus();
}

absl::Status Take(const std::string& path, bool is_set, const google::protobuf::Duration& given,
                  DurationRange range, absl::Duration* value) {
  if (is_set) {
    SIGNET_ASSIGN_OR_RETURN(*value, CheckDuration(path, given, range));
  }
  return absl::OkStatus();
}

void ValidateKeyCache(const v1::KeyCacheConfig& config, ServerConfig::KeyCache* result,
                      ConfigErrors* errors) {
  int max_entries = static_cast<int>(result->max_entries);
  errors->Add(Take("key_cache.max_entries", config.has_max_entries(), config.max_entries(),
                   {0, 1000000}, &max_entries));
  result->max_entries = static_cast<size_t>(max_entries);
  result->allow_unlocked_memory = config.allow_unlocked_memory();
  errors->Add(Take("key_cache.lease_time_to_live", config.has_lease_time_to_live(),
                   config.lease_time_to_live(), {absl::Minutes(1), absl::Hours(24)},
                   &result->lease_time_to_live));
  errors->Add(Take("key_cache.revocation_check_interval", config.has_revocation_check_interval(),
                   config.revocation_check_interval(), {absl::Seconds(1), absl::Hours(24)},
                   &result->revocation_check_interval));
}

void ValidateDrain(const v1::DrainConfig& config, ServerConfig::Drain* result,
                   ConfigErrors* errors) {
  const DurationRange range = {absl::ZeroDuration(), absl::Hours(1)};
  errors->Add(Take("drain.delay", config.has_delay(), config.delay(), range, &result->delay));
  errors->Add(Take("drain.grace", config.has_grace(), config.grace(), range, &result->grace));
}

ServerConfig::Logging ToLogging(const v1::LogConfig& config) {
  ServerConfig::Logging result;
  if (config.format() == v1::LOG_OUTPUT_FORMAT_TEXT) {
    result.format = LogFormat::kText;
  }
  if (config.level() != v1::LOG_OUTPUT_LEVEL_UNSPECIFIED) {
    result.level =
        static_cast<LogLevel>(config.level() - static_cast<int>(v1::LOG_OUTPUT_LEVEL_DEBUG));
  }
  return result;
}

ServerConfig::Hardening ToHardening(const v1::HardeningConfig& config) {
  using Filter = ServerConfig::Hardening::SyscallFilter;
  ServerConfig::Hardening result;
  result.allow_debugging = config.allow_debugging();
  result.keep_capabilities = config.keep_capabilities();
  switch (config.syscall_filter()) {
    case v1::SYSCALL_FILTER_KILL:
      result.syscall_filter = Filter::kKill;
      break;
    case v1::SYSCALL_FILTER_REFUSE:
      result.syscall_filter = Filter::kRefuse;
      break;
    case v1::SYSCALL_FILTER_OFF:
      result.syscall_filter = Filter::kOff;
      break;
    default:
      break;
  }
  return result;
}

void ValidateSizes(const v1::LimitsConfig& config, ServerConfig::Limits* result,
                   ConfigErrors* errors) {
  errors->Add(Take("limits.max_message_bytes", config.has_max_message_bytes(),
                   config.max_message_bytes(), {4096, 16777216}, &result->max_message_bytes));
  result->max_batch_bytes = std::max(result->max_batch_bytes, result->max_message_bytes);
  errors->Add(Take("limits.max_batch_bytes", config.has_max_batch_bytes(), config.max_batch_bytes(),
                   {result->max_message_bytes, 67108864}, &result->max_batch_bytes));
  errors->Add(Take("limits.max_metadata_bytes", config.has_max_metadata_bytes(),
                   config.max_metadata_bytes(), {1024, 1048576}, &result->max_metadata_bytes));
}

void ValidateConnections(const v1::LimitsConfig& config, ServerConfig::Limits* result,
                         ConfigErrors* errors) {
  errors->Add(Take("limits.max_streams_per_connection", config.has_max_streams_per_connection(),
                   config.max_streams_per_connection(), {1, 65536},
                   &result->max_streams_per_connection));
  errors->Add(Take("limits.max_connections", config.has_max_connections(), config.max_connections(),
                   {1, 1000000}, &result->max_connections));
  result->max_connections_per_peer =
      std::min(result->max_connections_per_peer, result->max_connections);
  errors->Add(Take("limits.max_connections_per_peer", config.has_max_connections_per_peer(),
                   config.max_connections_per_peer(), {1, result->max_connections},
                   &result->max_connections_per_peer));
  if (config.has_max_resident_bytes()) {
    errors->Add(CheckInteger("limits.max_resident_bytes", config.max_resident_bytes(),
                             {int64_t{64} << 20, int64_t{1} << 40}));
    result->max_resident_bytes = static_cast<uint64_t>(config.max_resident_bytes());
  }
}

void ValidateTimes(const v1::LimitsConfig& config, ServerConfig::Limits* result,
                   ConfigErrors* errors) {
  const absl::Duration day = absl::Hours(24);
  errors->Add(Take("limits.handshake_timeout", config.has_handshake_timeout(),
                   config.handshake_timeout(), {absl::Milliseconds(100), absl::Minutes(1)},
                   &result->handshake_timeout));
  errors->Add(Take("limits.idle_timeout", config.has_idle_timeout(), config.idle_timeout(),
                   {absl::Seconds(1), day}, &result->idle_timeout));
  errors->Add(Take("limits.max_connection_age", config.has_max_connection_age(),
                   config.max_connection_age(), {absl::Seconds(1), day},
                   &result->max_connection_age));
  errors->Add(Take("limits.max_connection_age_grace", config.has_max_connection_age_grace(),
                   config.max_connection_age_grace(), {absl::ZeroDuration(), day},
                   &result->max_connection_age_grace));
}

}  // namespace

ServerConfig ValidateServerConfig(const v1::ServerConfig& config, const std::string& folder,
                                  const FieldPlaces& places, ConfigErrors* errors) {
  ServerConfig result;
  ValidateCredentials(config, folder, &result, errors);
  ValidateListen(config, folder, &result, errors);
  ValidatePolicy(config.policy(), places, &result, errors);
  ValidateKeyCache(config.key_cache(), &result.key_cache, errors);
  ValidateDrain(config.drain(), &result.drain, errors);
  result.logging = ToLogging(config.log());
  result.hardening = ToHardening(config.hardening());
  ValidateSizes(config.limits(), &result.limits, errors);
  ValidateConnections(config.limits(), &result.limits, errors);
  ValidateTimes(config.limits(), &result.limits, errors);
  if (config.has_audit()) {
    result.audit = ValidateAudit(config.audit(), folder, errors);
  }
  result.lanes = DefaultLanes();
  errors->Add(Take("lanes", config.has_lanes(), config.lanes(), {1, 256}, &result.lanes));
  if (!config.state_directory().empty()) {
    errors->Add(CheckFilePath("state_directory", config.state_directory()));
    result.state_directory = InFolder(folder, config.state_directory());
  }
  return result;
}

}  // namespace signet
