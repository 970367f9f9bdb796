// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/document_source.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

absl::StatusOr<std::vector<CredentialValue>> Parse(absl::string_view text) {
  const DocumentSource source("c.json");
  std::vector<SourcePiece> pieces;
  pieces.push_back({"c.json", Secret(text)});
  return source.Parse(pieces);
}

std::string ErrorOf(absl::string_view text) { return std::string(Parse(text).status().message()); }

TEST(DocumentSourceTest, ReadsCredentials) {
  const TempFolder folder;
  folder.Write("c.json", R"({"credentials": [
      {"name": "dev", "access_key_id": "AKIDEXAMPLE", "secret_access_key": "s/+="},
      {"name": "temporary", "access_key_id": "ASIAEXAMPLE", "secret_access_key": "x",
       "session_token": "token", "expires_at": "2026-12-01T00:00:00Z"}]})");
  const DocumentSource source(folder.Path("c.json"));

  ASSERT_OK_AND_ASSIGN(const std::vector<SourcePiece> pieces, source.Read());
  ASSERT_OK_AND_ASSIGN(const std::vector<CredentialValue> values, source.Parse(pieces));

  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0].name, "dev");
  EXPECT_EQ(values[0].access_key_id, "AKIDEXAMPLE");
  EXPECT_EQ(values[0].secret_access_key.Reveal(), "s/+=");
  EXPECT_TRUE(values[0].session_token.empty());
  EXPECT_EQ(values[0].expires, absl::InfiniteFuture());
  EXPECT_EQ(values[1].session_token.Reveal(), "token");
  EXPECT_EQ(values[1].expires, absl::FromCivil(absl::CivilDay(2026, 12, 1), absl::UTCTimeZone()));
}

TEST(DocumentSourceTest, ReadsYaml) {
  if (!HasYaml()) {
    GTEST_SKIP() << "built without YAML";
  }
  const TempFolder folder;
  folder.Write("c.yaml",
               "credentials:\n"
               "- name: dev\n"
               "  access_key_id: AKIDEXAMPLE\n"
               "  secret_access_key: wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY\n"
               "  expires_at: 2026-12-01T00:00:00Z\n");
  const DocumentSource source(folder.Path("c.yaml"));
  ASSERT_OK_AND_ASSIGN(const std::vector<SourcePiece> pieces, source.Read());
  ASSERT_OK_AND_ASSIGN(const std::vector<CredentialValue> values, source.Parse(pieces));
  ASSERT_EQ(values.size(), 1u);
  EXPECT_EQ(values[0].secret_access_key.Reveal(), "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
}

TEST(DocumentSourceTest, ErrorsNameThePlace) {
  EXPECT_EQ(ErrorOf("{\"credentials\": 1}"), "c.json:1:17: is a scalar, must be a list");
  EXPECT_EQ(ErrorOf("{}"), "c.json:1:1: key 'credentials' is missing");
  EXPECT_EQ(ErrorOf("{\"credential\": []}"),
            "c.json:1:2: unknown key 'credential', allowed are credentials");
  EXPECT_EQ(ErrorOf("{\"credentials\": [\n{\"name\": \"dev\", \"secret_access_key\": \"x\"}]}"),
            "c.json:2:1: key 'access_key_id' is missing");
  EXPECT_EQ(ErrorOf("{\"credentials\": [\n{\"name\": \"dev\", \"access_key_id\": \"a/b\",\n"
                    "\"secret_access_key\": \"x\"}]}"),
            "c.json:2:34: an access key ID of 3 bytes, allowed are 3 to 128 visible ASCII "
            "characters without '/' and ','");
  EXPECT_EQ(ErrorOf("{\"credentials\": [\n{\"name\": \"dev\", \"access_key_id\": \"abc\",\n"
                    "\"secret_access_key\": \"x\", \"expires_at\": \"soon\"}]}"),
            "c.json:3:41: an expiry that is no RFC 3339 time of the years 1970 to 9999, such "
            "as 2026-12-01T00:00:00Z");
}

TEST(DocumentSourceTest, ErrorsHoldNoSecret) {
  for (
      const char* const text :
      {R"({"credentials": [{"name": "dev", "access_key_id": "abc", "secret_access_key": "top secret"}]})",
       R"({"credentials": [{"name": "dev", "access_key_id": "abc", "secret_access_key": "topsecret}]})",
       R"({"credentials": [{"name": "dev", "access_key_id": "abc", "Topsecret": "topsecret"}]})",
       R"({"credentials": [{"name": "dev", "access_key_id": "abc", "secret_access_key": ["topsecret"]}]})"}) {
    EXPECT_THAT(Parse(text), StatusIs(absl::StatusCode::kInvalidArgument, Not(HasSubstr("top"))))
        << text;
  }
}

TEST(DocumentSourceTest, SaysThatTheFileIsMissing) {
  const DocumentSource source("/nonexistent/c.json");
  EXPECT_THAT(source.Read(), StatusIs(absl::StatusCode::kNotFound,
                                      "/nonexistent/c.json: No such file or directory"));
  EXPECT_EQ(source.Description(), "file /nonexistent/c.json");
}

TEST(DocumentSourceTest, SaysThatAnAwsIniFileIsNone) {
  constexpr char kError[] =
      "c.json:1:1: looks like an AWS INI file; wanted is YAML that begins with credentials: (a "
      "profile of an INI file is a credential of the configuration: {name: NAME, profile: {name: "
      "PROFILE, credentials_file: FILE}})";
  for (const char* const text :
       {"[default]\naws_access_key_id = AKIDEXAMPLE\naws_secret_access_key = hunter2\n",
        "# mine\r\n\r\n[profile a b] ; work\r\nregion=us-east-1\r\n",
        "\naws_access_key_id=AKIDEXAMPLE"}) {
    EXPECT_EQ(ErrorOf(text), kError) << text;
  }
  for (const char* const text : {"[default]\n", "[\"a = b\"]", "[{\"a\":\n\"=\"}]",
                                 "credentials:\n  a=b\n", R"({"credentials": []})", ""}) {
    EXPECT_THAT(ErrorOf(text), Not(HasSubstr("INI"))) << text;
  }
}

}  // namespace
}  // namespace signet
