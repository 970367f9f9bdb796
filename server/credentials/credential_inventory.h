// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_CREDENTIAL_INVENTORY_H_
#define SIGNET_SERVER_CREDENTIALS_CREDENTIAL_INVENTORY_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace signet {

// What may be told of a CredentialStore: no secrets.

struct VersionSummary {
  // 16 hex digits.
  std::string id;
  std::string access_key_id;
  absl::Time created;
  // InfiniteFuture: does not expire, or does not say.
  absl::Time expires;
  bool is_revoked = false;
};

// How a source fares.
struct SourceState {
  // CredentialSource::Description().
  std::string description;
  // When its content was taken last.
  std::optional<absl::Time> loaded_at;
  // Why its content, as it is now, is not in use; "" when it is.
  std::string error;
};

struct CredentialSummary {
  std::string name;
  SourceState source;
  // The latest first, then those it replaced, newest first.
  std::vector<VersionSummary> versions;
};

// The outcome of a revocation.
struct RevokedVersion {
  std::string id;
  // "" where the version is not held.
  std::string access_key_id;
  // Before the call.
  bool was_revoked = false;
  bool is_latest = false;
};

// How the store remembers a revocation: neither part has a '/'.
std::string RevokedKey(absl::string_view name, absl::string_view id);

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_CREDENTIAL_INVENTORY_H_
