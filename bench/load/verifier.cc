// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/verifier.h"

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "bench/load/signature_check.h"

namespace signet::load {

Verifier::Verifier(const Workload& workload, std::unique_ptr<SigningKeySource> keys, int64_t every)
    : workload_(workload), keys_(std::move(keys)), every_(every), thread_([this] { Run(); }) {}

Verifier::~Verifier() {
  if (thread_.joinable()) {
    Finish(absl::ZeroDuration());
  }
}

void Verifier::Offer(Sample sample) {
  MutexLock lock(&mu_);
  if (waiting_.size() >= kMaxWaiting) {
    ++report_.skipped;
    return;
  }
  waiting_.push_back(std::move(sample));
  changed_.NotifyAll();
}

VerifyReport Verifier::Finish(absl::Duration timeout) {
  const absl::Time give_up_at = absl::Now() + timeout;
  {
    MutexLock lock(&mu_);
    while (!waiting_.empty() && absl::Now() < give_up_at) {
      changed_.WaitFor(&mu_, absl::Milliseconds(10));
    }
    report_.skipped += static_cast<int64_t>(waiting_.size());
    waiting_.clear();
    is_ending_ = true;
    changed_.NotifyAll();
  }
  thread_.join();
  MutexLock lock(&mu_);
  return report_;
}

void Verifier::Run() {
  while (true) {
    Sample sample;
    {
      MutexLock lock(&mu_);
      while (waiting_.empty() && !is_ending_) {
        changed_.Wait(&mu_);
      }
      if (waiting_.empty()) {
        return;
      }
      sample = std::move(waiting_.front());
      waiting_.pop_front();
    }
    Check(sample);
  }
}

void Verifier::Check(const Sample& sample) {
  const absl::StatusOr<std::string> difference = DifferenceOf(sample, workload_, *keys_);
  MutexLock lock(&mu_);
  if (!difference.ok()) {
    ++report_.unchecked;
    if (report_.first_problem.empty()) {
      report_.first_problem = std::string(difference.status().message());
    }
    return;
  }
  ++report_.checked;
  if (!difference->empty()) {
    ++report_.wrong[static_cast<size_t>(sample.plan.operation)];
    if (report_.first_difference.empty()) {
      report_.first_difference = *difference;
    }
  }
}

}  // namespace signet::load
