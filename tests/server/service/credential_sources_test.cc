// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/credential_sources.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/service/config_loader.h"
#include "tests/support/fake_environment.h"
#include "tests/support/source_content.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::SizeIs;

constexpr absl::string_view kConfig = R"({
  "credentials": [
    {"name": "demo", "access_key_id": "AKIDEXAMPLE", "secret_access_key": "hunter2",
     "session_token": "token", "expires_at": "2015-08-30T12:36:00Z"}],
  "listen": {"unix": {"path": "/tmp/s", "users": [{"name": "app", "uid": 1}]}},
  "policy": {"rules": [
    {"name": "app", "callers": ["app"], "operations": ["SignRequest"], "credentials": ["*"],
     "services": ["s3"], "regions": ["*"]}]}
})";

void ExpectDemo(const CredentialSource& source) {
  ASSERT_OK_AND_ASSIGN(const CredentialValue value, OnlyCredentialOf(source));
  EXPECT_EQ(value.name, "demo");
  EXPECT_EQ(value.access_key_id, "AKIDEXAMPLE");
  EXPECT_EQ(value.secret_access_key.Reveal(), "hunter2");
  EXPECT_EQ(value.session_token.Reveal(), "token");
  // "2015-08-30T12:36:00Z".
  EXPECT_EQ(value.expires, absl::FromUnixSeconds(1440938160));
}

TEST(CredentialSourcesTest, AWrittenCredentialKeepsAllItsFields) {
  const EnvironmentReader environment = FakeEnvironment();
  ASSERT_OK_AND_ASSIGN(const ServerConfig config,
                       ParseServerConfig("a.json", kConfig, environment));
  ASSERT_OK_AND_ASSIGN(const auto sources, MakeCredentialSources(config, "", environment));
  ASSERT_THAT(sources, SizeIs(1));
  ExpectDemo(*sources[0]);
}

TEST(CredentialSourcesTest, TheConfigurationFileIsReadAgain) {
  const TempFolder folder;
  folder.Write("a.json", kConfig);
  const EnvironmentReader environment = FakeEnvironment();
  ASSERT_OK_AND_ASSIGN(const ServerConfig config,
                       LoadServerConfig(folder.Path("a.json"), environment));
  ASSERT_OK_AND_ASSIGN(const auto sources,
                       MakeCredentialSources(config, folder.Path("a.json"), environment));
  ASSERT_THAT(sources, SizeIs(1));
  ExpectDemo(*sources[0]);
  folder.Write("a.json", "{");
  EXPECT_EQ(ContentOf(*sources[0]).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(CredentialSourcesTest, AnEntryOfTheEnvironmentNeedsItsVariables) {
  ServerConfig config;
  config.credentials = {{"env", ServerConfig::Environment()}};
  const EnvironmentReader environment =
      FakeEnvironment({{"AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"}, {"AWS_SECRET_ACCESS_KEY", "hunter2"}});
  ASSERT_OK_AND_ASSIGN(const auto sources, MakeCredentialSources(config, "", environment));
  ASSERT_THAT(sources, SizeIs(1));
  ASSERT_OK_AND_ASSIGN(const CredentialValue value, OnlyCredentialOf(*sources[0]));
  EXPECT_EQ(value.name, "env");
  EXPECT_THAT(MakeCredentialSources(config, "", FakeEnvironment()),
              FailsWith(Reason::kInvalidConfig, "environment"));
}

}  // namespace
}  // namespace signet
