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
#include "server/observability/metrics.h"
#include "server/transport/answer_group.h"
#include "server/transport/refusals.h"
#include "server/transport/work.h"
#include "server/transport/work_queue.h"

namespace signet {

// Now.
LaneTime LaneNow();

// What comes out of a completion queue.
class CompletionTag {
 public:
  virtual ~CompletionTag() = default;

  // `ok` as the queue says it; false for operations that could not happen.
  virtual void Proceed(bool ok) = 0;
};

// A lane's completion queue and the loop over it, which takes in what has come and
// does it in turns between callers (work_queue.h). gRPC does not tell when a call came,
// nor what waits in the sockets. So after half a millisecond of work the loop takes in
// all that there is, and while that is more than it does at once it goes on looking,
// twice in a millisecond: thus it knows how long everything waited, and whose it is. A
// lane that keeps up does its work as it comes. gRPC aborts the process when
// something is started on a queue that was shut down; here the queue is shut
// down on the thread that starts things, after is_closing() says so.
class CallQueue {
 public:
  // `metrics`, or none of them, outlive the queue.
  explicit CallQueue(std::unique_ptr<grpc::ServerCompletionQueue> queue,
                     const OverloadOptions& overload = {}, MetricsRegistry* metrics = nullptr);

  grpc::ServerCompletionQueue* get() { return queue_.get(); }

  // True when nothing may be started any more. For the loop's thread.
  bool is_closing() const { return is_closing_; }

  // Handles events until the queue is closed and empty.
  void Run();

  // Does the work when its turn comes, which is at once while the lane keeps up; or
  // refuses it. `work` is not owned. For the loop's thread.
  void Add(Work* work);

  // Works that wait for their turn. For the loop's thread.
  size_t waiting() const { return works_.waiting(); }

  // Lets the answers of `group` go each time that the events which are there have
  // been handled. It outlives the queue. To be called before Run(), or on its thread.
  void ReleaseAnswersOf(AnswerGroup* group) { answers_ = group; }

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
  // Does what waits, for a moment.
  void WorkForATurn();
  void Do(const WorkQueue::Step& step);
  void LogRefusals(LaneTime now);
  bool HasAnswers() const { return answers_ != nullptr && !answers_->empty(); }
  void ReleaseAnswers();
  // The task posted first. REQUIRES: there is one.
  std::function<void()> TakeTask() ABSL_LOCKS_EXCLUDED(mu_);
  void PostLocked(std::function<void()> task) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  WakeUp wake_up_;
  // Of the loop's thread.
  bool is_closing_ = false;
  WorkQueue works_;
  Refusals refusals_;
  // Whether what comes is queued, not done at once.
  bool is_queueing_ = false;
  // Time of the work that was done since the loop saw everything that waited.
  int64_t unseen_nanos_ = 0;
  // When the loop began to look, or work came.
  LaneTime now_ = 0;
  // Null without metrics.
  Histogram* wait_seconds_ = nullptr;
  Counter* refused_ = nullptr;
  Counter* expired_ = nullptr;
  // Since the last line about them in the log.
  int64_t refused_since_log_ = 0;
  LaneTime next_log_ = 0;
  AnswerGroup* answers_ = nullptr;
  Mutex mu_;
  bool is_closed_ ABSL_GUARDED_BY(mu_) = false;
  // Tasks change threads under our own lock, so that what they hold is ordered
  // for ThreadSanitizer too, which does not see into gRPC's queues.
  std::deque<std::function<void()>> tasks_ ABSL_GUARDED_BY(mu_);
  std::vector<std::unique_ptr<grpc::Alarm>> alarms_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CALL_QUEUE_H_
