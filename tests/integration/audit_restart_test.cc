// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// A signetd that keeps an audit log, killed while it signs: what it answered is on record,
// and the chain goes on where it broke off. SIGNET_KILLS says how often (5).

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/audit/audit_verifier.h"
#include "server/digest/sha256.h"
#include "tests/support/in_process_server.h"
#include "tests/support/knob.h"
#include "tests/support/service_fixture.h"
#include "tests/support/signetd_process.h"
#include "tests/support/source_tree.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

constexpr int kSigners = 4;
// Of the SHA-256 of a signature, by which the log names it.
constexpr size_t kNamedBytes = 8;

class AuditRestartTest : public ::testing::Test {
 protected:
  void SetUp() override {
    process_ = SignetdProcess::StartConfigured(
        folder_.path(), absl::StrCat(
                            R"({"credentials": [{"name": "example", "access_key_id": "AKIDEXAMPLE",
  "secret_access_key": "secret"}],
 "listen": {"unix": {"path": "SOCKET", "users": [{"name": "me", "uid": )",
                            ::geteuid(), R"(}]}},
 "policy": {"rules": [{"name": "all", "callers": ["me"], "operations": ["*"],
  "credentials": ["*"], "services": ["*"], "regions": ["*"]}]},
 "audit": {"path": "audit.jsonl", "write_timeout": "10s", "sync_timeout": "60s"},
 "key_cache": {"allow_unlocked_memory": true}, "lanes": 2})"));
    ASSERT_NE(process_, nullptr);
  }

  std::unique_ptr<v1::SigningService::Stub> NewStub() const {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return v1::SigningService::NewStub(grpc::CreateCustomChannel(
        process_->target(), grpc::InsecureChannelCredentials(), arguments));
  }

  // Each signature differs, since each object does. "" when it was not answered.
  static std::string Sign(v1::SigningService::Stub& stub, absl::string_view object) {
    v1::SignRequestRequest request = GetObjectRequest();
    request.mutable_http_request()->set_url(
        absl::StrCat("https://examplebucket.s3.amazonaws.com/", object));
    PatientContext context;
    v1::SignRequestResponse response;
    return stub.SignRequest(&context, request, &response).ok() ? response.signature() : "";
  }

  // Signs from several sides until the server is killed, a while after the first answers. What
  // was answered.
  std::vector<std::string> SignUntilKilled(int trial, absl::Duration while_signing) {
    std::vector<std::vector<std::string>> answered(kSigners);
    std::vector<std::thread> signers;
    for (int signer = 0; signer < kSigners; ++signer) {
      signers.emplace_back([this, trial, signer, &answered] {
        const auto stub = NewStub();
        for (int i = 0;; ++i) {
          std::string signature = Sign(*stub, absl::StrCat(trial, "-", signer, "-", i));
          if (signature.empty()) {
            return;
          }
          answered[signer].push_back(std::move(signature));
        }
      });
    }
    EXPECT_NE(Sign(*NewStub(), absl::StrCat("first-", trial)), "");
    absl::SleepFor(while_signing);
    process_->Kill();
    std::vector<std::string> all;
    for (int signer = 0; signer < kSigners; ++signer) {
      signers[signer].join();
      all.insert(all.end(), answered[signer].begin(), answered[signer].end());
    }
    return all;
  }

  std::string Log() const { return ReadFileOrFail(folder_.Path("audit.jsonl")); }

  // The signatures on record, as the log names them.
  std::unordered_set<std::string> OnRecord() const {
    const std::string member = "\"signature_sha256\":\"";
    const std::string log = Log();
    std::unordered_set<std::string> found;
    for (size_t at = log.find(member); at != std::string::npos; at = log.find(member, at + 1)) {
      found.insert(log.substr(at + member.size(), 2 * kNamedBytes));
    }
    return found;
  }

  absl::Status Verify() const {
    AuditVerifier verifier;
    return VerifyAuditFile(folder_.Path("audit.jsonl"), &verifier);
  }

  // What a write leaves that did not get to its end: the front of a line.
  void TearTheEnd(size_t bytes) {
    const std::string log = Log();
    const size_t last = log.rfind('\n', log.size() - 2) + 1;
    const std::string line = log.substr(last, log.size() - last - 1);
    std::ofstream(folder_.Path("audit.jsonl"), std::ios::app)
        << line.substr(0, std::min(bytes, line.size()));
  }

  TempFolder folder_;
  std::unique_ptr<SignetdProcess> process_;
};

std::string NameOf(const std::string& signature) {
  const Sha256Digest digest = Sha256Of(signature);
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(digest.data()), kNamedBytes));
}

TEST_F(AuditRestartTest, AfterEveryKillAllThatWasAnsweredIsOnRecordAndTheChainHolds) {
  const int kills = static_cast<int>(Knob("SIGNET_KILLS", 5));
  std::mt19937_64 random(Knob("SIGNET_SEED", 1));
  std::vector<int64_t> milliseconds;
  size_t answered = 0;
  int torn = 0;
  for (int trial = 0; trial < kills; ++trial) {
    const auto names = SignUntilKilled(trial, absl::Microseconds(random() % 20'000));
    ASSERT_FALSE(HasFailure());
    answered += names.size();
    // A kill seldom comes within a write, so every other time the end of one is made up.
    if (trial % 2 == 1) {
      TearTheEnd(1 + random() % 400);
      ASSERT_FALSE(Verify().ok());
      ++torn;
    }
    const absl::Time restart = absl::Now();
    process_->Restart();
    ASSERT_NE(Sign(*NewStub(), absl::StrCat("again-", trial)), "") << trial;
    milliseconds.push_back(absl::ToInt64Milliseconds(absl::Now() - restart));
    ASSERT_OK(Verify()) << trial;
    const std::unordered_set<std::string> on_record = OnRecord();
    for (const std::string& signature : names) {
      ASSERT_EQ(on_record.count(NameOf(signature)), 1u) << trial;
    }
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  RecordProperty("kills", kills);
  RecordProperty("torn_ends", torn);
  RecordProperty("answered_signatures", absl::StrCat(answered));
  RecordProperty("median_ms_from_restart_to_signature",
                 absl::StrCat(milliseconds[milliseconds.size() / 2]));
  RecordProperty("most_ms_from_restart_to_signature", absl::StrCat(milliseconds.back()));
  EXPECT_GT(answered, static_cast<size_t>(kills));
}

// The control: a signature that was never made is not on record.
TEST_F(AuditRestartTest, WhatWasNeverSignedIsNotOnRecord) {
  const auto stub = NewStub();
  const std::string signature = Sign(*stub, "one");
  ASSERT_NE(signature, "");
  EXPECT_EQ(OnRecord().count(NameOf(signature)), 1u);
  EXPECT_EQ(OnRecord().count(NameOf(signature + "0")), 0u);
}

}  // namespace
}  // namespace signet
