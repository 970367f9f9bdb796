// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/striped_mutex.h"

#include <limits>
#include <thread>

namespace signet {
namespace {

// Looks at the counters before a writer lets another thread run: a reader that is
// still in by then has most likely lost its core.
constexpr uint32_t kLooksBeforeYield = 64;

// Looks, with a pause after each, before a thread sleeps until a writer is done: a microsecond or
// two, where a writer takes a fraction of one and to sleep and be woken takes five.
constexpr uint32_t kLooksBeforeSleep = 64;

// How often a writer looks who would rather not wait: some hundred nanoseconds,
// longer than a reader takes.
constexpr uint32_t kPatientLooks = 32;

// Leaves the core's units to others for some tens of cycles.
void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

void StripedMutex::LockWriters() {
  for (uint32_t i = 0; i < kLooksBeforeSleep; ++i) {
    if (!has_writer_.load(std::memory_order_relaxed) && writer_.try_lock()) {
      return;
    }
    Pause();
  }
  writer_.lock();
}

void StripedMutex::Lock() {
  LockWriters();
  has_writer_.store(true, std::memory_order_seq_cst);
  WaitForReaders(std::numeric_limits<uint32_t>::max());
}

bool StripedMutex::TryLock() {
  if (!writer_.try_lock()) {
    return false;
  }
  has_writer_.store(true, std::memory_order_seq_cst);
  if (WaitForReaders(kPatientLooks)) {
    return true;
  }
  has_writer_.store(false, std::memory_order_release);
  writer_.unlock();
  return false;
}

void StripedMutex::WaitForWriter() {
  for (uint32_t i = 0; i < kLooksBeforeSleep; ++i) {
    if (!has_writer_.load(std::memory_order_relaxed) && ReaderTryLock()) {
      return;
    }
    Pause();
  }
  // Whoever holds the writers' mutex keeps writers out, so counting in is safe.
  const std::lock_guard<std::mutex> lock(writer_);
  CountIn();
}

bool StripedMutex::WaitForReaders(uint32_t looks) {
  const bool is_patient = looks == std::numeric_limits<uint32_t>::max();
  for (const Stripe& stripe : stripes_) {
    for (uint32_t i = 1; stripe.readers.load(std::memory_order_seq_cst) != 0; ++i) {
      if (!is_patient && --looks == 0) {
        return false;
      }
      if (i % kLooksBeforeYield == 0) {
        std::this_thread::yield();
      }
    }
  }
  return true;
}

}  // namespace signet
