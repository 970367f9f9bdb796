// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/trust_bundles.h"

#include <string>

#include "gtest/gtest.h"
#include "tests/support/certificates.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

constexpr char kInA[] = "spiffe://a.example/x";
constexpr char kInB[] = "spiffe://b.example/x";
constexpr char kInC[] = "spiffe://c.example/x";
constexpr char kDns[] = "client.example";

class TrustBundlesTest : public ::testing::Test {
 protected:
  static Certificates Parsed(const TestAuthority& authority) {
    return *Certificates::Parse(authority.Certificate());
  }

  bool Vouched(const TestAuthority& issuer, const std::string& caller,
               const std::string& others = "") const {
    const std::string kind = caller == kDns ? "DNS:" : "URI:";
    return bundles_.Vouch(caller, issuer.Issue(kind + caller).certificate, others);
  }

  const TestAuthority a_{"a"};
  const TestAuthority b_{"b"};
  const TestAuthority general_{"general"};
  TrustBundles bundles_;
};

TEST_F(TrustBundlesTest, ABundleVouchesForItsDomainAlone) {
  bundles_.Add("a.example", Parsed(a_));
  bundles_.Add("b.example", Parsed(b_));
  EXPECT_TRUE(bundles_.is_by_name());
  EXPECT_TRUE(Vouched(a_, kInA));
  EXPECT_TRUE(Vouched(b_, kInB));
  EXPECT_FALSE(Vouched(a_, kInB));
  EXPECT_FALSE(Vouched(b_, kInA));
  EXPECT_FALSE(Vouched(a_, kInC));
  EXPECT_FALSE(Vouched(a_, kDns));
}

TEST_F(TrustBundlesTest, TheGeneralOneVouchesForTheRest) {
  bundles_.SetGeneral(Parsed(general_));
  EXPECT_FALSE(bundles_.is_by_name());
  bundles_.Add("a.example", Parsed(a_));
  EXPECT_TRUE(Vouched(general_, kInC));
  EXPECT_TRUE(Vouched(general_, kDns));
  EXPECT_FALSE(Vouched(general_, kInA));
  EXPECT_TRUE(Vouched(a_, kInA));
}

TEST_F(TrustBundlesTest, AChainLeadsOverWhatThePeerSent) {
  bundles_.Add("a.example", Parsed(a_));
  const auto below = a_.Intermediate("below");
  EXPECT_TRUE(Vouched(*below, kInA, below->Certificate()));
  EXPECT_FALSE(Vouched(*below, kInA));
  EXPECT_FALSE(Vouched(*below, kInA, "garbage"));
  // What the peer sends is never an anchor.
  EXPECT_FALSE(Vouched(b_, kInA, b_.Certificate()));
}

TEST_F(TrustBundlesTest, AnAnchorMayStandBelowARoot) {
  const auto below = a_.Intermediate("below");
  bundles_.Add("a.example", Parsed(*below));
  EXPECT_TRUE(Vouched(*below, kInA));
  EXPECT_FALSE(Vouched(a_, kInA));
}

TEST_F(TrustBundlesTest, VouchesForNothingThatIsNoClientCertificate) {
  bundles_.Add("a.example", Parsed(a_));
  EXPECT_FALSE(bundles_.Vouch(kInA, "", ""));
  EXPECT_FALSE(bundles_.Vouch(kInA, "garbage", ""));
  CertificateOptions options{.alternative_names = std::string("URI:") + kInA};
  options.extended_key_usage = "serverAuth";
  EXPECT_FALSE(bundles_.Vouch(kInA, a_.Issue(options).certificate, ""));
  options.extended_key_usage = "clientAuth";
  options.not_after = -60;
  EXPECT_FALSE(bundles_.Vouch(kInA, a_.Issue(options).certificate, ""));
}

}  // namespace
}  // namespace signet
