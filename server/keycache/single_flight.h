// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_KEYCACHE_SINGLE_FLIGHT_H_
#define SIGNET_SERVER_KEYCACHE_SINGLE_FLIGHT_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/base/mutex.h"

namespace signet {

// Lets one caller at a time do a piece of work, known by a key, while others wait
// for it. No lock is held meanwhile. Safe for concurrent use.
class SingleFlight {
 private:
  struct Flight;

 public:
  // The right to do the work of one key. Wakes those who wait when it goes.
  class Lead {
   public:
    Lead(SingleFlight* flights, std::string key, std::shared_ptr<Flight> flight)
        : flights_(*flights), key_(std::move(key)), flight_(std::move(flight)) {}
    ~Lead() { flights_.Land(key_, flight_.get(), std::move(outcome_)); }
    Lead(const Lead&) = delete;
    Lead& operator=(const Lead&) = delete;

    // What those who wait are told; OK by default.
    void set_outcome(absl::Status outcome) { outcome_ = std::move(outcome); }

   private:
    SingleFlight& flights_;
    const std::string key_;
    const std::shared_ptr<Flight> flight_;
    absl::Status outcome_;
  };

  // The lead for `key`, or null while somebody else has it.
  std::unique_ptr<Lead> TryLead(const std::string& key);

  // Waits until whoever has the lead for `key` is done, and returns the outcome; OK
  // at once when nobody has it. Nothing when that took longer than `timeout` (of
  // real time; a day at most).
  std::optional<absl::Status> Wait(const std::string& key, absl::Duration timeout);

 private:
  struct Flight {
    CondVar landed;
    bool has_landed = false;
    absl::Status outcome;
  };

  void Land(const std::string& key, Flight* flight, absl::Status outcome);

  Mutex mu_;
  absl::flat_hash_map<std::string, std::shared_ptr<Flight>> flights_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_KEYCACHE_SINGLE_FLIGHT_H_
