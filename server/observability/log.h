// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_OBSERVABILITY_LOG_H_
#define SIGNET_SERVER_OBSERVABILITY_LOG_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <variant>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/base/secret.h"

namespace signet {

enum class LogLevel { kDebug, kInfo, kWarning, kError };
enum class LogFormat { kJson, kText };

// "debug", "info", "warning", "error".
absl::string_view LogLevelName(LogLevel level);

// Where finished lines go. Implementations are safe for concurrent use and
// keep each line whole.
class LogSink {
 public:
  virtual ~LogSink() = default;

  // `line` ends with '\n' and holds no other one.
  virtual void Write(absl::string_view line) = 0;
};

// Lines to a file descriptor, each by one write(2). A line the kernel does not
// take whole, or not soon since nobody reads what was written before, is not tried
// again: whoever signs must not wait for whoever reads logs. LostLogLines() counts those.
class FileDescriptorLogSink final : public LogSink {
 public:
  // Does not close `fd`.
  explicit FileDescriptorLogSink(int fd) : fd_(fd) {}

  void Write(absl::string_view line) override ABSL_LOCKS_EXCLUDED(mu_);

 private:
  const int fd_;
  Mutex mu_;
  bool is_stuck_ ABSL_GUARDED_BY(mu_) = false;
};

// Lines that could not be written since the process started.
int64_t LostLogLines();

// How the process logs. All of it must outlive its use as the log target.
struct LogTarget {
  LogFormat format = LogFormat::kText;
  // Lines below this level are not made.
  LogLevel level = LogLevel::kInfo;
  LogSink* sink = nullptr;
  const Clock* clock = &Clock::Real();
};

// Makes `target` the one that all threads log to from now on, and returns the
// one before. Before the first call: text, info, standard error. A null pointer
// brings that one back. Meant for main and for tests; not to be called while
// lines are being written to a target that is about to go.
const LogTarget* SetLogTarget(const LogTarget* target);

// True when a line of that level would be written: for fields that are dear to
// compute.
bool LogEnabled(LogLevel level);

namespace internal {
// Never defined: a call in a constant expression stops the compiler, which then
// names the function.
void LogMessageMustBePrintableAscii();
void LogFieldNameMustBeLowerSnakeCaseAndNotReserved();
}  // namespace internal

// What a line says: a string literal, so that lines can be counted and searched
// by it, and nothing of a request can slip in. Printable ASCII; checked by the
// compiler.
class LogMessage {
 public:
  template <size_t N>
  // NOLINTNEXTLINE(google-explicit-constructor): reads as a literal.
  consteval LogMessage(const char (&text)[N]) : text_(text, N - 1) {
    for (size_t i = 0; i + 1 < N; ++i) {
      if (text[i] < ' ' || text[i] > '~' || text[i] == '"' || text[i] == '\\') {
        internal::LogMessageMustBePrintableAscii();
      }
    }
  }

  absl::string_view text() const { return text_; }

 private:
  absl::string_view text_;
};

// The name of a field: a lower_snake_case literal that is none of the reserved
// "time", "level", "message", "truncated". Checked by the compiler.
class LogFieldName {
 public:
  template <size_t N>
  // NOLINTNEXTLINE(google-explicit-constructor): reads as a literal.
  consteval LogFieldName(const char (&text)[N]) : text_(text, N - 1) {
    bool valid =
        N > 1 && text_ != "time" && text_ != "level" && text_ != "message" && text_ != "truncated";
    for (size_t i = 0; i + 1 < N; ++i) {
      const char c = text[i];
      valid = valid && ((c >= 'a' && c <= 'z') || c == '_' || (i > 0 && c >= '0' && c <= '9'));
    }
    if (!valid) {
      internal::LogFieldNameMustBeLowerSnakeCaseAndNotReserved();
    }
  }

  absl::string_view text() const { return text_; }

 private:
  absl::string_view text_;
};

// The value of a field. Refers to text, so it lives as long as the Log() call.
class LogValue {
 public:
  // NOLINTBEGIN(google-explicit-constructor): the point of the class.
  LogValue(absl::string_view text) : value_(text) {}
  LogValue(const char* text) : value_(absl::string_view(text)) {}
  LogValue(const std::string& text) : value_(absl::string_view(text)) {}
  LogValue(bool value) : value_(value) {}
  LogValue(double value) : value_(value) {}
  template <typename T, std::enable_if_t<std::is_integral_v<T> && std::is_signed_v<T>, int> = 0>
  LogValue(T value) : value_(static_cast<int64_t>(value)) {}
  template <typename T, std::enable_if_t<std::is_integral_v<T> && std::is_unsigned_v<T>, int> = 0>
  LogValue(T value) : value_(static_cast<uint64_t>(value)) {}
  // Seconds; name such fields "..._seconds".
  LogValue(absl::Duration value) : value_(absl::ToDoubleSeconds(value)) {}
  // "NOT_FOUND: no such file", "OK".
  LogValue(const absl::Status& status) : value_(status.ToString()) {}
  // Secrets are not for logs.
  LogValue(const Secret&) = delete;
  LogValue(const unsigned char*) = delete;
  LogValue(const void*) = delete;
  // NOLINTEND(google-explicit-constructor)

  using Variant = std::variant<absl::string_view, std::string, bool, double, int64_t, uint64_t>;
  const Variant& value() const { return value_; }

 private:
  Variant value_;
};

struct LogField {
  LogFieldName name;
  LogValue value;
};

// Writes one line to the log target:
//
//   Log(LogLevel::kInfo, "request signed", {{"credential", name}, {"chunks", 3}});
//   {"time":"2026-11-30T13:00:00.123456Z","level":"info","message":"request signed",
//    "credential":"demo","chunks":3}                                          (JSON)
//   2026-11-30T13:00:00.123456Z info request signed credential="demo" chunks=3  (text)
//
// Text values are cut at 1,024 bytes and escaped: no control byte, and nothing
// that is not UTF-8, leaves. A line stays within 4,096 bytes (what one write to
// a pipe keeps whole): fields that do not fit are left out and "truncated":true
// says so. Never put secrets, session tokens, signatures or header values in.
void Log(LogLevel level, LogMessage message, absl::Span<const LogField> fields);
inline void Log(LogLevel level, LogMessage message, std::initializer_list<LogField> fields = {}) {
  Log(level, message, absl::Span<const LogField>(fields.begin(), fields.size()));
}

}  // namespace signet

#endif  // SIGNET_SERVER_OBSERVABILITY_LOG_H_
