// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/work_queue.h"

#include <algorithm>
#include <utility>

namespace signet {
namespace {

// What a caller may take in one round, in nanoseconds: a few calls.
constexpr int64_t kTurn = 50'000;

// Callers that are remembered while they have no work.
constexpr size_t kMaxCallers = 1024;

// Time for refusals that may be saved up, in nanoseconds.
constexpr double kMaxRefusalNanos = 1e6;

// Receiving a call takes about as long as refusing it, and is not seen here.
constexpr double kReceivingAndRefusing = 2;

// One step in so many is of what has waited long apart.
constexpr int kStepsForApart = 4;

// How much of the sums a new turn leaves.
constexpr double kFading = 15.0 / 16;

}  // namespace

WorkQueue::WorkQueue(const OverloadOptions& options)
    : options_(options),
      target_(absl::ToInt64Nanoseconds(options.target)),
      interval_(absl::ToInt64Nanoseconds(options.interval)),
      patience_(absl::ToInt64Nanoseconds(options.patience)),
      refusal_nanos_(kMaxRefusalNanos * options.refusal_share) {}

WorkQueue::~WorkQueue() = default;

WaitingCaller& WorkQueue::CallerNamed(absl::string_view name) {
  const auto found = callers_.find(name);
  if (found != callers_.end()) {
    return *found->second;
  }
  if (callers_.size() >= kMaxCallers) {
    absl::erase_if(callers_, [this](const auto& entry) {
      const WaitingCaller& caller = *entry.second;
      return !caller.is_in_round && caller.apart == 0 && &caller != running_;
    });
  }
  return *callers_.emplace(std::string(name), std::make_unique<WaitingCaller>()).first->second;
}

double WorkQueue::Stretch() const {
  return std::max(1.0, turn_nanos_ / std::max(1.0, step_nanos_));
}

bool WorkQueue::IsLetIn(const WaitingCaller& caller, const WorkTerms& terms, LaneTime now) const {
  if (!terms.is_refusable) {
    return true;
  }
  const double stretch = Stretch();
  const size_t callers = round_.size() + (caller.is_in_round ? 0 : 1);
  // In turns with the others, and they may have less than it has.
  const double ahead = std::min(static_cast<double>(cost_),
                                static_cast<double>(caller.cost) * static_cast<double>(callers));
  if (terms.deadline != kNoDeadline &&
      ahead * stretch >= static_cast<double>(terms.deadline - now)) {
    // What has passed already is let in, to be answered so.
    return terms.deadline <= now;
  }
  if (caller.works.size() >= options_.max_calls_per_caller) {
    return false;
  }
  const double share = static_cast<double>(caller.cost + terms.cost) * static_cast<double>(callers);
  return !is_overloaded_ || caller.works.size() < options_.min_calls_per_caller ||
         share * stretch <= static_cast<double>(target_);
}

void WorkQueue::Add(Work* work, const WorkTerms& terms, LaneTime now) {
  WaitingCaller& caller = CallerNamed(terms.caller);
  work->caller_ = &caller;
  work->cost_ = std::max<int64_t>(1, terms.cost);
  work->estimate_ = terms.estimate;
  work->bytes_ = terms.bytes;
  work->arrival_ = now;
  work->deadline_ = terms.deadline;
  work->is_refusable_ = terms.is_refusable;
  if (IsLetIn(caller, terms, now)) {
    LetIn(caller, work);
  } else {
    PutApart(caller, work);
  }
}

void WorkQueue::PutApart(WaitingCaller& caller, Work* work) {
  was_anything_apart_ = true;
  ++caller.apart;
  apart_.push_back(work);
}

Work* WorkQueue::TakeFromApart() {
  Work* const work = apart_.front();
  apart_.pop_front();
  --work->caller_->apart;
  steps_since_apart_ = 0;
  return work;
}

bool WorkQueue::IsTurnOfApart(LaneTime now) {
  if (waiting_ == 0) {
    return true;
  }
  if (apart_.empty() || now - apart_.front()->arrival_ <= patience_) {
    return false;
  }
  return ++steps_since_apart_ >= kStepsForApart;
}

void WorkQueue::LetIn(WaitingCaller& caller, Work* work) {
  caller.works.push_back(work);
  caller.cost += work->cost_;
  cost_ += work->cost_;
  ++waiting_;
  if (!caller.is_in_round) {
    caller.is_in_round = true;
    round_.push_back(&caller);
  }
}

Work* WorkQueue::TakeInTurn() {
  while (round_.front()->credit <= 0) {
    WaitingCaller* const caller = round_.front();
    caller->credit += kTurn;
    if (caller->credit > 0) {
      break;
    }
    round_.pop_front();
    round_.push_back(caller);
  }
  WaitingCaller* const caller = round_.front();
  Work* const work = caller->works.front();
  caller->works.pop_front();
  caller->cost -= work->cost_;
  cost_ -= work->cost_;
  --waiting_;
  if (caller->works.empty()) {
    round_.pop_front();
    caller->is_in_round = false;
  }
  return work;
}

std::optional<WorkQueue::Step> WorkQueue::Next(LaneTime now) {
  if (is_empty()) {
    return std::nullopt;
  }
  Verdict verdict = Verdict::kRun;
  Work* work = nullptr;
  running_ = nullptr;
  is_refusing_ = !apart_.empty() && waiting_ > 0 && refusal_nanos_ > 0;
  if (is_refusing_) {
    work = apart_.back();
    apart_.pop_back();
    --work->caller_->apart;
    verdict = Verdict::kRefuse;
  } else {
    const bool has_time = waiting_ == 0;
    work = IsTurnOfApart(now) ? TakeFromApart() : TakeInTurn();
    running_ = work->caller_;
    if (has_time || work->is_refusable_) {
      NoteWait(has_time ? 0 : now - work->arrival_, now);
    }
  }
  if (work->is_refusable_ && work->deadline_ <= now) {
    verdict = Verdict::kExpired;
  }
  return Step{.work = work,
              .verdict = verdict,
              .waited = now - work->arrival_,
              .is_refusable = work->is_refusable_,
              .estimate = work->estimate_,
              .bytes = work->bytes_};
}

void WorkQueue::Took(int64_t nanos) {
  steps_of_turn_ += nanos;
  if (is_refusing_) {
    refusal_nanos_ -= kReceivingAndRefusing * static_cast<double>(nanos);
  } else {
    refusal_nanos_ = std::min(kMaxRefusalNanos,
                              refusal_nanos_ + options_.refusal_share * static_cast<double>(nanos));
  }
  if (running_ == nullptr) {
    return;
  }
  running_->credit -= nanos;
  if (!running_->is_in_round) {
    // What is not used is lost, what was taken in advance is owed.
    running_->credit = std::min<int64_t>(running_->credit, 0);
  } else if (running_ == round_.front() && running_->credit <= 0) {
    round_.pop_front();
    round_.push_back(running_);
  }
}

void WorkQueue::EndOfTurn(LaneTime began, LaneTime now) {
  turn_nanos_ = kFading * turn_nanos_ + static_cast<double>(now - began);
  step_nanos_ = kFading * step_nanos_ + static_cast<double>(steps_of_turn_);
  steps_of_turn_ = 0;
}

void WorkQueue::PutExcessApart() {
  const double stretch = Stretch();
  const double callers = static_cast<double>(round_.size());
  for (WaitingCaller* const caller : round_) {
    while (caller->works.size() > std::max<size_t>(1, options_.min_calls_per_caller) &&
           caller->works.back()->is_refusable_ &&
           static_cast<double>(caller->cost) * callers * stretch > static_cast<double>(target_)) {
      Work* const work = caller->works.back();
      caller->works.pop_back();
      caller->cost -= work->cost_;
      cost_ -= work->cost_;
      --waiting_;
      PutApart(*caller, work);
    }
  }
  was_anything_apart_ = true;
}

void WorkQueue::NoteWait(int64_t waited, LaneTime now) {
  least_wait_ = std::min(least_wait_, waited);
  if (now < interval_end_) {
    return;
  }
  // The first interval after a rest says nothing: it began with nobody waiting.
  const bool is_whole = now < interval_end_ + interval_;
  const bool was_overloaded = is_overloaded_;
  if (is_whole && least_wait_ > target_) {
    is_overloaded_ = true;
  } else if (!was_anything_apart_ && apart_.empty()) {
    is_overloaded_ = false;
  }
  overloaded_intervals_ = is_overloaded_ ? overloaded_intervals_ + 1 : 0;
  was_anything_apart_ = false;
  if (is_overloaded_ && !was_overloaded) {
    PutExcessApart();
  }
  least_wait_ = waited;
  interval_end_ = now + interval_;
}

}  // namespace signet
