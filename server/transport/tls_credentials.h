// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_TLS_CREDENTIALS_H_
#define SIGNET_SERVER_TRANSPORT_TLS_CREDENTIALS_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "grpcpp/security/server_credentials.h"

namespace signet {

// PEM files.
struct TlsFiles {
  // The server's certificate, then those between it and its authority.
  std::string cert_file;
  std::string key_file;
  // Authorities that clients' certificates are verified by.
  std::string client_ca_file;
};

// Credentials that require and verify a client certificate before a byte of
// HTTP/2 is read.
//
// Each error is one line that names the file. NotFound, PermissionDenied ...:
// a file cannot be read. InvalidArgument: it holds no certificate or key, or
// the key is not the certificate's.
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> MutualTlsCredentials(
    const TlsFiles& files);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_TLS_CREDENTIALS_H_
