// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// `signet admin`: its verbs, what they print, and what they end with.

#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/support/program.h"
#include "tests/support/signetd_process.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class AdminTest : public ::testing::Test {
 protected:
  // With these operations for the user that runs the test.
  void Start(const std::string& operations, const std::string& more = "") {
    server_ = SignetdProcess::StartConfigured(
        folder_.path(),
        absl::StrCat(
            R"({"credentials": [{"name": "demo", "access_key_id": "AKIAIOSFODNN7EXAMPLE",
                "secret_access_key": "TOPSECRET"}],
               "listen": {"unix": {"path": "SOCKET", "users": [{"name": "me", "uid": )",
            ::geteuid(), R"(}]}}, "policy": {"rules": [{"name": "a", "callers": ["me"],
               "operations": )",
            operations, R"(, "credentials": ["*"], "services": ["*"], "regions": ["*"]}]},
               "key_cache": {"allow_unlocked_memory": true}, "lanes": 1)",
            more, "}"));
    ASSERT_NE(server_, nullptr);
  }

  ProgramResult Run(std::vector<std::string> words) {
    words.insert(words.begin(), "admin");
    words.insert(words.end(), {"--target", server_->target()});
    return RunProgram("signet", words);
  }

  TempFolder folder_;
  std::unique_ptr<SignetdProcess> server_;
};

TEST_F(AdminTest, RevokesAndSaysIfThatIsSaved) {
  Start(R"(["admin:*"])");
  const ProgramResult listed = Run({"credentials"});
  EXPECT_EQ(listed.exit_code, 0);
  EXPECT_THAT(listed.output, AllOf(HasSubstr("CREDENTIAL  VERSION"), HasSubstr("demo "),
                                   HasSubstr("latest "), Not(HasSubstr("TOPSECRET"))));
  const ProgramResult revoked =
      Run({"revoke", "--credential", "demo", "--access-key-id", "AKIAIOSFODNN7EXAMPLE"});
  EXPECT_EQ(revoked.exit_code, 0);
  EXPECT_THAT(revoked.output, HasSubstr("not_configured"));
  EXPECT_THAT(revoked.errors, HasSubstr("warning: the server has no state_directory"));
  const ProgramResult again = Run({"credentials", "--json"});
  const auto json = nlohmann::json::parse(again.output);
  EXPECT_EQ(json["credentials"][0]["versions"][0]["revoked"], true);
  EXPECT_EQ(json["credentials"][0]["source"]["error"], "");
  const std::string version = json["credentials"][0]["versions"][0]["credential_version"];
  const ProgramResult by_version =
      Run({"revoke", "--credential", "demo", "--credential-version", version, "--json"});
  EXPECT_EQ(nlohmann::json::parse(by_version.output)["versions"][0]["already_revoked"], true);
}

TEST_F(AdminTest, OtherVerbsAnswerAsTablesAndJson) {
  Start(R"(["admin:*"])");
  EXPECT_THAT(Run({"purge", "--all"}).output, HasSubstr("0 keys wiped"));
  EXPECT_EQ(nlohmann::json::parse(Run({"purge", "--credential", "demo", "--json"}).output)["keys"],
            0);
  EXPECT_THAT(Run({"stats"}).output, HasSubstr("front_hits "));
  EXPECT_EQ(nlohmann::json::parse(Run({"stats", "--json"}).output)["fronts"], 1);
  EXPECT_THAT(Run({"reload"}).output, HasSubstr("policy       unchanged"));
  folder_.Write("signet.json", "{");
  const ProgramResult refused = Run({"reload"});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.errors, AllOf(HasSubstr("RELOAD_REFUSED"), HasSubstr("signet.json:1:2")));
}

TEST_F(AdminTest, ExitCodesTellWhy) {
  Start(R"(["*"])");
  for (const std::string verb : {"credentials", "stats", "reload"}) {
    EXPECT_EQ(Run({verb}).exit_code, 4) << verb;
  }
  EXPECT_EQ(Run({"purge", "--all"}).exit_code, 4);
  EXPECT_EQ(Run({"purge"}).exit_code, 3);
  EXPECT_EQ(Run({"revoke", "--credential", "demo"}).exit_code, 3);
  EXPECT_EQ(Run({"revoke"}).exit_code, 2);
  EXPECT_EQ(RunProgram("signet", {"admin"}).exit_code, 2);
  const ProgramResult near = RunProgram("signet", {"admin", "revok"});
  EXPECT_EQ(near.exit_code, 2);
  EXPECT_THAT(near.errors, HasSubstr("did you mean revoke?"));
  const ProgramResult empty = RunProgram("signet", {"admin", "revoke", "--credential", ""});
  EXPECT_EQ(empty.exit_code, 2);
  EXPECT_THAT(empty.errors, HasSubstr("the value is empty"));
  EXPECT_EQ(RunProgram("signet", {"help", "admin", "revoke"}).exit_code, 0);
  server_->Kill();
  EXPECT_EQ(Run({"stats", "--timeout", "0.2"}).exit_code, 5);
}

}  // namespace
}  // namespace signet
