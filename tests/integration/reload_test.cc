// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// ReloadConfig of a signetd: when the call returns, what is new is in force, or the
// answer says what was refused and the last good one stays.

#include <unistd.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/integration/admin_fixture.h"
#include "tests/support/signetd_process.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

constexpr char kConfig[] = R"({"credentials": [
  {"name": "example", "access_key_id": "AKIAIOSFODNN7EXAMPLE", "secret_access_key": "one"}],
 "listen": {"unix": {"path": "SOCKET", "users": [{"name": "me", "uid": UID}]}},
 "policy": {"rules": [{"name": "all", "callers": ["me"], "operations": ["*", "admin:*"],
  "credentials": ["*"], "services": ["*"], "regions": ["*"]}]},
 "key_cache": {"allow_unlocked_memory": true}, "lanes": 1})";

class ReloadTest : public ::testing::Test {
 protected:
  using Outcomes = std::map<std::string, v1::ReloadOutcome>;

  ReloadTest() {
    process_ = SignetdProcess::StartConfigured(
        folder_.path(), absl::StrReplaceAll(kConfig, {{"UID", absl::StrCat(::geteuid())}}));
    if (process_ != nullptr) {
      channel_ = grpc::CreateChannel(process_->target(), grpc::InsecureChannelCredentials());
    }
  }

  void Write(const std::string& text) {
    folder_.Write("signet.json", absl::StrReplaceAll(text, {{"UID", absl::StrCat(::geteuid())},
                                                            {"SOCKET", folder_.Path("s")}}));
  }

  grpc::Status Reload(Outcomes* outcomes) {
    PatientContext context;
    v1::ReloadConfigResponse response;
    const grpc::Status status =
        v1::AdminService::NewStub(channel_)->ReloadConfig(&context, {}, &response);
    outcomes->clear();
    for (const v1::ReloadedPart& part : response.parts()) {
      (*outcomes)[part.part()] = part.outcome();
    }
    return status;
  }

  // The access key ID that signs, or why none does.
  std::string Signer() {
    PatientContext context;
    v1::SignRequestResponse response;
    const grpc::Status status =
        v1::SigningService::NewStub(channel_)->SignRequest(&context, GetObjectRequest(), &response);
    return status.ok() ? response.access_key_id() : ReasonOf(status);
  }

  TempFolder folder_;
  std::unique_ptr<SignetdProcess> process_;
  std::shared_ptr<grpc::Channel> channel_;
  Outcomes outcomes_;
};

TEST_F(ReloadTest, WhatIsNewIsInForceWhenItReturns) {
  ASSERT_NE(process_, nullptr);
  ASSERT_TRUE(Reload(&outcomes_).ok());
  EXPECT_THAT(outcomes_, ElementsAre(Pair("credentials", v1::RELOAD_OUTCOME_UNCHANGED),
                                     Pair("policy", v1::RELOAD_OUTCOME_UNCHANGED)));
  for (int i = 0; i < 20; ++i) {
    const std::string id = absl::StrCat("AKIDOFROUND", i);
    Write(absl::StrReplaceAll(kConfig, {{"AKIAIOSFODNN7EXAMPLE", id}}));
    ASSERT_TRUE(Reload(&outcomes_).ok());
    // The server looks by itself once a second too, and may have come first.
    EXPECT_EQ(Signer(), id);
  }
  // One that takes its own right to sign.
  Write(absl::StrReplaceAll(kConfig, {{R"(["*", "admin:*"])", R"(["admin:*"])"}}));
  ASSERT_TRUE(Reload(&outcomes_).ok());
  EXPECT_EQ(Signer(), "NOT_GRANTED");
}

// The caller hears that no rule lets it; the operator's log says which rule of which file did not.
TEST_F(ReloadTest, TheLogSaysWhichRuleOfWhichFileDenies) {
  ASSERT_NE(process_, nullptr);
  Write(absl::StrReplaceAll(kConfig, {{R"("regions": ["*"]}]})", R"("regions": ["*"]},
  {"name": "closed", "effect": "deny", "callers": ["*"], "operations": ["SignRequest"],
   "credentials": ["*"], "services": ["s3"], "regions": ["*"]}]})"}}));
  ASSERT_TRUE(Reload(&outcomes_).ok());
  EXPECT_EQ(Signer(), "NOT_GRANTED");
  EXPECT_THAT(process_->Output(),
              AllOf(HasSubstr("denied by policy"), HasSubstr("closed"),
                    HasSubstr(absl::StrCat(folder_.Path("signet.json"), ":6"))));
}

TEST_F(ReloadTest, TellsWhatNeedsARestart) {
  ASSERT_NE(process_, nullptr);
  Write(absl::StrReplaceAll(kConfig, {{R"("lanes": 1)", R"("lanes": 2)"}}));
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(Reload(&outcomes_).ok());
    EXPECT_EQ(outcomes_["lanes"], v1::RELOAD_OUTCOME_NEEDS_RESTART);
    EXPECT_EQ(outcomes_.count("key_cache"), 0u);
  }
  Write(kConfig);
  ASSERT_TRUE(Reload(&outcomes_).ok());
  EXPECT_EQ(outcomes_.count("lanes"), 0u);
}

// Texts that are no configuration, made from one that is: cut off at every byte, and each with
// one mistake.
std::vector<std::string> BadConfigs(const std::string& good) {
  std::vector<std::string> bad;
  // Cut off anywhere but within the white space at its end.
  for (size_t size = 0; size < good.rfind('}'); ++size) {
    bad.push_back(good.substr(0, size));
  }
  // A member that is not there, for each that is.
  for (size_t at = good.find("\": "); at != std::string::npos; at = good.find("\": ", at + 1)) {
    bad.push_back(absl::StrCat(good.substr(0, at), "_x", good.substr(at)));
  }
  // A list of an object for each text, number and boolean.
  for (size_t at = good.find("\": "); at != std::string::npos; at = good.find("\": ", at + 1)) {
    const size_t value = at + 3;
    if (good[value] != '{' && good[value] != '[') {
      const size_t end = good.find_first_of(good[value] == '"' ? "\"" : ",}", value + 1);
      bad.push_back(absl::StrCat(good.substr(0, value), "[{}]",
                                 good.substr(good[value] == '"' ? end + 1 : end)));
    }
  }
  // A bracket, comma, colon or quote gone.
  for (size_t at = 0; at < good.size(); ++at) {
    if (absl::StrContains("{}[],:\"", good.substr(at, 1))) {
      bad.push_back(good.substr(0, at) + good.substr(at + 1));
    }
  }
  return bad;
}

TEST_F(ReloadTest, EachOfHundredsOfSpoiledConfigurationsIsRefusedAndTheLastGoodStays) {
  ASSERT_NE(process_, nullptr);
  const std::vector<std::string> bad = BadConfigs(kConfig);
  for (const std::string& text : bad) {
    Write(text);
    const grpc::Status status = Reload(&outcomes_);
    ASSERT_EQ(ReasonOf(status), "RELOAD_REFUSED") << text;
    ASSERT_EQ(Signer(), "AKIAIOSFODNN7EXAMPLE") << text;
  }
  RecordProperty("spoiled_configurations", absl::StrCat(bad.size()));
  EXPECT_GE(bad.size(), 200u);
  // The control: it was no habit.
  Write(absl::StrReplaceAll(kConfig, {{"AKIAIOSFODNN7EXAMPLE", "AKIDNEXT"}}));
  ASSERT_TRUE(Reload(&outcomes_).ok());
  EXPECT_EQ(Signer(), "AKIDNEXT");
}

TEST_F(ReloadTest, WhatIsBadIsRefusedAsOftenAsAskedAndTheLastGoodStays) {
  ASSERT_NE(process_, nullptr);
  for (const std::string& text :
       {std::string(), std::string("{"), std::string(kConfig).substr(0, 200),
        absl::StrReplaceAll(kConfig, {{"\"lanes\"", "\"lanez\""}}),
        absl::StrReplaceAll(kConfig, {{"\"callers\": [\"me\"]", "\"callers\": []"}}),
        absl::StrReplaceAll(kConfig, {{"admin:*", "admin"}})}) {
    Write(text);
    for (int i = 0; i < 2; ++i) {
      const grpc::Status status = Reload(&outcomes_);
      EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
      EXPECT_EQ(ReasonOf(status), "RELOAD_REFUSED");
      EXPECT_THAT(status.error_message(), AllOf(HasSubstr("configuration refused: "),
                                                HasSubstr(folder_.Path("signet.json"))));
    }
    EXPECT_EQ(Signer(), "AKIAIOSFODNN7EXAMPLE");
  }
  Write(kConfig);
  ASSERT_TRUE(Reload(&outcomes_).ok());
}

}  // namespace
}  // namespace signet
