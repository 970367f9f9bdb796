// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/flags.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet::load {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::StatusOr<ParsedFlags> Parse(std::vector<std::string> more) {
  std::vector<std::string> arguments = {"--target", "unix:/tmp/s"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return ParseFlags(arguments);
}

// The error of the flags, as the user reads it.
std::string ErrorOf(std::vector<std::string> more) {
  const absl::StatusOr<ParsedFlags> parsed = Parse(std::move(more));
  EXPECT_THAT(parsed, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("")));
  return std::string(parsed.status().message());
}

TEST(FlagsTest, AnOpenLoopIsTheDefault) {
  ASSERT_OK_AND_ASSIGN(const ParsedFlags parsed, Parse({}));
  const LoadOptions& options = parsed.options;
  EXPECT_FALSE(parsed.text.has_value());
  ASSERT_TRUE(options.is_open());
  EXPECT_EQ(options.schedule->call_count(), 10000);
  EXPECT_EQ(options.duration, absl::Seconds(10));
  EXPECT_EQ(options.warmup, absl::Seconds(1));
  EXPECT_EQ(options.server.target, "unix:/tmp/s");
  EXPECT_EQ(options.server.deadline, absl::Seconds(5));
  EXPECT_EQ(options.concurrency, 64);
  EXPECT_EQ(options.mix->ToString(), "sign=100");
  EXPECT_THAT(options.credentials, ElementsAre("dev"));
  EXPECT_EQ(options.verify_every, 0);
}

TEST(FlagsTest, TakesEverything) {
  ASSERT_OK_AND_ASSIGN(const ParsedFlags parsed, ParseFlags({"--target=localhost:8443",
                                                             "--tls-ca=ca",
                                                             "--tls-cert=cert",
                                                             "--tls-key=key",
                                                             "--schedule=ramp:100-2000@30s",
                                                             "--total=7",
                                                             "--warmup=0s",
                                                             "--timeout=250ms",
                                                             "--concurrency=32",
                                                             "--connections=4",
                                                             "--threads=2",
                                                             "--mix=sign=70,presign=30",
                                                             "--credentials=a,b",
                                                             "--regions=eu-west-1,us-east-1",
                                                             "--scopes=10",
                                                             "--zipf=1.1",
                                                             "--requests=f",
                                                             "--batch-size=5",
                                                             "--chunks=3",
                                                             "--seed=9",
                                                             "--verify=1/50",
                                                             "--verify-credentials=g",
                                                             "--fail-if",
                                                             "p99>2ms",
                                                             "--fail-if",
                                                             "errors>0",
                                                             "--json=j",
                                                             "--csv=c",
                                                             "--html=h",
                                                             "--quiet"}));
  const LoadOptions& options = parsed.options;
  EXPECT_EQ(options.server.tls_cert_file, "cert");
  EXPECT_EQ(options.duration, absl::Seconds(30));
  EXPECT_EQ(options.total, 7);
  EXPECT_EQ(options.warmup, absl::ZeroDuration());
  EXPECT_EQ(options.server.deadline, absl::Milliseconds(250));
  EXPECT_EQ(options.threads, 2);
  EXPECT_THAT(options.credentials, ElementsAre("a", "b"));
  EXPECT_EQ(options.scopes, 10);
  EXPECT_EQ(options.zipf, 1.1);
  EXPECT_EQ(options.verify_every, 50);
  ASSERT_EQ(options.fail_conditions.size(), 2u);
  EXPECT_EQ(options.fail_conditions[1].text(), "errors>0");
  EXPECT_TRUE(options.quiet);
}

TEST(FlagsTest, AClosedLoopHasNoSchedule) {
  ASSERT_OK_AND_ASSIGN(const ParsedFlags parsed, Parse({"--closed", "--duration", "3s"}));
  EXPECT_FALSE(parsed.options.is_open());
  EXPECT_EQ(parsed.options.duration, absl::Seconds(3));
}

TEST(FlagsTest, ATotalAloneIsTheOnlyEnd) {
  ASSERT_OK_AND_ASSIGN(const ParsedFlags closed, Parse({"--closed", "--total", "5000"}));
  EXPECT_EQ(closed.options.duration, absl::InfiniteDuration());
  ASSERT_OK_AND_ASSIGN(const ParsedFlags open, Parse({"--rate", "100", "--total", "5000"}));
  EXPECT_EQ(open.options.duration, absl::Seconds(50));
  EXPECT_EQ(open.options.schedule->call_count(), 5000);
  ASSERT_OK_AND_ASSIGN(const ParsedFlags both, Parse({"--total", "5000", "--duration", "1s"}));
  EXPECT_EQ(both.options.duration, absl::Seconds(1));
}

TEST(FlagsTest, HelpAndVersionAreTexts) {
  ASSERT_OK_AND_ASSIGN(const ParsedFlags help, ParseFlags({"--help"}));
  EXPECT_THAT(help.text.value_or(""), AllOf(HasSubstr("--fail-if"), HasSubstr("Exit codes")));
  ASSERT_OK_AND_ASSIGN(const ParsedFlags version, ParseFlags({"--version"}));
  EXPECT_THAT(version.text.value_or(""), HasSubstr("."));
}

struct Nonsense {
  std::vector<std::string> flags;
  std::string says;
};

TEST(FlagsTest, RefusesNonsenseAndSaysWhatIsAllowed) {
  for (const Nonsense& one :
       std::vector<Nonsense>{{{"--rate", "0"}, "0.1 to"},
                             {{"--rate", "-5"}, "0.1 to"},
                             {{"--rate", "nan"}, "0.1 to"},
                             {{"--rate", "fast"}, "0.1 to"},
                             {{"--duration", "10"}, "unit"},
                             {{"--duration", "0s"}, "1ms to 12h"},
                             {{"--duration", "13h"}, "1ms to 12h"},
                             {{"--total", "-1"}, "0 to"},
                             {{"--warmup", "2h"}, "0 to 1h"},
                             {{"--timeout", "0s"}, "1ms to 10m"},
                             {{"--concurrency", "0"}, "1 to 65536"},
                             {{"--concurrency", "1.5"}, "whole number"},
                             {{"--connections", "1025"}, "1 to 1024"},
                             {{"--connections", "65"}, "--concurrency, which is 64"},
                             {{"--threads", "65"}, "1 to 64"},
                             {{"--threads", "2"}, "--connections, which is 1"},
                             {{"--schedule", "sine"}, "allowed are const"},
                             {{"--schedule", "step:1@1s", "--rate", "5"}, "leave --rate"},
                             {{"--schedule", "step:1@1s", "--duration", "5s"}, "leave --rate"},
                             {{"--mix", "sing=1"}, "sign, presign"},
                             {{"--credentials", "a,,b"}, "different names"},
                             {{"--credentials", "a,a"}, "different names"},
                             {{"--scopes", "0"}, "1 to 1000000"},
                             {{"--scopes", "600000", "--credentials", "a,b"}, "1000000 in all"},
                             {{"--zipf", "6"}, "0 to 5"},
                             {{"--batch-size", "1001"}, "1 to 1000"},
                             {{"--chunks", "0"}, "1 to 10000"},
                             {{"--seed", "-1"}, "0 to"},
                             {{"--verify", "5"}, "1/N"},
                             {{"--verify", "1/0"}, "1/N"},
                             {{"--verify", "2/3"}, "1/N"},
                             {{"--fail-if", "p98>1ms"}, "allowed are p50"},
                             {{"--rate", "0.1", "--duration", "1ms"}, "plans no call"},
                             {{"--rate", "0.1", "--total", "1000000"}, "12h"}}) {
    EXPECT_THAT(ErrorOf(one.flags), HasSubstr(one.says)) << one.flags[0] << " " << one.flags[1];
  }
}

TEST(FlagsTest, RefusesWhatItDoesNotKnowOrWhatExcludesEachOther) {
  EXPECT_THAT(ErrorOf({"--speed", "9"}), HasSubstr("--speed"));
  EXPECT_THAT(ErrorOf({"now"}), HasSubstr("now"));
  EXPECT_THAT(ErrorOf({"--closed", "--rate", "9"}), HasSubstr("--closed"));
  EXPECT_THAT(ErrorOf({"--closed", "--schedule", "step:1@1s"}), HasSubstr("--closed"));
  EXPECT_THAT(ErrorOf({"--verify-credentials", "f"}), HasSubstr("--verify"));
  EXPECT_THAT(ErrorOf({"--json", ""}), HasSubstr("empty"));
  EXPECT_THAT(ErrorOf({"--rate"}), HasSubstr("--rate"));
}

TEST(FlagsTest, NeedsATarget) {
  EXPECT_THAT(ParseFlags({"--rate", "5"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("--target")));
}

}  // namespace
}  // namespace signet::load
