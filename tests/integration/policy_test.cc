// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What a rule says of who asks for what: over the wire, what it lets through, what it
// does not, and with which error.

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/integration/policy_fixture.h"

namespace signet {
namespace {

using PolicyCallTest = PolicyServerTest;

TEST_F(PolicyCallTest, NobodyMayDoAnythingWithoutARule) {
  SetRules({});
  ExpectDenied(Read());
}

TEST_F(PolicyCallTest, Caller) {
  Rule rule = AliceReads();
  for (const char* const caller : {"alice", "al*", "*"}) {
    rule.callers = {caller};
    SetRules({rule});
    ExpectSigned(Read());
  }
  for (const char* const caller : {"bob", "Alice", "alice2", "alic", "bob*"}) {
    rule.callers = {caller};
    SetRules({rule});
    ExpectDenied(Read());
  }
}

TEST_F(PolicyCallTest, Operation) {
  SetRules({AliceReads()});
  ExpectSigned(Read());
  PatientContext lease_context;
  v1::GetOrLoadKeyRequest lease;
  lease.set_credential("example");
  lease.set_region("us-east-1");
  lease.set_service("s3");
  v1::GetOrLoadKeyResponse key;
  EXPECT_EQ(ReasonOf(stub_->GetOrLoadKey(&lease_context, lease, &key)), "NOT_GRANTED");
  EXPECT_EQ(key.ByteSizeLong(), 0u);
  PatientContext explain_context;
  v1::ExplainSignatureRequest explain;
  *explain.mutable_request() = Read();
  v1::ExplainSignatureResponse explanation;
  EXPECT_EQ(ReasonOf(stub_->ExplainSignature(&explain_context, explain, &explanation)),
            "NOT_GRANTED");
  EXPECT_EQ(explanation.ByteSizeLong(), 0u);
  PatientContext form_context;
  v1::SignPostPolicyRequest form;
  form.set_credential("example");
  form.set_region("us-east-1");
  form.set_bucket("bucket");
  form.mutable_expires_in()->set_seconds(60);
  form.add_conditions()->set_field("key");
  form.mutable_conditions(0)->set_equals("a/k");
  v1::SignPostPolicyResponse fields;
  EXPECT_EQ(ReasonOf(stub_->SignPostPolicy(&form_context, form, &fields)), "NOT_GRANTED");
  PatientContext verify_context;
  v1::VerifyRequestRequest verify;
  verify.set_service("s3");
  *verify.mutable_http_request() = Read().http_request();
  v1::VerifyRequestResponse verdict;
  EXPECT_EQ(ReasonOf(stub_->VerifyRequest(&verify_context, verify, &verdict)), "NOT_GRANTED");
  PatientContext hash_context;
  v1::HashPayloadResponse hash;
  const auto writer = stub_->HashPayload(&hash_context, &hash);
  v1::HashPayloadRequest start;
  start.mutable_start()->add_algorithms(v1::DIGEST_ALGORITHM_SHA256);
  writer->Write(start);
  writer->WritesDone();
  EXPECT_EQ(ReasonOf(writer->Finish()), "NOT_GRANTED");
  // Each of them where its rule says so.
  SetRules({AllowEverything("alice")});
  PatientContext again;
  EXPECT_TRUE(stub_->GetOrLoadKey(&again, lease, &key).ok());
  PatientContext explain_again;
  EXPECT_TRUE(stub_->ExplainSignature(&explain_again, explain, &explanation).ok());
  PatientContext form_again;
  EXPECT_TRUE(stub_->SignPostPolicy(&form_again, form, &fields).ok());
}

// Unknown or not granted: one answer.
TEST_F(PolicyCallTest, Credential) {
  SetRules({AliceReads()});
  ExpectSigned(Read());
  for (const char* const credential : {"other", "exampl", "Example"}) {
    ExpectDenied(With(Read(), [&](auto& message) { message.set_credential(credential); }));
  }
  Rule rule = AliceReads();
  rule.credentials = {"other"};
  SetRules({rule});
  ExpectDenied(Read());
}

TEST_F(PolicyCallTest, Region) {
  ExpectTold(AliceReads(), Read(),
             With(Read(), [](auto& message) { message.set_region("us-west-2"); }));
}

TEST_F(PolicyCallTest, RegionSet) {
  const auto with_set = [](std::vector<std::string> regions) {
    return With(Read(), [&](auto& message) {
      message.clear_region();
      message.set_algorithm(v1::ALGORITHM_SIGV4A);
      for (const std::string& region : regions) {
        message.add_region_set(region);
      }
    });
  };
  Rule rule = AliceReads();
  rule.regions = {"us-east-1", "us-east-2"};
  SetRules({rule});
  EXPECT_TRUE(Sign(with_set({"us-east-1", "us-east-2"})).ok());
  ExpectDenied(with_set({"us-east-1", "eu-west-1"}));
  ExpectDenied(with_set({"us-east-*"}));
  ExpectDenied(with_set({"*"}));
}

TEST_F(PolicyCallTest, Service) {
  ExpectTold(AliceReads(), Read(),
             With(Read(), [](auto& message) { message.set_service("s3express"); }));
}

TEST_F(PolicyCallTest, Endpoint) {
  Rule rule = AliceReads();
  rule.endpoints = {"*.amazonaws.com", "rgw.internal:8080"};
  ExpectTold(rule, Read(), Read("https://bucket.s3.amazonaws.com.example.org/a/k"));
  ExpectTold(rule, Read("https://rgw.internal:8080/bucket/a/k"),
             Read("https://rgw.internal/bucket/a/k"));
}

TEST_F(PolicyCallTest, Action) {
  Rule rule = AliceReads();
  rule.actions = {"s3:GetObject"};
  ExpectTold(rule, Read(), Read("https://bucket.s3.amazonaws.com/a/k?acl"));
  ExpectTold(rule, Read(), Asked("PUT https://bucket.s3.amazonaws.com/a/k"));
}

TEST_F(PolicyCallTest, Resource) {
  Rule rule = AliceReads();
  rule.resources = {"bucket/a/*"};
  ExpectTold(rule, Read(), Read("https://bucket.s3.amazonaws.com/ab"));
  ExpectTold(rule, Read("https://s3.amazonaws.com/bucket/%61/k"),
             Read("https://s3.amazonaws.com/bucket2/a/k"));
}

TEST_F(PolicyCallTest, PayloadMode) {
  Rule rule = AliceReads();
  rule.payloads = {"signed"};
  ExpectTold(rule, Read(),
             With(Read(), [](auto& message) { message.mutable_payload()->set_unsigned_(true); }));
}

TEST_F(PolicyCallTest, RequiredHeader) {
  Rule rule = AliceReads();
  rule.required_headers = {{"x-amz-server-side-encryption", {"aws:kms"}}};
  const std::string put = "PUT https://bucket.s3.amazonaws.com/a/k";
  ExpectTold(rule, Asked(put, "x-amz-server-side-encryption: aws:kms"),
             Asked(put, "x-amz-server-side-encryption: AES256"));
  ExpectTold(rule, Asked(put, "X-Amz-Server-Side-Encryption: aws:kms"), Asked(put));
}

TEST_F(PolicyCallTest, ForbiddenHeader) {
  Rule rule = AliceReads();
  rule.forbidden_headers = {"x-amz-acl", "x-amz-grant-*"};
  const std::string put = "PUT https://bucket.s3.amazonaws.com/a/k";
  ExpectTold(rule, Asked(put), Asked(put, "X-Amz-Acl: public-read"));
  ExpectTold(rule, Asked(put), Asked(put, "x-amz-grant-read: id=1"));
}

TEST_F(PolicyCallTest, ActionInABodyThatIsNotThere) {
  Rule rule = AliceReads();
  rule.services = {"iam"};
  rule.actions = {"iam:ListUsers"};
  SetRules({rule});
  v1::SignRequestRequest message = Asked("POST https://iam.amazonaws.com/",
                                         "content-type: application/x-www-form-urlencoded", "iam");
  message.mutable_payload()->set_body("Action=ListUsers&Version=2010-05-08");
  ExpectSigned(message);
  message.mutable_payload()->set_sha256(std::string(32, 'h'));
  const grpc::Status status = Sign(message);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "AMBIGUOUS_TARGET");
  EXPECT_EQ(FieldOf(status), "payload.body");
}

// Of a batch, each entry has its own decision, and the others' signatures stay.
TEST_F(PolicyCallTest, BatchEntries) {
  Rule rule = AliceReads();
  rule.resources = {"bucket/a/*"};
  SetRules({rule});
  v1::BatchSignRequestsRequest batch;
  *batch.add_requests() = Read();
  *batch.add_requests() = Read("https://bucket.s3.amazonaws.com/b/k");
  *batch.add_requests() = Read("https://s3.amazonaws.com/bucket/a/k");
  PatientContext context;
  v1::BatchSignRequestsResponse response;
  ASSERT_TRUE(stub_->BatchSignRequests(&context, batch, &response).ok());
  ASSERT_EQ(response.results_size(), 3);
  EXPECT_EQ(response.results(0).response().signature().size(), 64u);
  EXPECT_EQ(response.results(1).error().reason(), v1::ERROR_REASON_NOT_GRANTED);
  EXPECT_FALSE(response.results(1).has_response());
  EXPECT_EQ(response.results(2).response().signature().size(), 64u);
}

}  // namespace
}  // namespace signet
