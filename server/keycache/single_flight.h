// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_SINGLE_FLIGHT_H_
#define SIGNET_SERVER_KEYCACHE_SINGLE_FLIGHT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/base/mutex.h"

namespace signet {

// What a piece of work is known by. Views outlive whoever is given them.
struct FlightName {
  // Of all the rest; equal names have equal hashes.
  size_t hash = 0;
  uint64_t generation = 0;
  absl::string_view credential;
  absl::string_view date;
  absl::string_view region;
  absl::string_view service;
};

// Lets one caller at a time do a piece of work while others wait for it. No lock is
// held meanwhile, and nothing is allocated: leads and waiters live on the stacks of
// their threads. Safe for concurrent use.
class SingleFlight {
 private:
  struct Bucket;
  struct Waiter;

 public:
  // The right to do a piece of work, where nobody else has it. Wakes those who wait
  // when it goes.
  class Lead {
   public:
    Lead(SingleFlight* flights, const FlightName& name);
    ~Lead();
    Lead(const Lead&) = delete;
    Lead& operator=(const Lead&) = delete;

    // False while somebody else has the lead.
    bool is_held() const { return is_held_; }

    // What those who wait are told; OK by default.
    void set_outcome(absl::Status outcome) { outcome_ = std::move(outcome); }

   private:
    friend class SingleFlight;

    Bucket& bucket_;
    const FlightName name_;
    bool is_held_ = false;
    absl::Status outcome_;
    // Both under the bucket's lock.
    Waiter* waiters_ = nullptr;
    Lead* next_ = nullptr;
  };

  // Waits until whoever has the lead is done, and returns the outcome; OK at once
  // when nobody has it. Nothing when that took longer than `timeout` (of real time; a
  // day at most).
  std::optional<absl::Status> Wait(const FlightName& name, absl::Duration timeout);

 private:
  static constexpr size_t kBuckets = 16;

  struct Waiter {
    bool has_landed = false;
    absl::Status outcome;
    Waiter* next = nullptr;
  };

  struct alignas(64) Bucket {
    Mutex mu;
    CondVar landed;
    Lead* leads ABSL_GUARDED_BY(mu) = nullptr;
  };

  static Lead* Find(Lead* leads, const FlightName& name);

  std::array<Bucket, kBuckets> buckets_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_SINGLE_FLIGHT_H_
