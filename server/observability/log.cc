// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/observability/log.h"

#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "server/base/json_text.h"

namespace signet {
namespace {

constexpr size_t kMaxValueBytes = 1024;
// PIPE_BUF: the longest write to a pipe that never mixes with another's.
constexpr size_t kMaxLineBytes = 4096;
// How long a reader may hesitate before lines are lost to it.
constexpr int kPatienceMillis = 10;
constexpr absl::string_view kTruncatedJson = ",\"truncated\":true";
constexpr absl::string_view kTruncatedText = " truncated=true";

std::atomic<int64_t> lost_lines{0};
std::atomic<const LogTarget*> current_target{nullptr};

const LogTarget* DefaultTarget() {
  static FileDescriptorLogSink* const sink = new FileDescriptorLogSink(STDERR_FILENO);
  static const LogTarget* const target =
      new LogTarget{LogFormat::kText, LogLevel::kInfo, sink, &Clock::Real()};
  return target;
}

const LogTarget& CurrentTarget() {
  const LogTarget* const target = current_target.load(std::memory_order_acquire);
  return target != nullptr ? *target : *DefaultTarget();
}

struct ValueWriter {
  std::string* out;

  void operator()(absl::string_view text) const {
    AppendJsonString(TruncateUtf8(text, kMaxValueBytes), out);
  }
  void operator()(const std::string& text) const { (*this)(absl::string_view(text)); }
  void operator()(bool value) const { absl::StrAppend(out, value ? "true" : "false"); }
  void operator()(int64_t value) const { absl::StrAppend(out, value); }
  void operator()(uint64_t value) const { absl::StrAppend(out, value); }
  void operator()(double value) const {
    if (std::isfinite(value)) {
      absl::StrAppendFormat(out, "%.9g", value);
    } else {
      absl::StrAppend(out, "null");
    }
  }
};

std::string StartOfLine(const LogTarget& target, LogLevel level, absl::string_view message) {
  const std::string time =
      absl::FormatTime("%Y-%m-%d%ET%H:%M:%E6SZ", target.clock->Now(), absl::UTCTimeZone());
  if (target.format == LogFormat::kText) {
    return absl::StrCat(time, " ", LogLevelName(level), " ", message);
  }
  return absl::StrCat("{\"time\":\"", time, "\",\"level\":\"", LogLevelName(level),
                      "\",\"message\":\"", message, "\"");
}

}  // namespace

absl::string_view LogLevelName(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kError:
      break;
  }
  return "error";
}

void FileDescriptorLogSink::Write(absl::string_view line) {
  const MutexLock lock(&mu_);
  // A pipe that can be written to takes a whole line, and only one writes here.
  pollfd room = {.fd = fd_, .events = POLLOUT, .revents = 0};
  is_stuck_ = poll(&room, 1, is_stuck_ ? 0 : kPatienceMillis) == 0;
  if (is_stuck_) {
    lost_lines.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  ssize_t written = -1;
  do {
    written = write(fd_, line.data(), line.size());
  } while (written < 0 && errno == EINTR);
  if (written != static_cast<ssize_t>(line.size())) {
    lost_lines.fetch_add(1, std::memory_order_relaxed);
  }
}

int64_t LostLogLines() { return lost_lines.load(std::memory_order_relaxed); }

const LogTarget* SetLogTarget(const LogTarget* target) {
  return current_target.exchange(target, std::memory_order_acq_rel);
}

bool LogEnabled(LogLevel level) { return level >= CurrentTarget().level; }

void Log(LogLevel level, LogMessage message, absl::Span<const LogField> fields) {
  const LogTarget& target = CurrentTarget();
  if (level < target.level || target.sink == nullptr) {
    return;
  }
  const bool is_json = target.format == LogFormat::kJson;
  const absl::string_view truncated = is_json ? kTruncatedJson : kTruncatedText;
  const absl::string_view end = is_json ? "}\n" : "\n";
  const size_t limit = kMaxLineBytes - truncated.size() - end.size();
  std::string line = StartOfLine(target, level, message.text());
  bool is_truncated = false;
  for (const LogField& field : fields) {
    const size_t size_before = line.size();
    if (is_json) {
      absl::StrAppend(&line, ",\"", field.name.text(), "\":");
    } else {
      absl::StrAppend(&line, " ", field.name.text(), "=");
    }
    std::visit(ValueWriter{&line}, field.value.value());
    if (line.size() > limit) {
      line.resize(size_before);
      is_truncated = true;
    }
  }
  absl::StrAppend(&line, is_truncated ? truncated : "", end);
  target.sink->Write(line);
}

}  // namespace signet
