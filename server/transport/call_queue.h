// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_CALL_QUEUE_H_
#define SIGNET_SERVER_TRANSPORT_CALL_QUEUE_H_

#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "grpcpp/alarm.h"
#include "grpcpp/completion_queue.h"
#include "server/base/mutex.h"

namespace signet {

// What comes out of a completion queue.
class CompletionTag {
 public:
  virtual ~CompletionTag() = default;

  // `ok` as the queue says it; false for operations that could not happen.
  virtual void Proceed(bool ok) = 0;
};

// A lane's completion queue and the loop over it. gRPC aborts the process when
// something is started on a queue that was shut down; here the queue is shut
// down on the thread that starts things, after is_closing() says so.
class CallQueue {
 public:
  explicit CallQueue(std::unique_ptr<grpc::ServerCompletionQueue> queue)
      : queue_(std::move(queue)), wake_up_(this) {}

  grpc::ServerCompletionQueue* get() { return queue_.get(); }

  // True when nothing may be started any more. For the loop's thread.
  bool is_closing() const { return is_closing_; }

  // Handles events until the queue is closed and empty.
  void Run();

  // Proceeds with `tag`, once, after the events that wait now: for work that takes
  // its turns. For the loop's thread.
  void Yield(CompletionTag* tag) { yielded_.push_back(tag); }

  // Runs `task` on the loop's thread, soon; never once Close() was called. Safe
  // to call from any thread.
  void Post(std::function<void()> task) ABSL_LOCKS_EXCLUDED(mu_);

  // Ends the loop once what was started has come back. Safe to call from any
  // thread, once.
  void Close() ABSL_LOCKS_EXCLUDED(mu_);

 private:
  // Comes out of the queue once for each task.
  class WakeUp final : public CompletionTag {
   public:
    explicit WakeUp(CallQueue* owner) : owner_(owner) {}
    void Proceed(bool ok) override;

   private:
    CallQueue* const owner_;
  };

  // Waits for an event and handles it. False: the queue is closed and empty.
  bool HandleEvent();
  // Handles the events that are there, up to kEventsInTurn of them.
  void HandleWaitingEvents();
  // The task posted first. REQUIRES: there is one.
  std::function<void()> TakeTask() ABSL_LOCKS_EXCLUDED(mu_);
  void PostLocked(std::function<void()> task) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  WakeUp wake_up_;
  // Of the loop's thread.
  bool is_closing_ = false;
  std::deque<CompletionTag*> yielded_;
  Mutex mu_;
  bool is_closed_ ABSL_GUARDED_BY(mu_) = false;
  // Tasks change threads under our own lock, so that what they hold is ordered
  // for ThreadSanitizer too, which does not see into gRPC's queues.
  std::deque<std::function<void()>> tasks_ ABSL_GUARDED_BY(mu_);
  std::vector<std::unique_ptr<grpc::Alarm>> alarms_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CALL_QUEUE_H_
