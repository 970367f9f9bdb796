// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_RELOAD_REQUESTS_H_
#define SIGNET_SERVER_SERVICE_RELOAD_REQUESTS_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/base/mutex.h"

namespace signet {

// What came of a reload.
struct ReloadReport {
  enum class Outcome { kUnchanged, kInForce, kNeedsRestart, kRefused };
  struct Part {
    // "policy", "credentials" ...
    std::string name;
    Outcome outcome = Outcome::kUnchanged;
    // Why it was refused.
    std::string error;
  };
  std::vector<Part> parts;
  std::vector<std::string> warnings;
};

// Reloads that operators ask for, on their way from the lanes to the one thread that
// reloads. Safe for concurrent use.
class ReloadRequests {
 public:
  // Called once, from any thread: the report, or why there is none (Unavailable,
  // kShuttingDown; DeadlineExceeded, kDeadlineExceeded).
  using Done = std::function<void(const absl::StatusOr<ReloadReport>&)>;

  // How the thread that reloads is told that there is something; from any thread.
  void SetWake(std::function<void()> wake) ABSL_LOCKS_EXCLUDED(mu_);

  void Add(absl::Time deadline, Done done) ABSL_LOCKS_EXCLUDED(mu_);

  // For that thread: reloads once with `reload` where anybody asked, and answers all who
  // had asked when it began.
  void Serve(absl::Time now, const std::function<ReloadReport()>& reload) ABSL_LOCKS_EXCLUDED(mu_);

  // Nobody reloads any more: answers those who wait, and from now on those who come.
  void Close() ABSL_LOCKS_EXCLUDED(mu_);

 private:
  struct Request {
    absl::Time deadline;
    Done done;
  };

  std::vector<Request> Take() ABSL_LOCKS_EXCLUDED(mu_);

  Mutex mu_;
  std::vector<Request> requests_ ABSL_GUARDED_BY(mu_);
  std::function<void()> wake_ ABSL_GUARDED_BY(mu_);
  bool is_closed_ ABSL_GUARDED_BY(mu_) = false;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_RELOAD_REQUESTS_H_
