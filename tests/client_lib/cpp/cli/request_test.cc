// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What `signet` says of requests: warnings and errors.

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/client_lib/cpp/client_fixture.h"
#include "tests/support/certificates.h"
#include "tests/support/program.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

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
  const ProgramResult region =
      RunVerb("sign", {"--region", "us/east", "--service", "s3", "--url", "https://h/"});
  EXPECT_EQ(region.exit_code, 3);
  EXPECT_THAT(region.errors, HasSubstr("region (--region): region of 7 bytes"));
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

TEST_F(RequestTest, SigV4aNeedsNoRegion) {
  const ProgramResult result = RunVerb("sign", {"--algorithm", "sigv4a", "--region-set", "*",
                                                "--service", "s3", "--url", "https://h/"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, HasSubstr("x-amz-region-set: *"));
}

// A promise of the help of --url.
TEST_F(RequestTest, EncodesSpacesAndNonAsciiInTheUrlThatItPrints) {
  const ProgramResult result = RunVerb(
      "sign", {"--region", "us-east-1", "--service", "s3", "--url", "https://h/a b/\xc3\xa9"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.output, StartsWith("https://h/a%20b/%C3%A9\n"));
}

TEST_F(RequestTest, AnS3UrlIsToldTheHttpsOne) {
  const std::vector<std::string> request = {"--region", "us-east-1", "--service", "s3", "--url"};
  for (const auto& [url, hint] :
       {std::pair("s3://bucket/key",
                  "neither http nor https; wanted is https://BUCKET.s3.REGION.amazonaws.com/KEY"),
        std::pair("ftp://bucket/key", "neither http nor https (INVALID_URL)")}) {
    std::vector<std::string> words = request;
    words.emplace_back(url);
    const ProgramResult result = RunVerb("sign", words);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.errors, HasSubstr(hint));
  }
}

TEST_F(RequestTest, ACredentialThatIsAbsentIsNamedWithTheServer) {
  const std::vector<std::string> mine = {"--target", server_->target(), "--credential", "mine",
                                         "--region", "us-east-1",       "--service",    "s3"};
  const std::string message = absl::StrCat("no credential \"mine\" at ", server_->target());
  for (const char* const verb : {"sign", "explain", "fetch", "key"}) {
    std::vector<std::string> words = {verb};
    words.insert(words.end(), mine.begin(), mine.end());
    if (words[0] != "key") {
      words.insert(words.end(), {"--url", "https://h/"});
    }
    const ProgramResult result = RunProgram("signet", words);
    EXPECT_EQ(result.exit_code, 4);
    EXPECT_EQ(result.errors, absl::StrCat("signet: NOT_FOUND: credential (--credential): ", message,
                                          " (CREDENTIAL_NOT_FOUND)\n"));
  }
  std::vector<std::string> words = {"key", "--json"};
  words.insert(words.end(), mine.begin(), mine.end());
  EXPECT_EQ(nlohmann::json::parse(RunProgram("signet", words).output),
            nlohmann::json({{"error",
                             {{"code", "NOT_FOUND"},
                              {"reason", "CREDENTIAL_NOT_FOUND"},
                              {"field", "credential"},
                              {"message", message}}}}));
}

TEST_F(RequestTest, AServerThatIsAbsentIsNamed) {
  const std::string target = absl::StrCat("unix:", folder_.Path("absent"));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"sign", "--credential=example", "--region=r", "--service=s3",
                                 "--url=https://h/"},
        std::vector<std::string>{"verify", "--service=s3", "--url=https://h/"},
        std::vector<std::string>{"key", "--credential=example", "--region=r", "--service=s3"},
        std::vector<std::string>{"hash", "--remote", "/dev/null"},
        std::vector<std::string>{"health"}}) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--target", target});
    const ProgramResult result = RunProgram("signet", all);
    EXPECT_EQ(result.exit_code, 5);
    EXPECT_EQ(result.errors,
              absl::StrCat("signet: UNAVAILABLE: no server at ", target,
                           " (No such file or directory); start one with signetd --dev, or name "
                           "another with --target\n"));
  }
}

TEST_F(RequestTest, ASocketThatNobodyServesIsSaidToBeStale) {
  server_->Kill();
  const ProgramResult result =
      RunVerb("sign", {"--region", "us-east-1", "--service", "s3", "--url", "https://h/"});
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_EQ(result.errors,
            absl::StrCat("signet: UNAVAILABLE: nobody serves the socket ", server_->target(),
                         " any more (Connection refused); start one with signetd --dev, or name "
                         "another with --target\n"));
}

// A port of this host whose server speaks no TLS.
class PlainServer {
 public:
  PlainServer() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size), 0);
    EXPECT_EQ(::listen(socket_, 8), 0);
    EXPECT_EQ(::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    target_ = absl::StrCat("127.0.0.1:", ntohs(address.sin_port));
    thread_ = std::thread([this] {
      for (int peer = 0; (peer = ::accept(socket_, nullptr, nullptr)) >= 0; ::close(peer)) {
        EXPECT_GT(::send(peer, "no TLS", 6, MSG_NOSIGNAL), 0);
      }
    });
  }
  ~PlainServer() {
    ::shutdown(socket_, SHUT_RDWR);
    thread_.join();
    ::close(socket_);
  }
  PlainServer(const PlainServer&) = delete;
  PlainServer& operator=(const PlainServer&) = delete;

  const std::string& target() const { return target_; }

 private:
  const int socket_;
  std::string target_;
  std::thread thread_;
};

TEST_F(RequestTest, AHostThatDoesNotAnswerIsNamedBeforeTheCause) {
  const TestAuthority authority("test");
  const CertificateAndKey client = authority.Issue("DNS:client.example");
  folder_.Write("ca.pem", authority.Certificate());
  folder_.Write("client.pem", client.certificate);
  folder_.Write("client.key", client.key);
  const auto health = [this](const std::string& target) {
    return RunProgram(
        "signet", {"health", "--target", target, "--tls-ca", folder_.Path("ca.pem"), "--tls-cert",
                   folder_.Path("client.pem"), "--tls-key", folder_.Path("client.key")});
  };
  const ProgramResult absent = health("127.0.0.1:1");
  EXPECT_EQ(absent.exit_code, 5);
  EXPECT_THAT(absent.errors, AllOf(StartsWith("signet: UNAVAILABLE: no server answers at "
                                              "127.0.0.1:1: failed to connect to all addresses"),
                                   HasSubstr("Connection refused")));
  // Somebody answered here.
  const PlainServer plain;
  const ProgramResult answered = health(plain.target());
  EXPECT_EQ(answered.exit_code, 5);
  EXPECT_THAT(answered.errors,
              AllOf(StartsWith("signet: UNAVAILABLE: failed to connect to all addresses"),
                    HasSubstr("handshake failed")));
}

TEST_F(RequestTest, AnInvalidVerdictSaysWhatToTry) {
  const std::vector<std::string> request = {
      "verify",
      "--target",
      server_->target(),
      "--service",
      "s3",
      "--url",
      RunVerb("presign",
              {"--expires", "60", "--region", "us-east-1", "--service", "s3", "--url", "http://h/"})
          .output};
  std::vector<std::string> words = request;
  words.back().pop_back();
  ProgramResult result = RunProgram("signet", words);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "valid\n");
  EXPECT_THAT(result.errors, IsEmpty());
  words.push_back("--method=PUT");
  result = RunProgram("signet", words);
  EXPECT_EQ(result.exit_code, 6);
  EXPECT_EQ(result.output, "invalid\n");
  EXPECT_THAT(result.errors, AllOf(HasSubstr("PUT (--method)"), HasSubstr("signet explain")));
  words.push_back("--json");
  result = RunProgram("signet", words);
  EXPECT_EQ(result.exit_code, 6);
  EXPECT_EQ(result.output, "{\n  \"verdict\": \"invalid\"\n}\n");
  EXPECT_THAT(result.errors, IsEmpty());
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
