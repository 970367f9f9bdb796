// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_INTEGRATION_POLICY_FIXTURE_H_
#define SIGNET_TESTS_INTEGRATION_POLICY_FIXTURE_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "server/policy/policy.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"

namespace signet {

inline constexpr char kDenied[] =
    "no rule lets this caller use SignRequest with that credential, service and region for that "
    "request; to policy the caller is \"alice\"";

// "METHOD URL", headers as "name: value|name: value".
inline v1::SignRequestRequest Asked(const std::string& request, const std::string& headers = "",
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

inline v1::SignRequestRequest Read(const std::string& url = "https://bucket.s3.amazonaws.com/a/k") {
  return Asked("GET " + url);
}

inline v1::SignRequestRequest With(v1::SignRequestRequest message,
                                   const std::function<void(v1::SignRequestRequest&)>& change) {
  change(message);
  return message;
}

inline Rule AliceReads() {
  Rule rule;
  rule.name = "rule";
  rule.callers = {"alice"};
  rule.operations = {"SignRequest"};
  rule.credentials = {"example"};
  rule.services = {"s3"};
  rule.regions = {"us-east-1"};
  return rule;
}

class PolicyServerTest : public ::testing::Test {
 protected:
  PolicyServerTest() {
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

}  // namespace signet

#endif  // SIGNET_TESTS_INTEGRATION_POLICY_FIXTURE_H_
