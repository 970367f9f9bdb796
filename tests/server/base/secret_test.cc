// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/secret.h"

#include <string>
#include <type_traits>
#include <utility>

#include "gtest/gtest.h"

namespace signet {
namespace {

static_assert(!std::is_convertible_v<Secret, std::string>);
static_assert(!std::is_convertible_v<std::string, Secret>);

TEST(SecretTest, CopiesAndMovesKeepTheBytes) {
  Secret a("secret");
  Secret b = a;
  Secret c = std::move(a);
  a = b;

  EXPECT_EQ(a.Reveal(), "secret");
  EXPECT_EQ(b.Reveal(), "secret");
  EXPECT_EQ(c.Reveal(), "secret");
  EXPECT_TRUE(Secret("").empty());
}

TEST(SecretTest, WipeOverwritesTheWholeString) {
  std::string text = "0123456789012345678901234567890123456789";
  const char* const data = text.data();
  const size_t size = text.size();

  Wipe(&text);

  EXPECT_TRUE(text.empty());
  // The buffer still belongs to the string.
  for (size_t i = 0; i < size; ++i) {
    EXPECT_EQ(data[i], '\0') << i;
  }
}

TEST(ConstantTimeEqualsTest, SeesEverySingleBit) {
  const std::string signature(64, 'a');
  EXPECT_TRUE(ConstantTimeEquals(signature, std::string(64, 'a')));
  for (size_t i = 0; i < signature.size() * 8; ++i) {
    std::string changed = signature;
    changed[i / 8] = static_cast<char>(changed[i / 8] ^ (1 << (i % 8)));
    EXPECT_FALSE(ConstantTimeEquals(signature, changed)) << i;
  }
  EXPECT_FALSE(ConstantTimeEquals(signature, signature.substr(1)));
}

}  // namespace
}  // namespace signet
