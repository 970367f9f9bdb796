// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_validator.h"

#include <sched.h>

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/config_audit.h"
#include "server/service/config_credentials.h"
#include "server/service/config_policy.h"
#include "server/service/config_reader.h"
#include "server/service/config_values.h"

namespace signet {
namespace {

// sockaddr_un::sun_path less its terminator.
constexpr size_t kLongestSocketPath = 107;
constexpr int kMostUsers = 1000;
constexpr int64_t kLargestId = 4294967294;  // The next one means "unknown".

// Processors this process may run on.
int DefaultLanes() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof(set), &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

absl::StatusOr<mode_t> ValidateMode(const std::string& path, absl::string_view text) {
  const bool is_octal =
      text.size() >= 3 && text.size() <= 4 && (text.size() == 3 || text[0] == '0') &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '7'; });
  if (!is_octal) {
    return InvalidField(
        Reason::kInvalidConfig, path,
        absl::StrCat(ShownConfigValue(text), " given, allowed is \"0000\" to \"0777\""));
  }
  mode_t mode = 0;
  for (const char c : text) {
    mode = mode * 8 + static_cast<mode_t>(c - '0');
  }
  return mode;
}

ServerConfig::LocalUser ValidateUser(const std::string& path, const v1::LocalUser& user,
                                     ConfigErrors* errors) {
  constexpr absl::string_view kAllowed =
      "allowed are 1 to 64 of a-z 0-9 _ -, beginning with a letter";
  if (user.name().empty()) {
    errors->Add(Missing(path + ".name", kAllowed));
  } else if (!IsLocalUserName(user.name())) {
    errors->Add(InvalidField(Reason::kInvalidConfig, path + ".name",
                             absl::StrCat(ShownConfigValue(user.name()), " given, ", kAllowed)));
  }
  ServerConfig::LocalUser result;
  result.name = user.name();
  if (user.has_uid() == user.has_gid()) {
    errors->Add(
        InvalidField(Reason::kInvalidConfig, path,
                     absl::StrCat(user.has_uid() ? "both uid and gid" : "neither uid nor gid",
                                  " given, allowed is exactly one")));
  } else if (user.has_uid()) {
    errors->Add(CheckInteger(path + ".uid", user.uid(), {0, kLargestId}));
    result.uid = static_cast<uid_t>(user.uid());
  } else {
    errors->Add(CheckInteger(path + ".gid", user.gid(), {0, kLargestId}));
    result.gid = static_cast<gid_t>(user.gid());
  }
  return result;
}

ServerConfig::UnixListener ValidateUnix(const v1::UnixListenConfig& config, ConfigErrors* errors) {
  const std::string path = "listen.unix";
  ServerConfig::UnixListener result;
  errors->Add(CheckUnixSocketPath(path + ".path", config.path()));
  result.path = config.path();
  if (config.has_mode()) {
    result.mode = errors->Take(ValidateMode(path + ".mode", config.mode())).value_or(result.mode);
  }
  if (config.users().empty() || config.users_size() > kMostUsers) {
    errors->Add(InvalidField(
        Reason::kInvalidConfig, path + ".users",
        absl::StrCat(config.users_size(), " users given, allowed are 1 to ", kMostUsers)));
    return result;
  }
  std::set<int64_t> uids;
  std::set<int64_t> gids;
  for (int i = 0; i < config.users_size(); ++i) {
    const std::string user_path = absl::StrCat(path, ".users[", i, "]");
    ServerConfig::LocalUser user = ValidateUser(user_path, config.users(i), errors);
    const bool is_repeated = (user.uid && !uids.insert(*user.uid).second) ||
                             (user.gid && !gids.insert(*user.gid).second);
    if (is_repeated) {
      errors->Add(InvalidField(Reason::kInvalidConfig, user_path + (user.uid ? ".uid" : ".gid"),
                               "given to an earlier user already, allowed is once"));
    }
    result.users.push_back(std::move(user));
  }
  return result;
}

ServerConfig::TcpListener ValidateTcp(const v1::TcpListenConfig& config, const std::string& folder,
                                      ConfigErrors* errors) {
  const std::string path = "listen.tcp";
  errors->Add(CheckTcpAddress(path + ".address", config.address()));
  // There is no listener without mutual TLS.
  errors->Add(CheckFilePath(path + ".cert_file", config.cert_file()));
  errors->Add(CheckFilePath(path + ".key_file", config.key_file()));
  errors->Add(CheckFilePath(path + ".client_ca_file", config.client_ca_file()));
  return {config.address(), InFolder(folder, config.cert_file()),
          InFolder(folder, config.key_file()), InFolder(folder, config.client_ca_file())};
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

void ValidateListen(const v1::ServerConfig& config, const std::string& folder, ServerConfig* result,
                    ConfigErrors* errors) {
  if (!config.has_listen()) {
    return errors->Add(Missing("listen", "at least one of listen.unix and listen.tcp is needed"));
  }
  if (!config.listen().has_unix() && !config.listen().has_tcp()) {
    errors->Add(InvalidField(Reason::kInvalidConfig, "listen",
                             "no listener given, at least one of unix and tcp is needed"));
  }
  if (config.listen().has_unix()) {
    result->unix_listener = ValidateUnix(config.listen().unix(), errors);
  }
  if (config.listen().has_tcp()) {
    result->tcp_listener = ValidateTcp(config.listen().tcp(), folder, errors);
  }
}

}  // namespace

bool IsLocalUserName(absl::string_view name) {
  constexpr size_t kLongest = 64;
  return !name.empty() && name.size() <= kLongest &&
         absl::ascii_islower(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return absl::ascii_islower(byte) || absl::ascii_isdigit(byte) || c == '_' || c == '-';
         });
}

absl::Status CheckUnixSocketPath(const std::string& field, absl::string_view path) {
  SIGNET_RETURN_IF_ERROR(CheckText(field, path, kLongestSocketPath));
  if (path[0] != '/') {
    return InvalidField(
        Reason::kInvalidConfig, field,
        absl::StrCat(ShownConfigValue(path), " given, allowed is an absolute path"));
  }
  if (path.back() == '/') {
    return InvalidField(Reason::kInvalidConfig, field,
                        absl::StrCat(ShownConfigValue(path),
                                     " given, which names a folder, allowed is a path that does "
                                     "not end with '/'"));
  }
  return absl::OkStatus();
}

ServerConfig ValidateServerConfig(const v1::ServerConfig& config, const std::string& folder,
                                  ConfigErrors* errors) {
  ServerConfig result;
  ValidateCredentials(config, folder, &result, errors);
  ValidateListen(config, folder, &result, errors);
  ValidatePolicy(config.policy(), &result, errors);
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
