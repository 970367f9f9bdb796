// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_SIGNING_KEY_SOURCE_H_
#define SIGNET_BENCH_LOAD_SIGNING_KEY_SOURCE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client_lib/cpp/signer.h"
#include "server/base/secret.h"
#include "server/digest/hmac_sha256.h"

namespace signet::load {

// The key of one credential version and scope, to check signatures with.
struct CheckKey {
  CheckKey() = default;
  ~CheckKey() { Wipe(&signing_key); }
  CheckKey(const CheckKey&) = delete;
  CheckKey& operator=(const CheckKey&) = delete;

  HmacSha256Key signing_key;
  std::string access_key_id;
  Secret session_token;
};

// What a key is for. `date` is that of the scope.
struct CheckScope {
  std::string credential;
  std::string credential_version;
  std::string date;
  std::string region;
  std::string service;
};

// Where keys for checking come from. One thread at a time.
class SigningKeySource {
 public:
  virtual ~SigningKeySource() = default;
  virtual absl::StatusOr<std::unique_ptr<CheckKey>> KeyFor(const CheckScope& scope) = 0;
};

// Keys leased from the server, which must grant leases. Errors as
// NewRemoteSigner.
absl::StatusOr<std::unique_ptr<SigningKeySource>> NewLeasedKeySource(const SignerOptions& options);

// Keys derived from a file of credentials, as signetd reads it. Errors as
// DocumentSource.
absl::StatusOr<std::unique_ptr<SigningKeySource>> NewFileKeySource(const std::string& path);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_SIGNING_KEY_SOURCE_H_
