// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/call_queue.h"

#include "grpc/support/time.h"

namespace signet {

void CallQueue::WakeUp::Proceed(bool /*ok*/) { owner_->TakePosted().task(); }

CallQueue::Posted CallQueue::TakePosted() {
  MutexLock lock(&mu_);
  // Constructed, not assigned: assigning to a grpc::Alarm leaks the one it held.
  Posted posted = std::move(posted_.front());
  posted_.pop_front();
  return posted;
}

void CallQueue::Run() {
  void* tag = nullptr;
  bool ok = false;
  while (queue_->Next(&tag, &ok)) {
    static_cast<CompletionTag*>(tag)->Proceed(ok);
  }
}

void CallQueue::PostLocked(std::function<void()> task) {
  posted_.emplace_back();
  posted_.back().task = std::move(task);
  posted_.back().alarm.Set(queue_.get(), gpr_now(GPR_CLOCK_MONOTONIC), &wake_up_);
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
