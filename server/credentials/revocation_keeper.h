// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_REVOCATION_KEEPER_H_
#define SIGNET_SERVER_CREDENTIALS_REVOCATION_KEEPER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/credentials/credential_store.h"
#include "server/credentials/revocation_file.h"

namespace signet {

// Keeps a store's revocations and a RevocationFile alike: what is revoked here goes into
// the file, what others who share the folder have put there is revoked here. Safe for
// concurrent use.
class RevocationKeeper {
 public:
  // Reads what is in the folder. Errors as RevocationFile::Read(). `clock` outlives the
  // keeper.
  static absl::StatusOr<std::unique_ptr<RevocationKeeper>> Open(const std::string& folder,
                                                                const Clock& clock);

  // What was in the file when it was opened, for CredentialStoreOptions::revoked.
  const std::vector<Revocation>& initial() const { return initial_; }

  // Puts all that `store` has revoked into the file; on disk when it returns OK. Blocks on
  // the disk. Errors as RevocationFile::Add(); then has_unsaved() until a Save() succeeds.
  absl::Status Save(const CredentialStore& store) ABSL_LOCKS_EXCLUDED(mu_);
  bool has_unsaved() const { return has_unsaved_.load(std::memory_order_acquire); }

  // Has `store` revoke what came into the file since it was read last. An error, once for
  // each state of the file: as RevocationFile::Read(); what was revoked stays revoked.
  absl::Status Poll(CredentialStore* store) ABSL_LOCKS_EXCLUDED(mu_);

 private:
  // By which a changed file is known: it is always another one.
  struct Stamp {
    bool operator==(const Stamp& other) const {
      return inode == other.inode && size == other.size && changed_nanos == other.changed_nanos;
    }
    uint64_t inode = 0;
    int64_t size = -1;
    int64_t changed_nanos = 0;
  };

  RevocationKeeper(const std::string& folder, const Clock& clock) : file_(folder), clock_(clock) {}

  Stamp StampNow() const;

  const RevocationFile file_;
  const Clock& clock_;
  std::vector<Revocation> initial_;
  std::atomic<bool> has_unsaved_{false};
  Mutex mu_;
  Stamp seen_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_REVOCATION_KEEPER_H_
