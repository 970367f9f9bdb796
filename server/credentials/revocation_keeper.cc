// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/revocation_keeper.h"

#include <sys/stat.h>

#include "absl/memory/memory.h"
#include "server/base/status_macros.h"

namespace signet {

absl::StatusOr<std::unique_ptr<RevocationKeeper>> RevocationKeeper::Open(const std::string& folder,
                                                                         const Clock& clock) {
  auto keeper = absl::WrapUnique(new RevocationKeeper(folder, clock));
  MutexLock lock(&keeper->mu_);
  // Before reading, so that a change meanwhile is seen later.
  keeper->seen_ = keeper->StampNow();
  SIGNET_ASSIGN_OR_RETURN(keeper->initial_, keeper->file_.Read());
  return keeper;
}

absl::Status RevocationKeeper::Save(const CredentialStore& store) {
  // Said first: a revocation that comes while the disk is slow is not lost sight of.
  has_unsaved_.store(true, std::memory_order_release);
  MutexLock lock(&mu_);
  has_unsaved_.store(false, std::memory_order_release);
  absl::Status status =
      file_.Add(store.Revocations(), clock_.Now(),
                [&store](const Revocation& revocation) { return store.Holds(revocation); });
  if (!status.ok()) {
    has_unsaved_.store(true, std::memory_order_release);
  }
  return status;
}

absl::Status RevocationKeeper::Poll(CredentialStore* store) {
  MutexLock lock(&mu_);
  const Stamp now = StampNow();
  if (now == seen_) {
    return absl::OkStatus();
  }
  seen_ = now;
  SIGNET_ASSIGN_OR_RETURN(const std::vector<Revocation> revocations, file_.Read());
  store->TakeRevocations(revocations);
  return absl::OkStatus();
}

RevocationKeeper::Stamp RevocationKeeper::StampNow() const {
  struct stat info = {};
  if (::stat(file_.path().c_str(), &info) != 0) {
    return {};
  }
  return {.inode = info.st_ino,
          .size = info.st_size,
          .changed_nanos = info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec};
}

}  // namespace signet
