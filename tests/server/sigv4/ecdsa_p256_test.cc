// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/ecdsa_p256.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "server/digest/hex.h"

namespace signet {
namespace {

Sha256Digest Digest(absl::string_view hex) {
  Sha256Digest digest;
  EXPECT_TRUE(FromHex(hex, absl::MakeSpan(digest))) << hex;
  return digest;
}

// RFC 6979, appendix A.2.5: a P-256 key pair and the signature of "sample" with
// SHA-256.
constexpr char kPrivate[] = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
constexpr char kPublicX[] = "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6";
constexpr char kPublicY[] = "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";
constexpr char kR[] = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716";
constexpr char kS[] = "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";

std::vector<uint8_t> Bytes(absl::string_view hex) {
  std::vector<uint8_t> bytes(hex.size() / 2);
  EXPECT_TRUE(FromHex(hex, absl::MakeSpan(bytes))) << hex;
  return bytes;
}

class P256VerifierTest : public ::testing::Test {
 protected:
  bool Verify(absl::string_view der_hex) const {
    return verifier_->Verify(Sha256Of("sample"), Bytes(der_hex));
  }

  const std::string r_ = std::string("00") + kR;
  const std::string s_ = std::string("00") + kS;
  const std::unique_ptr<const P256Verifier> verifier_ =
      P256Verifier::Create({Digest(kPublicX), Digest(kPublicY)});
};

TEST_F(P256VerifierTest, TakesThePublishedSignature) {
  EXPECT_TRUE(Verify("30460221" + r_ + "0221" + s_));
  EXPECT_FALSE(verifier_->Verify(Sha256Of("sampl"), Bytes("30460221" + r_ + "0221" + s_)));
}

// Every one of these names the same two numbers, or none at all.
TEST_F(P256VerifierTest, TakesNoOtherEncodingOfIt) {
  const std::vector<std::string> encodings = {
      "",
      "30",
      "3000",
      // A byte after the end, inside and outside the sequence.
      "30460221" + r_ + "0221" + s_ + "00",
      "30470221" + r_ + "0221" + s_ + "00",
      // One byte short.
      "30450221" + r_ + "0221" + s_.substr(0, s_.size() - 2),
      // Length in the long form.
      "3081460221" + r_ + "0221" + s_,
      // Indefinite length (BER).
      "30800221" + r_ + "0221" + s_ + "0000",
      // A needless zero before r.
      "3047022200" + r_ + "0221" + s_,
      // r and s as negative numbers.
      std::string("30440220") + kR + "0220" + kS,
      // r + 2^256.
      std::string("3046022101") + kR + "0221" + s_,
      // Zeros, and the order itself.
      "3006020100020100",
      "3026020100"
      "0221" +
          s_,
      "304602210"
      "0ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
      "0221" +
          s_,
      // Another tag.
      "31460221" + r_ + "0221" + s_,
      // r and s swapped, and the raw form r || s.
      "30460221" + s_ + "0221" + r_,
      std::string(kR) + kS,
  };
  for (const std::string& encoding : encodings) {
    EXPECT_FALSE(Verify(encoding)) << encoding;
  }
}

TEST(P256VerifierCreateTest, RefusesWhatIsNoPointOnTheCurve) {
  const Sha256Digest zero = {};
  Sha256Digest x = Digest(kPublicX);
  x[0] ^= 1;

  EXPECT_EQ(P256Verifier::Create({x, Digest(kPublicY)}), nullptr);
  EXPECT_EQ(P256Verifier::Create({zero, zero}), nullptr);
  EXPECT_EQ(P256Verifier::Create({Digest(std::string(64, 'f')), Digest(kPublicY)}), nullptr);
  EXPECT_NE(P256Verifier::Create({Digest(kPublicX), Digest(kPublicY)}), nullptr);
}

TEST(P256PublicKeyTest, IsThePublishedPoint) {
  const std::optional<Sigv4aPublicKey> key = P256PublicKey(Digest(kPrivate));

  ASSERT_TRUE(key.has_value());
  EXPECT_EQ(ToHex(key->x), kPublicX);
  EXPECT_EQ(ToHex(key->y), kPublicY);
}

TEST(P256PublicKeyTest, NeedsAKeyWithinTheOrder) {
  EXPECT_FALSE(P256PublicKey(Digest(std::string(64, '0'))).has_value());
  EXPECT_FALSE(
      P256PublicKey(Digest("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
          .has_value());
  EXPECT_TRUE(
      P256PublicKey(Digest("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"))
          .has_value());
}

TEST(P256SignerTest, SignaturesVerifyAndDifferEachTime) {
  const std::unique_ptr<const P256Signer> signer = P256Signer::Create(Digest(kPrivate));
  const std::unique_ptr<const P256Verifier> verifier =
      P256Verifier::Create({Digest(kPublicX), Digest(kPublicY)});
  const Sha256Digest digest = Sha256Of("sample");

  const std::optional<EcdsaSignature> first = signer->Sign(digest);
  const std::optional<EcdsaSignature> second = signer->Sign(digest);

  ASSERT_TRUE(first.has_value() && second.has_value());
  EXPECT_TRUE(verifier->Verify(digest, first->der()));
  EXPECT_TRUE(verifier->Verify(digest, second->der()));
  EXPECT_NE(ToHex(first->der()), ToHex(second->der()));
}

}  // namespace
}  // namespace signet
