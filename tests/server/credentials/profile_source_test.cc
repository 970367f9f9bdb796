// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/profile_source.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/fake_environment.h"
#include "tests/support/source_content.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

class ProfileSourceTest : public ::testing::Test {
 protected:
  absl::StatusOr<CredentialValue> ReadProfile(const std::string& profile) {
    const ProfileSource source("prod",
                               {profile, folder_.Path("credentials"), folder_.Path("config")});
    return OnlyCredentialOf(source);
  }

  TempFolder folder_;
};

TEST(LocateProfileTest, FollowsTheEnvironment) {
  ProfileLocation location = LocateProfile("", FakeEnvironment({{"HOME", "/home/u"}}));
  EXPECT_EQ(location.profile, "default");
  EXPECT_EQ(location.credentials_path, "/home/u/.aws/credentials");
  EXPECT_EQ(location.config_path, "/home/u/.aws/config");

  location = LocateProfile("", FakeEnvironment({{"HOME", "/home/u"},
                                                {"AWS_PROFILE", "p"},
                                                {"AWS_SHARED_CREDENTIALS_FILE", "/x/credentials"},
                                                {"AWS_CONFIG_FILE", "~/config"}}));
  EXPECT_EQ(location.profile, "p");
  EXPECT_EQ(location.credentials_path, "/x/credentials");
  EXPECT_EQ(location.config_path, "/home/u/config");
  EXPECT_EQ(LocateProfile("q", FakeEnvironment({{"AWS_PROFILE", "p"}})).profile, "q");
}

TEST_F(ProfileSourceTest, ReadsTheCredentialsFile) {
  folder_.Write("credentials",
                "[default]\n"
                "aws_access_key_id = AKID-default\n"
                "aws_secret_access_key = secret1\n"
                "[production]\n"
                "aws_access_key_id = AKID-production\n"
                "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY # rotated\n"
                "aws_session_token = token\n");
  ASSERT_OK_AND_ASSIGN(const CredentialValue value, ReadProfile("production"));
  EXPECT_EQ(value.name, "prod");
  EXPECT_EQ(value.access_key_id, "AKID-production");
  EXPECT_EQ(value.secret_access_key.Reveal(), "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
  EXPECT_EQ(value.session_token.Reveal(), "token");
  EXPECT_EQ(ReadProfile("default").value().access_key_id, "AKID-default");
}

TEST_F(ProfileSourceTest, ReadsTheConfigFile) {
  folder_.Write("config",
                "[default]\naws_access_key_id = AKID-d\naws_secret_access_key = s\n"
                "[profile p]\naws_access_key_id = AKID-p\naws_secret_access_key = s\n"
                "[profile \"q r\"]\naws_access_key_id = AKID-q\naws_secret_access_key = s\n"
                "[bare]\naws_access_key_id = AKID-b\naws_secret_access_key = s\n"
                "[sso-session s]\nsso_region = us-east-1\n");
  EXPECT_EQ(ReadProfile("default").value().access_key_id, "AKID-d");
  EXPECT_EQ(ReadProfile("p").value().access_key_id, "AKID-p");
  EXPECT_EQ(ReadProfile("q r").value().access_key_id, "AKID-q");
  // In the config file only [default] goes without the word "profile".
  EXPECT_THAT(ReadProfile("bare"), StatusIs(absl::StatusCode::kInvalidArgument,
                                            HasSubstr("there is no profile bare in ")));
}

TEST_F(ProfileSourceTest, TheCredentialsFileGoesFirst) {
  folder_.Write("credentials",
                "[both]\naws_access_key_id = AKID-1\naws_secret_access_key = s\n"
                "[settings]\nregion = us-east-1\n");
  folder_.Write("config",
                "[profile both]\naws_access_key_id = AKID-2\naws_secret_access_key = s\n"
                "[profile settings]\naws_access_key_id = AKID-3\naws_secret_access_key = s\n");
  EXPECT_EQ(ReadProfile("both").value().access_key_id, "AKID-1");
  EXPECT_EQ(ReadProfile("settings").value().access_key_id, "AKID-3");
}

TEST_F(ProfileSourceTest, SaysWhichWayToGetKeysIsNotSupported) {
  folder_.Write("config",
                "[profile role]\n"
                "region = us-east-1\n"
                "role_arn = arn:aws:iam::123456789012:role/r\n"
                "source_profile = p\n"
                "[profile process]\n"
                "credential_process = /bin/false\n"
                "[profile static]\n"
                "role_arn = arn:aws:iam::123456789012:role/r\n"
                "aws_access_key_id = AKID-1\n"
                "aws_secret_access_key = s\n");
  EXPECT_THAT(ReadProfile("role"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       folder_.Path("config") +
                           ":3:1: profile role gets its keys by role_arn, which is not supported; "
                           "give it aws_access_key_id and aws_secret_access_key"));
  EXPECT_THAT(ReadProfile("process"), StatusIs(absl::StatusCode::kInvalidArgument,
                                               HasSubstr(":6:1: profile process gets its keys by "
                                                         "credential_process")));
  EXPECT_OK(ReadProfile("static"));
}

TEST_F(ProfileSourceTest, SaysWhatIsMissingOrMalformed) {
  EXPECT_THAT(ReadProfile("p"), StatusIs(absl::StatusCode::kNotFound, HasSubstr("credentials: ")));
  folder_.Write("credentials",
                "[half]\naws_access_key_id = AKID-1\n"
                "[none]\n"
                "[bad]\naws_access_key_id = AKID-1\naws_secret_access_key = top secret\n");
  EXPECT_THAT(ReadProfile("half"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       EndsWith(":1:1: profile half has no aws_secret_access_key")));
  EXPECT_THAT(ReadProfile("none"),
              StatusIs(absl::StatusCode::kInvalidArgument, EndsWith(":3:1: profile none has no "
                                                                    "aws_access_key_id")));
  EXPECT_THAT(ReadProfile("bad"), StatusIs(absl::StatusCode::kInvalidArgument,
                                           AllOf(HasSubstr(":6:1: a secret access key of 10 bytes"),
                                                 Not(HasSubstr("top")))));
  folder_.Write("credentials", "[half\n");
  EXPECT_THAT(ReadProfile("half"), StatusIs(absl::StatusCode::kInvalidArgument,
                                            folder_.Path("credentials") + ":1:1: ']' is missing"));
}

}  // namespace
}  // namespace signet
