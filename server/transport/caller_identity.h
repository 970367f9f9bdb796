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
#include "server/service/caller_proof.h"
#include "server/transport/tls_store.h"

namespace signet {

// What stands for an ID that has no meaning in this user namespace: whoever it is, it is
// not known who. /proc/sys/kernel/overflowuid and overflowgid as they are at the first
// call; 65534 where they cannot be read.
uid_t OverflowUid();
gid_t OverflowGid();

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

// Whom a connection belongs to.
struct ConnectionCaller {
  absl::string_view name;
  CallerProof proof;
};

// The local user of LocalUserCredentials(), or whom the verified client certificate
// names among its subject alternative names (ChooseCallerName()). The common name, e-mail and IP
// addresses never name anybody. With trust bundles in `tls` (null: there are none) the name counts
// only where its bundle verifies the certificate. Nothing otherwise.
//
// With `tls` it looks once for each connection and keeps the answer in its properties,
// which a peer cannot set: to be called by the thread that serves the connection. Valid
// as long as the call.
std::optional<ConnectionCaller> CallerOf(grpc_call* call, const TlsStore* tls);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CALLER_IDENTITY_H_
