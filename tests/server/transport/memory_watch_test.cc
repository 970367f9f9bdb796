// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/memory_watch.h"

#include <sys/socket.h>

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "server/observability/metric_names.h"
#include "server/transport/file_descriptor.h"
#include "tests/support/captured_log.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

constexpr uint64_t kLimit = 1000;

class MemoryWatchTest : public ::testing::Test {
 protected:
  MemoryWatchTest() {
    for (int i = 0; i < 8; ++i) {
      std::array<int, 2> ends = {};
      EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
      EXPECT_TRUE(table_.Add(ends[0], "a"));
      ours_.emplace_back(ends[0]);
      peers_.emplace_back(ends[1]);
    }
  }

  // Looks, a while after the look before.
  MemoryWatch::Verdict Look(uint64_t bytes, absl::Duration after = absl::Seconds(1)) {
    now_ += after;
    return watch_.Look(bytes, now_);
  }

  size_t Closed() const {
    size_t closed = 0;
    for (const FileDescriptor& peer : peers_) {
      closed += send(peer.get(), "x", 1, MSG_NOSIGNAL) < 0 ? 1 : 0;
    }
    return closed;
  }

  CapturedLog log_;
  ConnectionTable table_{{.total = 10, .per_peer = 10}};
  std::vector<FileDescriptor> ours_;
  std::vector<FileDescriptor> peers_;
  MetricsRegistry metrics_;
  MemoryWatch watch_{kLimit, &table_, &metrics_};
  absl::Time now_ = absl::FromUnixSeconds(1'700'000'000);
};

TEST_F(MemoryWatchTest, LeavesEverybodyAloneWhileThereIsPlenty) {
  for (const uint64_t bytes : {100, 400, 100, 690, 690}) {
    EXPECT_TRUE(Look(bytes).may_accept) << bytes;
  }
  EXPECT_EQ(Closed(), 0u);
}

TEST_F(MemoryWatchTest, TakesNobodyFrom70PercentOn) {
  EXPECT_TRUE(Look(699).may_accept);
  EXPECT_FALSE(Look(700).may_accept);
  EXPECT_TRUE(Look(600).may_accept);
  EXPECT_EQ(Closed(), 0u);
}

// An allocator may keep what an attack took; that must not keep everybody out for ever.
TEST_F(MemoryWatchTest, LeavesMemoryThatStandsStillAlone) {
  Look(600);
  Look(860);
  EXPECT_EQ(Closed(), 1u);
  EXPECT_TRUE(Look(861, absl::Seconds(2)).may_accept);
  EXPECT_TRUE(Look(865).may_accept);
  EXPECT_EQ(Closed(), 1u);
  // It grows again.
  EXPECT_FALSE(Look(880).may_accept);
  EXPECT_EQ(Closed(), 3u);
}

TEST_F(MemoryWatchTest, ClosesMoreConnectionsEachTimeUntilMemoryFalls) {
  Look(600);
  Look(860);
  EXPECT_EQ(Closed(), 1u);
  Look(870);
  EXPECT_EQ(Closed(), 3u);
  Look(300);
  EXPECT_EQ(Closed(), 3u);
  Look(600);
  Look(860);
  EXPECT_EQ(metrics_.GetCounter(kConnectionsShedTotal)->Value(), 4u);
}

TEST_F(MemoryWatchTest, MeasuresBeforeItClosesAnybody) {
  Look(900);
  EXPECT_EQ(Closed(), 0u);
  Look(900);
  EXPECT_EQ(Closed(), 1u);
}

TEST_F(MemoryWatchTest, ReckonsWithGrowth) {
  Look(500);
  // 50 bytes in 10 ms would be 1,300 in 150 ms.
  Look(550, absl::Milliseconds(10));
  EXPECT_EQ(Closed(), 1u);
}

TEST_F(MemoryWatchTest, GivesEachClosingTimeToShow) {
  Look(900);
  Look(900, absl::Milliseconds(10));
  Look(900, absl::Milliseconds(10));
  EXPECT_EQ(Closed(), 1u);
}

TEST_F(MemoryWatchTest, LooksMoreOftenUnderPressure) {
  EXPECT_EQ(Look(100).interval, absl::Milliseconds(50));
  EXPECT_EQ(Look(600).interval, absl::Milliseconds(10));
}

TEST(ResidentBytesTest, IsOfThisProcess) {
  EXPECT_GT(ResidentBytes(), 1u << 20);
  EXPECT_LT(ResidentBytes(), uint64_t{1} << 40);
}

class ControlGroupTest : public ::testing::Test {
 protected:
  uint64_t Limit() { return ControlGroupLimit(folder_.Path("")); }

  TempFolder folder_;
};

TEST_F(ControlGroupTest, ReadsBothVersions) {
  EXPECT_EQ(Limit(), std::numeric_limits<uint64_t>::max());
  folder_.Write("memory.max", "max\n");
  EXPECT_EQ(Limit(), std::numeric_limits<uint64_t>::max());
  folder_.Write("memory.max", "268435456\n");
  EXPECT_EQ(Limit(), 268435456u);
  folder_.Write("memory/memory.limit_in_bytes", "134217728\n");
  EXPECT_EQ(Limit(), 134217728u);
}

}  // namespace
}  // namespace signet
