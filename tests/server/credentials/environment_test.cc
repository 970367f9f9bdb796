// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/environment.h"

#include <stdlib.h>

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/fake_environment.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

TEST(EnvironmentTest, ReadsTheKeys) {
  ASSERT_OK_AND_ASSIGN(
      const CredentialValue value,
      CredentialFromEnvironment(
          "env", FakeEnvironment({{"AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"},
                                  {"AWS_SECRET_ACCESS_KEY", "secret"},
                                  {"AWS_SESSION_TOKEN", "token"},
                                  {"AWS_CREDENTIAL_EXPIRATION", "2026-12-01T00:00:00Z"}})));
  EXPECT_EQ(value.name, "env");
  EXPECT_EQ(value.access_key_id, "AKIDEXAMPLE");
  EXPECT_EQ(value.secret_access_key.Reveal(), "secret");
  EXPECT_EQ(value.session_token.Reveal(), "token");
  EXPECT_EQ(value.expires, absl::FromCivil(absl::CivilDay(2026, 12, 1), absl::UTCTimeZone()));
}

TEST(EnvironmentTest, SaysWhatIsMissingOrMalformed) {
  EXPECT_THAT(CredentialFromEnvironment("env", FakeEnvironment({})),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "environment variable AWS_ACCESS_KEY_ID is not set"));
  EXPECT_THAT(
      CredentialFromEnvironment("env", FakeEnvironment({{"AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"}})),
      StatusIs(absl::StatusCode::kInvalidArgument,
               "environment variable AWS_SECRET_ACCESS_KEY is not set"));
  EXPECT_THAT(
      CredentialFromEnvironment("env", FakeEnvironment({{"AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"},
                                                        {"AWS_SECRET_ACCESS_KEY", "top secret"}})),
      StatusIs(absl::StatusCode::kInvalidArgument,
               ::testing::AllOf(::testing::StartsWith("environment: a secret access key of 10"),
                                ::testing::Not(::testing::HasSubstr("top")))));
  EXPECT_THAT(
      CredentialFromEnvironment("env", FakeEnvironment({{"AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"},
                                                        {"AWS_SECRET_ACCESS_KEY", "secret"},
                                                        {"AWS_CREDENTIAL_EXPIRATION", "soon"}})),
      FailsWith(Reason::kInvalidConfig, "expires_at"));
}

TEST(EnvironmentTest, ReadsTheProcess) {
  setenv("SIGNET_TEST_VARIABLE", "value", 1);
  const EnvironmentReader environment = ProcessEnvironment();
  EXPECT_EQ(environment("SIGNET_TEST_VARIABLE").Reveal(), "value");
  unsetenv("SIGNET_TEST_VARIABLE");
  EXPECT_TRUE(environment("SIGNET_TEST_VARIABLE").empty());
}

}  // namespace
}  // namespace signet
