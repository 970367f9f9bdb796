// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/sigv4a.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/ascii.h"
#include "gtest/gtest.h"
#include "server/base/secret.h"
#include "server/digest/hex.h"
#include "server/sigv4/sigv4a_kdf.h"
#include "tests/support/memory_pattern.h"
#include "tests/support/source_tree.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

// The credentials of the public suite.
constexpr char kAccessKeyId[] = "AKIDEXAMPLE";
constexpr char kSecret[] = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
// public-key.json of every case of the suite.
constexpr char kPublicX[] = "b6618f6a65740a99e650b33b6b4b5bd0d43b176d721a3edfea7e7d2d56d936b1";
constexpr char kPublicY[] = "865ed22a7eadc9c5cb9d2cbaca1b3699139fedc5043dc6661864218330c8e518";
// String to sign and header signature of its case get-vanilla.
constexpr char kStringToSign[] =
    "AWS4-ECDSA-P256-SHA256\n20150830T123600Z\n20150830/service/aws4_request\n"
    "cf59db423e841c8b7e3444158185aa261b724a5c27cbe762676f3eed19f4dc02";
constexpr char kSignature[] =
    "3045022018b4e277d0281864beb51d3600e23f88510ea5031d68ddfbb68614b82a5eb7d2022100effb9c5f22ed9ef3"
    "ae0ab243d21f06bce82365bbb79529a07b6888c343ae5f8c";

Sigv4aPublicKey PublicKey(absl::string_view x, absl::string_view y) {
  Sigv4aPublicKey key;
  EXPECT_TRUE(FromHex(x, absl::MakeSpan(key.x)));
  EXPECT_TRUE(FromHex(y, absl::MakeSpan(key.y)));
  return key;
}

std::unique_ptr<const Sigv4aKey> DeriveOrFail(absl::string_view id, absl::string_view secret) {
  auto key = Sigv4aKey::Derive(id, secret);
  EXPECT_OK(key);
  return key.ok() ? *std::move(key) : nullptr;
}

TEST(IsSigv4aSignatureFormTest, AcceptsDerOfTwoPositiveIntegers) {
  EXPECT_TRUE(IsSigv4aSignatureForm(kSignature));
  EXPECT_TRUE(IsSigv4aSignatureForm("3006020101020101"));
  EXPECT_TRUE(IsSigv4aSignatureForm("300702020080020101"));
}

TEST(IsSigv4aSignatureFormTest, RefusesEverythingElse) {
  const std::string good = kSignature;
  const std::string of_32(64, 'f');
  for (const std::string& text :
       {std::string(), std::string("30"), good.substr(1), good.substr(2), good + "00",
        good.substr(0, good.size() - 1), good.substr(0, good.size() - 2), std::string(144, '0'),
        std::string("3006020101020100"),      // A zero.
        std::string("3006020101020181"),      // A negative one.
        std::string("300702020001020101"),    // A zero byte too many.
        std::string("3007020101020101"),      // A wrong length.
        std::string("30060201010201010101"),  // Bytes after it.
        std::string("3003020101"),            // One integer.
        std::string("300602010102010G"),      // No hex.
        std::string("300702020080020101") + "*",
        "302602" + std::string("21") + "01" + of_32 + "020101",  // 33 bytes.
        absl::AsciiStrToUpper(good)}) {
    EXPECT_FALSE(IsSigv4aSignatureForm(text)) << text;
  }
}

TEST(Sigv4aKeyTest, DerivesThePublicSuitesKey) {
  const auto key = DeriveOrFail(kAccessKeyId, kSecret);

  EXPECT_EQ(ToHex(key->public_key().x), kPublicX);
  EXPECT_EQ(ToHex(key->public_key().y), kPublicY);
}

// The key of aws-c-auth's own chunk-signing tests.
TEST(Sigv4aKeyTest, DerivesTheChunkTestsKey) {
  const auto key = DeriveOrFail("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");

  EXPECT_EQ(ToHex(key->public_key().x),
            "18b7d04643359f6ec270dcbab8dce6d169d66ddc9778c75cfb08dfdb701637ab");
  EXPECT_EQ(ToHex(key->public_key().y),
            "fa36b35e4fe67e3112261d2e17a956ef85b06e44712d2850bcd3c2161e9993f2");
}

TEST(Sigv4aKeyTest, DependsOnBothHalvesOfTheCredential) {
  EXPECT_NE(ToHex(DeriveOrFail("AKIDEXAMPLF", kSecret)->public_key().x), kPublicX);
  EXPECT_NE(ToHex(DeriveOrFail(kAccessKeyId, "other")->public_key().x), kPublicX);
}

TEST(Sigv4aKeyTest, SignaturesAreDerInLowerHexAndVerify) {
  const auto key = DeriveOrFail(kAccessKeyId, kSecret);
  for (int i = 0; i < 100; ++i) {
    const std::string text = "text " + std::to_string(i);
    ASSERT_OK_AND_ASSIGN(const std::string signature, key->Sign(text));
    EXPECT_LE(signature.size(), 144u);
    EXPECT_EQ(signature.substr(0, 2), "30");
    EXPECT_TRUE(VerifySigv4a(key->public_key(), text, signature));
    EXPECT_FALSE(VerifySigv4a(key->public_key(), text + " ", signature));
  }
}

TEST(Sigv4aKeyTest, SignsFromManyThreads) {
  const auto key = DeriveOrFail(kAccessKeyId, kSecret);
  std::vector<int> verified(4);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < verified.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        const std::string text = std::to_string(t) + "/" + std::to_string(i);
        const absl::StatusOr<std::string> signature = key->Sign(text);
        verified[t] += signature.ok() && VerifySigv4a(key->public_key(), text, *signature) ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(verified, (std::vector<int>{50, 50, 50, 50}));
}

// The private key as the crypto library keeps it, least significant byte first.
MemoryPattern PrivateKeyPattern(absl::string_view secret) {
  HmacSha256Key input_key = Sigv4aInputKey(secret);
  Sha256Digest private_key;
  EXPECT_TRUE(FindSigv4aPrivateKey(
      [&](uint8_t counter) { return Sigv4aCandidate(input_key, kAccessKeyId, counter); },
      &private_key));
  std::reverse(private_key.begin(), private_key.end());
  const MemoryPattern pattern(private_key);
  Wipe(private_key.data(), private_key.size());
  Wipe(&input_key);
  return pattern;
}

TEST(Sigv4aKeyTest, LeavesOneCopyOfThePrivateKeyWhileItLivesAndNoneAfter) {
  if (!CanSearchMemory()) {
    GTEST_SKIP() << "a sanitizer's memory cannot be searched";
  }
  const MemoryPattern pattern = PrivateKeyPattern(kSecret);
  ASSERT_EQ(pattern.CountInProcess(), 0);

  auto key = DeriveOrFail(kAccessKeyId, kSecret);
  for (int i = 0; i < 100; ++i) {
    EXPECT_OK(key->Sign("text"));
  }
  EXPECT_EQ(pattern.CountInProcess(), 1);

  key.reset();
  EXPECT_EQ(pattern.CountInProcess(), 0);
}

TEST(VerifySigv4aTest, TakesTheSuitesSignature) {
  EXPECT_TRUE(VerifySigv4a(PublicKey(kPublicX, kPublicY), kStringToSign, kSignature));
  EXPECT_FALSE(VerifySigv4a(PublicKey(kPublicX, kPublicY), "", kSignature));
}

TEST(VerifySigv4aTest, EverySingleBitFlipFails) {
  const Sigv4aPublicKey key = PublicKey(kPublicX, kPublicY);
  const std::string signature = kSignature;
  std::vector<uint8_t> der(signature.size() / 2);
  ASSERT_TRUE(FromHex(signature, absl::MakeSpan(der)));
  for (size_t bit = 0; bit < der.size() * 8; ++bit) {
    der[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    EXPECT_FALSE(VerifySigv4a(key, kStringToSign, ToHex(der))) << bit;
    der[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
  }
  EXPECT_TRUE(VerifySigv4a(key, kStringToSign, ToHex(der)));
}

TEST(VerifySigv4aTest, EverySingleBitFlipOfThePublicKeyFails) {
  const Sigv4aPublicKey good = PublicKey(kPublicX, kPublicY);
  for (size_t bit = 0; bit < 512; ++bit) {
    Sigv4aPublicKey key = good;
    Sha256Digest& half = bit < 256 ? key.x : key.y;
    half[bit % 256 / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    EXPECT_FALSE(VerifySigv4a(key, kStringToSign, kSignature)) << bit;
  }
}

TEST(VerifySigv4aTest, RefusesTextThatIsNotLowerHexOfTheRightLength) {
  const Sigv4aPublicKey key = PublicKey(kPublicX, kPublicY);
  const std::string signature = kSignature;
  std::string upper = signature;
  for (char& c : upper) {
    c = c == 'b' ? 'B' : c;
  }
  for (const std::string& text : std::vector<std::string>{
           "", "3", signature + "0", signature + "00", signature.substr(1),
           signature.substr(0, signature.size() - 1), signature.substr(0, signature.size() - 2),
           upper, signature + "**", " " + signature, "0x" + signature, std::string(144, '0'),
           std::string(146, '0'), std::string(100000, '3')}) {
    EXPECT_FALSE(VerifySigv4a(key, kStringToSign, text)) << text.substr(0, 160);
  }
}

// Text between `"name":"` and the next quote.
std::string JsonText(const std::string& json, const std::string& name) {
  const std::string before = "\"" + name + "\":\"";
  const size_t begin = json.find(before);
  EXPECT_NE(begin, std::string::npos) << json;
  return begin == std::string::npos
             ? ""
             : json.substr(begin + before.size(),
                           json.find('"', begin + before.size()) - begin - before.size());
}

TEST(Sigv4aVectorsTest, KeysAndSignaturesOfEveryCase) {
  const std::optional<std::string> folder = VectorsFolder();
  if (!folder.has_value()) {
    GTEST_SKIP() << "no vectors folder";
  }
  const auto key = DeriveOrFail(kAccessKeyId, kSecret);
  int cases = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(*folder + "/aws-signing-test-suite/v4a")) {
    const std::string path = entry.path().string();
    SCOPED_TRACE(path);
    const std::string public_key = ReadFileOrFail(path + "/public-key.json");
    EXPECT_EQ(ToHex(key->public_key().x), JsonText(public_key, "X"));
    EXPECT_EQ(ToHex(key->public_key().y), JsonText(public_key, "Y"));
    for (const char* const placement : {"/header-", "/query-"}) {
      const std::string text = ReadFileOrFail(path + placement + "string-to-sign.txt");
      const std::string signature = ReadFileOrFail(path + placement + "signature.txt");
      EXPECT_TRUE(VerifySigv4a(key->public_key(), text, signature)) << placement;
      EXPECT_FALSE(VerifySigv4a(key->public_key(), text + "x", signature)) << placement;
    }
    ++cases;
  }
  EXPECT_EQ(cases, 32);
}

}  // namespace
}  // namespace signet
