// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/signing_key_source.h"

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/lease_cache.h"
#include "server/base/clock.h"
#include "server/base/status_macros.h"
#include "server/credentials/credential_version.h"
#include "server/credentials/document_source.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/target.h"

namespace signet::load {
namespace {

class LeasedKeySource final : public SigningKeySource {
 public:
  explicit LeasedKeySource(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)), leases_(*connection_, Clock::Real()) {}

  absl::StatusOr<std::unique_ptr<CheckKey>> KeyFor(const CheckScope& scope) override {
    SIGNET_ASSIGN_OR_RETURN(
        const std::shared_ptr<const Lease> lease,
        leases_.Get({.credential = scope.credential,
                     .credential_version = scope.credential_version,
                     .region = std::string(SigningRegion(scope.service, scope.region)),
                     .service = std::string(SigningName(scope.service)),
                     .date = scope.date}));
    auto key = std::make_unique<CheckKey>();
    key->signing_key = lease->signing_key;
    key->access_key_id = lease->access_key_id;
    key->session_token = lease->session_token;
    return key;
  }

 private:
  const std::unique_ptr<Connection> connection_;
  LeaseCache leases_;
};

class FileKeySource final : public SigningKeySource {
 public:
  explicit FileKeySource(std::vector<CredentialValue> credentials)
      : credentials_(std::move(credentials)) {}

  absl::StatusOr<std::unique_ptr<CheckKey>> KeyFor(const CheckScope& scope) override {
    for (const CredentialValue& credential : credentials_) {
      if (credential.name != scope.credential) {
        continue;
      }
      if (!scope.credential_version.empty() &&
          CredentialVersionId(credential) != scope.credential_version) {
        return absl::NotFoundError(absl::StrCat("the file has another version of credential '",
                                                scope.credential, "' than the server"));
      }
      const SigningKey signing_key =
          DeriveSigningKey({.secret_access_key = credential.secret_access_key.Reveal(),
                            .date = scope.date,
                            .region = SigningRegion(scope.service, scope.region),
                            .service = SigningName(scope.service)});
      auto key = std::make_unique<CheckKey>();
      key->signing_key = MakeHmacSha256Key(absl::MakeConstSpan(signing_key.Reveal()));
      key->access_key_id = credential.access_key_id;
      key->session_token = credential.session_token;
      return key;
    }
    return absl::NotFoundError(absl::StrCat("the file has no credential '", scope.credential, "'"));
  }

 private:
  const std::vector<CredentialValue> credentials_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<SigningKeySource>> NewLeasedKeySource(const SignerOptions& options) {
  SIGNET_ASSIGN_OR_RETURN(std::unique_ptr<Connection> connection, Connection::Create(options));
  return std::make_unique<LeasedKeySource>(std::move(connection));
}

absl::StatusOr<std::unique_ptr<SigningKeySource>> NewFileKeySource(const std::string& path) {
  const DocumentSource source(path);
  SIGNET_ASSIGN_OR_RETURN(const std::vector<SourcePiece> pieces, source.Read());
  SIGNET_ASSIGN_OR_RETURN(std::vector<CredentialValue> credentials, source.Parse(pieces));
  return std::make_unique<FileKeySource>(std::move(credentials));
}

}  // namespace signet::load
