// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_listen.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/caller_name.h"
#include "server/service/config_reader.h"
#include "server/service/config_tokens.h"
#include "server/service/config_values.h"

namespace signet {
namespace {

// sockaddr_un::sun_path less its terminator.
constexpr size_t kLongestSocketPath = 107;
constexpr int kMostUsers = 1000;
constexpr int64_t kLargestId = 4294967294;  // The next one means "unknown".
constexpr int kMostBundles = 100;

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
  if (config.has_owner_uid()) {
    errors->Add(CheckInteger(path + ".owner_uid", config.owner_uid(), {0, kLargestId}));
    result.owner_uid = static_cast<uid_t>(config.owner_uid());
  }
  if (config.has_owner_gid()) {
    errors->Add(CheckInteger(path + ".owner_gid", config.owner_gid(), {0, kLargestId}));
    result.owner_gid = static_cast<gid_t>(config.owner_gid());
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

std::vector<ServerConfig::TrustBundle> ValidateBundles(const v1::TcpListenConfig& config,
                                                       const std::string& folder,
                                                       ConfigErrors* errors) {
  const std::string path = "listen.tcp.trust_bundles";
  std::vector<ServerConfig::TrustBundle> result;
  if (config.trust_bundles_size() > kMostBundles) {
    errors->Add(InvalidField(Reason::kInvalidConfig, path,
                             absl::StrCat(config.trust_bundles_size(),
                                          " trust bundles given, allowed are ", kMostBundles)));
    return result;
  }
  std::set<std::string> domains;
  for (int i = 0; i < config.trust_bundles_size(); ++i) {
    const v1::TrustBundle& bundle = config.trust_bundles(i);
    const std::string bundle_path = absl::StrCat(path, "[", i, "]");
    if (!IsSpiffeTrustDomain(bundle.trust_domain())) {
      errors->Add(InvalidField(Reason::kInvalidConfig, bundle_path + ".trust_domain",
                               absl::StrCat(ShownConfigValue(bundle.trust_domain()),
                                            " given, allowed are 1 to 255 of a-z 0-9 . _ -")));
    } else if (!domains.insert(bundle.trust_domain()).second) {
      errors->Add(InvalidField(Reason::kInvalidConfig, bundle_path + ".trust_domain",
                               "has an earlier bundle already, allowed is one"));
    }
    errors->Add(CheckFilePath(bundle_path + ".ca_file", bundle.ca_file()));
    result.push_back({bundle.trust_domain(), InFolder(folder, bundle.ca_file())});
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
  if (config.trust_bundles().empty() || !config.client_ca_file().empty()) {
    errors->Add(CheckFilePath(path + ".client_ca_file", config.client_ca_file()));
  }
  return {.address = config.address(),
          .cert_file = InFolder(folder, config.cert_file()),
          .key_file = InFolder(folder, config.key_file()),
          .client_ca_file = InFolder(folder, config.client_ca_file()),
          .trust_bundles = ValidateBundles(config, folder, errors)};
}

}  // namespace

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
  ValidateTokens(config.listen(), folder, result, errors);
  ValidateTrustedProxies(config.listen(), result, errors);
}

}  // namespace signet
