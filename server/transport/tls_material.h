// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_TLS_MATERIAL_H_
#define SIGNET_SERVER_TRANSPORT_TLS_MATERIAL_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/base/secret.h"
#include "server/transport/trust_bundles.h"

namespace signet {

// PEM files.
struct TlsFiles {
  struct TrustBundle {
    std::string trust_domain;
    std::string ca_file;
  };

  // The server's certificate, then those between it and its authority.
  std::string cert_file;
  std::string key_file;
  // Authorities that clients' certificates are verified by; empty where there are trust
  // bundles and nobody else may connect.
  std::string client_ca_file;
  // Authorities of SPIFFE IDs of one trust domain each.
  std::vector<TrustBundle> trust_bundles = {};
};

// What the files held at one moment.
struct TlsBytes {
  Secret cert;
  Secret key;
  // Empty without the file.
  Secret client_ca;
  // One for each of TlsFiles::trust_bundles.
  std::vector<Secret> bundles;

  bool operator==(const TlsBytes& other) const;
};

// NotFound, PermissionDenied ...: as ReadFile().
absl::StatusOr<TlsBytes> ReadTlsFiles(const TlsFiles& files);

// What a listener does TLS with: checked, and of one piece.
struct TlsMaterial {
  std::string cert_pem;
  Secret key_pem;
  // All authorities, for the handshake.
  std::string roots_pem;
  TrustBundles bundles;
  // Of the server's own chain, and of the authorities, the first that ends.
  absl::Time not_before;
  absl::Time not_after;
  absl::Time roots_not_after;
};

// Checks and puts together. InvalidArgument: one line that names the file and says what
// is wrong with it. `files` is for names alone.
absl::StatusOr<TlsMaterial> MakeTlsMaterial(const TlsFiles& files, const TlsBytes& bytes,
                                            absl::Time now);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_TLS_MATERIAL_H_
