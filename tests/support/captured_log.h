// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_CAPTURED_LOG_H_
#define SIGNET_TESTS_SUPPORT_CAPTURED_LOG_H_

#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/observability/log.h"

namespace signet {

// While it lives, the process logs into it. Lines are kept without their '\n'.
// It must outlive every thread that logs.
class CapturedLog final : public LogSink {
 public:
  explicit CapturedLog(LogFormat format = LogFormat::kJson, LogLevel level = LogLevel::kDebug,
                       const Clock* clock = &Clock::Real())
      : target_{format, level, this, clock}, previous_(SetLogTarget(&target_)) {}
  ~CapturedLog() override { SetLogTarget(previous_); }
  CapturedLog(const CapturedLog&) = delete;
  CapturedLog& operator=(const CapturedLog&) = delete;

  void Write(absl::string_view line) override {
    MutexLock lock(&mu_);
    lines_.emplace_back(line.substr(0, line.size() - 1));
  }

  std::vector<std::string> Lines() const {
    MutexLock lock(&mu_);
    return lines_;
  }

 private:
  mutable Mutex mu_;
  std::vector<std::string> lines_ ABSL_GUARDED_BY(mu_);
  const LogTarget target_;
  const LogTarget* const previous_;
};

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_CAPTURED_LOG_H_
