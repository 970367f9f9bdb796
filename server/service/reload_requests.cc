// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/reload_requests.h"

#include <utility>

#include "server/base/error.h"

namespace signet {
namespace {

absl::Status ShuttingDown() {
  return MakeError(absl::StatusCode::kUnavailable, Reason::kShuttingDown, "",
                   "the server is shutting down and reloads nothing");
}

}  // namespace

void ReloadRequests::SetWake(std::function<void()> wake) {
  MutexLock lock(&mu_);
  wake_ = std::move(wake);
}

void ReloadRequests::Add(absl::Time deadline, Done done) {
  {
    MutexLock lock(&mu_);
    if (!is_closed_) {
      requests_.push_back({deadline, std::move(done)});
      if (wake_) {
        wake_();
      }
      return;
    }
  }
  done(ShuttingDown());
}

std::vector<ReloadRequests::Request> ReloadRequests::Take() {
  MutexLock lock(&mu_);
  return std::exchange(requests_, {});
}

void ReloadRequests::Serve(absl::Time now, const std::function<ReloadReport()>& reload) {
  std::vector<Request> waiting;
  for (Request& request : Take()) {
    if (request.deadline > now) {
      waiting.push_back(std::move(request));
    } else {
      request.done(MakeError(absl::StatusCode::kDeadlineExceeded, Reason::kDeadlineExceeded, "",
                             "the deadline passed before the reload began"));
    }
  }
  if (waiting.empty()) {
    return;
  }
  const ReloadReport report = reload();
  for (const Request& request : waiting) {
    request.done(report);
  }
}

void ReloadRequests::Close() {
  {
    MutexLock lock(&mu_);
    is_closed_ = true;
  }
  for (const Request& request : Take()) {
    request.done(ShuttingDown());
  }
}

}  // namespace signet
