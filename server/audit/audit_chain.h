// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_AUDIT_CHAIN_H_
#define SIGNET_SERVER_AUDIT_AUDIT_CHAIN_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace signet {

// How lines hang together. A line is
//
//   {"seq":17,"kind":"call", ... ,"hash":"<64 hex digits>"}
//
// and its hash the SHA-256 of the hash of the line before it, in hex, followed by
// this line up to (not including) `,"hash":`. So every line stands for all lines
// before it, and one that was changed shows by itself. The first line of a file
// is of kind "open" and says in "previous" which hash it follows; the first line
// of all follows 64 zeros.

// Where a chain stands: its last line.
struct AuditHead {
  // Before the first line.
  static AuditHead Genesis();

  friend bool operator==(const AuditHead&, const AuditHead&) = default;

  uint64_t seq = 0;
  // 64 hex digits.
  std::string hash;
};

// "17:<hash>", as `signet audit verify --head` takes it, and back; nothing when
// it is none.
std::string AuditHeadText(const AuditHead& head);
std::optional<AuditHead> ParseAuditHead(absl::string_view text);

// Appends the line after `head` to `out`, line feed included, and moves `head` to
// it. `members` are those between "seq" and "hash": `"kind":"call",...`.
void SealAuditLine(absl::string_view members, AuditHead* head, std::string* out);

// The parts of a line, without its line feed. Views of it.
struct SealedLine {
  uint64_t seq = 0;
  // Up to `,"hash":`.
  absl::string_view content;
  // Between "seq" and "hash".
  absl::string_view members;
  absl::string_view hash;
};

// Nothing when `line` has another form.
std::optional<SealedLine> ParseSealedLine(absl::string_view line);

// The hash that the line after one with `previous_hash` must have.
std::string AuditLineHash(absl::string_view previous_hash, absl::string_view content);

// The members of a line that begins a file, or goes on in one after a restart.
std::string OpenMembers(const AuditHead& previous, absl::string_view rest);

// What an opening line says it follows; nothing when `members` are no opening line's.
std::optional<absl::string_view> PreviousOf(absl::string_view members);

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_AUDIT_CHAIN_H_
