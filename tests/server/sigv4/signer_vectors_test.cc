// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The public signing test suite and the examples of the S3 documentation, at
// every stage.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/timestamp.h"
#include "server/sigv4/verifier.h"
#include "tests/support/signing_vectors.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::UnorderedElementsAreArray;

HmacSha256Key KeyOf(const SigningInput& input, absl::string_view secret) {
  const SigningKey key =
      DeriveSigningKey({secret, ScopeDate(input.signing_time), input.region, input.service});
  return MakeHmacSha256Key(absl::MakeConstSpan(key.Reveal()));
}

std::string Sign(const PreparedRequest& prepared, const SigningInput& input,
                 absl::string_view secret) {
  return SignatureOf(KeyOf(input, secret), prepared.string_to_sign);
}

std::string PlacementName(const ::testing::TestParamInfo<Placement>& placement) {
  return placement.param == Placement::kHeader ? "Header" : "Query";
}

// The parameters of the first line of a signed request.
std::vector<std::string> ParametersOf(absl::string_view url) {
  const std::vector<std::string> parts = absl::StrSplit(url, absl::MaxSplits('?', 1));
  return absl::StrSplit(parts.back(), '&');
}

class VectorsTest : public ::testing::TestWithParam<Placement> {
 protected:
  void SetUp() override {
    vectors_ = ReadSigningVectors("v4");
    if (vectors_.empty()) {
      GTEST_SKIP() << "no signing vectors";
    }
  }

  std::vector<SigningVector> vectors_;
};

INSTANTIATE_TEST_SUITE_P(Placements, VectorsTest,
                         ::testing::Values(Placement::kHeader, Placement::kQuery), PlacementName);

TEST_P(VectorsTest, SuiteIsWhole) { EXPECT_EQ(vectors_.size(), 32); }

TEST_P(VectorsTest, CanonicalRequestIsTheSuites) {
  for (const SigningVector& vector : vectors_) {
    SCOPED_TRACE(vector.name());
    ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared,
                         PrepareRequest(vector.Input(Algorithm::kSigV4, GetParam())));
    EXPECT_EQ(prepared.canonical_request, vector.Expected(GetParam(), "canonical-request"));
  }
}

TEST_P(VectorsTest, StringToSignIsTheSuites) {
  for (const SigningVector& vector : vectors_) {
    SCOPED_TRACE(vector.name());
    ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared,
                         PrepareRequest(vector.Input(Algorithm::kSigV4, GetParam())));
    EXPECT_EQ(prepared.string_to_sign, vector.Expected(GetParam(), "string-to-sign"));
  }
}

TEST_P(VectorsTest, SignatureIsTheSuites) {
  for (const SigningVector& vector : vectors_) {
    SCOPED_TRACE(vector.name());
    const SigningInput input = vector.Input(Algorithm::kSigV4, GetParam());
    ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, PrepareRequest(input));
    EXPECT_EQ(Sign(prepared, input, vector.secret_access_key()),
              vector.Expected(GetParam(), "signature"));
  }
}

// Order and spelling of what is sent are ours; the suite's texts hold the same
// parameters and the same Authorization value.
TEST_P(VectorsTest, SignedRequestSaysWhatTheSuitesSays) {
  for (const SigningVector& vector : vectors_) {
    SCOPED_TRACE(vector.name());
    const SigningInput input = vector.Input(Algorithm::kSigV4, GetParam());
    ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, PrepareRequest(input));
    const SignedRequest ours =
        AttachSignature(prepared, Sign(prepared, input, vector.secret_access_key()));
    const std::string theirs = vector.Expected(GetParam(), "signed-request");
    if (GetParam() == Placement::kHeader) {
      EXPECT_TRUE(
          absl::StrContains(theirs, absl::StrCat("\nAuthorization:", ours.headers.back().value)));
      continue;
    }
    std::string their_url = theirs.substr(0, theirs.find(" HTTP/1.1"));
    their_url = absl::StrReplaceAll(their_url, {{"ሴ", "%E1%88%B4"}});
    EXPECT_THAT(ParametersOf(ours.url), UnorderedElementsAreArray(ParametersOf(their_url)));
  }
}

// What the suite's client sends is genuine to the verifier; but for the case
// whose token is added after signing, which anyone could have added.
TEST_P(VectorsTest, VerifierFindsThemGenuine) {
  for (const SigningVector& vector : vectors_) {
    SCOPED_TRACE(vector.name());
    const SigningInput input = vector.Input(Algorithm::kSigV4, GetParam());
    ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, PrepareRequest(input));
    const SignedRequest sent = AttachSignature(prepared, vector.Expected(GetParam(), "signature"));
    std::vector<HeaderView> headers(input.request.headers.begin(), input.request.headers.end());
    if (GetParam() == Placement::kHeader) {
      for (const Header& header : sent.headers) {
        headers.push_back({header.name, header.value});
      }
    }
    ASSERT_OK_AND_ASSIGN(const UrlView url, ParseUrl(sent.url));
    VerifyExpectations expectations;
    expectations.profile = input.profile;
    expectations.now = input.signing_time;
    expectations.body_sha256 = Sha256Of(vector.body());
    const absl::StatusOr<ReceivedSignature> received =
        ParseSignedRequest({input.request.method, url, headers}, expectations);
    if (vector.name() == "post-sts-header-after") {
      EXPECT_FALSE(received.ok() &&
                   VerifySignature(*received, KeyOf(input, vector.secret_access_key())));
      continue;
    }
    ASSERT_OK(received);
    EXPECT_TRUE(VerifySignature(*received, KeyOf(input, vector.secret_access_key())));
  }
}

class Sigv4aVectorsTest : public VectorsTest {
 protected:
  void SetUp() override {
    vectors_ = ReadSigningVectors("v4a");
    if (vectors_.empty()) {
      GTEST_SKIP() << "no signing vectors";
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Placements, Sigv4aVectorsTest,
                         ::testing::Values(Placement::kHeader, Placement::kQuery), PlacementName);

TEST_P(Sigv4aVectorsTest, CanonicalRequestIsTheSuites) {
  EXPECT_EQ(vectors_.size(), 32);
  for (const SigningVector& vector : vectors_) {
    SCOPED_TRACE(vector.name());
    ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared,
                         PrepareRequest(vector.Input(Algorithm::kSigV4a, GetParam())));
    EXPECT_EQ(prepared.canonical_request, vector.Expected(GetParam(), "canonical-request"));
  }
}

TEST_P(Sigv4aVectorsTest, StringToSignIsTheSuites) {
  for (const SigningVector& vector : vectors_) {
    SCOPED_TRACE(vector.name());
    ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared,
                         PrepareRequest(vector.Input(Algorithm::kSigV4a, GetParam())));
    EXPECT_EQ(prepared.string_to_sign, vector.Expected(GetParam(), "string-to-sign"));
  }
}

}  // namespace
}  // namespace signet
