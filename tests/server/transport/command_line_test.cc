// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/command_line.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Words = std::vector<absl::string_view>;

std::string ErrorOf(const Words& words) {
  const absl::Status status = ParseCommandLine(words).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(CommandLineTest, ReadsEachFlagInEachSpelling) {
  for (const Words& words : {Words{"--config", "c", "--check-config", "--listen", "unix:/s",
                                   "--credentials-file", "f", "--dev"},
                             Words{"--config=c", "--check_config=true", "--listen=unix:/s",
                                   "--credentials_file=f", "--dev=false", "--dev"}}) {
    ASSERT_OK_AND_ASSIGN(const CommandLine line, ParseCommandLine(words));
    EXPECT_EQ(line.action, CommandLine::Action::kRun);
    EXPECT_EQ(line.options.config_file, "c");
    EXPECT_TRUE(line.options.is_check);
    EXPECT_TRUE(line.options.is_development);
    EXPECT_EQ(line.options.listen, "unix:/s");
    EXPECT_EQ(line.options.credentials_file, "f");
    EXPECT_THAT(line.options.arguments, IsEmpty());
  }
}

TEST(CommandLineTest, KeepsWhatIsNoFlag) {
  ASSERT_OK_AND_ASSIGN(const CommandLine line, ParseCommandLine(Words{"serve", "--", "--dev"}));
  EXPECT_FALSE(line.options.is_development);
  EXPECT_THAT(line.options.arguments, ElementsAre("serve", "--dev"));
}

TEST(CommandLineTest, ShowsHelpAndVersionWhateverFollows) {
  for (const Words& words :
       {Words{"--help"}, Words{"-h"}, Words{"help"}, Words{"--dev", "--help", "--nonsense"}}) {
    ASSERT_OK_AND_ASSIGN(const CommandLine line, ParseCommandLine(words));
    EXPECT_EQ(line.action, CommandLine::Action::kShowHelp);
  }
  ASSERT_OK_AND_ASSIGN(const CommandLine line, ParseCommandLine(Words{"--version"}));
  EXPECT_EQ(line.action, CommandLine::Action::kShowVersion);
}

TEST(CommandLineTest, RefusesUnknownFlagsAndNamesTheNearest) {
  EXPECT_EQ(
      ErrorOf({"--credential-file", "x"}),
      "there is no flag --credential-file, did you mean --credentials-file? (signetd --help)");
  EXPECT_EQ(
      ErrorOf({"--credential_file=x"}),
      "there is no flag --credential_file, did you mean --credentials-file? (signetd --help)");
  EXPECT_EQ(ErrorOf({"-config", "x"}),
            "there is no flag -config, did you mean --config? (signetd --help)");
  EXPECT_EQ(ErrorOf({"--lisen"}),
            "there is no flag --lisen, did you mean --listen? (signetd --help)");
  EXPECT_EQ(ErrorOf({"--x\n"}), "there is no flag --x\\n (signetd --help)");
  // Those that a flags library would bring, and its "no" before a name.
  for (const char* const flag : {"--flagfile", "--fromenv", "--tryfromenv", "--undefok",
                                 "--helpfull", "--nodev", "-x", "-", "---dev"}) {
    EXPECT_THAT(ErrorOf({flag}), ::testing::StartsWith(std::string("there is no flag ") + flag));
  }
}

TEST(CommandLineTest, RefusesMissingAndUnknownValues) {
  for (const Words& words :
       {Words{"--config"}, Words{"--config="}, Words{"--config", ""}, Words{"--config", "--dev"}}) {
    EXPECT_EQ(ErrorOf(words), "--config needs a value (signetd --help)");
  }
  EXPECT_EQ(ErrorOf({"--dev=maybe"}),
            "--dev is given the value maybe, allowed is none, true or false (signetd --help)");
  EXPECT_EQ(ErrorOf({"--dev="}),
            "--dev is given the value , allowed is none, true or false (signetd --help)");
}

}  // namespace
}  // namespace signet
