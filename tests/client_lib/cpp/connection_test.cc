// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/connection.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "tests/client_lib/cpp/client_fixture.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(FromGrpcStatusTest, SaysWhichLimitsGrpcHolds) {
  const absl::Status status = FromGrpcStatus({grpc::StatusCode::RESOURCE_EXHAUSTED, "too large"});
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kResourceExhausted,
                               AllOf(StartsWith("too large; "), HasSubstr("2097152 bytes"),
                                     HasSubstr("limits.max_batch_bytes"), HasSubstr("16384 bytes"),
                                     HasSubstr("limits.max_metadata_bytes"))));
}

TEST(FromGrpcStatusTest, LeavesTheServersOwnErrorsAsTheyAre) {
  google::rpc::ErrorInfo info;
  info.set_domain("signet");
  info.set_reason("KEY_MEMORY_EXHAUSTED");
  google::rpc::Status details;
  details.add_details()->PackFrom(info);
  const absl::Status status = FromGrpcStatus(
      {grpc::StatusCode::RESOURCE_EXHAUSTED, "no room", details.SerializeAsString()});
  EXPECT_EQ(status.message(), "no room");
  EXPECT_EQ(GetErrorDetail(status).reason, Reason::kKeyMemoryExhausted);
}

TEST(FromGrpcStatusTest, NamesTheUserOnlyWhereASocketOfThisMachineHungUp) {
  for (const char* const cause : {"Socket closed", "Broken pipe", "Connection reset by peer"}) {
    const std::string local = std::string("last error: UNAVAILABLE: unix:/run/s: ") + cause;
    EXPECT_THAT(FromGrpcStatus({grpc::StatusCode::UNAVAILABLE, local}),
                StatusIs(absl::StatusCode::kUnavailable, HasSubstr("listen.unix.users")));
    const std::string remote = std::string("last error: UNAVAILABLE: ipv4:10.0.0.1:443: ") + cause;
    EXPECT_EQ(FromGrpcStatus({grpc::StatusCode::UNAVAILABLE, remote}).message(), remote);
  }
  const std::string absent = "last error: UNKNOWN: unix:/run/s: No such file or directory";
  EXPECT_EQ(FromGrpcStatus({grpc::StatusCode::UNAVAILABLE, absent}).message(), absent);
}

TEST(ChannelPartsForTest, APathIsToldItsScheme) {
  for (const char* const target : {"/tmp/x/s", "./s", "/tmp/a:b", "signet.sock"}) {
    EXPECT_THAT(ChannelPartsFor({.target = target, .tls_ca_file = "/ca.pem"}),
                FailsWith(Reason::kInvalidConfig, "target"));
    EXPECT_THAT(ChannelPartsFor({.target = target}).status().message(),
                HasSubstr(std::string("did you mean unix:") + target + "?"));
  }
  for (const char* const target : {"localhost:1", "dns:///h:1", "h.sock:1"}) {
    EXPECT_THAT(ChannelPartsFor({.target = target}).status().message(),
                HasSubstr("is not a Unix socket (unix:PATH), so it needs the files"));
  }
}

TEST_F(ClientTest, ABatchBeyondTheServersLimitNamesTheLimit) {
  SigningRequest request = GetObject("example");
  request.url += "?a=" + std::string(3000, 'a');
  EXPECT_THAT(remote_->SignBatch(std::vector<SigningRequest>(1000, request)),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("limits.max_batch_bytes")));
}

}  // namespace
}  // namespace signet
