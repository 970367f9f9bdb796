// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What reading a request that policy reads before every signature may allocate:
// nothing.

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "server/policy/request_target.h"
#include "tests/support/allocation_counter.h"

namespace signet {
namespace {

// Of a hundred readings after one that warms up.
int64_t AllocationsPerHundred(absl::string_view service, absl::string_view method,
                              absl::string_view url, const std::vector<HeaderView>& headers) {
  TargetInput input;
  input.service = service;
  input.profile = *FindTargetProfile("", service);
  input.request = {.method = method, .url = *ParseUrl(url), .headers = headers};
  const EndpointTable endpoints;
  RequestTarget target;
  bool is_ok = ResolveTarget(input, endpoints, &target).ok();
  const int64_t before = AllocationsOfThisThread();
  for (int i = 0; i < 100; ++i) {
    is_ok = ResolveTarget(input, endpoints, &target).ok() && is_ok;
  }
  const int64_t allocations = AllocationsOfThisThread() - before;
  EXPECT_TRUE(is_ok);
  EXPECT_NE(target.accesses.at(0).action, "");
  return allocations;
}

TEST(TargetAllocationsTest, AreNoneForWhatIsReadMost) {
  if (!CanCountAllocations()) {
    GTEST_SKIP() << "a sanitizer counts nothing";
  }
  EXPECT_EQ(AllocationsPerHundred(
                "s3", "GET", "https://team-data.s3.us-west-2.amazonaws.com/in/2026/11/30/part",
                {{"Range", "bytes=0-1048575"}, {"x-amz-checksum-mode", "ENABLED"}}),
            0);
  EXPECT_EQ(
      AllocationsPerHundred("s3", "PUT",
                            "https://s3.us-west-2.amazonaws.com/team-data/date%3D2026-11-30/part%20"
                            "0001?partNumber=1&uploadId=a%2Fb",
                            {{"Content-Type", "application/octet-stream"}}),
      0);
  EXPECT_EQ(
      AllocationsPerHundred(
          "s3", "GET",
          "https://team-data.s3.us-west-2.amazonaws.com/?list-type=2&prefix=in%2F2026%2F", {}),
      0);
  EXPECT_EQ(AllocationsPerHundred("dynamodb", "POST", "https://dynamodb.us-east-1.amazonaws.com/",
                                  {{"X-Amz-Target", "DynamoDB_20120810.GetItem"}}),
            0);
  EXPECT_EQ(
      AllocationsPerHundred(
          "lambda", "POST",
          "https://lambda.us-east-1.amazonaws.com/2015-03-31/functions/f%3Aprod/invocations", {}),
      0);
}

}  // namespace
}  // namespace signet
