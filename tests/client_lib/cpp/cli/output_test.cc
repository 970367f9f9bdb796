// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What `signet` prints, and what it does where that cannot be read or written.

#include <sys/stat.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client_lib/cpp/client_fixture.h"
#include "tests/support/http_target.h"
#include "tests/support/program.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class OutputTest : public ClientTest {
 protected:
  // `verb` with the flags that it needs.
  std::vector<std::string> Words(const std::string& verb,
                                 const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {verb, "--target", server_->target()};
    if (verb == "sign" || verb == "explain") {
      words.insert(words.end(), {"--credential", "example", "--region", "us-east-1", "--service",
                                 "s3", "--url", "https://h/"});
    } else if (verb == "key") {
      words.insert(words.end(),
                   {"--credential", "example", "--region", "us-east-1", "--service", "s3"});
    } else if (verb == "hash") {
      words.push_back("/dev/null");
    }
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  ProgramResult RunVerb(const std::string& verb, const std::vector<std::string>& more = {}) const {
    return RunProgram("signet", Words(verb, more));
  }
};

TEST_F(OutputTest, JsonJoinsTheValuesOfANameAsTheyWereSigned) {
  const ProgramResult result =
      RunVerb("sign", {"--json", "--explain", "--header", "x-amz-meta-a: 1", "--header",
                       "x-amz-meta-a: 2", "--header", "X-Amz-Meta-A: 3", "--presign", "60"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, HasSubstr(R"(\nx-amz-meta-a:1,2,3\n)"));
  EXPECT_THAT(result.output, HasSubstr(R"("x-amz-meta-a": "1,2,3")"));
  EXPECT_THAT(result.output, Not(HasSubstr("X-Amz-Meta-A")));
}

TEST_F(OutputTest, LostOutputIsAFailure) {
  for (const char* const verb : {"sign", "explain", "key", "hash", "health"}) {
    for (const char* const format : {"--json", "--timeout=20"}) {
      const ProgramResult result = RunProgramInto("/dev/full", "signet", Words(verb, {format}));
      EXPECT_EQ(result.exit_code, 1) << verb;
      EXPECT_THAT(result.errors, HasSubstr("signet: the output could not be written to standard "
                                           "output\n"))
          << verb;
    }
  }
  EXPECT_EQ(RunProgramInto("/dev/full", "signet", {"--help"}).exit_code, 1);
  EXPECT_EQ(RunProgramInto("/dev/null", "signet", Words("sign")).exit_code, 0);
}

TEST_F(OutputTest, ALostAnswerIsAFailure) {
  HttpTarget target("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nanswer");
  const ProgramResult result = RunProgramInto(
      "/dev/full", "signet",
      {"fetch", "--target", server_->target(), "--credential", "example", "--region", "us-east-1",
       "--service", "s3", "--url", absl::StrCat("http://127.0.0.1:", target.port(), "/")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, HasSubstr("cannot write the answer to standard output: No space"));
}

TEST_F(OutputTest, AVerdictIsNotChangedByLostOutput) {
  const std::string signed_url = RunVerb("sign", {"--presign", "60"}).output;
  const std::string url = signed_url.substr(0, signed_url.find('\n'));
  const auto verify = [this](const std::string& verified) {
    return RunProgramInto(
        "/dev/full", "signet",
        {"verify", "--target", server_->target(), "--service", "s3", "--url", verified});
  };
  EXPECT_EQ(verify(url).exit_code, 1);
  const ProgramResult result = verify(url + "&a=b");
  EXPECT_EQ(result.exit_code, 6);
  EXPECT_THAT(result.errors, HasSubstr("could not be written"));
}

// Reading any of them would abort, wait or never end.
TEST_F(OutputTest, FilesThatAreNoneAreRefusedByTheirFlag) {
  const std::string pipe = folder_.Path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  folder_.Write("large", std::string(256 * 1024 + 1, 'a'));
  for (const std::string& file :
       {folder_.Path(""), pipe, std::string("/dev/zero"), folder_.Path("large")}) {
    const ProgramResult result = RunVerb("explain", {"--target-answer", file});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.errors,
                AllOf(StartsWith("signet: INVALID_ARGUMENT: target_answer (--target-answer): "
                                 "cannot read "),
                      HasSubstr(file)));
  }
  folder_.Write("large", std::string(1024 * 1024 + 1, 'a'));
  for (const std::string& file :
       {folder_.Path(""), pipe, std::string("/dev/zero"), folder_.Path("large")}) {
    const ProgramResult result =
        RunProgram("signet", {"health", "--target", "localhost:1", "--tls-ca", file, "--tls-cert",
                              "/dev/null", "--tls-key", "/dev/null"});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.errors,
                AllOf(StartsWith("signet: INVALID_ARGUMENT: tls_ca_file (--tls-ca): cannot read "),
                      HasSubstr(file)));
  }
}

}  // namespace
}  // namespace signet
