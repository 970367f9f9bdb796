// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_WORKER_THREAD_H_
#define SIGNET_SERVER_TRANSPORT_WORKER_THREAD_H_

#include <deque>
#include <functional>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "server/base/mutex.h"

namespace signet {

// A thread for what would block a lane, such as the disk; one task after the other. Safe
// for concurrent use.
class WorkerThread {
 public:
  WorkerThread();
  // As Stop().
  ~WorkerThread();
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;

  // Runs `task` soon, on the worker's thread. False, and nothing happens, after Stop().
  bool Post(std::function<void()> task) ABSL_LOCKS_EXCLUDED(mu_);

  // Ends the thread once all tasks posted so far have run. Blocks.
  void Stop() ABSL_LOCKS_EXCLUDED(mu_);

 private:
  void Run() ABSL_LOCKS_EXCLUDED(mu_);

  Mutex mu_;
  CondVar changed_;
  std::deque<std::function<void()>> tasks_ ABSL_GUARDED_BY(mu_);
  bool is_stopped_ ABSL_GUARDED_BY(mu_) = false;
  std::thread thread_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_WORKER_THREAD_H_
