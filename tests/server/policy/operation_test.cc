// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/operation.h"

#include "gtest/gtest.h"

namespace signet {
namespace {

TEST(OperationTest, EveryOperationHasItsRpcsName) {
  for (int i = 0; i < kOperations; ++i) {
    const auto operation = static_cast<Operation>(i);
    EXPECT_EQ(OperationFromName(OperationName(operation)), operation) << i;
  }
  EXPECT_EQ(OperationName(Operation::kGetOrLoadKey), "GetOrLoadKey");
}

TEST(OperationTest, ABatchIsManyRequests) {
  EXPECT_EQ(OperationFromName("BatchSignRequests"), Operation::kSignRequest);
  EXPECT_EQ(OperationName(Operation::kSignRequest), "SignRequest");
}

TEST(OperationTest, NamesAreExact) {
  EXPECT_EQ(OperationFromName("signrequest"), std::nullopt);
  EXPECT_EQ(OperationFromName("SignRequest "), std::nullopt);
  EXPECT_EQ(OperationFromName("GetServerInfo"), std::nullopt);
  EXPECT_EQ(OperationFromName(""), std::nullopt);
}

TEST(OperationTest, ListsAllNames) {
  EXPECT_EQ(OperationNames(),
            "SignRequest, BatchSignRequests, SignPayload, SignPostPolicy, GetOrLoadKey, "
            "VerifyRequest, ExplainSignature, HashPayload, RevokeCredentialVersion, PurgeKeys, "
            "ListCredentials, GetCacheStats, ReloadConfig");
}

}  // namespace
}  // namespace signet
