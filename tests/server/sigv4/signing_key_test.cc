// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/signing_key.h"

#include <string>

#include "absl/strings/ascii.h"
#include "gtest/gtest.h"
#include "server/digest/hex.h"

namespace signet {
namespace {

constexpr char kSecret[] = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

std::string Derive(const SigningKeySpec& spec) { return ToHex(DeriveSigningKey(spec).Reveal()); }

// From "Examples of how to derive a signing key", AWS General Reference.
TEST(DeriveSigningKeyTest, DocumentedExample) {
  EXPECT_EQ(Derive({kSecret, "20120215", "us-east-1", "iam"}),
            "f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d");
}

TEST(DeriveSigningKeyTest, DependsOnEveryInput) {
  const SigningKeySpec spec = {kSecret, "20120215", "us-east-1", "iam"};
  EXPECT_NE(
      Derive({"wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEZ", spec.date, spec.region, spec.service}),
      Derive(spec));
  EXPECT_NE(Derive({kSecret, "20120216", spec.region, spec.service}), Derive(spec));
  EXPECT_NE(Derive({kSecret, spec.date, "us-east-2", spec.service}), Derive(spec));
  EXPECT_NE(Derive({kSecret, spec.date, spec.region, "s3"}), Derive(spec));
}

// Without delimiters "r" + "s3s" and "rs3" + "s" would be one key.
TEST(DeriveSigningKeyTest, PartsDoNotRunIntoEachOther) {
  EXPECT_NE(Derive({kSecret, "20120215", "r", "s3s"}), Derive({kSecret, "20120215", "rs3", "s"}));
}

// A secret too long for the stack buffer takes the other path; both agree with
// HMAC's own rule for long keys at the border.
TEST(DeriveSigningKeyTest, LongSecretsAreHashedWhole) {
  const std::string at_border(128, 'k');
  const std::string over_border(129, 'k');
  EXPECT_NE(Derive({at_border, "20120215", "us-east-1", "iam"}),
            Derive({over_border, "20120215", "us-east-1", "iam"}));
  const HmacSha256Key key = MakeHmacSha256Key(absl::string_view("AWS4" + over_border));
  const Sha256Digest date = HmacSha256(key, "20120215");
  const Sha256Digest region = HmacSha256(MakeHmacSha256Key(date), "us-east-1");
  const Sha256Digest service = HmacSha256(MakeHmacSha256Key(region), "iam");
  EXPECT_EQ(Derive({over_border, "20120215", "us-east-1", "iam"}),
            ToHex(HmacSha256(MakeHmacSha256Key(service), "aws4_request")));
}

TEST(IsSignatureOfTest, TakesTheSignatureAloneInItsOneForm) {
  const HmacSha256Key key = MakeHmacSha256Key(absl::string_view("key"));
  const std::string signature = SignatureOf(key, "text");
  EXPECT_TRUE(IsSignatureOf(key, "text", signature));
  EXPECT_FALSE(IsSignatureOf(key, "texu", signature));
  EXPECT_FALSE(IsSignatureOf(MakeHmacSha256Key(absl::string_view("kez")), "text", signature));
  EXPECT_FALSE(IsSignatureOf(key, "text", ""));
  EXPECT_FALSE(IsSignatureOf(key, "text", signature + "0"));
  EXPECT_FALSE(IsSignatureOf(key, "text", signature.substr(0, 62)));
  EXPECT_FALSE(IsSignatureOf(key, "text", absl::AsciiStrToUpper(signature)));
  for (size_t i = 0; i < signature.size(); ++i) {
    std::string flipped = signature;
    flipped[i] = flipped[i] == '0' ? '1' : '0';
    EXPECT_FALSE(IsSignatureOf(key, "text", flipped)) << i;
  }
}

}  // namespace
}  // namespace signet
