// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Streams that are under way when the rules change: they are decided again.

#include <unistd.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/digest/sha256.h"
#include "tests/integration/admin_fixture.h"
#include "tests/support/signetd_process.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

constexpr char kConfig[] = R"({"credentials": [
  {"name": "example", "access_key_id": "AKIAIOSFODNN7EXAMPLE", "secret_access_key": "one"}],
 "listen": {"unix": {"path": "SOCKET", "users": [{"name": "me", "uid": UID}]}},
 "policy": {"rules": [
  {"name": "admin", "callers": ["me"], "operations": ["admin:*"],
   "credentials": ["*"], "services": ["*"], "regions": ["*"]},
  {"name": "sign", "callers": ["me"], "operations": ["SignRequest", "SignPayload"],
   "credentials": ["example"], "services": ["s3"], "regions": ["us-east-1"],
   "resources": ["RESOURCE"]MORE}]},
 "key_cache": {"allow_unlocked_memory": true}, "lanes": 1})";

constexpr int64_t kChunkBytes = 65536;

v1::SignPayloadRequest Chunk() {
  const Sha256Digest digest = Sha256Of(std::string(kChunkBytes, 'a'));
  v1::SignPayloadRequest message;
  message.mutable_chunk()->set_sha256(digest.data(), digest.size());
  message.mutable_chunk()->set_length(kChunkBytes);
  return message;
}

class PolicyStreamTest : public ::testing::Test {
 protected:
  using Stream = grpc::ClientReaderWriter<v1::SignPayloadRequest, v1::SignPayloadResponse>;

  PolicyStreamTest() {
    process_ = SignetdProcess::StartConfigured(folder_.path(), Config("examplebucket/*", ""));
    if (process_ != nullptr) {
      channel_ = grpc::CreateChannel(process_->target(), grpc::InsecureChannelCredentials());
      stub_ = v1::SigningService::NewStub(channel_);
    }
  }

  static std::string Config(const std::string& resource, const std::string& more) {
    return absl::StrReplaceAll(
        kConfig, {{"UID", absl::StrCat(::geteuid())}, {"RESOURCE", resource}, {"MORE", more}});
  }

  // The rules as they are from now on.
  void Reload(const std::string& resource, const std::string& more = "") {
    folder_.Write("signet.json",
                  absl::StrReplaceAll(Config(resource, more), {{"SOCKET", folder_.Path("s")}}));
    PatientContext context;
    v1::ReloadConfigResponse response;
    const grpc::Status status =
        v1::AdminService::NewStub(channel_)->ReloadConfig(&context, {}, &response);
    ASSERT_TRUE(status.ok()) << status.error_message();
  }

  // An upload of a hundred chunks, begun.
  void Begin() {
    v1::SignRequestRequest request = GetObjectRequest();
    MakeChunkedUpload(100 * kChunkBytes, &request);
    v1::SignRequestResponse signed_request;
    PatientContext context;
    const grpc::Status status = stub_->SignRequest(&context, request, &signed_request);
    ASSERT_TRUE(status.ok()) << status.error_message();
    *request.mutable_signing_time() = signed_request.signing_time();
    request.set_credential_version(signed_request.credential_version());
    v1::SignPayloadRequest start;
    *start.mutable_start()->mutable_request() = request;
    start.mutable_start()->set_seed_signature(signed_request.signature());
    stream_ = stub_->SignPayload(&context_);
    v1::SignPayloadResponse response;
    ASSERT_TRUE(stream_->Write(start) && stream_->Read(&response));
  }

  // Whether one more chunk is signed.
  bool SignsOneMore() {
    v1::SignPayloadResponse response;
    return stream_->Write(Chunk()) && stream_->Read(&response) && response.signature().size() == 64;
  }

  void ExpectCut() {
    EXPECT_FALSE(SignsOneMore());
    const grpc::Status status = stream_->Finish();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
    EXPECT_EQ(ReasonOf(status), "NOT_GRANTED");
    EXPECT_THAT(status.error_message(), ::testing::HasSubstr("SignPayload"));
  }

  TempFolder folder_;
  std::unique_ptr<SignetdProcess> process_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::SigningService::Stub> stub_;
  PatientContext context_;
  std::unique_ptr<Stream> stream_;
};

TEST_F(PolicyStreamTest, GoesOnWhereTheNewRulesAllowIt) {
  ASSERT_NE(process_, nullptr);
  ASSERT_NO_FATAL_FAILURE(Begin());
  ASSERT_TRUE(SignsOneMore());
  ASSERT_NO_FATAL_FAILURE(Reload("examplebucket/test.txt"));
  EXPECT_TRUE(SignsOneMore());
  ASSERT_NO_FATAL_FAILURE(Reload("*"));
  EXPECT_TRUE(SignsOneMore());
}

TEST_F(PolicyStreamTest, IsCutWhereTheNewRulesSpeakOfAnotherResource) {
  ASSERT_NE(process_, nullptr);
  ASSERT_NO_FATAL_FAILURE(Begin());
  ASSERT_TRUE(SignsOneMore());
  ASSERT_NO_FATAL_FAILURE(Reload("examplebucket/other/*"));
  ExpectCut();
}

TEST_F(PolicyStreamTest, IsCutWhereTheNewRulesWantAnotherPayload) {
  ASSERT_NE(process_, nullptr);
  ASSERT_NO_FATAL_FAILURE(Begin());
  ASSERT_TRUE(SignsOneMore());
  ASSERT_NO_FATAL_FAILURE(Reload("examplebucket/*", R"(, "payloads": ["signed"])"));
  ExpectCut();
}

TEST_F(PolicyStreamTest, IsCutWhereANewRuleDeniesIt) {
  ASSERT_NE(process_, nullptr);
  ASSERT_NO_FATAL_FAILURE(Begin());
  ASSERT_TRUE(SignsOneMore());
  ASSERT_NO_FATAL_FAILURE(Reload("examplebucket/*",
                                 R"(}, {"name": "no", "effect": "deny", "callers": ["*"],
      "operations": ["SignPayload"], "credentials": ["*"], "services": ["*"], "regions": ["*"])"));
  ExpectCut();
}

}  // namespace
}  // namespace signet
