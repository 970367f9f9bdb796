// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/single_flight.h"

#include <algorithm>
#include <utility>

namespace signet {
namespace {

// A condition variable cannot wait for ever by a timeout.
constexpr absl::Duration kLongestWait = absl::Hours(24);

}  // namespace

std::unique_ptr<SingleFlight::Lead> SingleFlight::TryLead(const std::string& key) {
  MutexLock lock(&mu_);
  const auto [place, is_new] = flights_.try_emplace(key);
  if (!is_new) {
    return nullptr;
  }
  place->second = std::make_shared<Flight>();
  return std::make_unique<Lead>(this, key, place->second);
}

std::optional<absl::Status> SingleFlight::Wait(const std::string& key, absl::Duration timeout) {
  MutexLock lock(&mu_);
  const auto found = flights_.find(key);
  if (found == flights_.end()) {
    return absl::OkStatus();
  }
  const std::shared_ptr<Flight> flight = found->second;
  const absl::Duration wait = std::min(timeout, kLongestWait);
  bool has_time = wait > absl::ZeroDuration();
  while (!flight->has_landed && has_time) {
    has_time = flight->landed.WaitFor(&mu_, wait);
  }
  return flight->has_landed ? std::optional<absl::Status>(flight->outcome) : std::nullopt;
}

void SingleFlight::Land(const std::string& key, Flight* flight, absl::Status outcome) {
  MutexLock lock(&mu_);
  flight->has_landed = true;
  flight->outcome = std::move(outcome);
  flight->landed.NotifyAll();
  flights_.erase(key);
}

}  // namespace signet
