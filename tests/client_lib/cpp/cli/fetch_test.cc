// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// `signet fetch`: what it sends, and what it does with the answer.

#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client_lib/cpp/client_fixture.h"
#include "tests/support/http_target.h"
#include "tests/support/program.h"
#include "tests/support/source_tree.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kAnswer[] = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nanswer";

class FetchTest : public ClientTest {
 protected:
  ProgramResult Fetch(const std::string& url, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"fetch",        "--target",  server_->target(),
                                      "--credential", "example",   "--region",
                                      "us-east-1",    "--service", "s3",
                                      "--url",        url};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram("signet", words);
  }

  static std::string UrlOf(const HttpTarget& target) {
    return absl::StrCat("http://127.0.0.1:", target.port(), "/bucket/key");
  }

  // The fetch is refused, and nothing reached the target.
  void ExpectRefused(const std::vector<std::string>& more, const std::string& why) {
    HttpTarget target(kAnswer);
    const ProgramResult result = Fetch(UrlOf(target), more);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.errors, HasSubstr(why));
    target.Stop();
    EXPECT_THAT(target.Request(), IsEmpty());
  }
};

// libcurl itself would send "LOCALHOST" in upper case, and "127.0.0.1" for the
// other three.
TEST_F(FetchTest, SendsTheHostThatItSigned) {
  const std::vector<std::pair<std::string, std::string>> hosts = {{"LOCALHOST", "localhost"},
                                                                  {"127.1", "127.1"},
                                                                  {"0x7F.1", "0x7f.1"},
                                                                  {"2130706433", "2130706433"}};
  for (const auto& [written, signed_host] : hosts) {
    for (const std::vector<std::string>& placement :
         {std::vector<std::string>{}, std::vector<std::string>{"--presign", "60"}}) {
      HttpTarget target(kAnswer);
      EXPECT_EQ(Fetch(absl::StrCat("http://", written, ":", target.port(), "/k"), placement).output,
                "answer");
      target.Stop();
      EXPECT_THAT(target.Request(),
                  HasSubstr(absl::StrCat("\r\nHost: ", signed_host, ":", target.port(), "\r\n")));
    }
  }
}

TEST_F(FetchTest, SendsTheHostHeaderThatIsGiven) {
  HttpTarget target(kAnswer);
  const std::string host = absl::StrCat("LocalHost:", target.port());
  EXPECT_EQ(Fetch(absl::StrCat("http://localhost:", target.port(), "/k"),
                  {"--header", absl::StrCat("host: ", host)})
                .exit_code,
            0);
  target.Stop();
  EXPECT_THAT(target.Request(), HasSubstr(absl::StrCat("ost: ", host, "\r\n")));
  EXPECT_THAT(target.Request(), Not(HasSubstr(absl::StrCat("ost: localhost"))));
}

TEST_F(FetchTest, WritesTheAnswerOverWhatTheFileHeld) {
  folder_.Write("out", "something longer than the answer");
  HttpTarget target(kAnswer);
  EXPECT_EQ(Fetch(UrlOf(target), {"-o", folder_.Path("out")}).exit_code, 0);
  EXPECT_EQ(ReadFileOrFail(folder_.Path("out")), "answer");

  HttpTarget silent("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(Fetch(UrlOf(silent), {"-o", folder_.Path("out")}).exit_code, 0);
  EXPECT_EQ(ReadFileOrFail(folder_.Path("out")), "");
}

TEST_F(FetchTest, LeavesTheFileAsItIsWithoutAnAnswer) {
  folder_.Write("out", "precious");
  const std::string file = folder_.Path("out");
  // Nobody listens on port 1; the second is not signed at all.
  EXPECT_EQ(Fetch("http://127.0.0.1:1/k", {"-o", file}).exit_code, 5);
  EXPECT_EQ(Fetch("ftp://127.0.0.1/k", {"-o", file}).exit_code, 3);
  EXPECT_EQ(ReadFileOrFail(file), "precious");
  EXPECT_EQ(Fetch("http://127.0.0.1:1/k", {"-o", folder_.Path("new")}).exit_code, 5);
  EXPECT_NE(access(folder_.Path("new").c_str(), F_OK), 0);
}

TEST_F(FetchTest, RefusesTheBodyFileAsOutput) {
  folder_.Write("body", "precious");
  const std::string body = folder_.Path("body");
  const std::string link = folder_.Path("link");
  ASSERT_EQ(symlink(body.c_str(), link.c_str()), 0);
  for (const std::string& output : {body, link}) {
    ExpectRefused({"--method", "PUT", "--body-file", body, "-o", output},
                  "is the file with the body, the answer needs another");
  }
  EXPECT_EQ(ReadFileOrFail(body), "precious");
}

TEST_F(FetchTest, RefusesAnOutputThatCannotBeWrittenBeforeItSends) {
  ExpectRefused({"-o", folder_.Path("")}, "output (--output): cannot write '");
  ExpectRefused({"-o", folder_.Path("absent/out")}, "No such file or directory");
}

TEST_F(FetchTest, EndsWith7ForAnAnswerOf300OrMore) {
  for (const int status : {300, 304, 307, 400, 503}) {
    HttpTarget target(absl::StrCat(
        "HTTP/1.1 ", status, " X\r\nContent-Length: 0\r\nLocation: http://127.0.0.1/\r\n\r\n"));
    const ProgramResult result = Fetch(UrlOf(target));
    EXPECT_EQ(result.exit_code, 7) << status;
    EXPECT_EQ(result.errors, absl::StrCat("signet: the target answered ", status, "\n"));
  }
  for (const int status : {200, 201, 206}) {
    HttpTarget target(absl::StrCat("HTTP/1.1 ", status, " X\r\nContent-Length: 0\r\n\r\n"));
    EXPECT_EQ(Fetch(UrlOf(target)).exit_code, 0) << status;
  }
}

// Reading any of them first would never end.
TEST_F(FetchTest, RefusesABodyThatIsNoRegularFile) {
  const std::string pipe = folder_.Path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& body : {pipe, std::string("/dev/zero"), std::string("-")}) {
    for (const char* const payload : {"--method=PUT", "--unsigned-payload", "--streaming=signed"}) {
      ExpectRefused(
          {"--body-file", body, payload},
          absl::StrCat("body_file (--body-file): cannot read '", body, "': not a regular file"));
    }
  }
}

TEST_F(FetchTest, RefusesAContentLengthThatIsNotTheBodys) {
  folder_.Write("body", "7 bytes");
  ExpectRefused({"--method", "PUT", "--body-file", folder_.Path("body"), "--header", "a: b",
                 "--header", "Content-Length: 5"},
                "http_request.headers[1].value (--header): content-length is '5', the body that is "
                "sent has 7 bytes");
  ExpectRefused({"--header", "content-length: 1"}, "the body that is sent has 0 bytes");
  // Of an upload in chunks it is the length of the framing.
  ExpectRefused({"--method", "PUT", "--body-file", folder_.Path("body"), "--streaming", "signed",
                 "--header", "Content-Length: 7"},
                "content-length is '7', the body that is sent has ");

  HttpTarget target(kAnswer);
  EXPECT_EQ(Fetch(UrlOf(target), {"--method", "PUT", "--body-file", folder_.Path("body"),
                                  "--header", "Content-Length: 7"})
                .exit_code,
            0);
  EXPECT_THAT(target.Request(),
              AllOf(StartsWith("PUT /bucket/key HTTP/1.1\r\n"),
                    HasSubstr("\r\nContent-Length: 7\r\n"), EndsWith("\r\n\r\n7 bytes")));
}

}  // namespace
}  // namespace signet
