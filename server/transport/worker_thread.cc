// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/worker_thread.h"

#include <utility>

namespace signet {

WorkerThread::WorkerThread() : thread_([this] { Run(); }) {}

WorkerThread::~WorkerThread() { Stop(); }

bool WorkerThread::Post(std::function<void()> task) {
  MutexLock lock(&mu_);
  if (is_stopped_) {
    return false;
  }
  tasks_.push_back(std::move(task));
  changed_.NotifyOne();
  return true;
}

void WorkerThread::Stop() {
  {
    MutexLock lock(&mu_);
    is_stopped_ = true;
    changed_.NotifyOne();
  }
  if (thread_.joinable()) {
    thread_.join();
  }
}

void WorkerThread::Run() {
  while (true) {
    std::function<void()> task;
    {
      MutexLock lock(&mu_);
      while (tasks_.empty() && !is_stopped_) {
        changed_.Wait(&mu_);
      }
      if (tasks_.empty()) {
        return;
      }
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

}  // namespace signet
