// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What `signet` says of command lines, help among them.

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kVerbs[] =
    "the verbs are sign, presign, fetch, verify, explain, key, hash, health, check-config";

ProgramResult Signet(const std::vector<std::string>& words) { return RunProgram("signet", words); }

TEST(CommandLineTest, HelpIsAVerbToo) {
  const std::string help = Signet({"--help"}).output;
  EXPECT_THAT(help, AllOf(HasSubstr("presign"), HasSubstr("Exit codes")));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"help"}, std::vector<std::string>{"help", "help"},
        std::vector<std::string>{"help", "--json"}}) {
    const ProgramResult result = Signet(words);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.output, help);
    EXPECT_THAT(result.errors, IsEmpty());
  }
}

TEST(CommandLineTest, HelpOfAVerbIsThatOfItsFlag) {
  for (const char* const verb : {"sign", "check-config"}) {
    const ProgramResult result = Signet({"help", verb});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.output, Signet({verb, "--help"}).output);
    EXPECT_THAT(result.output, HasSubstr(std::string("Usage: signet ") + verb));
  }
}

TEST(CommandLineTest, NoVerbListsTheVerbs) {
  const ProgramResult result = Signet({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, AllOf(StartsWith("signet: no verb given"), HasSubstr(kVerbs)));
}

TEST(CommandLineTest, AnUnknownVerbListsTheVerbsAndTheNearest) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"sgin", "--credential", "dev"},
        std::vector<std::string>{"help", "sgin"}}) {
    const ProgramResult result = Signet(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, AllOf(StartsWith("signet: \"sgin\" is no verb, did you mean sign?"),
                                     HasSubstr(kVerbs), HasSubstr("signet help")));
  }
  EXPECT_THAT(Signet({"frobnicate"}).errors,
              AllOf(HasSubstr(kVerbs), Not(HasSubstr("did you mean"))));
}

// Also where another flag is missing: the misspelt one is why.
TEST(CommandLineTest, AnUnknownFlagShowsTheNearest) {
  ProgramResult result = Signet({"sign", "--credntial", "dev", "--service=s3", "--url=http://h/"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, AllOf(StartsWith("signet: sign has no flag --credntial, did you mean "
                                              "--credential"),
                                   HasSubstr("signet help sign")));
  result = Signet({"key", "--credential", "dev", "--regoin=us-east-1", "--service", "s3"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, HasSubstr("key has no flag --regoin, did you mean --region?"));
  result = Signet({"health", "--frobnicate"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("health has no flag --frobnicate\n"),
                                   HasSubstr("signet help health")));
}

TEST(CommandLineTest, AFlagBeforeTheVerbIsToldWhereItGoes) {
  const ProgramResult result = Signet({"--target=unix:/s", "health"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("write signet VERB --target"), HasSubstr(kVerbs)));
}

TEST(CommandLineTest, AMissingFlagIsNamedWithWhereHelpIs) {
  const ProgramResult result = Signet({"sign"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("--credential"), HasSubstr("signet help sign")));
}

TEST(CommandLineTest, MistakesAreJsonWhereThatIsAskedFor) {
  const ProgramResult result = Signet({"sgin", "--json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_THAT(result.output, AllOf(HasSubstr(R"("code": "INVALID_ARGUMENT")"),
                                   HasSubstr("did you mean sign?; the verbs are")));
}

TEST(CommandLineTest, CheckConfigShowsEveryErrorOnALineOfItsOwn) {
  const TempFolder folder;
  folder.Write("c.json", "{\"lane\": 1,\n \"drain\": []}");
  const std::string file = folder.Path("c.json");
  const ProgramResult result = Signet({"check-config", file});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors, AllOf(StartsWith("signetd: " + file + ":1:2: unknown key 'lane'"),
                                   HasSubstr("\nsignetd: " + file + ":2:11: drain: is a list")));
}

}  // namespace
}  // namespace signet
