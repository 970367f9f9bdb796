// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/caller_identity.h"

#include <sys/socket.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_format.h"
#include "grpc/grpc_security.h"
#include "grpc/grpc_security_constants.h"
#include "grpcpp/security/auth_metadata_processor.h"
#include "server/base/mutex.h"
#include "server/service/caller_name.h"

namespace signet {
namespace {

// The property of a connection that holds its local user. A peer cannot set
// properties.
constexpr char kLocalUserProperty[] = "signet_local_user";
// The one that holds the caller whom its certificate was found to name.
constexpr char kCertifiedCallerProperty[] = "signet_certified_caller";

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

// What is known of a call's connection. gRPC's C API, because its C++ one
// allocates for each look.
class ConnectionProperties {
 public:
  explicit ConnectionProperties(grpc_call* call) : context_(grpc_call_auth_context(call)) {}
  ~ConnectionProperties() { grpc_auth_context_release(context_); }
  ConnectionProperties(const ConnectionProperties&) = delete;
  ConnectionProperties& operator=(const ConnectionProperties&) = delete;

  // The values of one name, one after the other; nothing after the last. They
  // belong to the connection.
  class Values {
   public:
    Values(const grpc_auth_context* context, const char* name)
        : iterator_(grpc_auth_context_find_properties_by_name(context, name)) {}
    std::optional<absl::string_view> Next() {
      const grpc_auth_property* const property = grpc_auth_property_iterator_next(&iterator_);
      if (property == nullptr) {
        return std::nullopt;
      }
      return absl::string_view(property->value, property->value_length);
    }

   private:
    grpc_auth_property_iterator iterator_;
  };
  Values Find(const char* name) const { return {context_, name}; }

  // The value of a name that has exactly one.
  std::optional<absl::string_view> FindOnly(const char* name) const {
    Values values = Find(name);
    const std::optional<absl::string_view> value = values.Next();
    return values.Next().has_value() ? std::nullopt : value;
  }

  std::vector<absl::string_view> FindAll(const char* name) const {
    std::vector<absl::string_view> all;
    Values values = Find(name);
    for (auto value = values.Next(); value.has_value(); value = values.Next()) {
      all.push_back(*value);
    }
    return all;
  }

  void Add(const char* name, absl::string_view value) {
    grpc_auth_context_add_property(context_, name, value.data(), value.size());
  }

 private:
  grpc_auth_context* const context_;
};

// Whom the certificate names, whoever vouches for that.
std::optional<absl::string_view> CertifiedName(const ConnectionProperties& properties) {
  return ChooseCallerName(properties.FindAll(GRPC_PEER_URI_PROPERTY_NAME),
                          properties.FindAll(GRPC_PEER_DNS_PROPERTY_NAME));
}

bool MayVouch(const TlsMaterial& material, absl::string_view name,
              const ConnectionProperties& properties) {
  if (!material.bundles.is_by_name()) {
    return true;
  }
  const std::optional<absl::string_view> leaf =
      properties.FindOnly(GRPC_X509_PEM_CERT_PROPERTY_NAME);
  const std::optional<absl::string_view> others =
      properties.FindOnly(GRPC_X509_PEM_CERT_CHAIN_PROPERTY_NAME);
  return leaf.has_value() && material.bundles.Vouch(name, *leaf, others.value_or(""));
}

// The number in a file of the kernel's.
uint32_t OverflowIdIn(const char* path) {
  constexpr uint32_t kUsual = 65534;
  std::ifstream file(path);
  uint32_t id = 0;
  return file >> id ? id : kUsual;
}

}  // namespace

uid_t OverflowUid() {
  static const uid_t id = OverflowIdIn("/proc/sys/kernel/overflowuid");
  return id;
}

gid_t OverflowGid() {
  static const gid_t id = OverflowIdIn("/proc/sys/kernel/overflowgid");
  return id;
}

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

std::optional<ConnectionCaller> CallerOf(grpc_call* call, const TlsStore* tls) {
  ConnectionProperties properties(call);
  std::optional<absl::string_view> name = properties.FindOnly(kLocalUserProperty);
  if (name.has_value()) {
    return ConnectionCaller{*name, CallerProof::kUds};
  }
  name = properties.FindOnly(kCertifiedCallerProperty);
  if (!name.has_value()) {
    name = CertifiedName(properties);
    if (!name.has_value()) {
      return std::nullopt;
    }
    if (tls != nullptr) {
      if (!MayVouch(*tls->current(), *name, properties)) {
        return std::nullopt;
      }
      properties.Add(kCertifiedCallerProperty, *name);
    }
  }
  return ConnectionCaller{*name, CallerProof::kMtls};
}

}  // namespace signet
