// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What `signet` says of requests: warnings and errors.

#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client_lib/cpp/client_fixture.h"
#include "tests/support/program.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RequestTest : public ClientTest {
 protected:
  ProgramResult RunVerb(const std::string& verb, const std::vector<std::string>& more) {
    std::vector<std::string> words = {verb, "--target", server_->target(), "--credential",
                                      "example"};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram("signet", words);
  }
};

TEST_F(RequestTest, WarnsOfAServiceInUpperCaseAndSignsItAsItIs) {
  for (const char* const format : {"--timeout=20", "--json"}) {
    const ProgramResult result = RunVerb(
        "sign", {"--region", "us-east-1", "--service", "S3", "--url", "https://h/", format});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.errors, AllOf(HasSubstr("warning: --service S3"), HasSubstr("so s3 is")));
    EXPECT_THAT(result.output, HasSubstr("/us-east-1/S3/aws4_request"));
  }
  EXPECT_THAT(RunVerb("key", {"--region", "us-east-1", "--service", "SQS"}).errors,
              HasSubstr("warning: --service SQS"));
}

TEST_F(RequestTest, WarnsOfAMethodInLowerCaseAndSignsItAsItIs) {
  const std::vector<std::string> request = {"--region", "us-east-1",  "--service", "s3",
                                            "--url",    "https://h/", "--explain", "--method"};
  const auto with = [&request](const std::string& method) {
    std::vector<std::string> words = request;
    words.push_back(method);
    return words;
  };
  const ProgramResult result = RunVerb("sign", with("get"));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("warning: --method get"), HasSubstr("so GET is")));
  EXPECT_THAT(result.output, HasSubstr("\nget\n"));
  EXPECT_THAT(RunVerb("sign", with("GET")).errors, IsEmpty());
}

TEST_F(RequestTest, WarnsOfARegionInUpperCase) {
  EXPECT_THAT(RunVerb("presign", {"--expires", "60", "--region", "US-EAST-1", "--service", "s3",
                                  "--url", "https://h/"})
                  .errors,
              HasSubstr("warning: --region US-EAST-1"));
}

TEST_F(RequestTest, ErrorsNameTheFlagBesideTheField) {
  const ProgramResult missing = RunVerb("sign", {"--service", "s3", "--url", "https://h/"});
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_THAT(missing.errors, HasSubstr("region (--region): region is missing"));
  const ProgramResult url = RunVerb("sign", {"--region=r", "--service", "s3", "--url", "ftp://h/"});
  EXPECT_THAT(url.errors, HasSubstr("http_request.url (--url): "));
  const ProgramResult header = RunVerb(
      "sign", {"--region=r", "--service=s3", "--url=http://h/", "--header", "authorization: x"});
  EXPECT_THAT(header.errors, HasSubstr("http_request.headers[0].name (--header): "));
}

// "0" and "-1" are whole numbers, which the server refuses in its own words.
TEST_F(RequestTest, AnExpiryIsAWholeNumberWithNothingAround) {
  for (const char* const expiry : {" 5", "+5", "5 ", "0x5", "5.0", "--5", "99999999999999999999"}) {
    const ProgramResult result = RunVerb("sign", {"--region=r", "--service=s3", "--url=http://h/",
                                                  absl::StrCat("--presign=", expiry)});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.errors, HasSubstr(absl::StrCat("'", expiry, "' is not a whole number")));
  }
  for (const char* const expiry : {"0", "-1"}) {
    EXPECT_THAT(RunVerb("sign", {"--region=r", "--service=s3", "--url=http://h/",
                                 absl::StrCat("--presign=", expiry)})
                    .errors,
                HasSubstr(absl::StrCat("query.expires_in is ", expiry, " s")));
  }
}

TEST_F(RequestTest, TextThatIsNoUtf8IsRefusedByItsField) {
  const std::vector<std::vector<std::string>> commands = {
      {"sign", "--region=\xff", "--service=s3", "--url=http://h/"},
      {"sign", "--local", "--region=\xff", "--service=s3", "--url=http://h/"},
      {"explain", "--region=\xff", "--service=s3", "--url=http://h/"},
      {"key", "--region=\xff", "--service=s3"},
  };
  for (const std::vector<std::string>& command : commands) {
    const ProgramResult result = RunVerb(command[0], {command.begin() + 1, command.end()});
    EXPECT_EQ(result.exit_code, 3);
    const std::string prefix = command[0] == "explain" ? "request." : "";
    EXPECT_EQ(result.errors, absl::StrCat("signet: INVALID_ARGUMENT: ", prefix,
                                          "region (--region): byte 0xff at offset 0 is not UTF-8 "
                                          "(INVALID_MESSAGE)\n"));
  }
  EXPECT_THAT(RunVerb("sign", {"--region=r", "--service=s3", "--url=http://h/\xc3("}).errors,
              HasSubstr("http_request.url (--url): byte 0xc3 at offset 9 is not UTF-8"));
  EXPECT_THAT(RunVerb("sign", {"--region=r", "--service=s3", "--url=http://h/", "--header", "a: b",
                               "--header", "x\xff: y"})
                  .errors,
              HasSubstr("http_request.headers[1].name (--header): byte 0xff at offset 1"));
  EXPECT_THAT(RunVerb("sign", {"--algorithm=sigv4a", "--region-set=a,\xff", "--service=s3",
                               "--url=http://h/"})
                  .errors,
              HasSubstr("region_set[1] (--region-set): byte 0xff at offset 0"));
  const ProgramResult verify = RunProgram(
      "signet", {"verify", "--target", server_->target(), "--service=\xff", "--url=http://h/"});
  EXPECT_THAT(verify.errors, HasSubstr("service (--service): byte 0xff at offset 0"));
  const ProgramResult health =
      RunProgram("signet", {"health", "--target", server_->target(), "--service=\xff"});
  EXPECT_THAT(health.errors, HasSubstr("service (--service): byte 0xff at offset 0"));
  // Header values are bytes, and UTF-8 is as good as ASCII.
  EXPECT_EQ(RunVerb("sign", {"--region=r", "--service=s3", "--url=http://h/\xc3\xa4", "--header",
                             "x: \xff"})
                .exit_code,
            0);
}

TEST_F(RequestTest, ADenialNamesTheCaller) {
  server_.reset();
  server_ = SignetdProcess::StartConfigured(
      folder_.Path(""),
      absl::StrCat(R"({"credentials": [{"name": "example", "access_key_id": "AKIDEXAMPLE",)",
                   R"( "secret_access_key": "secret"}], "listen": {"unix": {"path": "SOCKET",)",
                   R"( "users": [{"name": "me", "uid": )", geteuid(), R"(}]}},)",
                   R"( "policy": {"rules": []}, "key_cache": {"allow_unlocked_memory": true}})"));
  const ProgramResult result =
      RunVerb("sign", {"--region", "us-east-1", "--service", "s3", "--url", "https://h/"});
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.errors, HasSubstr("the caller is \"me\""));
}

TEST_F(RequestTest, AServerThatHangsUpIsSaidToKnowNoSuchUser) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "only root can be other users";
  }
  server_.reset();
  server_ = SignetdProcess::StartConfigured(
      folder_.Path(""),
      R"({"credentials": [{"name": "example", "access_key_id": "AKIDEXAMPLE",
          "secret_access_key": "secret"}],
          "listen": {"unix": {"path": "SOCKET", "mode": "0666",
                              "users": [{"name": "root", "uid": 0}]}},
          "policy": {"rules": []}, "key_cache": {"allow_unlocked_memory": true}})");
  chmod(folder_.Path("").c_str(), 0755);
  const ProgramResult result = RunProgram("signet",
                                          {"key", "--target", server_->target(), "--credential",
                                           "example", "--region", "us-east-1", "--service", "s3"},
                                          4242);
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("hung up at once"), HasSubstr("listen.unix.users"),
                                   HasSubstr("uid 4242"), HasSubstr("gid 4242")));
}

}  // namespace
}  // namespace signet
