// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/source_list.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/credentials/credential_store.h"
#include "tests/support/fake_clock.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::ElementsAre;

Secret FakeEnvironment(const char* name) {
  const std::string variable = name;
  return Secret(variable == "AWS_ACCESS_KEY_ID"       ? "AKID-env"
                : variable == "AWS_SECRET_ACCESS_KEY" ? "secret"
                                                      : "");
}

absl::StatusOr<std::vector<std::unique_ptr<CredentialSource>>> Parse(absl::string_view list) {
  const Document document = ParseJson("signetd.json", list).value();
  return ParseCredentialSources(document, document.root(), FakeEnvironment);
}

std::string ErrorOf(absl::string_view list) { return std::string(Parse(list).status().message()); }

TEST(SourceListTest, MakesAStoreOfEveryKind) {
  const TempFolder folder;
  folder.Write("c.json",
               R"({"credentials": [{"name": "in-file", "access_key_id": "AKID-file",
                                    "secret_access_key": "s"}]})");
  folder.Write("mounted/access_key_id", "AKID-mounted");
  folder.Write("mounted/secret_access_key", "s");
  folder.Write("aws", "[p]\naws_access_key_id = AKID-profile\naws_secret_access_key = s\n");

  ASSERT_OK_AND_ASSIGN(
      std::vector<std::unique_ptr<CredentialSource>> sources,
      Parse(absl::StrCat(
          R"([{"name": "dev", "access_key_id": "AKID-dev", "secret_access_key": "s"},)",
          R"({"file": ")", folder.Path("c.json"), R"("},)", R"({"name": "m", "directory": ")",
          folder.Path("mounted"), R"("},)", R"({"name": "env", "environment": true},)",
          R"({"name": "prof", "profile": "p", "credentials_file": ")", folder.Path("aws"),
          R"(", "config_file": ")", folder.Path("none"), R"("},)",
          R"({"name": "dev2", "access_key_id": "AKID-dev2", "secret_access_key": "s"}])")));
  const FakeClock clock(absl::UnixEpoch());
  CredentialStore store(std::move(sources), clock);
  ASSERT_OK(store.Load());

  EXPECT_THAT(store.Names(), ElementsAre("dev", "dev2", "env", "in-file", "m", "prof"));
  EXPECT_EQ(store.Latest("prof").value()->value.access_key_id, "AKID-profile");
  EXPECT_EQ(store.Latest("env").value()->value.access_key_id, "AKID-env");
  EXPECT_EQ(store.Latest("m").value()->value.access_key_id, "AKID-mounted");

  folder.Write("mounted/access_key_id", "AKID-changed");
  store.Reload();
  EXPECT_EQ(store.Latest("m").value()->value.access_key_id, "AKID-changed");
}

TEST(SourceListTest, ErrorsNameThePlace) {
  EXPECT_EQ(ErrorOf("{}"), "signetd.json:1:1: is a map, must be a list");
  EXPECT_EQ(ErrorOf("[1]"), "signetd.json:1:2: is a scalar, must be a map");
  EXPECT_EQ(ErrorOf(R"([{"file": ""}])"), "signetd.json:1:11: is empty");
  EXPECT_EQ(ErrorOf(R"([{"file": "x", "name": "y"}])"),
            "signetd.json:1:16: unknown key 'name', allowed are file");
  EXPECT_EQ(ErrorOf(R"([{"directory": "x"}])"), "signetd.json:1:2: key 'name' is missing");
  EXPECT_EQ(ErrorOf(R"([{"directory": "x", "name": "a b"}])"),
            "signetd.json:1:29: a credential's name of 3 bytes, allowed are 1 to 128 of A-Z a-z "
            "0-9 . _ -");
  EXPECT_EQ(ErrorOf(R"([{"environment": false, "name": "e"}])"),
            "signetd.json:1:18: must be true, or the entry left out");
  EXPECT_EQ(ErrorOf(R"([{"name": "dev"}])"), "signetd.json:1:2: key 'access_key_id' is missing");
}

TEST(SourceListTest, SaysWhatTheEnvironmentLacks) {
  const Document document =
      ParseJson("signetd.json", R"([{"name": "e", "environment": true}])").value();
  EXPECT_THAT(
      ParseCredentialSources(document, document.root(), [](const char*) { return Secret(); }),
      StatusIs(absl::StatusCode::kInvalidArgument,
               "signetd.json:1:31: environment variable AWS_ACCESS_KEY_ID is not set"));
}

}  // namespace
}  // namespace signet
