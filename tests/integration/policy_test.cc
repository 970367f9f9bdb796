// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Each dimension of a rule, over the wire: what it lets through, what it does not, and
// with which error.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kDenied[] =
    "no rule lets this caller use SignRequest with that credential, service and region for that "
    "request; to policy the caller is \"alice\"";

// "METHOD URL", headers as "name: value|name: value".
v1::SignRequestRequest Asked(const std::string& request, const std::string& headers = "",
                             const std::string& service = "s3") {
  v1::SignRequestRequest message;
  message.set_credential("example");
  message.set_region("us-east-1");
  message.set_service(service);
  const std::pair<std::string, std::string> line = absl::StrSplit(request, absl::MaxSplits(' ', 1));
  message.mutable_http_request()->set_method(line.first);
  message.mutable_http_request()->set_url(line.second);
  for (const absl::string_view text : absl::StrSplit(headers, '|', absl::SkipEmpty())) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(text, absl::MaxSplits(": ", 1));
    v1::Header& header = *message.mutable_http_request()->add_headers();
    header.set_name(parts.first);
    header.set_value(parts.second);
  }
  message.mutable_payload()->set_body("");
  return message;
}

v1::SignRequestRequest Read(const std::string& url = "https://bucket.s3.amazonaws.com/a/k") {
  return Asked("GET " + url);
}

v1::SignRequestRequest With(v1::SignRequestRequest message,
                            const std::function<void(v1::SignRequestRequest&)>& change) {
  change(message);
  return message;
}

Rule AliceReads() {
  Rule rule;
  rule.name = "rule";
  rule.callers = {"alice"};
  rule.operations = {"SignRequest"};
  rule.credentials = {"example"};
  rule.services = {"s3"};
  rule.regions = {"us-east-1"};
  return rule;
}

class PolicyTest : public ::testing::Test {
 protected:
  PolicyTest() {
    server_.Start();
    stub_ = server_.NewStub();
  }

  void SetRules(std::vector<Rule> rules) {
    absl::StatusOr<std::shared_ptr<const Policy>> policy = Policy::Create(std::move(rules));
    ASSERT_TRUE(policy.ok()) << policy.status();
    server_.server().SetPolicy(*std::move(policy));
  }

  grpc::Status Sign(const v1::SignRequestRequest& message) {
    PatientContext context;
    response_.Clear();
    return stub_->SignRequest(&context, message, &response_);
  }

  void ExpectSigned(const v1::SignRequestRequest& message) {
    const grpc::Status status = Sign(message);
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(response_.signature().size(), 64u);
  }

  void ExpectDenied(const v1::SignRequestRequest& message) {
    const grpc::Status status = Sign(message);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
    EXPECT_EQ(ReasonOf(status), "NOT_GRANTED");
    EXPECT_EQ(FieldOf(status), "");
    EXPECT_EQ(status.error_message(), kDenied);
    EXPECT_EQ(response_.ByteSizeLong(), 0u);
  }

  // Both ways: as an allow rule it lets the one through and not the other; as a deny
  // rule beside one for everything, the other way round.
  void ExpectTold(const Rule& rule, const v1::SignRequestRequest& inside,
                  const v1::SignRequestRequest& outside) {
    SCOPED_TRACE(rule.name);
    SetRules({rule});
    ExpectSigned(inside);
    ExpectDenied(outside);
    Rule deny = rule;
    deny.effect = Effect::kDeny;
    Rule all = AllowEverything("alice");
    all.bearer_tokens = BearerTokenGrant{{"*"}};
    all.allow_dot_segments = true;
    SetRules({all, deny});
    ExpectDenied(inside);
    ExpectSigned(outside);
  }

  InProcessServer server_;
  std::unique_ptr<v1::SigningService::Stub> stub_;
  v1::SignRequestResponse response_;
};

TEST_F(PolicyTest, NobodyMayDoAnythingWithoutARule) {
  SetRules({});
  ExpectDenied(Read());
}

TEST_F(PolicyTest, Caller) {
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

TEST_F(PolicyTest, Operation) {
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
TEST_F(PolicyTest, Credential) {
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

TEST_F(PolicyTest, Region) {
  ExpectTold(AliceReads(), Read(),
             With(Read(), [](auto& message) { message.set_region("us-west-2"); }));
}

TEST_F(PolicyTest, RegionSet) {
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

TEST_F(PolicyTest, Service) {
  ExpectTold(AliceReads(), Read(),
             With(Read(), [](auto& message) { message.set_service("s3express"); }));
}

TEST_F(PolicyTest, Endpoint) {
  Rule rule = AliceReads();
  rule.endpoints = {"*.amazonaws.com", "rgw.internal:8080"};
  ExpectTold(rule, Read(), Read("https://bucket.s3.amazonaws.com.example.org/a/k"));
  ExpectTold(rule, Read("https://rgw.internal:8080/bucket/a/k"),
             Read("https://rgw.internal/bucket/a/k"));
}

TEST_F(PolicyTest, Action) {
  Rule rule = AliceReads();
  rule.actions = {"s3:GetObject"};
  ExpectTold(rule, Read(), Read("https://bucket.s3.amazonaws.com/a/k?acl"));
  ExpectTold(rule, Read(), Asked("PUT https://bucket.s3.amazonaws.com/a/k"));
}

TEST_F(PolicyTest, Resource) {
  Rule rule = AliceReads();
  rule.resources = {"bucket/a/*"};
  ExpectTold(rule, Read(), Read("https://bucket.s3.amazonaws.com/ab"));
  ExpectTold(rule, Read("https://s3.amazonaws.com/bucket/%61/k"),
             Read("https://s3.amazonaws.com/bucket2/a/k"));
}

TEST_F(PolicyTest, PayloadMode) {
  Rule rule = AliceReads();
  rule.payloads = {"signed"};
  ExpectTold(rule, Read(),
             With(Read(), [](auto& message) { message.mutable_payload()->set_unsigned_(true); }));
}

TEST_F(PolicyTest, RequiredHeader) {
  Rule rule = AliceReads();
  rule.required_headers = {{"x-amz-server-side-encryption", {"aws:kms"}}};
  const std::string put = "PUT https://bucket.s3.amazonaws.com/a/k";
  ExpectTold(rule, Asked(put, "x-amz-server-side-encryption: aws:kms"),
             Asked(put, "x-amz-server-side-encryption: AES256"));
  ExpectTold(rule, Asked(put, "X-Amz-Server-Side-Encryption: aws:kms"), Asked(put));
}

TEST_F(PolicyTest, ForbiddenHeader) {
  Rule rule = AliceReads();
  rule.forbidden_headers = {"x-amz-acl", "x-amz-grant-*"};
  const std::string put = "PUT https://bucket.s3.amazonaws.com/a/k";
  ExpectTold(rule, Asked(put), Asked(put, "X-Amz-Acl: public-read"));
  ExpectTold(rule, Asked(put), Asked(put, "x-amz-grant-read: id=1"));
}

TEST_F(PolicyTest, DotSegments) {
  Rule rule = AliceReads();
  rule.resources = {"bucket/a/*"};
  const v1::SignRequestRequest dots = Read("https://bucket.s3.amazonaws.com/a/x/../k");
  SetRules({rule});
  ExpectDenied(dots);
  rule.allow_dot_segments = true;
  SetRules({rule});
  ExpectSigned(dots);
}

TEST_F(PolicyTest, BearerTokens) {
  Rule rule = AliceReads();
  rule.services = {"sts"};
  const auto login = [](const std::string& cluster) {
    return Asked("GET https://sts.us-east-1.amazonaws.com/?Action=GetCallerIdentity",
                 "x-k8s-aws-id: " + cluster, "sts");
  };
  SetRules({rule});
  ExpectDenied(login("prod"));
  rule.bearer_tokens = BearerTokenGrant{{"prod"}};
  SetRules({rule});
  ExpectSigned(login("prod"));
  ExpectDenied(login("staging"));
}

TEST_F(PolicyTest, ActionInABodyThatIsNotThere) {
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

TEST_F(PolicyTest, MaxExpiry) {
  Rule rule = AliceReads();
  rule.grants.max_expires_in = absl::Minutes(15);
  SetRules({rule});
  const auto presigned = [](int64_t seconds) {
    return With(Read(), [&](auto& message) {
      message.clear_payload();
      message.mutable_query()->mutable_expires_in()->set_seconds(seconds);
    });
  };
  ExpectSigned(presigned(604800));
  EXPECT_EQ(response_.expires_at().seconds() - response_.signing_time().seconds(), 900);
  EXPECT_THAT(response_.url(), HasSubstr("X-Amz-Expires=900&"));
  EXPECT_THAT(
      response_.warnings(),
      ElementsAre("expires_in was shortened from 604800 s to 900 s: the rules allow no more"));
  ExpectSigned(presigned(900));
  EXPECT_THAT(response_.url(), HasSubstr("X-Amz-Expires=900&"));
  EXPECT_EQ(response_.warnings_size(), 0);
}

TEST_F(PolicyTest, ValidUntil) {
  Rule rule = AliceReads();
  rule.grants.valid_until = absl::Now() + absl::Hours(24);
  SetRules({rule});
  ExpectSigned(Read());
  rule.grants.valid_until = absl::Now() - absl::Seconds(2);
  SetRules({rule});
  ExpectDenied(Read());
}

TEST_F(PolicyTest, OwnSigningTime) {
  const v1::SignRequestRequest dated = With(Read(), [](auto& message) {
    message.mutable_signing_time()->set_seconds(absl::ToUnixSeconds(absl::Now()) - 1800);
  });
  Rule rule = AliceReads();
  SetRules({rule});
  const grpc::Status status = Sign(dated);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(ReasonOf(status), "INVALID_SIGNING_TIME");
  EXPECT_THAT(status.error_message(), HasSubstr("own_signing_time.max_skew grants more"));
  rule.grants.own_signing_time_max_skew = absl::Minutes(10);
  SetRules({rule});
  EXPECT_EQ(ReasonOf(Sign(dated)), "INVALID_SIGNING_TIME");
  rule.grants.own_signing_time_max_skew = absl::Hours(1);
  SetRules({rule});
  ExpectSigned(dated);
}

TEST_F(PolicyTest, UnsignedPayloadOverHttp) {
  const v1::SignRequestRequest message =
      With(Read("http://bucket.s3.amazonaws.com/a/k"),
           [](auto& asked) { asked.mutable_payload()->set_unsigned_(true); });
  Rule rule = AliceReads();
  SetRules({rule});
  const grpc::Status status = Sign(message);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(ReasonOf(status), "NOT_GRANTED");
  EXPECT_THAT(status.error_message(), HasSubstr("unsigned_payload_over_http grants"));
  rule.grants.unsigned_payload_over_http = true;
  SetRules({rule});
  ExpectSigned(message);
}

TEST_F(PolicyTest, Rate) {
  Rule rule = AliceReads();
  rule.rate = RateLimit{1, 2};
  SetRules({rule});
  ExpectSigned(Read());
  // What is denied costs nothing.
  ExpectDenied(With(Read(), [](auto& message) { message.set_region("us-west-2"); }));
  grpc::Status status;
  for (int i = 0; i < 1000 && status.ok(); ++i) {
    status = Sign(Read());
  }
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(status), "RATE_LIMITED");
  EXPECT_THAT(status.error_message(), HasSubstr("the rules allow this caller no more SignRequest"));
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  google::rpc::RetryInfo retry;
  ASSERT_EQ(details.details_size(), 2);
  ASSERT_TRUE(details.details(1).UnpackTo(&retry));
  EXPECT_EQ(retry.retry_delay().seconds(), 0);
  EXPECT_GT(retry.retry_delay().nanos(), 0);
  // A rule without a rate for the same.
  Rule free = AliceReads();
  free.name = "free";
  SetRules({rule, free});
  ExpectSigned(Read());
}

// Of a batch, each entry has its own decision, and the others' signatures stay.
TEST_F(PolicyTest, BatchEntries) {
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
