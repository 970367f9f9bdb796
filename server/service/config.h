// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_H_
#define SIGNET_SERVER_SERVICE_CONFIG_H_

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/time/time.h"
#include "server/credentials/credential_version.h"
#include "server/digest/sha256.h"
#include "server/observability/log.h"
#include "server/policy/policy.h"

namespace signet {

// A hash of each key of the configuration file that was given, by its name.
using ConfigSections = std::map<std::string, Sha256Digest, std::less<>>;

// A configuration that has been checked: every value is within its range, names
// are unique, paths are absolute or start at the working directory. What the
// fields mean, and their ranges, is in protos/signet/v1/config.proto; the
// initial values are the defaults.
struct ServerConfig {
  // Sources of credentials.
  using Literal = CredentialValue;
  struct Directory {
    std::string path;
  };
  struct Environment {};
  struct Profile {
    std::string name = "default";
    // Empty: where the AWS command line looks.
    std::string config_file;
    std::string credentials_file;
  };
  struct Credential {
    std::string name;
    std::variant<Literal, Directory, Environment, Profile> source;
  };

  // One of uid and gid is set.
  struct LocalUser {
    std::string name;
    std::optional<uid_t> uid;
    std::optional<gid_t> gid;
  };
  struct UnixListener {
    std::string path;
    mode_t mode = 0600;
    std::vector<LocalUser> users;
    // Of the socket; unset: as it comes.
    std::optional<uid_t> owner_uid = std::nullopt;
    std::optional<gid_t> owner_gid = std::nullopt;
  };
  struct TrustBundle {
    std::string trust_domain;
    std::string ca_file;
  };
  struct TcpListener {
    // "HOST:PORT" or "[IPV6]:PORT".
    std::string address;
    std::string cert_file;
    std::string key_file;
    // Empty only where there are trust bundles.
    std::string client_ca_file;
    std::vector<TrustBundle> trust_bundles = {};
  };
  struct TokenIssuer {
    std::string cluster;
    std::string issuer;
    std::string audience;
    // One of the two.
    std::string jwks_file;
    std::string jwks_url;
    // With the URL.
    std::string ca_file;
    absl::Duration max_lifetime = absl::Hours(1);
    // Empty: all.
    std::vector<std::string> connections;
  };
  struct Tokens {
    bool is_required = false;
    std::vector<TokenIssuer> issuers;
  };

  struct KeyCache {
    size_t max_entries = 10000;
    bool allow_unlocked_memory = false;
    absl::Duration lease_time_to_live = absl::Hours(1);
    absl::Duration revocation_check_interval = absl::Minutes(60);
  };
  struct Drain {
    absl::Duration delay = absl::Seconds(5);
    absl::Duration grace = absl::Seconds(20);
  };
  struct Logging {
    LogFormat format = LogFormat::kJson;
    LogLevel level = LogLevel::kInfo;
  };
  struct Hardening {
    // Off where this build has none, unless it is asked for.
    enum class SyscallFilter { kDefault, kKill, kRefuse, kOff };

    bool allow_debugging = false;
    SyscallFilter syscall_filter = SyscallFilter::kDefault;
    bool keep_capabilities = false;
  };
  struct Audit {
    std::string path;
    bool is_required = true;
    absl::Duration write_timeout = absl::Milliseconds(250);
    absl::Duration sync_timeout = absl::Seconds(5);
    uint64_t max_file_bytes = uint64_t{64} << 20;
    absl::Duration max_file_age = absl::Hours(24);
    size_t max_files = 100;
    // Empty: no checkpoints.
    std::string checkpoint_key_file;
    bool hash_resources = false;
  };
  struct Limits {
    int max_message_bytes = 256 * 1024;
    int max_batch_bytes = 2 * 1024 * 1024;
    int max_metadata_bytes = 16 * 1024;
    int max_streams_per_connection = 256;
    int max_connections = 4096;
    int max_connections_per_peer = 1024;
    // Nothing: what the control group gives.
    std::optional<uint64_t> max_resident_bytes;
    absl::Duration handshake_timeout = absl::Seconds(5);
    absl::Duration idle_timeout = absl::Minutes(5);
    absl::Duration max_connection_age = absl::Minutes(30);
    absl::Duration max_connection_age_grace = absl::Seconds(30);
  };

  std::vector<Credential> credentials;
  std::vector<std::string> credentials_files;
  // At least one of the two.
  std::optional<UnixListener> unix_listener;
  std::optional<TcpListener> tcp_listener;
  std::optional<Tokens> tokens;
  std::vector<std::string> trusted_proxies;
  // Never null.
  std::shared_ptr<const Policy> policy;
  KeyCache key_cache;
  Drain drain;
  Logging logging;
  Limits limits;
  Hardening hardening;
  int lanes = 1;
  // Nothing: nothing is recorded.
  std::optional<Audit> audit;
  // Empty: there is none.
  std::string state_directory;

  // Made by DevelopmentConfig(): explanations redact nothing.
  bool is_development = false;

  // What of it was given: for telling what changed.
  ConfigSections sections;

  // What is allowed but hardly meant, one sentence each: for the log at start
  // and for check-config.
  std::vector<std::string> warnings;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_H_
