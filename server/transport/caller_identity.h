// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_CALLER_IDENTITY_H_
#define SIGNET_SERVER_TRANSPORT_CALLER_IDENTITY_H_

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "grpc/grpc.h"
#include "grpcpp/security/server_credentials.h"

namespace signet {

// What stands for an ID that has no meaning in this user namespace
// (/proc/sys/kernel/overflowuid, overflowgid): whoever it is, it is not known who.
inline constexpr uid_t kOverflowId = 65534;

// Whom the kernel says connected a Unix socket (SO_PEERCRED): the user at the
// time of connect(), not of any later call.
struct PeerCredentials {
  uid_t uid;
  gid_t gid;
};
std::optional<PeerCredentials> PeerCredentialsOf(int fd);

// Credentials of a listener all of whose connections come from the local user
// `name`, who was found out by accepting them.
std::shared_ptr<grpc::ServerCredentials> LocalUserCredentials(absl::string_view name);

// Who calls: the local user of LocalUserCredentials(), or what the verified
// client certificate names: its SPIFFE ID, or else its first DNS name. Nothing
// when it names neither, several SPIFFE IDs, a wildcard, or a DNS name of one
// label, which could be taken for a local user. Valid as long as the call.
std::optional<absl::string_view> CallerOf(grpc_call* call);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CALLER_IDENTITY_H_
