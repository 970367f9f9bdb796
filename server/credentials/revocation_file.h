// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_REVOCATION_FILE_H_
#define SIGNET_SERVER_CREDENTIALS_REVOCATION_FILE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace signet {

// A version of a credential that must not sign any more.
struct Revocation {
  std::string credential;
  // 16 hex digits.
  std::string version;
  // Whole seconds.
  absl::Time revoked_at;
};

// Revocations held and kept at most: far more than keys that one server will ever see.
inline constexpr size_t kMaxRevocations = 100'000;

// The revocations that outlive the process: the file "revocations" in a folder of the
// operator's. Text, one revocation a line between a first and a last line that tell
// whether all of it is there:
//
//   signet-revocations 1
//   2026-11-30T12:00:00Z demo a2954c57f72042f2
//   end 1 <SHA-256 of all before this line, in hex>
//
// It is replaced as a whole (written beside, synced, renamed, the folder synced), so
// that a crash leaves the old or the new one. Several processes may share the folder:
// each replaces the file by what is in it and its own, under a lock. Safe for
// concurrent use.
class RevocationFile {
 public:
  // How long a revocation is kept whose version nobody holds any more.
  static constexpr absl::Duration kKeepUnused = absl::Hours(24 * 400);

  // `folder` exists when Read() is called.
  explicit RevocationFile(std::string folder) : folder_(std::move(folder)) {}

  // What the file holds; nothing where there is none, as at the first start.
  //
  // FailedPrecondition, kInvalidConfig: the folder is none; or the file is there and
  // cannot be read, is cut short or is not what was written. Not to be taken for
  // empty, which would allow again what was revoked. One line, with the path and what
  // to do.
  absl::StatusOr<std::vector<Revocation>> Read() const;

  // Adds revocations; of one already there the earlier time stays. Those that nobody
  // holds (`is_held` false) and that are older than kKeepUnused at `now` go. On disk
  // when it returns OK.
  //
  // Unavailable, kCredentialUnavailable: it could not be written, or another process
  // keeps the file locked; FailedPrecondition: as Read(), what is there stays as it is.
  absl::Status Add(const std::vector<Revocation>& revocations, absl::Time now,
                   absl::FunctionRef<bool(const Revocation&)> is_held) const;

  std::string path() const;

 private:
  absl::Status Replace(const std::string& text) const;

  const std::string folder_;
};

// The text of a file with these revocations, in the order of their names.
std::string RevocationText(std::vector<Revocation> revocations);

// The revocations in such a text. InvalidArgument, kInvalidConfig: any byte of it is
// missing, changed or too many; the message says what is wrong.
absl::StatusOr<std::vector<Revocation>> ParseRevocationText(absl::string_view text);

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_REVOCATION_FILE_H_
