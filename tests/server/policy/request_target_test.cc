// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/request_target.h"

#include <string>

#include "gtest/gtest.h"
#include "server/sigv4/http_request.h"

namespace signet {
namespace {

RequestTarget Resolve(absl::string_view url, absl::string_view method) {
  RequestTarget target;
  const absl::StatusOr<UrlView> parsed = ParseUrl(url);
  EXPECT_TRUE(parsed.ok()) << url << parsed.status();
  const TargetInput input = {.service = "s3",
                             .profile = *FindTargetProfile("", "s3"),
                             .request = {.method = method, .url = *parsed, .headers = {}},
                             .body = ""};
  const absl::Status status = ResolveTarget(input, EndpointTable(), &target);
  EXPECT_TRUE(status.ok()) << url << status;
  return target;
}

TEST(RequestTargetTest, ReadsBothStylesOfS3) {
  for (const absl::string_view url : {"https://s3.us-west-2.amazonaws.com/bucket/a/b",
                                      "https://bucket.s3.us-west-2.amazonaws.com/a/b"}) {
    const RequestTarget target = Resolve(url, "GET");
    ASSERT_EQ(target.accesses.size(), 1u);
    EXPECT_EQ(target.accesses[0].action, "s3:GetObject") << url;
    EXPECT_EQ(target.accesses[0].resource, "bucket/a/b") << url;
    EXPECT_TRUE(target.accesses[0].is_resource_known) << url;
  }
}

TEST(RequestTargetTest, CannotTellTheBucketOfAnUnknownHost) {
  EXPECT_FALSE(Resolve("https://s3.us-west-2.amazonaws.com.evil.example/bucket/a", "GET")
                   .accesses[0]
                   .is_resource_known);
}

}  // namespace
}  // namespace signet
