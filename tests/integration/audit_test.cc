// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What calls leave in the audit log, by the time that their answers arrive.

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/audit/audit_verifier.h"
#include "tests/support/captured_log.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class AuditTest : public ::testing::Test {
 protected:
  AuditTest() {
    ServerConfig::Audit audit;
    audit.path = path_;
    // However slow the machine is.
    audit.write_timeout = absl::Seconds(10);
    audit.sync_timeout = absl::Minutes(1);
    server_.config().audit = audit;
  }

  void Start() {
    server_.Start();
    stub_ = server_.NewStub();
  }

  std::string File() const {
    std::ifstream file(path_);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  // The lines of calls.
  std::vector<std::string> Calls() const {
    std::vector<std::string> calls;
    for (const absl::string_view line : absl::StrSplit(File(), '\n')) {
      if (absl::StrContains(line, "\"kind\":\"call\"")) {
        calls.emplace_back(line);
      }
    }
    return calls;
  }

  absl::Status Verify() const {
    AuditVerifier verifier;
    return VerifyAuditFile(path_, &verifier);
  }

  grpc::Status Sign(const v1::SignRequestRequest& request) {
    PatientContext context;
    context.AddMetadata("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    return stub_->SignRequest(&context, request, &response_);
  }

  CapturedLog log_;
  InProcessServer server_;
  const std::string path_ = server_.folder().Path("audit.jsonl");
  std::unique_ptr<v1::SigningService::Stub> stub_;
  v1::SignRequestResponse response_;
};

TEST_F(AuditTest, ASignatureIsOnRecordWhenItArrives) {
  Start();
  for (size_t i = 1; i <= 10; ++i) {
    ASSERT_TRUE(Sign(GetObjectRequest()).ok());
    ASSERT_EQ(Calls().size(), i);
  }
  EXPECT_THAT(
      Calls().front(),
      AllOf(HasSubstr(R"("caller":"alice","proof":"uds","operation":"SignRequest")"),
            HasSubstr(R"("decision":"allow","rule":"alice-does-everything")"),
            HasSubstr(R"("credential":"example","access_key_id":"AKIAIOSFODNN7EXAMPLE")"),
            HasSubstr(absl::StrCat("\"credential_version\":\"", response_.credential_version())),
            HasSubstr(R"("region":"us-east-1","service":"s3")"),
            HasSubstr(R"("host":"examplebucket.s3.amazonaws.com","method":"GET")"),
            HasSubstr(R"("payload":"sha256","placement":"header")"), HasSubstr("\"signing_time\":"),
            HasSubstr("\"signature_sha256\":"),
            HasSubstr(R"("trace_id":"4bf92f3577b34da6a3ce929d0e0e4736")")));
  EXPECT_OK(Verify());
}

TEST_F(AuditTest, RefusalsAreOnRecordToo) {
  Rule rule = AllowEverything("alice");
  rule.credentials = {"other"};
  server_.config().policy = *Policy::Create({rule});
  Start();
  EXPECT_EQ(ReasonOf(Sign(GetObjectRequest())), "NOT_GRANTED");
  v1::SignRequestRequest malformed = GetObjectRequest();
  malformed.set_region("no such\nregion");
  EXPECT_EQ(ReasonOf(Sign(malformed)), "INVALID_REGION");
  EXPECT_THAT(Calls(),
              ElementsAre(AllOf(HasSubstr(R"("decision":"deny","code":"PERMISSION_DENIED")"),
                                HasSubstr(R"("reason":"NOT_GRANTED")"),
                                HasSubstr(R"("credential":"example")")),
                          AllOf(HasSubstr(R"("decision":"error","code":"INVALID_ARGUMENT")"),
                                HasSubstr(R"("region":"no such\nregion")"))));
  EXPECT_OK(Verify());
}

TEST_F(AuditTest, EachEntryOfABatchHasItsLine) {
  Start();
  v1::BatchSignRequestsRequest request;
  *request.add_requests() = GetObjectRequest();
  *request.add_requests() = GetObjectRequest();
  request.mutable_requests(1)->set_credential("nobody's");
  PatientContext context;
  v1::BatchSignRequestsResponse response;
  ASSERT_TRUE(stub_->BatchSignRequests(&context, request, &response).ok());
  EXPECT_THAT(Calls(), ElementsAre(AllOf(HasSubstr(R"("entry":0,"decision":"allow")"),
                                         HasSubstr(R"("caller":"alice")")),
                                   AllOf(HasSubstr(R"("entry":1,"decision":"error")"),
                                         HasSubstr(R"("credential":"nobody's")"),
                                         Not(HasSubstr("signature_sha256")))));
}

TEST_F(AuditTest, LeasesVerdictsExplanationsAndHashesAreOnRecord) {
  Start();
  {
    PatientContext context;
    v1::GetOrLoadKeyRequest request;
    request.set_credential("example");
    request.set_region("us-east-1");
    request.set_service("s3");
    v1::GetOrLoadKeyResponse response;
    ASSERT_TRUE(stub_->GetOrLoadKey(&context, request, &response).ok());
    EXPECT_THAT(File(), Not(HasSubstr(absl::BytesToHexString(response.signing_key()))));
  }
  {
    PatientContext context;
    v1::ExplainSignatureRequest request;
    *request.mutable_request() = GetObjectRequest();
    v1::ExplainSignatureResponse response;
    ASSERT_TRUE(stub_->ExplainSignature(&context, request, &response).ok());
  }
  {
    ASSERT_TRUE(Sign(GetObjectRequest()).ok());
    PatientContext context;
    v1::VerifyRequestRequest request;
    request.set_service("s3");
    *request.mutable_http_request() = GetObjectRequest().http_request();
    for (const v1::Header& header : response_.headers()) {
      *request.mutable_http_request()->add_headers() = header;
    }
    v1::VerifyRequestResponse response;
    ASSERT_TRUE(stub_->VerifyRequest(&context, request, &response).ok());
    ASSERT_EQ(response.verdict(), v1::VERDICT_VALID);
  }
  {
    PatientContext context;
    v1::HashPayloadResponse response;
    const auto writer = stub_->HashPayload(&context, &response);
    v1::HashPayloadRequest request;
    request.mutable_start()->add_algorithms(v1::DIGEST_ALGORITHM_SHA256);
    writer->Write(request);
    request.set_data("body");
    writer->Write(request);
    writer->WritesDone();
    ASSERT_TRUE(writer->Finish().ok());
  }
  EXPECT_THAT(
      Calls(),
      ElementsAre(
          AllOf(HasSubstr(R"("operation":"GetOrLoadKey")"), HasSubstr("\"key_sha256\":"),
                HasSubstr("\"expires_in\":")),
          AllOf(HasSubstr(R"("operation":"ExplainSignature")"), Not(HasSubstr("signature_sha256"))),
          HasSubstr(R"("operation":"SignRequest")"),
          AllOf(HasSubstr(R"("operation":"VerifyRequest")"), HasSubstr(R"("verdict":"valid")"),
                HasSubstr(R"("credential":"example")")),
          AllOf(HasSubstr(R"("operation":"HashPayload")"), HasSubstr(R"("parts":1,"bytes":4)"))));
}

TEST_F(AuditTest, APayloadHasALineForItsStartAndOneForItsEnd) {
  Start();
  v1::SignRequestRequest request = GetObjectRequest();
  MakeChunkedUpload(10, &request);
  const grpc::Status signed_status = Sign(request);
  ASSERT_TRUE(signed_status.ok()) << signed_status.error_message();
  PatientContext context;
  const auto stream = stub_->SignPayload(&context);
  v1::SignPayloadRequest message;
  v1::SignPayloadStart& start = *message.mutable_start();
  *start.mutable_request() = request;
  start.mutable_request()->set_credential_version(response_.credential_version());
  *start.mutable_request()->mutable_signing_time() = response_.signing_time();
  start.set_seed_signature(response_.signature());
  v1::SignPayloadResponse answer;
  stream->Write(message);
  ASSERT_TRUE(stream->Read(&answer));
  EXPECT_THAT(Calls().back(), HasSubstr(R"("operation":"SignPayload","phase":"start")"));
  message.mutable_chunk()->set_length(10);
  message.mutable_chunk()->set_sha256(std::string(32, 'x'));
  stream->Write(message);
  ASSERT_TRUE(stream->Read(&answer));
  stream->WritesDone();
  ASSERT_TRUE(stream->Finish().ok());
  server_.server().Stop(absl::InfinitePast());
  const std::vector<std::string> calls = Calls();
  EXPECT_THAT(calls.back(),
              AllOf(HasSubstr(R"("phase":"end","decision":"allow")"),
                    HasSubstr(R"("method":"PUT")"), HasSubstr(R"("parts":1,"bytes":10)")));
  EXPECT_THAT(File(), Not(HasSubstr(answer.signature())));
}

TEST_F(AuditTest, NothingSecretIsInTheFile) {
  Start();
  v1::SignRequestRequest request = GetObjectRequest();
  v1::Header& customer_key = *request.mutable_http_request()->add_headers();
  customer_key.set_name("x-amz-server-side-encryption-customer-key");
  customer_key.set_value("Y3VzdG9tZXIta2V5");
  ASSERT_TRUE(Sign(request).ok());
  const std::string header_signature = response_.signature();
  request.mutable_http_request()->set_url(
      "https://examplebucket.s3.amazonaws.com/test.txt?versionId=QUERYVALUE");
  request.mutable_query()->mutable_expires_in()->set_seconds(60);
  request.mutable_payload()->set_body("BODYBYTES");
  Sign(request).ok();
  const std::string file = File();
  for (const std::string& secret :
       {std::string(kExampleSecret), header_signature, response_.signature(),
        std::string("Y3VzdG9tZXIta2V5"), std::string("QUERYVALUE"), std::string("BODYBYTES")}) {
    ASSERT_FALSE(secret.empty());
    EXPECT_THAT(file, Not(HasSubstr(secret)));
  }
  // The positive control: what belongs into the file is found this way.
  EXPECT_THAT(file, HasSubstr(std::string(kExampleAccessKeyId)));
}

TEST_F(AuditTest, WithoutASectionThereIsNoFile) {
  server_.config().audit.reset();
  Start();
  EXPECT_TRUE(Sign(GetObjectRequest()).ok());
  EXPECT_THAT(File(), IsEmpty());
}

}  // namespace
}  // namespace signet
