// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_development.h"

#include <sys/random.h>

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/secret.h"
#include "server/base/status_macros.h"
#include "server/service/config_environment.h"
#include "server/service/config_files.h"
#include "server/service/config_reader.h"
#include "server/service/config_validator.h"

namespace signet {
namespace {

constexpr absl::string_view kUnixScheme = "unix:";

// As long as those that AWS gives out, and plainly none of them.
constexpr absl::string_view kAccessKeyIdPrefix = "SIGNETDEV";
constexpr size_t kAccessKeyIdSize = 20;
constexpr size_t kSecretSize = 40;

// Unavailable: the kernel gives no random bytes.
absl::Status AppendRandom(size_t count, std::string* out) {
  constexpr absl::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  for (size_t i = 0; i < count; ++i) {
    unsigned char byte = 0;
    if (getrandom(&byte, 1, 0) != 1) {
      return absl::UnavailableError("the kernel gives no random bytes");
    }
    out->push_back(kAlphabet[byte % kAlphabet.size()]);
  }
  return absl::OkStatus();
}

absl::StatusOr<ServerConfig::Credential> ThrowawayCredential() {
  ServerConfig::Literal literal;
  literal.name = std::string(kDevelopmentCredential);
  literal.access_key_id = std::string(kAccessKeyIdPrefix);
  SIGNET_RETURN_IF_ERROR(
      AppendRandom(kAccessKeyIdSize - kAccessKeyIdPrefix.size(), &literal.access_key_id));
  std::string secret;
  secret.reserve(kSecretSize);
  SIGNET_RETURN_IF_ERROR(AppendRandom(kSecretSize, &secret));
  literal.secret_access_key = Secret(secret);
  Wipe(&secret);
  return ServerConfig::Credential{std::string(kDevelopmentCredential), std::move(literal)};
}

absl::StatusOr<std::string> SocketPathOf(absl::string_view listen) {
  if (!absl::ConsumePrefix(&listen, kUnixScheme)) {
    return InvalidField(Reason::kInvalidConfig, "listen",
                        absl::StrCat("--listen ", ShownConfigValue(listen),
                                     " given, development mode listens on unix:PATH alone"));
  }
  const absl::Status status = CheckUnixSocketPath("listen", listen);
  if (!status.ok()) {
    return InvalidField(Reason::kInvalidConfig, "listen",
                        absl::StrCat("--listen: ", status.message()));
  }
  return std::string(listen);
}

Rule EverythingRule(const std::string& user) {
  Rule rule;
  rule.name = "development";
  rule.callers = {user};
  rule.operations = {"*", "admin:*"};
  rule.credentials = {"*"};
  rule.services = {"*"};
  rule.regions = {"*"};
  rule.grants.own_signing_time_max_skew = absl::InfiniteDuration();
  rule.grants.unsigned_payload_over_http = true;
  rule.grants.lease_any_date = true;
  rule.bearer_tokens = BearerTokenGrant{{"*"}};
  rule.allow_dot_segments = true;
  return rule;
}

}  // namespace

std::string DevelopmentListenAddress(uid_t uid, const EnvironmentReader& environment) {
  const Secret runtime = environment("XDG_RUNTIME_DIR");
  return runtime.empty() ? absl::StrCat(kUnixScheme, "/tmp/signet-", uid, "/signet.sock")
                         : absl::StrCat(kUnixScheme, runtime.Reveal(), "/signet/signet.sock");
}

absl::Status CheckDevelopmentListen(absl::string_view listen) {
  return SocketPathOf(listen).status();
}

absl::StatusOr<ServerConfig> DevelopmentConfig(const DevelopmentOptions& options,
                                               const EnvironmentReader& environment) {
  ServerConfig config;
  ServerConfig::UnixListener listener;
  SIGNET_ASSIGN_OR_RETURN(
      listener.path,
      SocketPathOf(options.listen.empty() ? DevelopmentListenAddress(options.uid, environment)
                                          : options.listen));
  const std::string user =
      IsLocalUserName(options.user_name) ? options.user_name : absl::StrCat("uid-", options.uid);
  listener.users = {{user, options.uid, std::nullopt}};
  config.unix_listener = std::move(listener);
  if (options.credentials_file.empty()) {
    SIGNET_ASSIGN_OR_RETURN(ServerConfig::Credential credential, ThrowawayCredential());
    config.credentials.push_back(std::move(credential));
  } else {
    config.credentials_files = {options.credentials_file};
    config.warnings = FileModeWarnings(config);
  }
  SIGNET_ASSIGN_OR_RETURN(config.policy, Policy::Create({EverythingRule(user)}));
  // A newcomer's machine may not let them lock memory.
  config.key_cache.allow_unlocked_memory = true;
  // Nobody waits for a load balancer.
  config.drain = {absl::ZeroDuration(), absl::Seconds(5)};
  config.logging.format = LogFormat::kText;
  SIGNET_RETURN_IF_ERROR(OverrideLogging(environment, &config.logging));
  config.is_development = true;
  return config;
}

}  // namespace signet
