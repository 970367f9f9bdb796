// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_CHECKPOINT_KEY_H_
#define SIGNET_SERVER_AUDIT_CHECKPOINT_KEY_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/audit/audit_chain.h"
#include "server/base/secret.h"

namespace signet {

// After so many lines without one a log that has a key gets a checkpoint. A
// restart may add a few lines to them.
inline constexpr uint64_t kLinesPerCheckpoint = 1000;
inline constexpr uint64_t kMostUnsignedLines = kLinesPerCheckpoint + 10;

// Verifies checkpoints: an Ed25519 public key (RFC 8032). Immutable, safe for
// concurrent use, as the next one.
class CheckpointPublicKey {
 public:
  // Out of PEM: "PUBLIC KEY". InvalidArgument, kInvalidConfig: it is none, or of
  // another kind.
  static absl::StatusOr<std::unique_ptr<const CheckpointPublicKey>> Parse(absl::string_view pem);
  virtual ~CheckpointPublicKey() = default;

  // The first 8 bytes of the SHA-256 of the raw key, in hex.
  virtual const std::string& id() const = 0;

  // Whether `members` are those of a checkpoint of `head` (the line before it) by
  // this key.
  virtual bool Verify(const AuditHead& head, absl::string_view members) const = 0;
};

// Signs checkpoints. It is not among the credentials, so that who steals those
// cannot rewrite the log.
class CheckpointKey {
 public:
  // Out of PEM: "PRIVATE KEY", unencrypted. Errors as above.
  static absl::StatusOr<std::unique_ptr<const CheckpointKey>> Parse(const Secret& pem);
  virtual ~CheckpointKey() = default;

  virtual const std::string& id() const = 0;

  // The members of the checkpoint that follows `head`. Nothing when the crypto
  // library failed.
  virtual std::optional<std::string> Checkpoint(const AuditHead& head) const = 0;
};

// True for the members of any checkpoint.
bool IsCheckpoint(absl::string_view members);

struct CheckpointKeyPair {
  Secret private_pem;
  std::string public_pem;
  std::string id;
};

// A new pair. Internal: the crypto library failed.
absl::StatusOr<CheckpointKeyPair> GenerateCheckpointKey();

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_CHECKPOINT_KEY_H_
