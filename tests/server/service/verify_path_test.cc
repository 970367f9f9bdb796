// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What VerifyRequest does for a known access key with a wrong signature it does for
// an unknown one: as many keys derived, by the same functions, and as many policy
// decisions. The linker puts counters around the derivations (--wrap), so that the
// product has none. bench/verify_timing measures what is left.

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "gtest/gtest.h"
#include "server/service/sign_request.h"
#include "server/service/verify.h"
#include "server/sigv4/ecdsa_p256.h"
#include "server/sigv4/signing_key.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {

int derived_keys = 0;
int derived_key_pairs = 0;

SigningKey RealDerive(const SigningKeySpec& spec) __asm__(
    "__real__ZN6signet16DeriveSigningKeyERKNS_14SigningKeySpecE");
SigningKey CountedDerive(const SigningKeySpec& spec) __asm__(
    "__wrap__ZN6signet16DeriveSigningKeyERKNS_14SigningKeySpecE");
SigningKey CountedDerive(const SigningKeySpec& spec) {
  ++derived_keys;
  return RealDerive(spec);
}

std::optional<Sigv4aPublicKey> RealPublicKey(const Sha256Digest& private_key) __asm__(
    "__real__ZN6signet13P256PublicKeyERKSt5arrayIhLm32EE");
std::optional<Sigv4aPublicKey> CountedPublicKey(const Sha256Digest& private_key) __asm__(
    "__wrap__ZN6signet13P256PublicKeyERKSt5arrayIhLm32EE");
std::optional<Sigv4aPublicKey> CountedPublicKey(const Sha256Digest& private_key) {
  ++derived_key_pairs;
  return RealPublicKey(private_key);
}

namespace {

struct Work {
  int keys = 0;
  int key_pairs = 0;
  uint64_t decisions = 0;

  bool operator==(const Work& other) const = default;
};

void PrintTo(const Work& work, std::ostream* stream) {
  *stream << work.keys << " keys, " << work.key_pairs << " key pairs, " << work.decisions
          << " decisions";
}

class VerifyPathTest : public ::testing::TestWithParam<v1::Algorithm> {
 protected:
  VerifyPathTest() {
    v1::SignRequestRequest request = GetObjectRequest();
    if (GetParam() == v1::ALGORITHM_SIGV4A) {
      request.set_algorithm(v1::ALGORITHM_SIGV4A);
      request.clear_region();
      request.add_region_set("us-east-1");
    }
    v1::SignRequestResponse signed_request;
    EXPECT_OK(SignRequest(fixture_.context, fixture_.alice, request, &signed_request));
    wrong_.set_service("s3");
    // Genuine, but for this.
    wrong_.mutable_http_request()->set_method("DELETE");
    wrong_.mutable_http_request()->set_url(signed_request.url());
    *wrong_.mutable_http_request()->mutable_headers() = signed_request.headers();
  }

  // What it takes to find the request invalid.
  Work WorkOn(const v1::VerifyRequestRequest& request) {
    const uint64_t decisions = Decisions();
    derived_keys = 0;
    derived_key_pairs = 0;
    v1::VerifyRequestResponse response;
    EXPECT_OK(VerifyRequest(fixture_.context, fixture_.alice, request, &response));
    EXPECT_EQ(response.verdict(), v1::VERDICT_INVALID);
    return {derived_keys, derived_key_pairs, Decisions() - decisions};
  }

  v1::VerifyRequestRequest Unknown() const {
    v1::VerifyRequestRequest request = wrong_;
    for (v1::Header& header : *request.mutable_http_request()->mutable_headers()) {
      const size_t at = header.value().find(kExampleAccessKeyId.data());
      if (at != std::string::npos) {
        header.mutable_value()->replace(at, kExampleAccessKeyId.size(), "AKIAIOSFODNN7UNKNOWN");
      }
    }
    return request;
  }

  uint64_t Decisions() {
    uint64_t sum = 0;
    for (const char* const decision : {"allow", "deny"}) {
      sum += fixture_.registry
                 .GetCounter(kPolicyDecisionsTotal,
                             {{"operation", "VerifyRequest"}, {"decision", decision}})
                 ->Value();
    }
    return sum;
  }

  ServiceFixture fixture_;
  v1::VerifyRequestRequest wrong_;
};

TEST_P(VerifyPathTest, AnUnknownKeyTakesTheWorkOfAKnownOne) {
  const Work known = WorkOn(wrong_);
  const bool is_sigv4a = GetParam() == v1::ALGORITHM_SIGV4A;
  EXPECT_EQ(known.keys, is_sigv4a ? 0 : 1);
  EXPECT_EQ(known.key_pairs, is_sigv4a ? 1 : 0);
  // "example" and "session" have that key.
  EXPECT_EQ(known.decisions, 2u);

  const Work unknown = WorkOn(Unknown());
  EXPECT_EQ(unknown.keys, known.keys);
  EXPECT_EQ(unknown.key_pairs, known.key_pairs);
  EXPECT_EQ(unknown.decisions, 1u);
}

// Nothing is kept that would make the second time faster for a known key.
TEST_P(VerifyPathTest, TheSecondTimeTakesAsMuchAsTheFirst) {
  EXPECT_EQ(WorkOn(wrong_), WorkOn(wrong_));
  EXPECT_EQ(WorkOn(Unknown()), WorkOn(Unknown()));
}

TEST_P(VerifyPathTest, AKeyThatTheCallerMayNotVerifyByTakesTheSameWork) {
  const Work allowed = WorkOn(wrong_);
  Rule rule = AllowEverything("alice");
  rule.credentials = {"nothing-of-this"};
  fixture_.SetRules({rule});
  EXPECT_EQ(WorkOn(wrong_), allowed);
}

TEST_P(VerifyPathTest, OneCredentialOfThatKeyAloneTakesExactlyTheWorkOfNone) {
  fixture_.SetCredentials({ExampleCredential("example")});
  EXPECT_EQ(WorkOn(wrong_), WorkOn(Unknown()));
}

// A signature in time and one out of it differ in what the sender knows already.
TEST_P(VerifyPathTest, AnOldRequestTakesTheSameWorkForBothToo) {
  fixture_.SetCredentials({ExampleCredential("example")});
  fixture_.clock.Advance(absl::Hours(1));
  EXPECT_EQ(WorkOn(wrong_), WorkOn(Unknown()));
}

INSTANTIATE_TEST_SUITE_P(Algorithms, VerifyPathTest,
                         ::testing::Values(v1::ALGORITHM_SIGV4, v1::ALGORITHM_SIGV4A),
                         [](const auto& algorithm) {
                           return algorithm.param == v1::ALGORITHM_SIGV4 ? "SigV4" : "SigV4a";
                         });

}  // namespace
}  // namespace signet
