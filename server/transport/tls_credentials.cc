// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/tls_credentials.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "grpc/grpc.h"
#include "server/base/secret.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr grpc_ssl_client_certificate_request_type kClients =
    GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY;

grpc_ssl_server_certificate_config* ToConfig(const TlsMaterial& material) {
  // gRPC wants them terminated.
  std::string key(material.key_pem.Reveal());
  const grpc_ssl_pem_key_cert_pair pair = {.private_key = key.c_str(),
                                           .cert_chain = material.cert_pem.c_str()};
  grpc_ssl_server_certificate_config* const config =
      grpc_ssl_server_certificate_config_create(material.roots_pem.c_str(), &pair, 1);
  Wipe(&key);
  return config;
}

// gRPC's C++ interface has no credentials that ask for their certificate; its C one does.
class CredentialsOfOptions final : public grpc::ServerCredentials {
 public:
  explicit CredentialsOfOptions(grpc_ssl_server_credentials_options* options)
      : credentials_(grpc_ssl_server_credentials_create_with_options(options)) {}
  ~CredentialsOfOptions() override { grpc_server_credentials_release(credentials_); }

  // Nobody sets one for TLS.
  void SetAuthMetadataProcessor(
      const std::shared_ptr<grpc::AuthMetadataProcessor>& /*processor*/) override {}

 private:
  int AddPortToServer(const std::string& address, grpc_server* server) override {
    return grpc_server_add_http2_port(server, address.c_str(), credentials_);
  }

  grpc_server_credentials* const credentials_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> MutualTlsCredentials(
    const TlsFiles& files) {
  SIGNET_ASSIGN_OR_RETURN(const TlsBytes bytes, ReadTlsFiles(files));
  SIGNET_ASSIGN_OR_RETURN(const TlsMaterial material, MakeTlsMaterial(files, bytes, absl::Now()));
  return std::make_shared<CredentialsOfOptions>(
      grpc_ssl_server_credentials_create_options_using_config(kClients, ToConfig(material)));
}

std::shared_ptr<grpc::ServerCredentials> ReloadedTls::Credentials() {
  return std::make_shared<CredentialsOfOptions>(
      grpc_ssl_server_credentials_create_options_using_config_fetcher(kClients, &Fetch, this));
}

grpc_ssl_certificate_config_reload_status ReloadedTls::Fetch(
    void* self, grpc_ssl_server_certificate_config** config) {
  auto* const tls = static_cast<ReloadedTls*>(self);
  const uint64_t version = tls->store_->version();
  if (tls->fetched_version_ == version) {
    return GRPC_SSL_CERTIFICATE_CONFIG_RELOAD_UNCHANGED;
  }
  *config = ToConfig(*tls->store_->current());
  tls->fetched_version_ = version;
  return GRPC_SSL_CERTIFICATE_CONFIG_RELOAD_NEW;
}

}  // namespace signet
