// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/call_queue.h"

#include <ctime>
#include <utility>

#include "grpc/support/time.h"
#include "server/observability/log.h"
#include "server/observability/metric_names.h"

namespace signet {
namespace {

// Events that are taken in before there is work again, and the time for work before
// events are looked for again: much shorter than what a call may wait.
constexpr int kEventsInTurn = 256;
constexpr int64_t kTurnNanos = 500'000;
constexpr int kLooksInVain = 2;

// How much the loop works without having seen everything that waits.
constexpr int64_t kLookNanos = 500'000;

// At most one line about refusals is logged in that time.
constexpr int64_t kLogNanos = 1'000'000'000;

}  // namespace

LaneTime LaneNow() {
  timespec time = {};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

CallQueue::CallQueue(std::unique_ptr<grpc::ServerCompletionQueue> queue,
                     const OverloadOptions& overload, MetricsRegistry* metrics)
    : queue_(std::move(queue)), wake_up_(this), works_(overload) {
  if (metrics != nullptr) {
    wait_seconds_ = metrics->GetHistogram(kCallWaitSeconds);
    refused_ = metrics->GetCounter(kCallsRefusedTotal, {{"why", "overloaded"}});
    expired_ = metrics->GetCounter(kCallsRefusedTotal, {{"why", "deadline"}});
  }
}

void CallQueue::WakeUp::Proceed(bool /*ok*/) { owner_->TakeTask()(); }

std::function<void()> CallQueue::TakeTask() {
  MutexLock lock(&mu_);
  std::function<void()> task = std::move(tasks_.front());
  tasks_.pop_front();
  // Events overtake each other, and gRPC crashes on the event of an alarm that is
  // gone: alarms go when as many events have come as there were tasks.
  if (tasks_.empty()) {
    alarms_.clear();
  }
  return task;
}

void CallQueue::Run() {
  while (true) {
    if (works_.is_empty() && !HasAnswers()) {
      if (!HandleEvent()) {
        return;
      }
      continue;
    }
    now_ = LaneNow();
    is_queueing_ = true;
    HandleWaitingEvents();
    WorkForATurn();
    is_queueing_ = false;
    ReleaseAnswers();
  }
}

void CallQueue::ReleaseAnswers() {
  if (HasAnswers()) {
    answers_->Release();
  }
}

bool CallQueue::HandleEvent() {
  void* tag = nullptr;
  bool ok = false;
  if (!queue_->Next(&tag, &ok)) {
    return false;
  }
  static_cast<CompletionTag*>(tag)->Proceed(ok);
  return true;
}

void CallQueue::HandleWaitingEvents() {
  void* tag = nullptr;
  bool ok = false;
  // With a deadline in the past gRPC looks at the sockets once and does not wait. It may
  // come back with nothing though there is more: it looks at one socket at a time, not at
  // all where something was started meanwhile, and as soon as there is one event it lets
  // another thread of its own go on with what it read.
  int looks_in_vain = 0;
  for (int i = 0; i < kEventsInTurn && looks_in_vain < kLooksInVain; ++i) {
    switch (queue_->AsyncNext(&tag, &ok, gpr_inf_past(GPR_CLOCK_MONOTONIC))) {
      case grpc::CompletionQueue::GOT_EVENT:
        looks_in_vain = 0;
        static_cast<CompletionTag*>(tag)->Proceed(ok);
        break;
      case grpc::CompletionQueue::TIMEOUT:
        ++looks_in_vain;
        break;
      case grpc::CompletionQueue::SHUTDOWN:
        return;
    }
  }
}

void CallQueue::Add(Work* work) {
  if (is_queueing_) {
    works_.Add(work, work->Terms(), now_);
    return;
  }
  now_ = LaneNow();
  if (unseen_nanos_ > kLookNanos || !works_.is_empty()) {
    works_.Add(work, work->Terms(), now_);
    return;
  }
  if (wait_seconds_ != nullptr) {
    wait_seconds_->Observe(absl::ZeroDuration());
  }
  // What goes on in turns has its next one after what came meanwhile.
  is_queueing_ = true;
  work->Run();
  is_queueing_ = false;
  unseen_nanos_ += LaneNow() - now_;
}

void CallQueue::WorkForATurn() {
  const LaneTime start = LaneNow();
  LaneTime now = start;
  while (now - start < kTurnNanos) {
    const std::optional<WorkQueue::Step> step = works_.Next(now);
    if (!step.has_value()) {
      works_.NoteNoWait();
      break;
    }
    Do(*step);
    const LaneTime after = LaneNow();
    works_.Took(after - now);
    if (step->estimate != nullptr && step->verdict == WorkQueue::Verdict::kRun && !is_closing_) {
      step->estimate->Learn(step->bytes, after - now);
    }
    now = after;
  }
  works_.EndOfTurn(now_, now);
  unseen_nanos_ = 0;
  if (refused_since_log_ > 0 && now >= next_log_) {
    LogRefusals(now);
  }
}

void CallQueue::Do(const WorkQueue::Step& step) {
  switch (step.verdict) {
    case WorkQueue::Verdict::kRun:
      if (wait_seconds_ != nullptr) {
        wait_seconds_->Observe(absl::Nanoseconds(step.waited));
      }
      step.work->Run();
      return;
    case WorkQueue::Verdict::kRefuse:
      ++refused_since_log_;
      if (refused_ != nullptr) {
        refused_->Increment();
      }
      step.work->Refuse(refusals_.Overloaded(works_.overloaded_intervals()), step.waited);
      return;
    case WorkQueue::Verdict::kExpired:
      if (expired_ != nullptr) {
        expired_->Increment();
      }
      step.work->Refuse(refusals_.expired(), step.waited);
      return;
  }
}

void CallQueue::LogRefusals(LaneTime now) {
  Log(LogLevel::kWarning, "overloaded, calls were refused",
      {{"refused", refused_since_log_},
       {"waiting", works_.waiting()},
       {"to_be_refused", works_.waiting_apart()}});
  refused_since_log_ = 0;
  next_log_ = now + kLogNanos;
}

void CallQueue::PostLocked(std::function<void()> task) {
  tasks_.push_back(std::move(task));
  alarms_.push_back(std::make_unique<grpc::Alarm>());
  alarms_.back()->Set(queue_.get(), gpr_now(GPR_CLOCK_MONOTONIC), &wake_up_);
}

void CallQueue::Post(std::function<void()> task) {
  MutexLock lock(&mu_);
  if (!is_closed_) {
    PostLocked(std::move(task));
  }
}

void CallQueue::Close() {
  MutexLock lock(&mu_);
  is_closed_ = true;
  PostLocked([this] {
    ReleaseAnswers();
    is_closing_ = true;
    queue_->Shutdown();
  });
}

}  // namespace signet
