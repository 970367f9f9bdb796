// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_STRIPED_MUTEX_H_
#define SIGNET_SERVER_KEYCACHE_STRIPED_MUTEX_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "absl/base/thread_annotations.h"
#include "server/keycache/thread_stripe.h"

namespace signet {

// A reader/writer lock for critical sections that are short and nearly always
// readers'. Readers count themselves in one of several cache lines, so that two
// of them do not hand a line to and fro (what makes every other reader lock slow
// on a key that all want); a writer waits for all lines to be empty. Who meets a
// writer looks again for a microsecond, then sleeps on its mutex. Not recursive.
class ABSL_LOCKABLE StripedMutex {
 public:
  StripedMutex() = default;
  StripedMutex(const StripedMutex&) = delete;
  StripedMutex& operator=(const StripedMutex&) = delete;

  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() ABSL_NO_THREAD_SAFETY_ANALYSIS;
  // Waits for no writer, and for readers under a microsecond or so.
  bool TryLock() ABSL_EXCLUSIVE_TRYLOCK_FUNCTION(true) ABSL_NO_THREAD_SAFETY_ANALYSIS;
  void Unlock() ABSL_UNLOCK_FUNCTION() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    has_writer_.store(false, std::memory_order_release);
    writer_.unlock();
  }

  void ReaderLock() ABSL_SHARED_LOCK_FUNCTION() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    if (!ReaderTryLock()) {
      WaitForWriter();
    }
  }
  bool ReaderTryLock() ABSL_SHARED_TRYLOCK_FUNCTION(true) ABSL_NO_THREAD_SAFETY_ANALYSIS {
    // Count in, then look for a writer; a writer announces itself, then counts. In
    // the one order that both agree on, one of the two sees the other.
    CountIn();
    if (!has_writer_.load(std::memory_order_seq_cst)) {
      return true;
    }
    ReaderUnlock();
    return false;
  }
  void ReaderUnlock() ABSL_UNLOCK_FUNCTION() ABSL_NO_THREAD_SAFETY_ANALYSIS {
    const uint32_t stripe = ThreadStripe();
    std::atomic<uint32_t>& readers = stripes_[stripe].readers;
    if (stripe == 0) {
      readers.fetch_sub(1, std::memory_order_release);
    } else {
      // Nobody else writes here.
      readers.store(0, std::memory_order_release);
    }
  }

  // Tells the thread annotations, where they cannot see it, what is held.
  void AssertHeld() const ABSL_ASSERT_EXCLUSIVE_LOCK() {}
  void AssertReaderHeld() const ABSL_ASSERT_SHARED_LOCK() {}

 private:
  struct alignas(64) Stripe {
    std::atomic<uint32_t> readers{0};
  };

  void CountIn() { stripes_[ThreadStripe()].readers.fetch_add(1, std::memory_order_seq_cst); }
  void WaitForWriter() ABSL_NO_THREAD_SAFETY_ANALYSIS;
  // Takes the writers' mutex.
  void LockWriters();
  // False where readers are still in after looking `looks` times.
  bool WaitForReaders(uint32_t looks);

  // Read by all, written by writers.
  alignas(64) std::atomic<bool> has_writer_{false};
  std::mutex writer_;
  std::array<Stripe, kThreadStripes> stripes_;
};

class ABSL_SCOPED_LOCKABLE StripedReaderLock {
 public:
  explicit StripedReaderLock(StripedMutex* mu) ABSL_SHARED_LOCK_FUNCTION(mu) : mu_(mu) {
    mu_->ReaderLock();
  }
  ~StripedReaderLock() ABSL_UNLOCK_FUNCTION() { mu_->ReaderUnlock(); }
  StripedReaderLock(const StripedReaderLock&) = delete;
  StripedReaderLock& operator=(const StripedReaderLock&) = delete;

 private:
  StripedMutex* const mu_;
};

class ABSL_SCOPED_LOCKABLE StripedWriterLock {
 public:
  explicit StripedWriterLock(StripedMutex* mu) ABSL_EXCLUSIVE_LOCK_FUNCTION(mu) : mu_(mu) {
    mu_->Lock();
  }
  ~StripedWriterLock() ABSL_UNLOCK_FUNCTION() { mu_->Unlock(); }
  StripedWriterLock(const StripedWriterLock&) = delete;
  StripedWriterLock& operator=(const StripedWriterLock&) = delete;

 private:
  StripedMutex* const mu_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_STRIPED_MUTEX_H_
