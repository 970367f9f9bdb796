// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// One object, in every spelling, gets one decision: through the handlers, from the
// message to the signature.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "server/base/error.h"
#include "server/service/batch.h"
#include "server/service/explain.h"
#include "server/service/sign_request.h"
#include "tests/server/policy/object_spellings.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

constexpr char kObject[] = "team-data/in/a b.txt";

v1::SignRequestRequest Message(const std::string& url) {
  v1::SignRequestRequest message;
  message.set_credential("example");
  message.set_region("us-west-2");
  message.set_service("s3");
  message.mutable_http_request()->set_method("GET");
  message.mutable_http_request()->set_url(url);
  message.mutable_payload()->set_body("");
  return message;
}

std::string ReasonOf(const absl::Status& status) {
  return status.ok() ? "" : std::string(ReasonName(GetErrorDetail(status).reason));
}

class OneDecisionTest : public ::testing::Test {
 protected:
  static Rule RuleFor(std::string name, Effect effect, std::string resource) {
    Rule rule;
    rule.name = std::move(name);
    rule.effect = effect;
    rule.callers = {"alice"};
    rule.operations = {"*"};
    rule.credentials = {"example"};
    rule.services = {"s3"};
    rule.regions = {"*"};
    rule.resources = {std::move(resource)};
    return rule;
  }

  void SetRules(std::vector<Rule> rules) {
    absl::StatusOr<std::shared_ptr<const Policy>> policy =
        Policy::Create(std::move(rules), {.endpoints = Configured()});
    ASSERT_OK(policy);
    fixture_.policy.Set(*std::move(policy));
  }

  void AllowAllBut(const std::string& resource) {
    SetRules({RuleFor("all", Effect::kAllow, "*"), RuleFor("but", Effect::kDeny, resource)});
  }

  std::string Sign(const v1::SignRequestRequest& message) {
    v1::SignRequestResponse response;
    const absl::Status status = SignRequest(fixture_.context, fixture_.alice, message, &response);
    EXPECT_EQ(response.signature().empty(), !status.ok());
    return ReasonOf(status);
  }

  // Each way to ask for one signature of it; all of them have to agree.
  void ExpectOfEachSpelling(const std::string& reason) {
    const std::vector<std::string> urls = SpellingsOfOneObject();
    ASSERT_GE(urls.size(), 60u);
    v1::BatchSignRequestsRequest batch;
    for (const std::string& url : urls) {
      v1::SignRequestRequest message = Message(url);
      EXPECT_EQ(Sign(message), reason) << url;
      *batch.add_requests() = message;
      v1::ExplainSignatureRequest explain;
      *explain.mutable_request() = message;
      v1::ExplainSignatureResponse explanation;
      EXPECT_EQ(ReasonOf(ExplainSignature(fixture_.context, fixture_.alice, explain, &explanation)),
                reason)
          << url;
      message.clear_payload();
      message.mutable_query()->mutable_expires_in()->set_seconds(60);
      EXPECT_EQ(Sign(message), reason) << "presigned " << url;
    }
    v1::BatchSignRequestsResponse response;
    ASSERT_OK(BatchSignRequests(fixture_.context, fixture_.alice, batch, &response));
    ASSERT_EQ(response.results_size(), static_cast<int>(urls.size()));
    for (int i = 0; i < response.results_size(); ++i) {
      EXPECT_EQ(response.results(i).has_error(), !reason.empty()) << urls[static_cast<size_t>(i)];
    }
  }

  ServiceFixture fixture_;
};

TEST_F(OneDecisionTest, AnAllowRuleForTheObjectAllowsEachSpelling) {
  SetRules({RuleFor("object", Effect::kAllow, kObject)});
  ExpectOfEachSpelling("");
}

TEST_F(OneDecisionTest, AnAllowRuleForItsFolderAllowsEachSpelling) {
  SetRules({RuleFor("folder", Effect::kAllow, "team-data/in/*")});
  ExpectOfEachSpelling("");
}

TEST_F(OneDecisionTest, ADenyRuleForTheObjectDeniesEachSpelling) {
  AllowAllBut(kObject);
  ExpectOfEachSpelling("NOT_GRANTED");
}

TEST_F(OneDecisionTest, ADenyRuleForItsFolderDeniesEachSpelling) {
  AllowAllBut("team-data/in/*");
  ExpectOfEachSpelling("NOT_GRANTED");
}

TEST_F(OneDecisionTest, ADenyRuleForItsBucketDeniesEachSpelling) {
  AllowAllBut("team-data/*");
  ExpectOfEachSpelling("NOT_GRANTED");
}

// Rules that say something of another object say nothing of this one.
TEST_F(OneDecisionTest, RulesForItsNeighboursMatchNoSpelling) {
  for (const char* const resource :
       {"team-data/in/a b.txt/*", "team-data/in/A b.txt", "team-data/in/a%20b.txt",
        "team-data/in/a+b.txt", "team-data/in", "Team-Data/*", "team-data/i/*", "in/*",
        "reports/*"}) {
    SCOPED_TRACE(resource);
    SetRules({RuleFor("neighbour", Effect::kAllow, resource)});
    ExpectOfEachSpelling("NOT_GRANTED");
    AllowAllBut(resource);
    ExpectOfEachSpelling("");
  }
}

// What is written to a copy, and read as its source.
TEST_F(OneDecisionTest, ACopySourceIsTheSameObjectInEachSpelling) {
  const std::vector<std::string> sources = {
      "team-data/in/a%20b.txt",
      "/team-data/in/a%20b.txt",
      "team-data/in%2Fa%20b.txt",
      "team-data%2Fin%2Fa%20b.txt",
      "%2Fteam-data/in/a%20b.txt",
      "%74eam-data/%69n/%61%20b%2etxt",
      "arn:aws:s3:us-west-2:123456789012:accesspoint/reports/object/in/a%20b.txt",
      "reports-ab12cd34ef56-s3alias/in/a%20b.txt"};
  AllowAllBut(kObject);
  for (const std::string& source : sources) {
    v1::SignRequestRequest message = Message("https://team-data.s3.us-west-2.amazonaws.com/out/k");
    message.mutable_http_request()->set_method("PUT");
    EXPECT_EQ(Sign(message), "") << source;
    v1::Header& header = *message.mutable_http_request()->add_headers();
    header.set_name("x-amz-copy-source");
    header.set_value(source);
    EXPECT_EQ(Sign(message), "NOT_GRANTED") << source;
  }
}

// The rule's own object is one; what only looks like it to a reader is another.
TEST_F(OneDecisionTest, OtherObjectsGetTheirOwnDecision) {
  const std::vector<std::string> others = {
      "https://team-data.s3.us-west-2.amazonaws.com//in/a%20b.txt",
      "https://team-data.s3.us-west-2.amazonaws.com/in//a%20b.txt",
      "https://team-data.s3.us-west-2.amazonaws.com/in/a%20b.txt/",
      "https://team-data.s3.us-west-2.amazonaws.com/IN/a%20b.txt",
      "https://team-data.s3.us-west-2.amazonaws.com/in/a%2520b.txt",
      "https://team-data.s3.us-west-2.amazonaws.com/in/a%2Bb.txt",
      "https://team-data.s3.us-west-2.amazonaws.com/in/a%20b.txt%3F",
      "https://team-data.s3.us-west-2.amazonaws.com/team-data/in/a%20b.txt",
      "https://s3.us-west-2.amazonaws.com/Team-Data/in/a%20b.txt",
      "https://other.s3.us-west-2.amazonaws.com/in/a%20b.txt",
      "https://other-123456789012.s3-accesspoint.us-west-2.amazonaws.com/in/a%20b.txt",
  };
  SetRules({RuleFor("object", Effect::kAllow, kObject)});
  for (const std::string& url : others) {
    EXPECT_EQ(Sign(Message(url)), "NOT_GRANTED") << url;
  }
  // An access point that is not known may lead to it.
  AllowAllBut(kObject);
  for (size_t i = 0; i + 1 < others.size(); ++i) {
    EXPECT_EQ(Sign(Message(others[i])), "") << others[i];
  }
  EXPECT_EQ(Sign(Message(others.back())), "NOT_GRANTED");
}

}  // namespace
}  // namespace signet
