// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/endpoint_table.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "server/base/error.h"

namespace signet {
namespace {

std::string FaultOf(const std::vector<S3Endpoint>& endpoints,
                    const std::vector<S3AccessPoint>& access_points = {}) {
  const absl::StatusOr<EndpointTable> table = EndpointTable::Create(endpoints, access_points);
  if (table.ok()) {
    return "";
  }
  const ErrorDetail detail = GetErrorDetail(table.status());
  return absl::StrCat(ReasonName(detail.reason), " ", detail.field);
}

TEST(EndpointTableTest, TakesHostsOfOtherStores) {
  for (const absl::string_view host :
       {"rgw.internal", "rgw.internal:8080", "10.0.0.1:9000", "[::1]:9000", "localhost",
        "storage.googleapis.com", "s3.eu-central-003.backblazeb2.com"}) {
    EXPECT_EQ(FaultOf({{.host = std::string(host)}}), "") << host;
  }
}

TEST(EndpointTableTest, RefusesHostsThatNoRequestHasOrThatAreAwss) {
  for (const absl::string_view host :
       {"", "RGW.internal", "rgw.internal.", "rgw.internal:443", "rgw.internal:80",
        "rgw.internal:0", "rgw.internal/bucket", "https://rgw.internal", "user@rgw.internal",
        "rgw internal", "s3.us-west-2.amazonaws.com", "b.s3.us-west-2.amazonaws.com",
        "s3.amazonaws.com", "s3.amazonaws.com:8080"}) {
    EXPECT_EQ(FaultOf({{.host = "ok.internal"}, {.host = std::string(host)}}),
              "INVALID_CONFIG endpoints[1].host")
        << host;
  }
  EXPECT_EQ(FaultOf({{.host = "a"}, {.host = "a"}}), "INVALID_CONFIG endpoints[1].host");
  EXPECT_EQ(FaultOf({{.host = "a", .has_path_style = false, .has_virtual_hosts = false}}),
            "INVALID_CONFIG endpoints[0].host");
}

TEST(EndpointTableTest, RefusesAccessPointsThatAreNone) {
  EXPECT_EQ(
      FaultOf({}, {{"arn:aws:s3:us-west-2:123456789012:accesspoint/a", "b"}, {"x-s3alias", "b"}}),
      "");
  for (const absl::string_view access_point :
       {"", "bucket", "arn:aws:s3:::bucket", "arn:aws:sns:us-west-2:123456789012:accesspoint/a"}) {
    EXPECT_EQ(FaultOf({}, {{std::string(access_point), "b"}}),
              "INVALID_CONFIG access_points[0].access_point")
        << access_point;
  }
  for (const absl::string_view bucket : {"", "a/b", "x-s3alias", "a b", ".a"}) {
    EXPECT_EQ(FaultOf({}, {{"x-s3alias", std::string(bucket)}}),
              "INVALID_CONFIG access_points[0].bucket")
        << bucket;
  }
  EXPECT_EQ(FaultOf({}, {{"x-s3alias", "a"}, {"x-s3alias", "b"}}),
            "INVALID_CONFIG access_points[1].access_point");
}

TEST(EndpointTableTest, FindsTheLongestEndpoint) {
  const absl::StatusOr<EndpointTable> table = EndpointTable::Create(
      {{.host = "example.internal", .has_path_style = false, .has_virtual_hosts = true},
       {.host = "s3.example.internal", .has_path_style = true, .has_virtual_hosts = true},
       {.host = "path.example.internal"}},
      {});
  ASSERT_TRUE(table.ok()) << table.status();
  struct Row {
    absl::string_view host;
    bool is_known;
    absl::string_view bucket;
  };
  for (const Row& row : std::vector<Row>{{"s3.example.internal", true, ""},
                                         {"a.s3.example.internal", true, "a"},
                                         {"a.b.s3.example.internal", true, "a.b"},
                                         {"a.example.internal", true, "a"},
                                         {"example.internal", false, ""},
                                         {"path.example.internal", true, ""},
                                         {"a.path.example.internal", false, "a"},
                                         {"internal", false, ""},
                                         {"xexample.internal", false, ""},
                                         {"", false, ""}}) {
    const EndpointTable::Match match = table->Find(row.host);
    EXPECT_EQ(match.is_known, row.is_known) << row.host;
    EXPECT_EQ(match.bucket, row.bucket) << row.host;
  }
}

}  // namespace
}  // namespace signet
