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
    "the verbs are sign, presign, fetch, verify, explain, key, hash, health, check-config, policy, "
    "audit, admin";

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

TEST(CommandLineTest, FlagsOfCurlAreToldOurs) {
  struct Case {
    std::vector<std::string> words;
    std::string hint;
  };
  for (const auto& [words, hint] :
       {Case{{"sign", "--url", "http://h/", "-H", "a: b"}, "sign has no flag -H, use --header\n"},
        Case{{"fetch", "-Ha: b"}, "fetch has no flag -H, use --header\n"},
        Case{{"sign", "-d", "x"}, "sign has no flag -d, use --body-file\n"},
        Case{{"sign", "--data", "x"}, "sign has no flag --data, use --body-file\n"},
        Case{{"verify", "--data-binary=@x"}, "verify has no flag --data-binary, use --body-file\n"},
        Case{{"explain", "-XPUT"}, "explain has no flag -X, use --method\n"}}) {
    const ProgramResult result = Signet(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, StartsWith("signet: " + hint));
  }
  // Only where the verb has ours.
  EXPECT_THAT(Signet({"health", "-H", "a: b"}).errors,
              AllOf(HasSubstr("health has no flag -H\n"), Not(HasSubstr("--header"))));
}

TEST(CommandLineTest, FlagsOfOtherVerbsAreToldOurs) {
  for (const char* const verb : {"sign", "explain", "fetch"}) {
    const ProgramResult result = Signet({verb, "--credential", "dev", "--expires", "60"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("has no flag --expires, use --presign\n"));
  }
  EXPECT_THAT(Signet({"presign", "--presign=60"}).errors,
              HasSubstr("presign has no flag --presign, use --expires\n"));
}

TEST(CommandLineTest, AFlagWithOneDashIsToldItsSecond) {
  for (const char* const flag : {"-credential", "-credential=dev"}) {
    const ProgramResult result = Signet({"sign", flag, "dev", "--service", "s3"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, HasSubstr("sign has no flag -credential, did you mean "
                                         "--credential?\n"));
  }
  EXPECT_THAT(Signet({"key", "-regoin", "r"}).errors, HasSubstr("did you mean --region?"));
}

TEST(CommandLineTest, AValueWithADashIsNoFlag) {
  const ProgramResult result = Signet({"sign", "--credential", "-H", "--url", "--data"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors,
              AllOf(StartsWith("signet: --region is required\n"), Not(HasSubstr("has no flag"))));
}

TEST(CommandLineTest, AVerbThatIsAFlagIsToldSo) {
  const ProgramResult result = Signet({"version"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, StartsWith("signet: \"version\" is no verb, did you mean "
                                        "--version?\n"));
}

TEST(CommandLineTest, ARegionIsNeededUnlessSigV4aSigns) {
  for (const char* const verb : {"sign", "presign", "fetch", "explain", "key"}) {
    std::vector<std::string> words = {verb, "--credential", "dev", "--service", "s3"};
    if (words[0] != "key") {
      words.insert(words.end(), {"--url", "https://h/"});
    }
    if (words[0] == "presign") {
      words.insert(words.end(), {"--expires", "60"});
    }
    const ProgramResult result = Signet(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.errors, StartsWith("signet: --region is required\n"));
  }
  EXPECT_THAT(Signet({"help", "sign"}).output, HasSubstr("SigV4A needs none"));
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

TEST(CommandLineTest, ATimeoutThatIsNoneIsToldTheRange) {
  for (const char* const timeout : {"nan", "inf", "-inf", "1e18", "86401", "0", "-1", "x"}) {
    const ProgramResult result = Signet({"health", std::string("--timeout=") + timeout});
    EXPECT_EQ(result.exit_code, 2) << timeout;
    EXPECT_THAT(result.errors, AllOf(HasSubstr("--timeout"), HasSubstr(timeout),
                                     HasSubstr("above 0 and up to 86400")));
  }
  // Good ones get as far as the target, which has no path.
  for (const char* const timeout : {"0.5", "5", "86400"}) {
    EXPECT_EQ(Signet({"health", "--target=unix:", "--timeout", timeout}).exit_code, 3) << timeout;
  }
}

TEST(CommandLineTest, HashTakesNoFileForAnAlgorithm) {
  const ProgramResult result = Signet({"hash", "--algorithm", "sha256", "/dev/null"});
  EXPECT_EQ(result.exit_code, 0);
  // The SHA-256 of nothing.
  EXPECT_EQ(result.output, "x-amz-checksum-sha256: 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n");
  const ProgramResult two =
      Signet({"hash", "--algorithm", "crc32,md5", "--algorithm", "sha1", "/dev/null", "--as=hex"});
  EXPECT_EQ(two.output,
            "crc32 00000000\nmd5 d41d8cd98f00b204e9800998ecf8427e\n"
            "sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709\n");
}

TEST(CommandLineTest, HashRefusesAnAlgorithmThatCameTwice) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"hash", "/dev/null", "--algorithm", "sha1,md5,sha1"},
        std::vector<std::string>{"hash", "/dev/null", "--algorithm=sha1", "--algorithm=md5",
                                 "--algorithm=sha1"}}) {
    const ProgramResult result = Signet(words);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.errors, HasSubstr("start.algorithms[2] (--algorithm): sha1 came again, "
                                         "allowed is each once"));
  }
}

TEST(CommandLineTest, CheckConfigShowsEveryErrorOnALineOfItsOwn) {
  const TempFolder folder;
  folder.Write("c.json", "{\"lane\": 1,\n \"drain\": []}");
  const std::string file = folder.Path("c.json");
  const ProgramResult result = Signet({"check-config", file});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors, AllOf(StartsWith("signet: " + file + ":1:2: unknown key 'lane'"),
                                   HasSubstr("\nsignet: " + file + ":2:11: drain: is a list"),
                                   Not(HasSubstr("signetd"))));
}

}  // namespace
}  // namespace signet
