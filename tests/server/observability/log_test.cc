// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/observability/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <limits>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/captured_log.h"
#include "tests/support/fake_clock.h"

namespace signet {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

class LogTest : public ::testing::Test {
 protected:
  // 2015-08-30T12:36:00.000001Z.
  FakeClock clock_{absl::FromUnixMicros(1440938160000001)};
};

TEST_F(LogTest, WritesOneJsonObjectPerLine) {
  CapturedLog log(LogFormat::kJson, LogLevel::kInfo, &clock_);

  Log(LogLevel::kInfo, "request signed",
      {{"credential", "demo"},
       {"chunks", 3},
       {"bytes", std::numeric_limits<uint64_t>::max()},
       {"cached", true},
       {"took_seconds", absl::Microseconds(1500)}});
  Log(LogLevel::kError, "it ends here");

  EXPECT_THAT(log.Lines(),
              ElementsAre(R"({"time":"2015-08-30T12:36:00.000001Z","level":"info",)"
                          R"("message":"request signed","credential":"demo","chunks":3,)"
                          R"("bytes":18446744073709551615,"cached":true,"took_seconds":0.0015})",
                          R"({"time":"2015-08-30T12:36:00.000001Z","level":"error",)"
                          R"("message":"it ends here"})"));
}

TEST_F(LogTest, WritesText) {
  CapturedLog log(LogFormat::kText, LogLevel::kInfo, &clock_);

  Log(LogLevel::kWarning, "reload failed",
      {{"file", std::string("a b.yaml")}, {"error", absl::NotFoundError("no such file")}});

  EXPECT_THAT(log.Lines(), ElementsAre("2015-08-30T12:36:00.000001Z warning reload failed "
                                       R"(file="a b.yaml" error="NOT_FOUND: no such file")"));
}

TEST_F(LogTest, LeavesOutLinesBelowTheLevel) {
  CapturedLog log(LogFormat::kText, LogLevel::kWarning, &clock_);

  Log(LogLevel::kDebug, "one");
  Log(LogLevel::kInfo, "two");
  Log(LogLevel::kWarning, "three");

  EXPECT_THAT(log.Lines(), ElementsAre(EndsWith("warning three")));
  EXPECT_FALSE(LogEnabled(LogLevel::kInfo));
  EXPECT_TRUE(LogEnabled(LogLevel::kWarning));
}

// A caller's name must not be able to forge a second line or another field.
TEST_F(LogTest, ValuesCannotForgeLinesOrFields) {
  CapturedLog json(LogFormat::kJson, LogLevel::kInfo, &clock_);
  Log(LogLevel::kInfo, "call", {{"caller", "x\",\"admin\":true}\n{\"a\":1"}});
  EXPECT_THAT(json.Lines(), ElementsAre(EndsWith(R"("caller":"x\",\"admin\":true}\n{\"a\":1"})")));

  CapturedLog text(LogFormat::kText, LogLevel::kInfo, &clock_);
  Log(LogLevel::kInfo, "call", {{"caller", "x\" admin=true\n2015"}});
  EXPECT_THAT(text.Lines(), ElementsAre(EndsWith(R"(caller="x\" admin=true\n2015")")));
}

TEST_F(LogTest, NumbersThatJsonLacksBecomeNull) {
  CapturedLog log(LogFormat::kJson, LogLevel::kInfo, &clock_);
  Log(LogLevel::kInfo, "x", {{"a", std::numeric_limits<double>::quiet_NaN()}, {"b", 0.5}});
  EXPECT_THAT(log.Lines(), ElementsAre(EndsWith(R"("a":null,"b":0.5})")));
}

TEST_F(LogTest, CutsLongValuesAndLeavesOutWhatExceedsALine) {
  CapturedLog log(LogFormat::kJson, LogLevel::kInfo, &clock_);
  const std::string kilobytes(5000, 'x');
  const std::string controls(1024, '\x01');

  Log(LogLevel::kInfo, "x", {{"a", kilobytes}, {"b", controls}, {"c", 1}});

  ASSERT_THAT(log.Lines(), SizeIs(1));
  EXPECT_THAT(log.Lines()[0], HasSubstr(absl::StrCat("\"a\":\"", std::string(1024, 'x'), "\"")));
  EXPECT_THAT(log.Lines()[0], Not(HasSubstr("\"b\"")));
  EXPECT_THAT(log.Lines()[0], EndsWith("\"c\":1,\"truncated\":true}"));
  EXPECT_LE(log.Lines()[0].size(), 4095u);
}

TEST_F(LogTest, ThePreviousTargetComesBack) {
  CapturedLog outer(LogFormat::kText, LogLevel::kInfo, &clock_);
  {
    CapturedLog inner(LogFormat::kText, LogLevel::kInfo, &clock_);
    Log(LogLevel::kInfo, "inner");
    EXPECT_THAT(inner.Lines(), SizeIs(1));
  }
  Log(LogLevel::kInfo, "outer");
  EXPECT_THAT(outer.Lines(), ElementsAre(EndsWith("info outer")));
}

// Each thread's lines arrive whole through one pipe.
TEST_F(LogTest, LinesOfManyThreadsStayWhole) {
  constexpr int kThreads = 4;
  constexpr int kLinesEach = 200;
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  std::string read_back;
  std::thread reader([&] {
    char buffer[8192];
    for (ssize_t n; (n = read(fds[0], buffer, sizeof(buffer))) > 0;) {
      read_back.append(buffer, n);
    }
  });
  FileDescriptorLogSink sink(fds[1]);
  const LogTarget target{LogFormat::kText, LogLevel::kInfo, &sink, &clock_};
  const LogTarget* const previous = SetLogTarget(&target);
  std::vector<std::thread> writers;
  for (int t = 0; t < kThreads; ++t) {
    writers.emplace_back([t] {
      const std::string letters(500, static_cast<char>('a' + t));
      for (int i = 0; i < kLinesEach; ++i) {
        Log(LogLevel::kInfo, "line", {{"letters", letters}});
      }
    });
  }
  for (std::thread& writer : writers) {
    writer.join();
  }
  SetLogTarget(previous);
  close(fds[1]);
  reader.join();
  close(fds[0]);

  std::vector<std::string> lines = absl::StrSplit(read_back, '\n', absl::SkipEmpty());
  EXPECT_THAT(lines, SizeIs(kThreads * kLinesEach));
  EXPECT_THAT(lines, Each(SizeIs(lines.at(0).size())));
  EXPECT_THAT(lines, Each(StartsWith("2015-08-30T12:36:00.000001Z info line letters=\"")));
}

TEST_F(LogTest, CountsLinesThatTheKernelRefused) {
  // Every write to it fails.
  const int fd = open("/dev/full", O_WRONLY);
  ASSERT_GE(fd, 0);
  const int64_t lost_before = LostLogLines();
  FileDescriptorLogSink sink(fd);

  sink.Write("x\n");

  EXPECT_EQ(LostLogLines(), lost_before + 1);
  close(fd);
}

TEST_F(LogTest, WaitsForNoReaderThatIsStuck) {
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  FileDescriptorLogSink sink(fds[1]);
  const int64_t lost_before = LostLogLines();
  const std::string line = std::string(4095, 'x') + "\n";
  int written = 0;
  while (LostLogLines() == lost_before) {
    sink.Write(line);
    ++written;
  }
  EXPECT_GT(written, 1);
  sink.Write(line);
  EXPECT_EQ(LostLogLines(), lost_before + 2);

  // Once there is room, lines are whole again.
  std::string read_back(line.size() * 2, '\0');
  ASSERT_EQ(read(fds[0], read_back.data(), read_back.size()),
            static_cast<ssize_t>(read_back.size()));
  sink.Write("y\n");
  EXPECT_EQ(LostLogLines(), lost_before + 2);
  close(fds[1]);
  std::string rest;
  for (char c = 0; read(fds[0], &c, 1) == 1;) {
    rest.push_back(c);
  }
  EXPECT_EQ(rest.size(), (written - 3) * line.size() + 2);
  EXPECT_EQ(rest.substr(rest.size() - 3), "\ny\n");
  close(fds[0]);
}

TEST_F(LogTest, SecretsAreNoValues) {
  static_assert(!std::is_constructible_v<LogValue, Secret>);
  static_assert(!std::is_constructible_v<LogValue, const Secret&>);
  static_assert(!std::is_constructible_v<LogValue, const uint8_t*>);
  static_assert(std::is_constructible_v<LogValue, absl::string_view>);
}

// Messages are constants: text made at run time does not convert.
TEST_F(LogTest, OnlyLiteralsAreMessages) {
  static_assert(!std::is_constructible_v<LogMessage, std::string>);
  static_assert(!std::is_constructible_v<LogMessage, const char*>);
  static_assert(!std::is_constructible_v<LogFieldName, std::string>);
}

}  // namespace
}  // namespace signet
