// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/caller_identity.h"

#include <sys/socket.h>

#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "grpc/grpc_security_constants.h"
#include "grpcpp/security/auth_metadata_processor.h"
#include "server/base/mutex.h"

namespace signet {
namespace {

// The property of a connection that holds its local user. A peer cannot set
// properties.
constexpr char kLocalUserProperty[] = "signet_local_user";

// Writes the user into each connection's properties. They belong to the
// connection, while this is called for every call, hence the look first.
class LocalUserProcessor final : public grpc::AuthMetadataProcessor {
 public:
  // Under the lock, since gRPC hands this object to its threads in ways that
  // thread sanitizers do not see.
  explicit LocalUserProcessor(absl::string_view name) {
    MutexLock lock(&mu_);
    name_ = std::string(name);
  }

  // Runs on the lane's thread.
  bool IsBlocking() const override { return false; }

  grpc::Status Process(const InputMetadata& /*auth_metadata*/, grpc::AuthContext* context,
                       OutputMetadata* /*consumed_auth_metadata*/,
                       OutputMetadata* /*response_metadata*/) override {
    MutexLock lock(&mu_);
    if (context->FindPropertyValues(kLocalUserProperty).empty()) {
      context->AddProperty(kLocalUserProperty, name_);
    }
    return grpc::Status::OK;
  }

 private:
  Mutex mu_;
  std::string name_ ABSL_GUARDED_BY(mu_);
};

absl::string_view ToView(const grpc::string_ref& text) { return {text.data(), text.size()}; }

}  // namespace

std::optional<PeerCredentials> PeerCredentialsOf(int fd) {
  ucred credentials = {};
  socklen_t length = sizeof(credentials);
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0 ||
      length != sizeof(credentials)) {
    return std::nullopt;
  }
  return PeerCredentials{.uid = credentials.uid, .gid = credentials.gid};
}

std::shared_ptr<grpc::ServerCredentials> LocalUserCredentials(absl::string_view name) {
  std::shared_ptr<grpc::ServerCredentials> credentials =
      grpc::experimental::LocalServerCredentials(UDS);
  credentials->SetAuthMetadataProcessor(std::make_shared<LocalUserProcessor>(name));
  return credentials;
}

std::optional<std::string> CallerOf(const grpc::AuthContext& context) {
  const std::vector<grpc::string_ref> users = context.FindPropertyValues(kLocalUserProperty);
  if (users.size() == 1) {
    return std::string(ToView(users[0]));
  }
  if (!users.empty()) {
    return std::nullopt;
  }
  for (const grpc::string_ref& uri : context.FindPropertyValues(GRPC_PEER_URI_PROPERTY_NAME)) {
    if (absl::StartsWithIgnoreCase(ToView(uri), "spiffe:")) {
      // gRPC sets this one for exactly one URI name that is a valid SPIFFE ID.
      const auto ids = context.FindPropertyValues(GRPC_PEER_SPIFFE_ID_PROPERTY_NAME);
      return ids.size() == 1 ? std::optional<std::string>(ToView(ids[0])) : std::nullopt;
    }
  }
  const auto names = context.FindPropertyValues(GRPC_PEER_DNS_PROPERTY_NAME);
  if (names.empty()) {
    return std::nullopt;
  }
  const absl::string_view name = ToView(names[0]);
  if (absl::StrContains(name, '*') || !absl::StrContains(name, '.')) {
    return std::nullopt;
  }
  return std::string(name);
}

}  // namespace signet
