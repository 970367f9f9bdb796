// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/sigv4a_kdf.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "server/digest/hex.h"
#include "server/sigv4/ecdsa_p256.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

// The order n of P-256, from SEC 2 section 2.4.2.
constexpr char kOrder[] = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
constexpr char kOrderMinusOne[] =
    "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550";
constexpr char kOrderMinusTwo[] =
    "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254f";

Sha256Digest Digest(absl::string_view hex) {
  Sha256Digest digest;
  EXPECT_TRUE(FromHex(hex, absl::MakeSpan(digest))) << hex;
  return digest;
}

Sha256Digest AllOnes() {
  Sha256Digest digest;
  digest.fill(0xff);
  return digest;
}

TEST(Sigv4aPrivateKeyTest, IsTheCandidatePlusOne) {
  Sha256Digest key;

  EXPECT_TRUE(Sigv4aPrivateKey(Digest(std::string(64, '0')), &key));
  EXPECT_EQ(ToHex(key), std::string(63, '0') + "1");
  EXPECT_TRUE(Sigv4aPrivateKey(Digest(std::string(60, '0') + "00ff"), &key));
  EXPECT_EQ(ToHex(key), std::string(60, '0') + "0100");
  EXPECT_TRUE(Sigv4aPrivateKey(Digest("00" + std::string(62, 'f')), &key));
  EXPECT_EQ(ToHex(key), "01" + std::string(62, '0'));
}

TEST(Sigv4aPrivateKeyTest, TakesCandidatesUpToTheOrderMinusTwo) {
  Sha256Digest key;

  EXPECT_TRUE(Sigv4aPrivateKey(Digest(kOrderMinusTwo), &key));
  EXPECT_EQ(ToHex(key), kOrderMinusOne);
  EXPECT_FALSE(Sigv4aPrivateKey(Digest(kOrderMinusOne), &key));
  EXPECT_FALSE(Sigv4aPrivateKey(Digest(kOrder), &key));
  EXPECT_FALSE(Sigv4aPrivateKey(AllOnes(), &key));
}

// Greater by one in one byte, smaller in every byte after it, and the reverse:
// the first difference decides.
TEST(Sigv4aPrivateKeyTest, ComparesFromTheMostSignificantByte) {
  Sha256Digest key;
  for (size_t i = 4; i < 8; ++i) {
    Sha256Digest greater = {};
    std::fill_n(greater.begin(), 4, uint8_t{0xff});
    greater[i] = 1;
    EXPECT_FALSE(Sigv4aPrivateKey(greater, &key)) << i;
  }
  Sha256Digest smaller = AllOnes();
  smaller[3] = 0xfe;
  EXPECT_TRUE(Sigv4aPrivateKey(smaller, &key));
}

TEST(FindSigv4aPrivateKeyTest, TriesTheNextCounterWhenACandidateIsTooLarge) {
  std::vector<int> counters;
  Sha256Digest key;

  EXPECT_TRUE(FindSigv4aPrivateKey(
      [&](uint8_t counter) {
        counters.push_back(counter);
        return counter < 3 ? AllOnes() : Digest(std::string(62, '0') + "07");
      },
      &key));

  EXPECT_EQ(counters, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(ToHex(key), std::string(62, '0') + "08");
}

TEST(FindSigv4aPrivateKeyTest, GivesUpAfterCounter254) {
  std::vector<int> counters;
  Sha256Digest key;

  EXPECT_FALSE(FindSigv4aPrivateKey(
      [&](uint8_t counter) {
        counters.push_back(counter);
        return AllOnes();
      },
      &key));

  ASSERT_EQ(counters.size(), 254u);
  EXPECT_EQ(counters.front(), 1);
  EXPECT_EQ(counters.back(), 254);
  EXPECT_EQ(ToHex(key), std::string(64, '0'));
}

// Computed with Python's hmac from the derivation's definition; the public suite
// itself only ever takes counter 1.
TEST(Sigv4aCandidateTest, DependsOnKeyContextAndCounter) {
  const HmacSha256Key key = Sigv4aInputKey("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");

  EXPECT_EQ(ToHex(Sigv4aCandidate(key, "AKIDEXAMPLE", 1)),
            "7efc8c0e65a324242818c5a50c891c6060b6a00717b7ba3cbe3c5d765be9259b");
  EXPECT_EQ(ToHex(Sigv4aCandidate(key, "AKIDEXAMPLE", 2)),
            "fb2e27398b914d99df2a3e5bcac6a26593d8227dc68b70bb6835e3eaa99285cb");
  EXPECT_EQ(ToHex(Sigv4aCandidate(key, "AKIDEXAMPLE", 254)),
            "9f776c2ac2c7d2676a9f714369cb8cf22b4a1c449fdab359934ad82200ab6121");
  EXPECT_NE(ToHex(Sigv4aCandidate(key, "AKIDEXAMPLF", 1)),
            "7efc8c0e65a324242818c5a50c891c6060b6a00717b7ba3cbe3c5d765be9259b");
}

// A computing fault in the private key's half must not leave the process: the
// check against the public key stops it.
TEST(MakeSigv4aKeyTest, SignRefusesToReleaseWhatDoesNotVerify) {
  const Sha256Digest private_key = Digest(std::string(62, '0') + "07");
  const Sha256Digest faulty_key = Digest(std::string(62, '0') + "17");
  ASSERT_TRUE(P256PublicKey(private_key).has_value());

  ASSERT_OK_AND_ASSIGN(const auto sound, MakeSigv4aKey(private_key, *P256PublicKey(private_key)));
  EXPECT_OK(sound->Sign("text"));
  ASSERT_OK_AND_ASSIGN(const auto faulty, MakeSigv4aKey(faulty_key, *P256PublicKey(private_key)));
  EXPECT_THAT(faulty->Sign("text"),
              StatusIs(absl::StatusCode::kInternal, ::testing::HasSubstr("failed its check")));
}

TEST(MakeSigv4aKeyTest, RefusesAPublicKeyOffTheCurve) {
  const Sha256Digest private_key = Digest(std::string(62, '0') + "07");
  Sigv4aPublicKey off_the_curve = *P256PublicKey(private_key);
  off_the_curve.y[31] ^= 1;

  EXPECT_THAT(MakeSigv4aKey(private_key, off_the_curve),
              StatusIs(absl::StatusCode::kInternal, ::testing::_));
}

}  // namespace
}  // namespace signet
