// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/single_flight.h"

#include <algorithm>

#include "server/base/clock.h"

namespace signet {
namespace {

// A condition variable cannot wait for ever by a timeout.
constexpr absl::Duration kLongestWait = absl::Hours(24);

bool IsSame(const FlightName& a, const FlightName& b) {
  return a.hash == b.hash && a.generation == b.generation && a.credential == b.credential &&
         a.date == b.date && a.region == b.region && a.service == b.service;
}

// Takes `node` out of the list that begins at `*first`.
template <typename Node>
void Unlink(Node** first, const Node* node, Node* Node::*next) {
  while (*first != node) {
    first = &((*first)->*next);
  }
  *first = node->*next;
}

}  // namespace

SingleFlight::Lead* SingleFlight::Find(Lead* leads, const FlightName& name) {
  while (leads != nullptr && !IsSame(leads->name_, name)) {
    leads = leads->next_;
  }
  return leads;
}

SingleFlight::Lead::Lead(SingleFlight* flights, const FlightName& name)
    : bucket_(flights->buckets_[name.hash % kBuckets]), name_(name) {
  MutexLock lock(&bucket_.mu);
  if (Find(bucket_.leads, name) == nullptr) {
    is_held_ = true;
    next_ = bucket_.leads;
    bucket_.leads = this;
  }
}

SingleFlight::Lead::~Lead() {
  if (!is_held_) {
    return;
  }
  MutexLock lock(&bucket_.mu);
  Unlink(&bucket_.leads, this, &Lead::next_);
  if (waiters_ == nullptr) {
    return;
  }
  for (Waiter* waiter = waiters_; waiter != nullptr; waiter = waiter->next) {
    waiter->has_landed = true;
    waiter->outcome = outcome_;
  }
  bucket_.landed.NotifyAll();
}

std::optional<absl::Status> SingleFlight::Wait(const FlightName& name, absl::Duration timeout) {
  Bucket& bucket = buckets_[name.hash % kBuckets];
  const Clock& clock = Clock::Real();
  const absl::Duration end = clock.Monotonic() + std::min(timeout, kLongestWait);
  MutexLock lock(&bucket.mu);
  Lead* const lead = Find(bucket.leads, name);
  if (lead == nullptr) {
    return absl::OkStatus();
  }
  Waiter waiter;
  waiter.next = lead->waiters_;
  lead->waiters_ = &waiter;
  // Others who wait on the same condition are woken along with this one.
  for (;;) {
    const absl::Duration left = end - clock.Monotonic();
    if (waiter.has_landed || left <= absl::ZeroDuration()) {
      break;
    }
    bucket.landed.WaitFor(&bucket.mu, left);
  }
  if (!waiter.has_landed) {
    Unlink(&lead->waiters_, &waiter, &Waiter::next);
    return std::nullopt;
  }
  return waiter.outcome;
}

}  // namespace signet
