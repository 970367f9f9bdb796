// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Verification as an oracle: a verdict tells nothing that helps to sign, nor of
// credentials that the caller may not use, nor of anything but what was signed.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "server/service/sign_request.h"
#include "server/service/verify.h"
#include "tests/server/service/oracle_rules.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

constexpr char kRequest[] = "GET https://bucket.s3.amazonaws.com/a/k";

class OracleVerdictTest : public ::testing::Test {
 protected:
  OracleVerdictTest() {
    signed_ = SignedBy(AllowEverything("alice"), "example");
    fixture_.SetRules({MayVerify("example")});
  }

  static Rule MayVerify(const std::string& credential) {
    Rule rule = NarrowRule("verify", "s3");
    rule.operations = {"VerifyRequest"};
    rule.credentials = {credential};
    return rule;
  }

  // What a target receives of kRequest.
  v1::VerifyRequestRequest SignedBy(const Rule& rule, const std::string& credential) {
    fixture_.SetRules({rule});
    v1::SignRequestRequest message = Message({"", "s3", kRequest, "", "", ""});
    message.set_credential(credential);
    v1::SignRequestResponse response;
    EXPECT_OK(SignRequest(fixture_.context, fixture_.alice, message, &response));
    signature_ = response.signature();
    v1::VerifyRequestRequest received;
    received.set_service("s3");
    received.mutable_http_request()->set_method("GET");
    received.mutable_http_request()->set_url(response.url());
    v1::Header& host = *received.mutable_http_request()->add_headers();
    host.set_name("host");
    host.set_value("bucket.s3.amazonaws.com");
    received.mutable_http_request()->mutable_headers()->MergeFrom(response.headers());
    return received;
  }

  // The header of that name, for a test to change.
  static v1::Header& HeaderOf(v1::VerifyRequestRequest& request, const std::string& name) {
    for (v1::Header& header : *request.mutable_http_request()->mutable_headers()) {
      if (absl::EqualsIgnoreCase(header.name(), name)) {
        return header;
      }
    }
    ADD_FAILURE() << "no " << name;
    return *request.mutable_http_request()->add_headers();
  }

  void Replace(v1::VerifyRequestRequest& request, const std::string& name, const std::string& from,
               const std::string& to) {
    std::string& value = *HeaderOf(request, name).mutable_value();
    const std::string before = value;
    absl::StrReplaceAll({{from, to}}, &value);
    EXPECT_NE(value, before) << from;
  }

  v1::VerifyRequestResponse VerdictOn(const v1::VerifyRequestRequest& request) {
    v1::VerifyRequestResponse response;
    EXPECT_OK(VerifyRequest(fixture_.context, fixture_.alice, request, &response));
    return response;
  }

  // The verdict and no word more; the same for all of them.
  void ExpectInvalid(const v1::VerifyRequestRequest& request, const std::string& what) {
    v1::VerifyRequestResponse nothing;
    nothing.set_verdict(v1::VERDICT_INVALID);
    EXPECT_EQ(VerdictOn(request).SerializeAsString(), nothing.SerializeAsString()) << what;
  }

  ServiceFixture fixture_;
  v1::VerifyRequestRequest signed_;
  std::string signature_;
};

TEST_F(OracleVerdictTest, TellsWhatWasSigned) {
  const v1::VerifyRequestResponse response = VerdictOn(signed_);
  EXPECT_EQ(response.verdict(), v1::VERDICT_VALID);
  EXPECT_EQ(response.credential(), "example");
}

TEST_F(OracleVerdictTest, NoChangeIsValidAndNoneTellsMore) {
  struct Change {
    const char* what;
    std::string header;
    std::string from;
    std::string to;
  };
  const std::string other(64, '0');
  for (const Change& change : std::vector<Change>{
           {"a signature made up", "authorization", signature_, other},
           {"a region", "authorization", "/us-east-1/", "/us-east-2/"},
           {"an unknown key", "authorization", "AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLF"},
           {"another host", "host", "bucket.", "other."},
           {"another hash", "x-amz-content-sha256",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", other}}) {
    v1::VerifyRequestRequest request = signed_;
    Replace(request, change.header, change.from, change.to);
    // The host of the URL has to say the same.
    if (change.header == "host") {
      request.mutable_http_request()->set_url("https://other.s3.amazonaws.com/a/k");
    }
    ExpectInvalid(request, change.what);
  }
  for (const char* const url :
       {"https://bucket.s3.amazonaws.com/a/secret/k", "https://bucket.s3.amazonaws.com/a/k?acl",
        "https://bucket.s3.amazonaws.com/a//k", "https://bucket.s3.amazonaws.com/a/./k"}) {
    v1::VerifyRequestRequest request = signed_;
    request.mutable_http_request()->set_url(url);
    ExpectInvalid(request, url);
  }
  v1::VerifyRequestRequest method = signed_;
  method.mutable_http_request()->set_method("PUT");
  ExpectInvalid(method, "another method");
}

// A request of a credential that the caller has no rule for, signed rightly or not, is
// answered as one of a credential that there is not.
TEST_F(OracleVerdictTest, IsSilentOfCredentialsThatTheCallerMayNotUse) {
  EXPECT_EQ(VerdictOn(signed_).verdict(), v1::VERDICT_VALID);
  fixture_.SetRules({MayVerify("other")});
  ExpectInvalid(signed_, "rightly signed");
  v1::VerifyRequestRequest request = signed_;
  Replace(request, "authorization", signature_, std::string(64, '0'));
  ExpectInvalid(request, "wrongly signed");
  // Nor by another service, or in another region.
  Rule service = MayVerify("example");
  service.services = {"sqs"};
  fixture_.SetRules({service});
  ExpectInvalid(signed_, "another service");
  Rule region = MayVerify("example");
  region.regions = {"us-west-2"};
  fixture_.SetRules({region});
  ExpectInvalid(signed_, "another region");
}

// Whoever may only verify signs nothing, and whoever may only sign verifies nothing.
TEST_F(OracleVerdictTest, GivesNoOtherOperation) {
  v1::SignRequestResponse response;
  EXPECT_THAT(SignRequest(fixture_.context, fixture_.alice,
                          Message({"", "s3", kRequest, "", "", ""}), &response),
              FailsWith(Reason::kNotGranted, ""));
  Rule rule = MayVerify("example");
  rule.operations = {"SignRequest", "SignPayload", "SignPostPolicy", "ExplainSignature"};
  fixture_.SetRules({rule});
  v1::VerifyRequestResponse verdict;
  EXPECT_THAT(VerifyRequest(fixture_.context, fixture_.alice, signed_, &verdict),
              FailsWith(Reason::kNotGranted, ""));
  EXPECT_EQ(verdict.ByteSizeLong(), 0u);
}

}  // namespace
}  // namespace signet
