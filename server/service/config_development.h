// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_DEVELOPMENT_H_
#define SIGNET_SERVER_SERVICE_CONFIG_DEVELOPMENT_H_

#include <sys/types.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/credentials/environment.h"
#include "server/service/config.h"

namespace signet {

// The throwaway credential of development mode.
inline constexpr absl::string_view kDevelopmentCredential = "dev";

struct DevelopmentOptions {
  // "unix:PATH"; empty for DevelopmentListenAddress().
  std::string listen;
  // Credentials to sign with, in place of the throwaway one; may be empty.
  std::string credentials_file;
  // Who starts the server, and by which name it is logged; a name that
  // listen.unix.users would not take becomes "uid-UID".
  uid_t uid = 0;
  std::string user_name;
};

// "unix:$XDG_RUNTIME_DIR/signet/signet.sock", or
// "unix:/tmp/signet-UID/signet.sock". The folder may not exist yet.
std::string DevelopmentListenAddress(uid_t uid, const EnvironmentReader& environment);

// "unix:PATH" with an absolute path of at most 107 bytes, in the words of the
// command line. InvalidArgument, kInvalidConfig: anything else, a TCP address
// above all.
absl::Status CheckDevelopmentListen(absl::string_view listen);

// The configuration of `signetd --dev`: a Unix socket for the starting user
// alone, who may do everything, with signing times of their own and leases of
// any date; key memory may stay unlocked; text logs. Without a credentials file
// the credential "dev" is made up, with random keys that open nothing.
//
// InvalidArgument, kInvalidConfig: CheckDevelopmentListen() of `listen`, or
// SIGNET_LOG_* is malformed.
absl::StatusOr<ServerConfig> DevelopmentConfig(const DevelopmentOptions& options,
                                               const EnvironmentReader& environment);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_DEVELOPMENT_H_
