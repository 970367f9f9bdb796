// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_development.h"

#include <string>
#include <variant>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/fake_environment.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::SizeIs;

absl::StatusOr<ServerConfig> Make(const DevelopmentOptions& options) {
  return DevelopmentConfig(options, FakeEnvironment());
}

DevelopmentOptions Options() { return {"unix:/tmp/x.sock", "", 1000, "alice"}; }

const ServerConfig::Literal& LiteralOf(const ServerConfig& config) {
  return std::get<ServerConfig::Literal>(config.credentials.at(0).source);
}

TEST(ConfigDevelopmentTest, ServesTheStartingUserAlone) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Make(Options()));

  ASSERT_TRUE(config.unix_listener.has_value());
  EXPECT_EQ(config.unix_listener->path, "/tmp/x.sock");
  EXPECT_EQ(config.unix_listener->mode, 0600u);
  ASSERT_THAT(config.unix_listener->users, SizeIs(1));
  EXPECT_EQ(config.unix_listener->users[0].name, "alice");
  EXPECT_EQ(config.unix_listener->users[0].uid, 1000u);
  EXPECT_FALSE(config.unix_listener->users[0].gid.has_value());
  EXPECT_FALSE(config.tcp_listener.has_value());
  EXPECT_TRUE(config.is_development);
  EXPECT_THAT(config.warnings, IsEmpty());
}

TEST(ConfigDevelopmentTest, LetsTheUserDoEverythingAtAnyDate) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Make(Options()));
  const absl::string_view region = "us-east-1";
  for (int i = 0; i < kOperations; ++i) {
    const auto operation = static_cast<Operation>(i);
    if (IsAdminOperation(operation)) {
      EXPECT_TRUE(config.policy->DecideAdmin("alice", operation, "dev").allowed) << i;
      EXPECT_FALSE(config.policy->DecideAdmin("bob", operation, "dev").allowed) << i;
      continue;
    }
    const Decision decision =
        config.policy->Decide({"alice", operation, "dev", "s3", {&region, 1}});
    EXPECT_TRUE(decision.allowed) << i;
    EXPECT_EQ(decision.grants.own_signing_time_max_skew, absl::InfiniteDuration());
    EXPECT_TRUE(decision.grants.unsigned_payload_over_http);
    EXPECT_TRUE(decision.grants.lease_any_date);
  }
  EXPECT_FALSE(
      config.policy->Decide({"bob", Operation::kSignRequest, "dev", "s3", {&region, 1}}).allowed);
}

TEST(ConfigDevelopmentTest, MakesAnotherThrowawayCredentialEachTime) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig first, Make(Options()));
  ASSERT_OK_AND_ASSIGN(const ServerConfig second, Make(Options()));

  EXPECT_EQ(first.credentials.at(0).name, "dev");
  EXPECT_THAT(LiteralOf(first).access_key_id, MatchesRegex("SIGNETDEV[A-Z2-7]+"));
  EXPECT_THAT(LiteralOf(first).access_key_id, SizeIs(20));
  EXPECT_EQ(LiteralOf(first).secret_access_key.size(), 40u);
  EXPECT_NE(LiteralOf(first).access_key_id, LiteralOf(second).access_key_id);
  EXPECT_NE(LiteralOf(first).secret_access_key.Reveal(),
            LiteralOf(second).secret_access_key.Reveal());
}

TEST(ConfigDevelopmentTest, TakesAFileOfCredentialsInstead) {
  DevelopmentOptions options = Options();
  options.credentials_file = "keys.yaml";
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Make(options));
  EXPECT_THAT(config.credentials, IsEmpty());
  EXPECT_THAT(config.credentials_files, ElementsAre("keys.yaml"));
}

TEST(ConfigDevelopmentTest, RefusesAnythingButASocketPath) {
  DevelopmentOptions options = Options();
  for (const std::string& listen : {std::string("127.0.0.1:8443"), std::string("tcp:1.2.3.4:1"),
                                    std::string("unix:"), std::string("unix:relative"),
                                    std::string("/tmp/x.sock"), "unix:/" + std::string(107, 'x')}) {
    options.listen = listen;
    EXPECT_THAT(Make(options), FailsWith(Reason::kInvalidConfig, "listen")) << listen;
  }
  options.listen = "127.0.0.1:8443";
  EXPECT_THAT(Make(options), StatusIs(absl::StatusCode::kInvalidArgument,
                                      "--listen \"127.0.0.1:8443\" given, development mode "
                                      "listens on unix:PATH alone"));
  options.listen = "unix:/" + std::string(106, 'x');
  EXPECT_OK(Make(options));
}

TEST(ConfigDevelopmentTest, ListensInTheUsersRuntimeFolder) {
  EXPECT_EQ(DevelopmentListenAddress(7, FakeEnvironment()), "unix:/tmp/signet-7/signet.sock");
  const EnvironmentReader runtime = FakeEnvironment({{"XDG_RUNTIME_DIR", "/run/user/7"}});
  EXPECT_EQ(DevelopmentListenAddress(7, runtime), "unix:/run/user/7/signet/signet.sock");
  DevelopmentOptions options = Options();
  options.listen = "";
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, DevelopmentConfig(options, runtime));
  EXPECT_EQ(config.unix_listener->path, "/run/user/7/signet/signet.sock");
}

// "john.doe" could be a DNS name of a certificate.
TEST(ConfigDevelopmentTest, AUserOfAnUnusualNameGoesByNumber) {
  DevelopmentOptions options = Options();
  for (const char* const name : {"john.doe", "", "Alice", "0day", "a b"}) {
    options.user_name = name;
    ASSERT_OK_AND_ASSIGN(const ServerConfig config, Make(options));
    EXPECT_EQ(config.unix_listener->users.at(0).name, "uid-1000") << name;
  }
}

TEST(ConfigDevelopmentTest, LogsTextUnlessTold) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Make(Options()));
  EXPECT_EQ(config.logging.format, LogFormat::kText);
  const EnvironmentReader json = FakeEnvironment({{"SIGNET_LOG_FORMAT", "json"}});
  EXPECT_EQ(DevelopmentConfig(Options(), json)->logging.format, LogFormat::kJson);
}

}  // namespace
}  // namespace signet
