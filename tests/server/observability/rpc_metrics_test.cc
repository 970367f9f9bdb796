// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/observability/rpc_metrics.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

TEST(RpcMetricsTest, CountsByMethodAndCode) {
  MetricsRegistry registry;
  RpcMetrics metrics(&registry, RpcType::kUnary, "signet.v1.SigningService", "SignRequest");

  metrics.Started();
  metrics.Started();
  metrics.Handled(absl::StatusCode::kInvalidArgument, absl::Microseconds(30));

  const std::string labels =
      "grpc_type=\"unary\",grpc_service=\"signet.v1.SigningService\",grpc_method=\"SignRequest\"";
  const std::string text = registry.PrometheusText();
  EXPECT_THAT(text, HasSubstr("grpc_server_started_total{" + labels + "} 2\n"));
  EXPECT_THAT(text, HasSubstr("grpc_server_handled_total{" + labels +
                              ",grpc_code=\"InvalidArgument\"} 1\n"));
  // Present from the start, so that rates begin at zero.
  EXPECT_THAT(text, HasSubstr("grpc_server_handled_total{" + labels + ",grpc_code=\"OK\"} 0\n"));
  EXPECT_THAT(text,
              HasSubstr("grpc_server_handling_seconds_bucket{" + labels + ",le=\"2.5e-05\"} 0\n"));
  EXPECT_THAT(text,
              HasSubstr("grpc_server_handling_seconds_bucket{" + labels + ",le=\"5e-05\"} 1\n"));
}

// The spelling of go-grpc-prometheus, which dashboards query by.
TEST(RpcMetricsTest, SpellsCodesAsTheEcosystemDoes) {
  EXPECT_EQ(RpcCodeName(absl::StatusCode::kOk), "OK");
  EXPECT_EQ(RpcCodeName(absl::StatusCode::kCancelled), "Canceled");
  EXPECT_EQ(RpcCodeName(absl::StatusCode::kResourceExhausted), "ResourceExhausted");
  EXPECT_EQ(RpcCodeName(absl::StatusCode::kUnauthenticated), "Unauthenticated");
  EXPECT_EQ(RpcCodeName(static_cast<absl::StatusCode>(17)), "Unknown");
  EXPECT_EQ(RpcCodeName(static_cast<absl::StatusCode>(-1)), "Unknown");
}

}  // namespace
}  // namespace signet
