// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// signetd as a process: how it starts, refuses to start, reloads and ends.

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "gtest/gtest.h"
#include "tests/support/certificates.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"
#include "tests/support/source_tree.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr absl::Duration kPatience = absl::Seconds(60);

// One signetd, whose output goes to a file.
class Daemon {
 public:
  enum class Streams { kLogged, kClosed };

  Daemon(std::string log, std::vector<std::string> arguments, Streams streams = Streams::kLogged)
      : log_(std::move(log)) {
    const char* const folder = getenv("SIGNET_BIN_DIR");
    const std::string binary = absl::StrCat(folder == nullptr ? "." : folder, "/signetd");
    std::vector<char*> argv = {const_cast<char*>(binary.c_str())};
    for (std::string& argument : arguments) {
      argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      const int fd = open(log_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(fd, STDOUT_FILENO);
      dup2(fd, STDERR_FILENO);
      if (streams == Streams::kClosed) {
        close(fd);
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
      }
      execv(binary.c_str(), argv.data());
      _exit(127);
    }
  }
  ~Daemon() {
    if (pid_ > 0) {
      Signal(SIGKILL);
      ExitCode();
    }
  }
  Daemon(const Daemon&) = delete;
  Daemon& operator=(const Daemon&) = delete;

  pid_t pid() const { return pid_; }
  void Signal(int signal) const { kill(pid_, signal); }

  // Waits for its end; -1 when a signal was that.
  int ExitCode() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string Output() const { return access(log_.c_str(), R_OK) == 0 ? ReadFileOrFail(log_) : ""; }

  // Waits until it has said that, or fails.
  void WaitFor(const std::string& text) const {
    const absl::Time give_up_at = absl::Now() + kPatience;
    while (!absl::StrContains(Output(), text)) {
      ASSERT_LT(absl::Now(), give_up_at) << "no \"" << text << "\" in: " << Output();
      absl::SleepFor(absl::Milliseconds(10));
    }
  }

 private:
  const std::string log_;
  pid_t pid_ = -1;
};

class DaemonTest : public ::testing::Test {
 protected:
  std::string Listen() const { return absl::StrCat("unix:", folder_.Path("s")); }
  std::string Log(int number) const { return folder_.Path(absl::StrCat("log", number)); }
  std::vector<std::string> Dev() const { return {"--dev", "--listen", Listen()}; }

  grpc::Status Sign(const std::string& credential) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    const auto channel =
        grpc::CreateCustomChannel(Listen(), grpc::InsecureChannelCredentials(), arguments);
    v1::SignRequestRequest request = GetObjectRequest();
    request.set_credential(credential);
    PatientContext context;
    return v1::SigningService::NewStub(channel)->SignRequest(&context, request, &response_);
  }

  // Runs it to its end; it must fail with one line.
  std::string FailureOf(const std::vector<std::string>& arguments, int exit_code) {
    Daemon daemon(Log(9), arguments);
    EXPECT_EQ(daemon.ExitCode(), exit_code);
    const std::string output = daemon.Output();
    EXPECT_EQ(std::count(output.begin(), output.end(), '\n'), 1) << output;
    EXPECT_THAT(output, StartsWith("signetd: "));
    return output;
  }

  // A configuration for the user who runs the test, with `more` in it.
  std::string Config(const std::string& more, const std::string& secret = "secret") const {
    return absl::StrCat(
        R"({"credentials": [{"name": "demo", "access_key_id": "AKIDEXAMPLE",)",
        R"( "secret_access_key": ")", secret, R"("}],)", more, R"( "listen": {"unix": {"path": ")",
        folder_.Path("s"), R"(", "users": [{"name": "me", "uid": )", geteuid(), R"(}]}},)",
        R"( "policy": {"rules": [{"name": "all", "callers": ["me"], "operations": ["*"],)",
        R"( "credentials": ["*"], "services": ["*"], "regions": ["*"]}]},)",
        R"( "key_cache": {"allow_unlocked_memory": true}})");
  }

  void WriteConfig(const std::string& text) const {
    folder_.Write("c.json", text);
    chmod(folder_.Path("c.json").c_str(), 0600);
  }

  TempFolder folder_;
  v1::SignRequestResponse response_;
};

TEST_F(DaemonTest, DevelopmentModeSignsWithAThrowawayCredentialAndEndsWell) {
  Daemon daemon(Log(1), Dev());
  daemon.WaitFor("ready in development mode at unix:");
  EXPECT_TRUE(Sign("dev").ok());
  daemon.Signal(SIGTERM);
  EXPECT_EQ(daemon.ExitCode(), 0);
  EXPECT_NE(access(folder_.Path("s").c_str(), F_OK), 0);
  EXPECT_NE(access(folder_.Path("s.lock").c_str(), F_OK), 0);
}

TEST_F(DaemonTest, TakesOverTheSocketOfADeadProcessButNotOfALiveOne) {
  Daemon first(Log(1), Dev());
  first.WaitFor("ready in development mode");
  EXPECT_THAT(FailureOf(Dev(), 1),
              AllOf(HasSubstr("already serves"), HasSubstr(folder_.Path("s"))));
  EXPECT_TRUE(Sign("dev").ok());

  first.Signal(SIGKILL);
  first.ExitCode();
  ASSERT_EQ(access(folder_.Path("s").c_str(), F_OK), 0) << "a stale socket is what this is about";
  Daemon second(Log(2), Dev());
  second.WaitFor("ready in development mode");
  EXPECT_TRUE(Sign("dev").ok());
}

TEST_F(DaemonTest, WrongCommandLinesAreOneLine) {
  EXPECT_THAT(FailureOf({}, 2), HasSubstr("--config FILE or --dev"));
  EXPECT_THAT(FailureOf({"--dev", "--config", "x"}, 2), HasSubstr("--config FILE or --dev"));
  EXPECT_THAT(FailureOf({"--config", "x", "--listen", Listen()}, 2), HasSubstr("--listen"));
  EXPECT_THAT(FailureOf({"--dev", "serve"}, 2), HasSubstr("serve"));
  EXPECT_THAT(FailureOf({"--dev", "--listen", "127.0.0.1:8443"}, 2), HasSubstr("127.0.0.1:8443"));
  EXPECT_THAT(FailureOf({"--dev", "--listen", "unix:/tmp/" + std::string(108, 'x')}, 2),
              HasSubstr("107"));
  EXPECT_THAT(FailureOf({"--dev", "--listen", Listen() + "/"}, 2), HasSubstr("not end with '/'"));
  EXPECT_THAT(FailureOf({"--dev", "--credential-file", "x"}, 2),
              HasSubstr("there is no flag --credential-file, did you mean --credentials-file?"));
  EXPECT_THAT(FailureOf({"--config"}, 2), HasSubstr("--config needs a value"));
  EXPECT_THAT(FailureOf({"--dev", "--listen", Listen(), "--credentials-file", "/no/such/file"}, 1),
              HasSubstr("/no/such/file"));
}

TEST_F(DaemonTest, BadConfigurationsAreOneLineWithTheirPlace) {
  EXPECT_THAT(FailureOf({"--config", "/no/such/file.json"}, 1), HasSubstr("/no/such/file.json"));
  WriteConfig("{\n  \"mystery\": 1}");
  EXPECT_THAT(FailureOf({"--config", folder_.Path("c.json")}, 1),
              AllOf(HasSubstr("c.json:2:3"), HasSubstr("mystery")));
}

TEST_F(DaemonTest, ShowsItsCommandLineAsItWasGiven) {
  folder_.Write("c-d.json", "{\"credentials\": []}");
  const std::string file = absl::StrCat("--credentials-file=", folder_.Path("c-d.json"));
  Daemon daemon(Log(1), {"--dev", "--listen", Listen(), file});
  daemon.WaitFor("ready in development mode");
  EXPECT_THAT(ReadFileOrFail(absl::StrCat("/proc/", daemon.pid(), "/cmdline")), HasSubstr(file));
}

// What is opened first would take the place of the closed streams.
TEST_F(DaemonTest, ClosedStandardStreamsGoToTheNullDevice) {
  Daemon daemon(Log(1), Dev(), Daemon::Streams::kClosed);
  const absl::Time give_up_at = absl::Now() + kPatience;
  while (!Sign("dev").ok()) {
    ASSERT_LT(absl::Now(), give_up_at);
    absl::SleepFor(absl::Milliseconds(10));
  }
  for (const int stream : {0, 1, 2}) {
    char target[64] = {};
    ASSERT_GT(readlink(absl::StrCat("/proc/", daemon.pid(), "/fd/", stream).c_str(), target,
                       sizeof(target) - 1),
              0);
    EXPECT_STREQ(target, "/dev/null");
  }
  EXPECT_EQ(ReadFileOrFail(folder_.Path("s.lock")), "");
}

TEST_F(DaemonTest, AFolderOfTheSocketThatDoesNotExistIsNamed) {
  EXPECT_THAT(FailureOf({"--dev", "--listen", absl::StrCat("unix:", folder_.Path("no/s"))}, 1),
              HasSubstr(absl::StrCat("the folder ", folder_.Path("no"), " does not exist")));
}

TEST_F(DaemonTest, AForeignFileAtTheSocketsPathStays) {
  folder_.Write("s", "precious");
  EXPECT_THAT(FailureOf(Dev(), 1), HasSubstr("not a socket"));
  EXPECT_EQ(ReadFileOrFail(folder_.Path("s")), "precious");
}

TEST_F(DaemonTest, AnUnusableKeyIsOneLine) {
  const TestAuthority authority("authority");
  const CertificateAndKey own = authority.Issue("DNS:localhost");
  folder_.Write("cert.pem", own.certificate);
  folder_.Write("ca.pem", authority.Certificate());
  const std::string listen = absl::StrCat(
      R"({"credentials": [{"name": "demo", "access_key_id": "AKIDEXAMPLE", )",
      R"("secret_access_key": "secret"}], "listen": {"tcp": {"address": "127.0.0.1:0",)",
      R"( "cert_file": "cert.pem", "key_file": "key.pem", "client_ca_file": "ca.pem"}},)",
      R"( "policy": {"rules": []}, "key_cache": {"allow_unlocked_memory": true},)",
      R"( "log": {"level": "error"}})");
  WriteConfig(listen);
  EXPECT_THAT(FailureOf({"--config", folder_.Path("c.json")}, 1), HasSubstr("key.pem"));
  folder_.Write("key.pem", "garbage");
  EXPECT_THAT(FailureOf({"--config", folder_.Path("c.json")}, 1),
              AllOf(HasSubstr("key.pem"), HasSubstr("private key")));
  folder_.Write("key.pem", authority.Issue("DNS:other").key);
  EXPECT_THAT(FailureOf({"--config", folder_.Path("c.json")}, 1),
              HasSubstr("is not that of the certificate"));
}

TEST_F(DaemonTest, ReloadsAndKeepsTheLastGood) {
  WriteConfig(Config(""));
  Daemon daemon(Log(1), {"--config", folder_.Path("c.json")});
  daemon.WaitFor("\"ready\"");
  ASSERT_TRUE(Sign("demo").ok());
  const std::string first = response_.credential_version();

  WriteConfig("{ broken");
  daemon.WaitFor("configuration not reloaded");
  ASSERT_TRUE(Sign("demo").ok());
  EXPECT_EQ(response_.credential_version(), first);

  WriteConfig(Config("", "another"));
  daemon.Signal(SIGHUP);
  daemon.WaitFor("configuration reloaded");
  daemon.WaitFor("credential version in use");
  const absl::Time give_up_at = absl::Now() + kPatience;
  do {
    ASSERT_TRUE(Sign("demo").ok());
  } while (response_.credential_version() == first && absl::Now() < give_up_at);
  EXPECT_NE(response_.credential_version(), first);
}

TEST_F(DaemonTest, AReloadDoesNotClaimCredentialsThatWereRefused) {
  const std::string list = R"({"credentials": [{"name": "more", "access_key_id": "AKIDEXAMPLE",)"
                           R"( "secret_access_key": "secret"}]})";
  folder_.Write("more.json", list);
  const std::string files = R"("credentials_files": ["more.json"],)";
  WriteConfig(Config(files));
  Daemon daemon(Log(1), {"--config", folder_.Path("c.json")});
  daemon.WaitFor("\"ready\"");
  folder_.Write("more.json", "{ broken");
  WriteConfig(Config(files, "another"));
  daemon.Signal(SIGHUP);
  daemon.WaitFor("configuration reloaded: policy and log are in force, some credentials are not");
  EXPECT_THAT(daemon.Output(), AllOf(HasSubstr("credentials not reloaded"),
                                     Not(HasSubstr("policy, credentials and log are in force"))));

  folder_.Write("more.json", list);
  WriteConfig(Config(files));
  daemon.Signal(SIGHUP);
  daemon.WaitFor("policy, credentials and log are in force");
}

TEST_F(DaemonTest, EachReasonWhyTheConfigurationCannotBeReadIsLogged) {
  WriteConfig(Config(""));
  const std::string path = folder_.Path("c.json");
  Daemon daemon(Log(1), {"--config", path});
  daemon.WaitFor("\"ready\"");
  // The file's credentials have an error of their own.
  const std::string refusal = absl::StrCat(
      R"("configuration not reloaded, the last good one stays in use","error":")", path, ": ");
  ASSERT_EQ(unlink(path.c_str()), 0);
  daemon.Signal(SIGHUP);
  daemon.WaitFor(refusal + "No such file");
  ASSERT_EQ(mkdir(path.c_str(), 0700), 0);
  daemon.Signal(SIGHUP);
  daemon.WaitFor(refusal + "is not a regular file");
  EXPECT_TRUE(Sign("demo").ok());
}

TEST_F(DaemonTest, CheckConfigWarnsOfCredentialsThatNoFileHas) {
  folder_.Write("more.json", R"({"credentials": [{"name": "more", "access_key_id": "AKIDEXAMPLE",)"
                             R"( "secret_access_key": "secret"}]})");
  chmod(folder_.Path("more.json").c_str(), 0600);
  const auto output_with = [this](const std::string& credentials) {
    WriteConfig(absl::StrReplaceAll(Config(R"("credentials_files": ["more.json"],)"),
                                    {{R"("credentials": ["*"])", credentials}}));
    Daemon daemon(Log(3), {"--check-config", "--config", folder_.Path("c.json")});
    EXPECT_EQ(daemon.ExitCode(), 0);
    return daemon.Output();
  };
  EXPECT_EQ(output_with(R"("credentials": ["demo", "more", "other*"])"),
            folder_.Path("c.json") + ": ok\n");
  EXPECT_EQ(output_with(R"("credentials": ["demo", "mroe"])"),
            "warning: rule \"all\" names credential \"mroe\", which is not configured\n" +
                folder_.Path("c.json") + ": ok\n");
}

// Not ready at once, served until the delay is over, gone with exit code 0.
TEST_F(DaemonTest, DrainsBeforeItEnds) {
  using ::grpc::health::v1::Health;
  WriteConfig(Config(R"("drain": {"delay": "2s", "grace": "10s"},)"));
  Daemon daemon(Log(1), {"--config", folder_.Path("c.json")});
  daemon.WaitFor("\"ready\"");
  const auto health =
      Health::NewStub(grpc::CreateChannel(Listen(), grpc::InsecureChannelCredentials()));
  PatientContext context;
  const auto watch = health->Watch(&context, {});
  ::grpc::health::v1::HealthCheckResponse response;
  ASSERT_TRUE(watch->Read(&response));
  EXPECT_EQ(response.status(), ::grpc::health::v1::HealthCheckResponse::SERVING);

  daemon.Signal(SIGTERM);
  ASSERT_TRUE(watch->Read(&response));
  EXPECT_EQ(response.status(), ::grpc::health::v1::HealthCheckResponse::NOT_SERVING);
  EXPECT_TRUE(Sign("demo").ok());
  EXPECT_EQ(daemon.ExitCode(), 0);
}

}  // namespace
}  // namespace signet
