// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/locked_arena.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/secret.h"

namespace signet {
namespace {

size_t RoundUpToPage(size_t size) {
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return (size + page - 1) / page * page;
}

absl::Status LockError(size_t size, int error) {
  rlimit limit = {};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  const std::string limit_text =
      limit.rlim_cur == RLIM_INFINITY ? "unlimited" : absl::StrCat(limit.rlim_cur, " bytes");
  return MakeError(absl::StatusCode::kResourceExhausted, Reason::kKeyMemoryExhausted,
                   "key_cache.max_entries",
                   absl::StrCat("cannot lock ", size, " bytes of key memory (", strerror(error),
                                "), RLIMIT_MEMLOCK is ", limit_text,
                                "; raise it, lower key_cache.max_entries, or set "
                                "key_cache.allow_unlocked_memory"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<LockedArena>> LockedArena::Create(size_t size,
                                                                 OnLockFailure on_lock_failure) {
  const size_t rounded = RoundUpToPage(size == 0 ? 1 : size);
  void* data = mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) {
    return MakeError(
        absl::StatusCode::kResourceExhausted, Reason::kKeyMemoryExhausted, "key_cache.max_entries",
        absl::StrCat("cannot map ", rounded, " bytes of key memory: ", strerror(errno)));
  }
  const bool is_locked = mlock(data, rounded) == 0;
  if (!is_locked && on_lock_failure == OnLockFailure::kRefuse) {
    const int error = errno;
    munmap(data, rounded);
    return LockError(rounded, error);
  }
  // Best effort: a kernel without these still has the memory locked.
  madvise(data, rounded, MADV_DONTDUMP);
  madvise(data, rounded, MADV_DONTFORK);
  return absl::WrapUnique(new LockedArena(data, rounded, is_locked));
}

LockedArena::~LockedArena() {
  Wipe(data_, size_);
  munmap(data_, size_);
}

}  // namespace signet
