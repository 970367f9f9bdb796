// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/call_queue.h"

#include <utility>

#include "grpc/support/time.h"

namespace signet {
namespace {

// How many events go before one that yielded: a busy lane answers others, and
// does not starve it either.
constexpr int kEventsInTurn = 64;

}  // namespace

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
  while (!yielded_.empty() || HandleEvent()) {
    if (yielded_.empty()) {
      continue;
    }
    HandleWaitingEvents();
    CompletionTag* const tag = yielded_.front();
    yielded_.pop_front();
    tag->Proceed(true);
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
  // With a deadline in the past gRPC looks at the sockets once and does not wait.
  for (int i = 0;
       i < kEventsInTurn && queue_->AsyncNext(&tag, &ok, gpr_inf_past(GPR_CLOCK_MONOTONIC)) ==
                                grpc::CompletionQueue::GOT_EVENT;
       ++i) {
    static_cast<CompletionTag*>(tag)->Proceed(ok);
  }
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
    is_closing_ = true;
    queue_->Shutdown();
  });
}

}  // namespace signet
