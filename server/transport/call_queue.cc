// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/call_queue.h"

#include "grpcpp/alarm.h"

namespace signet {
namespace {

// A task on its way through the queue.
class PostedTask final : public CompletionTag {
 public:
  PostedTask(grpc::CompletionQueue* queue, std::function<void()> task) : task_(std::move(task)) {
    alarm_.Set(queue, gpr_now(GPR_CLOCK_MONOTONIC), this);
  }

  void Proceed(bool /*ok*/) override {
    task_();
    delete this;
  }

 private:
  const std::function<void()> task_;
  grpc::Alarm alarm_;
};

}  // namespace

void CallQueue::Run() {
  void* tag = nullptr;
  bool ok = false;
  while (queue_->Next(&tag, &ok)) {
    static_cast<CompletionTag*>(tag)->Proceed(ok);
  }
}

void CallQueue::Post(std::function<void()> task) {
  MutexLock lock(&mu_);
  if (!is_closed_) {
    new PostedTask(queue_.get(), std::move(task));
  }
}

void CallQueue::Close() {
  MutexLock lock(&mu_);
  is_closed_ = true;
  new PostedTask(queue_.get(), [this] {
    is_closing_ = true;
    queue_->Shutdown();
  });
}

}  // namespace signet
