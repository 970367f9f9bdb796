// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/sigv4a_key_cache.h"

#include <memory>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

std::unique_ptr<CredentialVersion> NewVersion() {
  return std::make_unique<CredentialVersion>(ExampleCredential("example"), ExampleTime());
}

TEST(Sigv4aKeyCacheTest, KeepsAKeyPerVersion) {
  Sigv4aKeyCache cache(10);
  const auto first = NewVersion();
  const auto second = NewVersion();
  ASSERT_OK_AND_ASSIGN(const auto key, cache.GetOrDerive(*first));
  ASSERT_OK_AND_ASSIGN(const auto again, cache.GetOrDerive(*first));
  ASSERT_OK_AND_ASSIGN(const auto other, cache.GetOrDerive(*second));
  EXPECT_EQ(key, again);
  EXPECT_NE(key, other);
}

TEST(Sigv4aKeyCacheTest, ForgetsTheOldestWhenFull) {
  Sigv4aKeyCache cache(2);
  const auto first = NewVersion();
  const auto second = NewVersion();
  const auto third = NewVersion();
  ASSERT_OK_AND_ASSIGN(const auto first_key, cache.GetOrDerive(*first));
  ASSERT_OK_AND_ASSIGN(const auto second_key, cache.GetOrDerive(*second));
  ASSERT_OK(cache.GetOrDerive(*third));
  ASSERT_OK_AND_ASSIGN(const auto second_again, cache.GetOrDerive(*second));
  EXPECT_EQ(second_again, second_key);
  ASSERT_OK_AND_ASSIGN(const auto first_again, cache.GetOrDerive(*first));
  EXPECT_NE(first_again, first_key);
}

TEST(Sigv4aKeyCacheTest, RemovesARetiredVersion) {
  Sigv4aKeyCache cache(2);
  const auto version = NewVersion();
  ASSERT_OK_AND_ASSIGN(const auto key, cache.GetOrDerive(*version));
  cache.Remove(version->generation);
  ASSERT_OK_AND_ASSIGN(const auto again, cache.GetOrDerive(*version));
  EXPECT_NE(key, again);
}

TEST(Sigv4aKeyCacheTest, ThreadsShareIt) {
  Sigv4aKeyCache cache(2);
  std::vector<std::unique_ptr<CredentialVersion>> versions;
  for (int i = 0; i < 4; ++i) {
    versions.push_back(NewVersion());
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 50; ++j) {
        EXPECT_OK(cache.GetOrDerive(*versions[j % versions.size()]));
        cache.Remove(versions[(j + 1) % versions.size()]->generation);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
}  // namespace signet
