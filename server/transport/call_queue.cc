// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/call_queue.h"

#include <utility>

#include "grpc/support/time.h"
#include "grpcpp/alarm.h"

namespace signet {

// A task on its way to the loop's thread; its own tag, so that its alarm goes only
// once the alarm's event has come out of the queue: events overtake each other,
// and gRPC crashes on the event of an alarm that is gone.
class CallQueue::Posted final : public CompletionTag {
 public:
  Posted(Mutex* mu, std::function<void()> task) : mu_(mu), task_(std::move(task)) {}

  void Start(grpc::CompletionQueue* queue) {
    alarm_.Set(queue, gpr_now(GPR_CLOCK_MONOTONIC), this);
  }

  void Proceed(bool /*ok*/) override {
    std::function<void()> task;
    {
      // Tasks change threads under our own lock, so that what they hold is
      // ordered for ThreadSanitizer too, which does not see into gRPC's queues.
      MutexLock lock(mu_);
      task = std::move(task_);
    }
    delete this;
    task();
  }

 private:
  Mutex* const mu_;
  std::function<void()> task_;
  grpc::Alarm alarm_;
};

void CallQueue::Run() {
  void* tag = nullptr;
  bool ok = false;
  while (queue_->Next(&tag, &ok)) {
    static_cast<CompletionTag*>(tag)->Proceed(ok);
  }
}

void CallQueue::PostLocked(std::function<void()> task) {
  // Deletes itself when its event comes.
  auto* const posted = new Posted(&mu_, std::move(task));
  posted->Start(queue_.get());
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
