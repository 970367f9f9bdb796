// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/sha256.h"

#include <string>

#include "gtest/gtest.h"
#include "server/digest/hex.h"

namespace signet {
namespace {

// From FIPS 180-2 appendix B.
TEST(Sha256Test, StandardResults) {
  EXPECT_EQ(ToHex(Sha256Of("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(ToHex(Sha256Of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(ToHex(Sha256Of("")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Sha256Test, PiecesGiveTheSameDigestAsTheWhole) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text.push_back(static_cast<char>(i));
  }
  const Sha256Digest whole = Sha256Of(text);
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    Sha256 hash;
    hash.Update(absl::string_view(text).substr(0, cut));
    hash.Update(absl::string_view(text).substr(cut));
    EXPECT_EQ(hash.Finish(), whole) << cut;
  }
}

// Each has its own padding: one go ours, the incremental form the library's.
TEST(Sha256Test, OneGoIsWhatPiecesGiveAtEveryLength) {
  std::string block(64, 'k');
  Sha256 start;
  start.Update(block);
  const Sha256Midstate midstate = start.Midstate();
  for (size_t size = 0; size <= 260; ++size) {
    const std::string text(size, static_cast<char>(size));
    Sha256 hash;
    hash.Update(text);
    EXPECT_EQ(Sha256Of(text), hash.Finish()) << size;
    Sha256 after(midstate);
    after.Update(text);
    EXPECT_EQ(Sha256Of(midstate, text), after.Finish()) << size;
  }
}

TEST(Sha256Test, MidstateContinuesWhereItWasTaken) {
  const std::string block(64, 'x');
  Sha256 first;
  first.Update(block);
  Sha256 second(first.Midstate());
  second.Update("tail");

  EXPECT_EQ(second.Finish(), Sha256Of(block + "tail"));
}

TEST(Sha256Test, CopyIsIndependent) {
  Sha256 original;
  original.Update("ab");
  Sha256 copy = original;
  copy.Update("c");

  EXPECT_EQ(copy.Finish(), Sha256Of("abc"));
  EXPECT_EQ(original.Finish(), Sha256Of("ab"));
}

}  // namespace
}  // namespace signet
