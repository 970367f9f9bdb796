// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_AUDIT_VERIFIER_H_
#define SIGNET_SERVER_AUDIT_AUDIT_VERIFIER_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/audit/audit_chain.h"
#include "server/audit/checkpoint_key.h"

namespace signet {

// What a log that holds was made of.
struct AuditSummary {
  uint64_t lines = 0;
  uint64_t first_seq = 0;
  AuditHead head;
  // Checkpoints seen; verified where there is a key.
  uint64_t checkpoints = 0;
  // Lines after the last of them.
  uint64_t unsigned_lines = 0;
};

// Reads a log line by line, over its files from the oldest to the newest, and
// finds the first place where it is not as it was written: a line that was
// changed, removed, added, repeated or moved.
//
// That lines are missing at the end shows only against a head known from
// elsewhere, and that all of it was made up only against the checkpoints' key.
class AuditVerifier {
 public:
  // `key`, if any, outlives the verifier: then every checkpoint must be one by
  // it, with at most kMostUnsignedLines lines between two, and one at least. `expected`: a head
  // that the log must lead to or past.
  explicit AuditVerifier(const CheckpointPublicKey* key = nullptr,
                         std::optional<AuditHead> expected = std::nullopt)
      : key_(key), expected_(std::move(expected)) {}

  // From now on lines are those of the next file.
  void BeginFile() { is_first_in_file_ = true; }

  // Goes on from the middle of a file, after a line that is trusted.
  void BeginAfter(const AuditHead& head);

  // Takes a line, without its line feed. DataLoss: what is wrong with it; the
  // verifier is then of no more use.
  absl::Status Take(absl::string_view line);

  // After the last line. DataLoss: the log ends before the expected head, or there is no
  // checkpoint by the key.
  absl::Status Finish() const;

  const AuditSummary& summary() const { return summary_; }

 private:
  absl::Status CheckPlace(const SealedLine& line) const;
  absl::Status CheckSignature(const SealedLine& line);
  absl::Status CheckExpected() const;

  const CheckpointPublicKey* const key_;
  const std::optional<AuditHead> expected_;
  AuditSummary summary_;
  bool has_begun_ = false;
  bool is_first_in_file_ = true;
};

// Feeds a file to a verifier. On a break the message begins with "PATH:LINE: ".
// NotFound and the like: it cannot be read. A last line without a line feed is
// an error too, "the line is torn", unless `torn` is given: then its first byte's
// place is written there, and it is not taken.
absl::Status VerifyAuditFile(const std::string& path, AuditVerifier* verifier,
                             std::optional<uint64_t>* torn = nullptr);

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_AUDIT_VERIFIER_H_
