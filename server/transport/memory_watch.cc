// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/memory_watch.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "server/base/file.h"
#include "server/base/freed_memory.h"
#include "server/observability/log.h"
#include "server/observability/metric_names.h"
#include "server/transport/file_descriptor.h"

namespace signet {
namespace {

constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max();
constexpr uint64_t kMostByDefault = uint64_t{1} << 30;
// The kernel ends a process at its group's limit, and memory goes past ours before it falls.
constexpr uint64_t kGroupShare = 60;

// Shares of the limit, in percent.
constexpr uint64_t kMeasureFrom = 50;
constexpr uint64_t kRefuseFrom = 70;
constexpr uint64_t kReturnFrom = 70;
constexpr uint64_t kShedFrom = 85;

// While there is plenty, and while it is measured: an attack takes up to 1 GB/s.
constexpr absl::Duration kUsualInterval = absl::Milliseconds(50);
constexpr absl::Duration kShortInterval = absl::Milliseconds(10);
// How far ahead growth is reckoned: what a lane has read already still takes memory after
// its connection is closed.
constexpr absl::Duration kAhead = absl::Milliseconds(150);
// Memory that has not grown by one percent for so long stands still. Then it is what the
// allocator keeps or gRPC holds, and to refuse and close for it would be for ever.
constexpr absl::Duration kStandsStill = absl::Seconds(1);
constexpr uint64_t kGrowth = 1;
// How long closing connections may take to show.
constexpr absl::Duration kShedPause = absl::Milliseconds(40);
constexpr absl::Duration kReleasePause = absl::Milliseconds(100);

constexpr size_t kLongestFigure = 64;

// A number out of a file of the kernel; "max" and all that is none: no limit.
uint64_t LimitIn(const std::string& path) {
  const absl::StatusOr<Secret> text = ReadFile(path, kLongestFigure);
  uint64_t value = 0;
  return text.ok() && absl::SimpleAtoi(absl::StripAsciiWhitespace(text->Reveal()), &value)
             ? value
             : kNoLimit;
}

}  // namespace

uint64_t ResidentBytes() {
  // Not read as other files are, since that is done twenty times a second.
  static const FileDescriptor statm(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC));
  std::array<char, kLongestFigure* 2> text = {};
  const ssize_t length = ::pread(statm.get(), text.data(), text.size(), 0);
  if (length <= 0) {
    return 0;
  }
  // proc(5): size, resident ..., in pages.
  const std::vector<absl::string_view> figures =
      absl::StrSplit(absl::string_view(text.data(), static_cast<size_t>(length)), ' ');
  uint64_t pages = 0;
  static const auto page_bytes = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  return figures.size() > 1 && absl::SimpleAtoi(figures[1], &pages) ? pages * page_bytes : 0;
}

uint64_t ControlGroupLimit(const std::string& root) {
  return std::min(LimitIn(absl::StrCat(root, "/memory.max")),
                  LimitIn(absl::StrCat(root, "/memory/memory.limit_in_bytes")));
}

uint64_t DefaultMemoryLimit() {
  return std::min(kMostByDefault, ControlGroupLimit("/sys/fs/cgroup") / 100 * kGroupShare);
}

uint64_t MemoryWatch::Percent(uint64_t bytes) const {
  return bytes / std::max<uint64_t>(limit_ / 100, 1);
}

MemoryWatch::MemoryWatch(uint64_t limit_bytes, ConnectionTable* table, MetricsRegistry* metrics)
    : limit_(limit_bytes),
      table_(*table),
      resident_(metrics->GetGauge(kMemoryResidentBytes)),
      shed_(metrics->GetCounter(kConnectionsShedTotal)) {
  metrics->GetGauge(kMemoryLimitBytes)->Set(static_cast<int64_t>(limit_));
}

uint64_t MemoryWatch::Expected(uint64_t resident_bytes, absl::Time now) const {
  if (resident_bytes <= last_resident_ || now <= last_look_) {
    return resident_bytes;
  }
  const double ahead = absl::FDivDuration(kAhead, now - last_look_);
  return resident_bytes +
         static_cast<uint64_t>(static_cast<double>(resident_bytes - last_resident_) * ahead);
}

MemoryWatch::Verdict MemoryWatch::Look(uint64_t resident_bytes, absl::Time now) {
  resident_->Set(static_cast<int64_t>(resident_bytes));
  const uint64_t percent = Percent(resident_bytes);
  const uint64_t expected_percent = Percent(Expected(resident_bytes, now));
  last_resident_ = resident_bytes;
  last_look_ = now;
  if (Percent(resident_bytes) >= Percent(reference_) + kGrowth) {
    last_growth_ = now;
    reference_ = resident_bytes;
  }
  reference_ = std::min(reference_, resident_bytes);
  const bool is_growing = now <= last_growth_ + kStandsStill;
  SetReturning(expected_percent >= kReturnFrom);
  if (expected_percent < kMeasureFrom) {
    is_measured_ = false;
    next_shed_ = 1;
    return {.interval = kUsualInterval};
  }
  table_.MeasureTraffic();
  if (is_measured_ && is_growing && expected_percent >= kShedFrom) {
    Shed(resident_bytes, now);
  }
  is_measured_ = true;
  Verdict verdict{.may_accept = percent < kRefuseFrom || !is_growing,
                  .interval = is_growing ? kShortInterval : kUsualInterval};
  if (now >= last_release_ + kReleasePause) {
    verdict.should_release = true;
    last_release_ = now;
  }
  return verdict;
}

void MemoryWatch::SetReturning(bool is_returning) {
  if (is_returning != is_returning_) {
    SetFreedMemory(is_returning ? FreedMemory::kIsReturned : FreedMemory::kIsKept);
    is_returning_ = is_returning;
  }
}

void MemoryWatch::Shed(uint64_t resident_bytes, absl::Time now) {
  if (now < last_shed_ + kShedPause) {
    return;
  }
  last_shed_ = now;
  const size_t closed = table_.CloseBusiest(next_shed_);
  next_shed_ *= 2;
  shed_->Increment(closed);
  Log(LogLevel::kWarning, "memory runs out: the busiest connections are closed",
      {{"resident_bytes", resident_bytes},
       {"limit_bytes", limit_},
       {"closed", closed},
       {"open", table_.open()}});
}

}  // namespace signet
