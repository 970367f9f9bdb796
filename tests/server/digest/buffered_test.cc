// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/buffered.h"

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/server/digest/hash_cases.h"

namespace signet {
namespace {

// Every place in the buffer, over its end and beyond a second one.
constexpr size_t kLengths = 300;

template <typename Case>
class BufferedTest : public testing::Test {
 protected:
  using Hash = typename Case::Hash;

  static Buffered<Hash> Make() { return Buffered<Hash>(Case::Make()); }

  static void FeedBytes(Buffered<Hash>* hash, absl::string_view bytes) {
    for (const char byte : bytes) {
      hash->Update(static_cast<uint8_t>(byte));
    }
  }
};

using Cases = testing::Types<Sha256Case, Sha1Case, Md5Case, Crc32Case, Crc32cCase, Crc64NvmeCase,
                             HmacSha256Case>;
TYPED_TEST_SUITE(BufferedTest, Cases);

TYPED_TEST(BufferedTest, AgreesWithTheReferenceAtEveryLength) {
  for (size_t length = 0; length <= kLengths; ++length) {
    const std::string text = SomeBytes(length);
    const std::string expected = TypeParam::Expected(text);
    auto by_byte = this->Make();
    this->FeedBytes(&by_byte, text);
    EXPECT_EQ(FinishHex(&by_byte), expected) << length;
    auto at_once = this->Make();
    at_once.Update(text);
    EXPECT_EQ(FinishHex(&at_once), expected) << length;
    auto unbuffered = TypeParam::Make();
    unbuffered.Update(text);
    EXPECT_EQ(FinishHex(&unbuffered), expected) << length;
  }
}

TYPED_TEST(BufferedTest, AgreesWhereverPiecesMeet) {
  const std::string text = SomeBytes(kLengths);
  const std::string expected = TypeParam::Expected(text);
  const absl::string_view view = text;
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    auto pieces = this->Make();
    pieces.Update(view.substr(0, cut));
    pieces.Update(view.substr(cut));
    EXPECT_EQ(FinishHex(&pieces), expected) << cut;
    auto bytes_first = this->Make();
    this->FeedBytes(&bytes_first, view.substr(0, cut));
    bytes_first.Update(view.substr(cut));
    EXPECT_EQ(FinishHex(&bytes_first), expected) << cut;
    auto bytes_last = this->Make();
    bytes_last.Update(view.substr(0, cut));
    this->FeedBytes(&bytes_last, view.substr(cut));
    EXPECT_EQ(FinishHex(&bytes_last), expected) << cut;
  }
}

TYPED_TEST(BufferedTest, AgreesInPiecesOfAnySize) {
  const std::string text = SomeBytes(5000);
  const std::string expected = TypeParam::Expected(text);
  for (size_t size = 1; size <= kLengths; size += 7) {
    auto hash = this->Make();
    absl::string_view rest = text;
    while (!rest.empty()) {
      hash.Update(rest.substr(0, size));
      rest.remove_prefix(std::min(size, rest.size()));
    }
    EXPECT_EQ(FinishHex(&hash), expected) << size;
  }
}

TYPED_TEST(BufferedTest, ClonesGoTheirOwnWays) {
  const std::string text = SomeBytes(kLengths);
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    const std::string start = text.substr(0, cut);
    auto original = this->Make();
    this->FeedBytes(&original, start);
    auto clone = original;
    auto assigned = this->Make();
    assigned.Update("overwritten");
    assigned = original;
    clone.Update(uint8_t{'c'});
    assigned.Update("assigned");
    EXPECT_EQ(FinishHex(&clone), TypeParam::Expected(start + "c")) << cut;
    EXPECT_EQ(FinishHex(&assigned), TypeParam::Expected(start + "assigned")) << cut;
    EXPECT_EQ(FinishHex(&original), TypeParam::Expected(start)) << cut;
  }
}

TYPED_TEST(BufferedTest, ResetBeginsAnew) {
  const std::string text = SomeBytes(kLengths);
  auto hash = this->Make();
  for (size_t length = 0; length <= text.size(); ++length) {
    this->FeedBytes(&hash, text.substr(0, length));
    hash.Reset();
    hash.Update("abc");
    EXPECT_EQ(FinishHex(&hash), TypeParam::Expected("abc")) << length;
    hash.Reset();
  }
}

TYPED_TEST(BufferedTest, IsUsableAgainAfterWipeAndAssignment) {
  auto hash = this->Make();
  hash.Update("secret");
  hash.Wipe();
  hash = this->Make();
  hash.Update("abc");

  EXPECT_EQ(FinishHex(&hash), TypeParam::Expected("abc"));
}

// A value whose memory outlives it.
template <typename Value>
class Remains {
 public:
  explicit Remains(const Value& value) : value_(new (memory_) Value(value)) {}

  Value& value() { return *value_; }
  void Destroy() { value_->~Value(); }
  bool AreZero() const {
    return std::all_of(memory_, memory_ + sizeof(Value),
                       [](const volatile unsigned char& byte) { return byte == 0; });
  }

  bool Hold(absl::string_view bytes) const {
    const absl::string_view memory(reinterpret_cast<const char*>(memory_), sizeof(Value));
    return memory.find(bytes) != absl::string_view::npos;
  }

 private:
  alignas(Value) unsigned char memory_[sizeof(Value)] = {};
  Value* value_;
};

TYPED_TEST(BufferedTest, WipeLeavesZeros) {
  Remains<Buffered<typename TypeParam::Hash>> remains(this->Make());
  this->FeedBytes(&remains.value(), SomeBytes(200));
  EXPECT_FALSE(remains.AreZero());

  remains.value().Wipe();

  EXPECT_TRUE(remains.AreZero());
  remains.Destroy();
}

TYPED_TEST(BufferedTest, NothingOfTheBytesStaysBehind) {
  const std::string text = SomeBytes(40);
  Remains<Buffered<typename TypeParam::Hash>> remains(this->Make());
  this->FeedBytes(&remains.value(), text);
  ASSERT_TRUE(remains.Hold(text));

  remains.Destroy();

  EXPECT_FALSE(remains.Hold(text.substr(0, 8)));
}

TYPED_TEST(BufferedTest, ResetForgetsTheBytes) {
  const std::string text = SomeBytes(40);
  Remains<Buffered<typename TypeParam::Hash>> remains(this->Make());
  this->FeedBytes(&remains.value(), text);

  remains.value().Reset();

  EXPECT_FALSE(remains.Hold(text.substr(0, 8)));
  remains.Destroy();
}

}  // namespace
}  // namespace signet
