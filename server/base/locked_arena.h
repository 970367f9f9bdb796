// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_LOCKED_ARENA_H_
#define SIGNET_SERVER_BASE_LOCKED_ARENA_H_

#include <cstddef>
#include <memory>

#include "absl/status/statusor.h"

namespace signet {

// One block of memory for key bytes: locked (never swapped), left out of core
// dumps and of forked children, wiped when it goes. It hands out nothing; the
// owner lays its own slots over data().
class LockedArena {
 public:
  // What to do when the kernel will not lock the memory (RLIMIT_MEMLOCK).
  enum class OnLockFailure { kRefuse, kUseUnlocked };

  // Zeroed memory of at least `size` bytes, page aligned.
  //
  // ResourceExhausted: the memory cannot be mapped, or it cannot be locked and
  // `on_lock_failure` is kRefuse; the message names the size asked and the
  // limit in force.
  static absl::StatusOr<std::unique_ptr<LockedArena>> Create(size_t size,
                                                             OnLockFailure on_lock_failure);

  ~LockedArena();
  LockedArena(const LockedArena&) = delete;
  LockedArena& operator=(const LockedArena&) = delete;

  void* data() const { return data_; }
  size_t size() const { return size_; }
  bool is_locked() const { return is_locked_; }

 private:
  LockedArena(void* data, size_t size, bool is_locked)
      : data_(data), size_(size), is_locked_(is_locked) {}

  void* const data_;
  const size_t size_;
  const bool is_locked_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_LOCKED_ARENA_H_
