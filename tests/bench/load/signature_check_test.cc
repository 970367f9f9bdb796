// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/signature_check.h"

#include <memory>
#include <string>

#include "bench/load/flags.h"
#include "bench/load/workload.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet::load {
namespace {

using ::testing::HasSubstr;

// "GET Object" of "Signature Calculations for the Authorization Header", S3 API
// Reference: keys, request, time and signature.
constexpr char kCredentials[] = R"({"credentials": [{"name": "dev",
  "access_key_id": "AKIAIOSFODNN7EXAMPLE",
  "secret_access_key": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}]})";
constexpr char kRequests[] = R"({"requests": [{"service": "s3",
  "url": "https://examplebucket.s3.amazonaws.com/test.txt",
  "headers": [{"name": "Range", "value": "bytes=0-9"}]}]})";
constexpr char kSignature[] = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
constexpr int64_t kSigningTime = 1369353600;  // 2013-05-24T00:00:00Z

class SignatureCheckTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.Write("credentials.json", kCredentials);
    folder_.Write("requests.json", kRequests);
    ASSERT_OK_AND_ASSIGN(
        const ParsedFlags flags,
        ParseFlags({"--target=unix:/tmp/s", "--requests=" + folder_.Path("requests.json")}));
    ASSERT_OK_AND_ASSIGN(const Workload workload, Workload::Create(flags.options));
    workload_ = std::make_unique<Workload>(workload);
    ASSERT_OK_AND_ASSIGN(keys_, NewFileKeySource(folder_.Path("credentials.json")));
    v1::SignRequestResponse& response = sample_.response;
    response.set_signature(kSignature);
    response.set_url("https://examplebucket.s3.amazonaws.com/test.txt");
    response.set_credential_scope("20130524/us-east-1/s3/aws4_request");
    response.mutable_signing_time()->set_seconds(kSigningTime);
  }

  absl::StatusOr<std::string> Difference() const {
    return DifferenceOf(Sample{CallPlan(), sample_}, *workload_, *keys_);
  }

  TempFolder folder_;
  std::unique_ptr<Workload> workload_;
  std::unique_ptr<SigningKeySource> keys_;
  SignedSample sample_;
};

// The documented signature is the one that is recomputed; the headers that go
// with it are not there.
TEST_F(SignatureCheckTest, RecomputesTheDocumentedSignature) {
  ASSERT_OK_AND_ASSIGN(const std::string difference, Difference());
  EXPECT_EQ(difference, "the headers");
}

TEST_F(SignatureCheckTest, FindsAnotherSignatureTimeOrUrl) {
  sample_.response.mutable_signature()->at(0) = 'e';
  ASSERT_OK_AND_ASSIGN(const std::string signature, Difference());
  EXPECT_EQ(signature, "the signature");

  sample_.response.set_signature(kSignature);
  sample_.response.mutable_signing_time()->set_seconds(kSigningTime + 1);
  ASSERT_OK_AND_ASSIGN(const std::string time, Difference());
  EXPECT_EQ(time, "the signature");

  sample_.response.mutable_signing_time()->set_seconds(kSigningTime);
  sample_.response.set_url("https://examplebucket.s3.amazonaws.com/other.txt");
  ASSERT_OK_AND_ASSIGN(const std::string url, Difference());
  EXPECT_EQ(url, "the URL");
}

TEST_F(SignatureCheckTest, WithoutItsKeyNothingIsJudged) {
  sample_.response.set_credential_version("0123456789abcdef");
  EXPECT_THAT(Difference(), StatusIs(absl::StatusCode::kNotFound, HasSubstr("another version")));
}

TEST_F(SignatureCheckTest, FindsAnotherLeasedKey) {
  v1::GetOrLoadKeyResponse lease;
  lease.set_signing_key(std::string(32, 'k'));
  lease.set_access_key_id("AKIAIOSFODNN7EXAMPLE");
  lease.set_credential_scope("20130524/us-east-1/s3/aws4_request");
  ASSERT_OK_AND_ASSIGN(const std::string difference,
                       DifferenceOf(Sample{CallPlan(), lease}, *workload_, *keys_));
  EXPECT_EQ(difference, "the signing key");
}

}  // namespace
}  // namespace signet::load
