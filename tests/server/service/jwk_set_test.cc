// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/jwk_set.h"

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"
#include "tests/support/token_signer.h"

namespace signet {
namespace {

using Outcome = JwkSet::Outcome;

std::string SetOf(const std::string& keys) { return absl::StrCat(R"({"keys":[)", keys, "]}"); }

absl::StatusOr<std::shared_ptr<const JwkSet>> Parse(const std::string& keys) {
  return JwkSet::Parse("jwks.json", SetOf(keys));
}

// One of each for all tests: an RSA key takes a while to make.
const TokenSigner& Rsa() {
  static const auto* const signer = new TokenSigner(TokenSigner::Rsa());
  return *signer;
}
const TokenSigner& Ec() {
  static const auto* const signer = new TokenSigner(TokenSigner::Ec());
  return *signer;
}

Outcome VerifyText(const JwkSet& keys, const std::string& text) {
  const absl::StatusOr<Jwt> token = ParseJwt(text);
  EXPECT_OK(token);
  return keys.Verify(*token);
}

// RFC 7515, appendices A.2 and A.3: a token that others made.
TEST(JwkSetTest, VerifiesTheExampleOfTheStandard) {
  const auto keys =
      Parse(R"({"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",)"
            R"("y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"})");
  ASSERT_OK(keys);
  const std::string token =
      "eyJhbGciOiJFUzI1NiJ9."
      "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVl"
      "fQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q";
  EXPECT_EQ(VerifyText(**keys, token), Outcome::kVerified);
  std::string other = token;
  other[other.size() - 5] = other[other.size() - 5] == 'A' ? 'B' : 'A';
  EXPECT_EQ(VerifyText(**keys, other), Outcome::kWrongSignature);
}

TEST(JwkSetTest, VerifiesByTheNamedKeyAlone) {
  const TokenSigner other = TokenSigner::Ec();
  const auto keys = Parse(absl::StrCat(Rsa().Jwk(R"(,"kid":"r")"), ",", Ec().Jwk(R"(,"kid":"e")"),
                                       ",", other.Jwk(R"(,"kid":"o","use":"sig")")));
  ASSERT_OK(keys);
  EXPECT_EQ((*keys)->size(), 3u);
  const auto outcome = [&keys](const TokenSigner& signer, const std::string& header) {
    return VerifyText(**keys, signer.Sign(header, "{}"));
  };
  EXPECT_EQ(outcome(Rsa(), R"({"alg":"RS256","kid":"r"})"), Outcome::kVerified);
  EXPECT_EQ(outcome(Ec(), R"({"alg":"ES256","kid":"e"})"), Outcome::kVerified);
  EXPECT_EQ(outcome(other, R"({"alg":"ES256","kid":"e"})"), Outcome::kWrongSignature);
  EXPECT_EQ(outcome(Ec(), R"({"alg":"ES256","kid":"x"})"), Outcome::kUnknownKey);
  // A key is for its own algorithm.
  EXPECT_EQ(outcome(Rsa(), R"({"alg":"RS256","kid":"e"})"), Outcome::kUnknownKey);
  EXPECT_EQ(outcome(Ec(), R"({"alg":"ES256","kid":"r"})"), Outcome::kUnknownKey);
  // Without an ID there must be no choice.
  EXPECT_EQ(outcome(Rsa(), R"({"alg":"RS256"})"), Outcome::kVerified);
  EXPECT_EQ(outcome(Ec(), R"({"alg":"ES256"})"), Outcome::kUnknownKey);
}

TEST(JwkSetTest, RefusesEverySignatureButTheOne) {
  const auto keys = Parse(absl::StrCat(Rsa().Jwk(), ",", Ec().Jwk()));
  ASSERT_OK(keys);
  const std::string ec_part = absl::StrCat(Base64Url(R"({"alg":"ES256"})"), ".", Base64Url("{}"));
  const std::string rsa_part = absl::StrCat(Base64Url(R"({"alg":"RS256"})"), ".", Base64Url("{}"));
  const auto outcome = [&keys](const std::string& part, const std::string& signature) {
    return VerifyText(**keys, absl::StrCat(part, ".", Base64Url(signature)));
  };
  const std::string ec = Ec().Signature(ec_part);
  ASSERT_EQ(outcome(ec_part, ec), Outcome::kVerified);
  const std::string zero(32, '\0');
  const std::string ones(32, '\xff');
  for (const std::string& signature :
       {Ec().DerSignature(ec_part), ec + '\0', ec.substr(0, 63), std::string(1, '\0') + ec,
        zero + zero, zero + ec.substr(32), ec.substr(0, 32) + zero, ones + ones,
        ec.substr(32) + ec.substr(0, 32), std::string("x")}) {
    EXPECT_EQ(outcome(ec_part, signature), Outcome::kWrongSignature);
  }
  for (size_t i = 0; i < ec.size(); ++i) {
    std::string flipped = ec;
    flipped[i] = static_cast<char>(flipped[i] ^ 1);
    EXPECT_EQ(outcome(ec_part, flipped), Outcome::kWrongSignature) << i;
  }
  const std::string rsa = Rsa().Signature(rsa_part);
  ASSERT_EQ(outcome(rsa_part, rsa), Outcome::kVerified);
  for (const std::string& signature :
       {rsa + '\0', std::string(1, '\0') + rsa, rsa.substr(0, rsa.size() - 1),
        std::string(256, '\0'), std::string(256, '\xff'), std::string(255, '\0') + '\1',
        Rsa().Signature(ec_part)}) {
    EXPECT_EQ(outcome(rsa_part, signature), Outcome::kWrongSignature);
  }
}

TEST(JwkSetTest, PassesOverKeysThatAreNotForTokens) {
  const std::string ours = Ec().Jwk(R"(,"kid":"ours")");
  for (const std::string& other :
       {std::string(R"({"kty":"OKP","crv":"Ed25519","x":"AA"})"), std::string(R"({"kty":"oct"})"),
        std::string(R"({"kty":"EC","crv":"P-384","x":"AA","y":"AA"})"), std::string("{}"),
        Rsa().Jwk(R"(,"alg":"RS512")"), Rsa().Jwk(R"(,"alg":"ES256")"),
        Rsa().Jwk(R"(,"use":"enc")"), Rsa().Jwk(R"(,"key_ops":["encrypt"])"),
        Rsa().Jwk(R"(,"key_ops":[])"), Rsa().Jwk(R"(,"use":1)"), Rsa().Jwk(R"(,"alg":null)")}) {
    const auto keys = Parse(absl::StrCat(other, ",", ours));
    ASSERT_OK(keys) << other;
    EXPECT_EQ((*keys)->size(), 1u) << other;
    EXPECT_FALSE(Parse(other).ok()) << other;
  }
  EXPECT_EQ((*Parse(Rsa().Jwk(R"(,"alg":"RS256","use":"sig","key_ops":["verify"])")))->size(), 1u);
}

TEST(JwkSetTest, RefusesSetsThatAreNotSound) {
  const std::string ec = Ec().Jwk();
  const std::string rsa = Rsa().Jwk();
  for (const std::string& text :
       {std::string(),
        std::string("{}"),
        std::string("[]"),
        SetOf(""),
        std::string(R"({"keys":{}})"),
        std::string(R"({"keys":null})"),
        SetOf(ec) + "x",
        std::string(R"({"keys":[],"keys":[)") + ec + "]}",
        SetOf(Ec().Jwk(R"(,"d":"AA")")),
        SetOf(R"({"kty":"oct","k":"AA"},)" + ec),
        SetOf(Ec().Jwk(R"(,"kid":"a")") + "," + Rsa().Jwk(R"(,"kid":"a")")),
        SetOf(Ec().Jwk(R"(,"kid":"")")),
        SetOf(Ec().Jwk(R"(,"kid":1)")),
        SetOf(absl::StrReplaceAll(ec, {{R"("x":")", R"("x":"A)"}})),
        SetOf(absl::StrReplaceAll(ec, {{R"("x":)", R"("y":)"}, {R"("y":)", R"("x":)"}})),
        SetOf(absl::StrReplaceAll(ec, {{R"("y":)", R"("z":)"}})),
        SetOf(R"({"kty":"EC","crv":"P-256","x":")" + Base64Url(std::string(32, '\0')) +
              R"(","y":")" + Base64Url(std::string(32, '\0')) + "\"}"),
        SetOf(absl::StrReplaceAll(rsa, {{R"("e":"AQAB")", R"("e":"AQ")"}})),
        SetOf(absl::StrReplaceAll(rsa, {{R"("e":"AQAB")", R"("e":"AA")"}})),
        SetOf(absl::StrReplaceAll(rsa, {{R"("e":"AQAB")", R"("e":"AQAAAAAB")"}})),
        SetOf(absl::StrReplaceAll(rsa, {{R"("e":"AQAB")", R"("e":"AQAB=")"}})),
        SetOf(absl::StrReplaceAll(rsa, {{R"("n":)", R"("m":)"}})),
        SetOf(TokenSigner::Rsa(1024).Jwk()),
        SetOf(R"({"kty":"RSA","n":"","e":"AQAB"})"),
        SetOf(R"({"kty":"RSA","n":")" + Base64Url(std::string(1025, '\xff')) + R"(","e":"AQAB"})"),
        SetOf(ec) + std::string(kMaxJwkSetBytes, ' ')}) {
    EXPECT_FALSE(JwkSet::Parse("jwks.json", text).ok()) << text.substr(0, 200);
  }
}

TEST(JwkSetTest, HoldsAsManyKeysAsItMay) {
  std::string keys;
  for (size_t i = 0; i < kMaxJwks; ++i) {
    absl::StrAppend(&keys, i == 0 ? "" : ",", Ec().Jwk(absl::StrCat(R"(,"kid":")", i, "\"")));
  }
  EXPECT_OK(Parse(keys));
  EXPECT_FALSE(Parse(keys + "," + Ec().Jwk(R"(,"kid":"more")")).ok());
}

}  // namespace
}  // namespace signet
