// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/call_queue.h"

#include <utility>

#include "grpc/support/time.h"

namespace signet {

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
  void* tag = nullptr;
  bool ok = false;
  while (queue_->Next(&tag, &ok)) {
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
