// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_CREDENTIAL_VERSION_H_
#define SIGNET_SERVER_CREDENTIALS_CREDENTIAL_VERSION_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/base/secret.h"
#include "server/keycache/key_cache.h"
#include "server/sigv4/signing_key.h"

namespace signet {

// One concrete set of keys of a credential, as a source gives it.
struct CredentialValue {
  // What callers say.
  std::string name;
  std::string access_key_id;
  Secret secret_access_key;
  // Empty for long-term keys.
  Secret session_token;
  // InfiniteFuture: does not expire, or does not say.
  absl::Time expires = absl::InfiniteFuture();
};

// Refuses a name that is not 1 to 128 of A-Z a-z 0-9 . _ -, an access key ID that
// is not 3 to 128 visible ASCII characters without '/' and ',', a secret access
// key that is empty or over 1,024 bytes or holds white space or control
// characters, and a session token over 16,384 bytes or with any of those.
//
// InvalidArgument, Reason::kInvalidConfig, the offending field as field. Secrets
// never stand in the message.
absl::Status ValidateCredential(const CredentialValue& value);

// Refuses a name that ValidateCredential refuses. InvalidArgument,
// Reason::kInvalidCredentialName, field "credential".
absl::Status ValidateCredentialName(absl::string_view name);

// The time that RFC 3339 text spells, such as "2026-12-01T00:00:00Z". InvalidArgument,
// Reason::kInvalidConfig, field "expires_at".
absl::StatusOr<absl::Time> ParseExpiryText(absl::string_view text);

// "a2954c57f72042f2": the first 16 hex digits of HMAC-SHA256(secret access key,
// "signet-version-1" 0x00 access key ID 0x00 session token); the same in every
// process.
std::string CredentialVersionId(const CredentialValue& value);

// One concrete set of keys, from when it was first seen. All but the revoked flag
// is immutable; shared by those who sign with it.
struct CredentialVersion {
  CredentialVersion(CredentialValue value_arg, absl::Time created_arg);
  CredentialVersion(const CredentialVersion&) = delete;
  CredentialVersion& operator=(const CredentialVersion&) = delete;

  const CredentialValue value;
  // CredentialVersionId().
  const std::string id;
  // Names this version in this process; never reused, never 0.
  const uint64_t generation;
  // When this process first saw it.
  const absl::Time created;

  bool is_revoked() const { return revoked_.load(std::memory_order_acquire); }
  bool is_expired(absl::Time now) const { return value.expires <= now; }
  void Revoke() { revoked_.store(true, std::memory_order_release); }

 private:
  std::atomic<bool> revoked_{false};
};

using CredentialVersionPtr = std::shared_ptr<const CredentialVersion>;

// What KeyCache::GetOrDerive takes for a key of `version`. The spec's views are
// those given and the version's own.
KeyOrigin KeyOriginOf(const CredentialVersion& version);
SigningKeySpec SigningKeySpecOf(const CredentialVersion& version, absl::string_view date,
                                absl::string_view region, absl::string_view service);

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_CREDENTIAL_VERSION_H_
