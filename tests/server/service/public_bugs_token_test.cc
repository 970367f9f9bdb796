// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Public bugs of others' readers of tokens, tried on ours. Row NN is that of
// tests/public_bugs.md.

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "server/digest/hmac_sha256.h"
#include "server/service/token_verifier.h"
#include "tests/support/fake_clock.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"
#include "tests/support/token_signer.h"

namespace signet {
namespace {

constexpr char kEs256[] = R"({"alg":"ES256","kid":"e"})";
constexpr char kRs256[] = R"({"alg":"RS256","kid":"r"})";

std::string Claims(const std::string& account) {
  return absl::StrCat(
      R"({"iss":"https://issuer.example","aud":"signet","iat":1800000000,"exp":1800000600,)",
      R"("sub":"system:serviceaccount:ns:)", account, "\"}");
}

std::string Hmac(absl::string_view secret, absl::string_view text) {
  const Sha256Digest digest = HmacSha256(MakeHmacSha256Key(secret), text);
  return std::string(digest.begin(), digest.end());
}

// One issuer, with an RSA key "r" and an EC key "e".
class PublicBugsTokenTest : public ::testing::Test {
 protected:
  PublicBugsTokenTest() {
    keys_ = absl::StrCat(R"({"keys":[)", rsa_.Jwk(R"(,"kid":"r")"), ",", ec_.Jwk(R"(,"kid":"e")"),
                         "]}");
    folder_.Write("keys.json", keys_);
    ServerConfig::Tokens config;
    config.issuers = {{.cluster = "main",
                       .issuer = "https://issuer.example",
                       .audience = "signet",
                       .jwks_file = folder_.Path("keys.json"),
                       .jwks_url = "",
                       .ca_file = "",
                       .connections = {}}};
    absl::StatusOr<std::shared_ptr<TokenVerifier>> verifier =
        TokenVerifier::Create(config, clock_, &metrics_);
    EXPECT_OK(verifier);
    verifier_ = *std::move(verifier);
  }

  // Whom a token stands for; "" where it is refused.
  std::string CallerOf(const std::string& token) {
    const auto verified = verifier_->Verify(token);
    if (!verified.ok()) {
      EXPECT_THAT(verified, FailsWith(Reason::kInvalidToken, ""));
      return "";
    }
    return (*verified)->caller;
  }

  const TokenSigner rsa_ = TokenSigner::Rsa();
  const TokenSigner ec_ = TokenSigner::Ec();
  const TokenSigner attacker_ = TokenSigner::Ec();
  std::string keys_;
  TempFolder folder_;
  FakeClock clock_{absl::FromUnixSeconds(1'800'000'000)};
  MetricsRegistry metrics_;
  std::shared_ptr<TokenVerifier> verifier_;
};

// RustFS GHSA-5qfg, GHSA-jxrr: claims were used before the signature was looked at.
TEST_F(PublicBugsTokenTest, Row42ClaimsOfAnotherSignatureAreNobodys) {
  const std::string good = ec_.Sign(kEs256, Claims("billing"));
  ASSERT_EQ(CallerOf(good), "k8s://main/ns/billing");
  const std::vector<std::string> parts = absl::StrSplit(good, '.');
  // Known by now, and verified: with other claims it is another token.
  EXPECT_EQ(CallerOf(absl::StrCat(parts[0], ".", Base64Url(Claims("admin")), ".", parts[2])), "");
  EXPECT_EQ(CallerOf(absl::StrCat(parts[0], ".", parts[1], ".", Base64Url(std::string(64, 's')))),
            "");
  EXPECT_EQ(CallerOf(attacker_.Sign(kEs256, Claims("billing"))), "");
  EXPECT_EQ(CallerOf(good), "k8s://main/ns/billing");
}

TEST_F(PublicBugsTokenTest, Row42ClaimsCannotNameTheKeyThatVerifiesThem) {
  for (const char* const header : {R"({"alg":"ES256","kid":"https://attacker.example/keys"})",
                                   R"({"alg":"ES256","kid":"../e"})",
                                   R"({"alg":"ES256","kid":"attacker"})", R"({"alg":"ES256"})"}) {
    EXPECT_EQ(CallerOf(attacker_.Sign(header, Claims("billing"))), "") << header;
  }
  EXPECT_EQ(CallerOf(attacker_.Sign(absl::StrCat(R"({"alg":"ES256","jwk":)", attacker_.Jwk(), "}"),
                                    Claims("billing"))),
            "");
  const std::string elsewhere = absl::StrReplaceAll(
      Claims("billing"), {{"https://issuer.example", "https://attacker.example"}});
  EXPECT_EQ(CallerOf(attacker_.Sign(kEs256, elsewhere)), "");
  EXPECT_EQ(CallerOf(ec_.Sign(kEs256, elsewhere)), "");
}

// libjwt CVE-2026-44699: a public key taken for a secret of HMAC, and its like.
TEST_F(PublicBugsTokenTest, Row48APublicKeyIsNoSecret) {
  ASSERT_EQ(CallerOf(rsa_.Sign(kRs256, Claims("billing"))), "k8s://main/ns/billing");
  for (const std::string& secret : {keys_, rsa_.Jwk(), rsa_.Jwk(R"(,"kid":"r")"), ec_.Jwk(),
                                    std::string(), std::string("r"), std::string(32, '\0')}) {
    for (const char* const header : {R"({"alg":"HS256"})", R"({"alg":"HS256","kid":"r"})",
                                     R"({"alg":"HS256","kid":"e"})", kRs256, kEs256}) {
      const std::string text = absl::StrCat(Base64Url(header), ".", Base64Url(Claims("billing")));
      EXPECT_EQ(CallerOf(absl::StrCat(text, ".", Base64Url(Hmac(secret, text)))), "") << header;
    }
  }
}

TEST_F(PublicBugsTokenTest, Row48AKeyIsForItsOwnAlgorithm) {
  ASSERT_EQ(CallerOf(rsa_.Sign(kRs256, Claims("billing"))), "k8s://main/ns/billing");
  ASSERT_EQ(CallerOf(ec_.Sign(kEs256, Claims("billing"))), "k8s://main/ns/billing");
  for (const char* const header : {R"({"alg":"ES256","kid":"r"})", R"({"alg":"PS256","kid":"r"})",
                                   R"({"alg":"RS512","kid":"r"})", R"({"alg":"rs256","kid":"r"})",
                                   R"({"alg":"none","kid":"r"})"}) {
    EXPECT_EQ(CallerOf(rsa_.Sign(header, Claims("billing"))), "") << header;
  }
  for (const char* const header : {R"({"alg":"RS256","kid":"e"})", R"({"alg":"ES384","kid":"e"})",
                                   R"({"alg":"EdDSA","kid":"e"})", R"({"alg":"none","kid":"e"})"}) {
    EXPECT_EQ(CallerOf(ec_.Sign(header, Claims("billing"))), "") << header;
  }
}

TEST_F(PublicBugsTokenTest, Row48NoSignatureIsNoToken) {
  for (const char* const header :
       {R"({"alg":"none"})", R"({"alg":"nOnE"})", R"({"alg":""})", "{}", kRs256, kEs256}) {
    const std::string text = absl::StrCat(Base64Url(header), ".", Base64Url(Claims("billing")));
    EXPECT_EQ(CallerOf(absl::StrCat(text, ".")), "") << header;
    EXPECT_EQ(CallerOf(text), "") << header;
    EXPECT_EQ(CallerOf(absl::StrCat(text, ".", Base64Url(std::string(64, '\0')))), "") << header;
  }
}

}  // namespace
}  // namespace signet
