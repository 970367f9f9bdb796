// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// signet-load as a process against signetd as a process, in each of its modes.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/bench/load/load_process.h"
#include "tests/support/certificates.h"
#include "tests/support/signetd_process.h"
#include "tests/support/source_tree.h"
#include "tests/support/temp_folder.h"

namespace signet::load {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Json = nlohmann::json;

// A long-term credential, and one with a session token.
constexpr char kCredentials[] = R"({"credentials": [
  {"name": "one", "access_key_id": "AKIAIOSFODNN7EXAMPLE",
   "secret_access_key": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"},
  {"name": "two", "access_key_id": "ASIAIOSFODNN7EXAMPLE",
   "secret_access_key": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
   "session_token": "session-token-value"}]})";

class LoadRunTest : public ::testing::Test {
 protected:
  void SetUp() override {
    server_ = SignetdProcess::StartDevelopment(folder_.Path(""), kCredentials);
    ASSERT_NE(server_, nullptr);
  }

  std::vector<std::string> Flags(const std::vector<std::string>& more) const {
    // Patient, since tests run on busy machines.
    std::vector<std::string> flags = {
        "--target", server_->target(),           "--timeout",     "20s",    "--warmup", "50ms",
        "--json",   folder_.Path("result.json"), "--credentials", "one,two"};
    flags.insert(flags.end(), more.begin(), more.end());
    return flags;
  }

  Json Result() const { return Json::parse(ReadFileOrFail(folder_.Path("result.json"))); }
  std::string Output() const { return ReadFileOrFail(folder_.Path("output")); }

  // A run that is to end with `exit_code`; its figures must add up.
  Json Run(const std::vector<std::string>& more, int exit_code = 0) {
    LoadProcess process(Flags(more), folder_.Path("output"));
    EXPECT_EQ(process.ExitCode(), exit_code) << process.error() << Output();
    Json result = Result();
    const Json& calls = result["calls"];
    EXPECT_EQ(calls["planned"].get<int64_t>(),
              calls["sent"].get<int64_t>() + calls["unsent"].get<int64_t>());
    EXPECT_EQ(calls["sent"].get<int64_t>(), calls["ok"].get<int64_t>() +
                                                calls["failed"].get<int64_t>() +
                                                calls["in_flight_at_end"].get<int64_t>());
    return result;
  }

  TempFolder folder_;
  std::unique_ptr<SignetdProcess> server_;
};

TEST_F(LoadRunTest, AnOpenLoopSendsWhatItsScheduleSays) {
  const Json result = Run({"--rate", "500", "--duration", "300ms"});
  EXPECT_EQ(result["calls"]["planned"], 150);
  EXPECT_EQ(result["calls"]["failed"], 0);
  EXPECT_GT(result["calls"]["warmup"], 0);
  EXPECT_EQ(result["uncorrected"]["count"], result["calls"]["ok"]);
  EXPECT_EQ(result["corrected"]["count"], result["calls"]["planned"]);
}

TEST_F(LoadRunTest, StepsAndRampsToo) {
  EXPECT_EQ(Run({"--schedule", "step:200@100ms,0@50ms,400@100ms"})["calls"]["planned"], 60);
  EXPECT_EQ(Run({"--schedule", "ramp:0-1000@200ms"})["calls"]["planned"], 100);
}

TEST_F(LoadRunTest, ATotalEndsBothLoops) {
  EXPECT_EQ(Run({"--rate", "400", "--total", "37"})["calls"]["planned"], 37);
  EXPECT_EQ(Run({"--closed", "--concurrency", "3", "--total", "41"})["calls"]["sent"], 41);
}

TEST_F(LoadRunTest, AClosedLoopGoesOnUntilItsEnd) {
  const Json result = Run({"--closed", "--concurrency", "4", "--duration", "200ms"});
  EXPECT_GT(result["calls"]["ok"], 0);
  EXPECT_EQ(result["calls"]["failed"], 0);
  EXPECT_TRUE(result["corrected"].is_null());
}

// Every answer of every operation is recomputed, from leases and from the file.
TEST_F(LoadRunTest, RecomputesTheAnswersOfEveryOperation) {
  const std::vector<std::string> common = {
      "--mix",
      "sign=4,presign=3,batch=1,lease=1,verify=1,payload=1,info=1",
      "--closed",
      "--concurrency",
      "4",
      "--total",
      "300",
      "--scopes",
      "5",
      "--zipf",
      "1",
      "--batch-size",
      "7",
      "--chunks",
      "3",
      "--verify",
      "1/1",
      "--requests",
      SourceTree() + "/bench/load/requests.example.json"};
  for (const bool from_file : {false, true}) {
    std::vector<std::string> flags = common;
    if (from_file) {
      flags.insert(flags.end(), {"--verify-credentials", folder_.Path("credentials.json")});
    }
    const Json result = Run(flags);
    EXPECT_EQ(result["calls"]["ok"], 300) << Output();
    EXPECT_EQ(result["operations"].size(), 7u);
    EXPECT_GT(result["verified"]["checked"], 200);
    EXPECT_EQ(result["verified"]["wrong"], 0);
    EXPECT_EQ(result["verified"]["unchecked"], 0);
    EXPECT_GT(result["calls"]["signatures"], 300);
  }
}

// By another secret the version is another one, too: nothing can be said.
TEST_F(LoadRunTest, WhatCannotBeRecomputedIsNotCalledRight) {
  folder_.Write("other.json", absl::StrReplaceAll(kCredentials, {{"EXAMPLEKEY", "another-key"}}));
  const Json result = Run({"--closed", "--warmup", "0s", "--total", "20", "--verify", "1/1",
                           "--verify-credentials", folder_.Path("other.json")});
  EXPECT_EQ(result["verified"]["unchecked"], 20);
  EXPECT_EQ(result["verified"]["checked"], 0);
  EXPECT_THAT(Output(), HasSubstr("could not be recomputed"));
}

TEST_F(LoadRunTest, TheSameSeedDrawsTheSameCalls) {
  const auto calls_of = [this](const std::string& seed) {
    const Json result = Run({"--mix", "sign=1,presign=1,lease=1", "--closed", "--warmup", "0s",
                             "--concurrency", "1", "--total", "200", "--seed", seed});
    return std::vector<Json>{result["operations"]["sign"]["ok"],
                             result["operations"]["presign"]["ok"]};
  };
  const std::vector<Json> first = calls_of("1");
  EXPECT_EQ(first, calls_of("1"));
  EXPECT_NE(first, calls_of("2"));
}

TEST_F(LoadRunTest, SpreadsOverThreadsAndConnections) {
  const Json result = Run({"--threads", "2", "--connections", "3", "--concurrency", "5", "--rate",
                           "500", "--total", "101"});
  EXPECT_EQ(result["calls"]["planned"], 101);
  EXPECT_EQ(result["calls"]["failed"], 0);
  const Json closed = Run({"--closed", "--threads", "2", "--connections", "2", "--total", "77"});
  EXPECT_EQ(closed["calls"]["ok"], 77);
}

TEST_F(LoadRunTest, CountsRefusalsByReason) {
  const Json result = Run({"--credentials", "one,nobody", "--closed", "--total", "50"});
  EXPECT_GT(result["calls"]["ok"], 0);
  EXPECT_GT(result["calls"]["failed"], 0);
  bool found = false;
  for (const Json& status : result["statuses"]) {
    found = found || status["reason"] == "CREDENTIAL_NOT_FOUND";
  }
  EXPECT_TRUE(found) << result["statuses"];
}

TEST_F(LoadRunTest, AConditionThatHoldsIsExitCodeOne) {
  Run({"--closed", "--total", "10", "--fail-if", "max<1h"}, 1);
  EXPECT_THAT(Output(), HasSubstr("FAILED: --fail-if 'max<1h'"));
  Run({"--closed", "--total", "10", "--fail-if", "max>1h", "--fail-if", "errors>0"}, 0);
  Run({"--closed", "--total", "10", "--credentials", "nobody"}, 1);
}

TEST_F(LoadRunTest, WritesItsReports) {
  Run({"--rate", "500", "--duration", "100ms", "--csv", folder_.Path("r.csv"), "--html",
       folder_.Path("r.html"), "--quiet"});
  EXPECT_THAT(ReadFileOrFail(folder_.Path("r.csv")), HasSubstr("until_s,"));
  EXPECT_THAT(ReadFileOrFail(folder_.Path("r.html")), AllOf(HasSubstr("<svg"), HasSubstr("p99.9")));
  LoadProcess unwritable(Flags({"--total", "1", "--html", "/no/such/folder/x"}),
                         folder_.Path("output"));
  EXPECT_EQ(unwritable.ExitCode(), 3);
  EXPECT_THAT(unwritable.error(), HasSubstr("/no/such/folder/x"));
}

TEST_F(LoadRunTest, NonsenseIsOneLineAndExitCodeTwo) {
  LoadProcess process(Flags({"--rate", "-1"}), folder_.Path("output"));
  EXPECT_EQ(process.ExitCode(), 2);
  EXPECT_EQ(process.error(),
            "signet-load: --rate is '-1', allowed is a number from 0.1 to 1000000\n");
}

TEST_F(LoadRunTest, ARunThatCannotBeginSaysWhy) {
  server_->Kill();
  LoadProcess process({"--target", server_->target(), "--timeout", "100ms"},
                      folder_.Path("output"));
  EXPECT_EQ(process.ExitCode(), 3);
  EXPECT_THAT(process.error(), AllOf(HasSubstr("does not answer"), HasSubstr(server_->target())));
}

// Reads lines until one does, or does not, say that calls of its second were
// answered well.
void WaitForAnswers(LoadProcess* process, bool wanted) {
  std::string line;
  do {
    ASSERT_TRUE(process->ReadErrorLine(&line)) << process->error();
  } while (absl::StrContains(line, " ok 0/s") == wanted);
}

TEST_F(LoadRunTest, SurvivesAServerThatDiesAndComesBack) {
  LoadProcess process(Flags({"--rate", "200", "--duration", "1h"}), folder_.Path("output"));
  WaitForAnswers(&process, true);
  server_->Kill();
  WaitForAnswers(&process, false);
  server_->Restart();
  WaitForAnswers(&process, true);
  process.Signal(SIGINT);
  EXPECT_EQ(process.ExitCode(), 0) << process.error();
  const Json result = Result();
  const Json& calls = result["calls"];
  EXPECT_GT(calls["ok"], 0);
  EXPECT_GT(calls["failed"], 0);
  EXPECT_EQ(calls["sent"].get<int64_t>(), calls["ok"].get<int64_t>() +
                                              calls["failed"].get<int64_t>() +
                                              calls["in_flight_at_end"].get<int64_t>());
  EXPECT_GE(result["outages"]["count"], 1);
  EXPECT_GE(result["outages"]["recovered"], 1);
  EXPECT_THAT(Output(), AllOf(HasSubstr("UNAVAILABLE"), HasSubstr("the server was lost")));
}

// It ends at its bound all the same.
TEST_F(LoadRunTest, EndsWhenTheServerStaysAway) {
  for (const std::vector<std::string>& loop : std::vector<std::vector<std::string>>{
           {"--closed", "--duration", "4s"}, {"--schedule", "step:200@4s"}}) {
    LoadProcess process(Flags(loop), folder_.Path("output"));
    WaitForAnswers(&process, true);
    server_->Kill();
    EXPECT_EQ(process.ExitCode(), 0) << process.error();
    EXPECT_GT(Result()["calls"]["failed"], 0);
    EXPECT_GE(Result()["outages"]["count"], 1);
    server_->Restart();
  }
}

TEST_F(LoadRunTest, AnInterruptEndsItWithItsSummary) {
  LoadProcess process(Flags({"--rate", "100", "--duration", "1h"}), folder_.Path("output"));
  std::string line;
  ASSERT_TRUE(process.ReadErrorLine(&line));
  process.Signal(SIGINT);
  EXPECT_EQ(process.ExitCode(), 0) << process.error();
  EXPECT_EQ(Result()["interrupted"], true);
  EXPECT_THAT(Output(), HasSubstr("interrupted"));
}

// A port that was free just now.
int FreePort() {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_EQ(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
  close(fd);
  return ntohs(address.sin_port);
}

TEST(LoadTlsTest, SpeaksMutualTls) {
  const TempFolder folder;
  const TestAuthority authority("authority");
  const CertificateAndKey own = authority.Issue("DNS:localhost,IP:127.0.0.1");
  const CertificateAndKey client = authority.Issue("DNS:client.example");
  folder.Write("cert.pem", own.certificate);
  folder.Write("key.pem", own.key);
  folder.Write("ca.pem", authority.Certificate());
  folder.Write("client.pem", client.certificate);
  folder.Write("client-key.pem", client.key);
  const int port = FreePort();
  const auto server = SignetdProcess::StartConfigured(
      folder.Path(""),
      absl::StrCat(R"({"credentials": [{"name": "dev", "access_key_id": "AKIDEXAMPLE",)",
                   R"( "secret_access_key": "secret"}], "listen": {"unix": {"path": "SOCKET",)",
                   R"( "users": [{"name": "me", "uid": )", geteuid(),
                   R"(}]}, "tcp": {"address": "127.0.0.1:)", port,
                   R"(", "cert_file": "cert.pem", "key_file": "key.pem",)",
                   R"( "client_ca_file": "ca.pem"}}, "policy": {"rules": [{"name": "all",)",
                   R"( "callers": ["client.example"], "operations": ["*"],)",
                   R"( "credentials": ["*"], "services": ["*"], "regions": ["*"]}]},)",
                   R"( "key_cache": {"allow_unlocked_memory": true}})"));
  ASSERT_NE(server, nullptr);
  const std::vector<std::string> flags = {"--target",   absl::StrCat("127.0.0.1:", port),
                                          "--tls-ca",   folder.Path("ca.pem"),
                                          "--tls-cert", folder.Path("client.pem"),
                                          "--tls-key",  folder.Path("client-key.pem"),
                                          "--json",     folder.Path("result.json"),
                                          "--timeout",  "20s",
                                          "--closed",   "--total",
                                          "50",         "--verify",
                                          "1/1",        "--connections",
                                          "2"};
  LoadProcess process(flags, folder.Path("output"));
  EXPECT_EQ(process.ExitCode(), 0) << process.error();
  const Json result = Json::parse(ReadFileOrFail(folder.Path("result.json")));
  EXPECT_EQ(result["calls"]["ok"], 50);
  EXPECT_EQ(result["server"]["caller"], "client.example");
  EXPECT_EQ(result["verified"]["checked"], 50);

  LoadProcess without({"--target", absl::StrCat("127.0.0.1:", port)}, folder.Path("output"));
  EXPECT_EQ(without.ExitCode(), 3);
  EXPECT_THAT(without.error(), HasSubstr("client certificate"));
}

}  // namespace
}  // namespace signet::load
