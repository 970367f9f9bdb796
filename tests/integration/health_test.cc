// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>

#include "grpc/health/v1/health.grpc.pb.h"
#include "gtest/gtest.h"
#include "tests/support/in_process_server.h"

namespace signet {
namespace {

using ::grpc::health::v1::Health;
using ::grpc::health::v1::HealthCheckRequest;
using ::grpc::health::v1::HealthCheckResponse;

class HealthTest : public ::testing::Test {
 protected:
  void SetUp() override {
    server_.Start();
    stub_ = Health::NewStub(server_.NewChannel());
  }

  grpc::Status Check(const std::string& service) {
    HealthCheckRequest request;
    request.set_service(service);
    PatientContext context;
    return stub_->Check(&context, request, &response_);
  }

  InProcessServer server_;
  std::unique_ptr<Health::Stub> stub_;
  HealthCheckResponse response_;
};

TEST_F(HealthTest, ServesTheServerAndItsService) {
  for (const char* const service : {"", "signet.v1.SigningService"}) {
    ASSERT_TRUE(Check(service).ok());
    EXPECT_EQ(response_.status(), HealthCheckResponse::SERVING) << service;
  }
  EXPECT_EQ(Check("signet.v1.Nothing").error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST_F(HealthTest, TurnsWhenDrainingStartsWhileCallsAreServed) {
  server_.server().StartDraining();
  ASSERT_TRUE(Check("").ok());
  EXPECT_EQ(response_.status(), HealthCheckResponse::NOT_SERVING);
}

TEST_F(HealthTest, WatchersSeeEachChangeAndTheEnd) {
  PatientContext context;
  const auto reader = stub_->Watch(&context, HealthCheckRequest());
  ASSERT_TRUE(reader->Read(&response_));
  EXPECT_EQ(response_.status(), HealthCheckResponse::SERVING);
  server_.server().StartDraining();
  ASSERT_TRUE(reader->Read(&response_));
  EXPECT_EQ(response_.status(), HealthCheckResponse::NOT_SERVING);
  // A watcher does not hold up the end.
  server_.server().Stop(absl::InfiniteFuture());
  EXPECT_FALSE(reader->Read(&response_));
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(HealthTest, WatchersOfNothingAreToldSo) {
  HealthCheckRequest request;
  request.set_service("signet.v1.Nothing");
  PatientContext context;
  const auto reader = stub_->Watch(&context, request);
  ASSERT_TRUE(reader->Read(&response_));
  EXPECT_EQ(response_.status(), HealthCheckResponse::SERVICE_UNKNOWN);
  context.TryCancel();
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(HealthTest, WatchersComeAndGo) {
  for (int i = 0; i < 100; ++i) {
    PatientContext context;
    const auto reader = stub_->Watch(&context, HealthCheckRequest());
    ASSERT_TRUE(reader->Read(&response_));
    context.TryCancel();
    EXPECT_FALSE(reader->Finish().ok());
  }
  server_.server().StartDraining();
  EXPECT_TRUE(Check("").ok());
}

}  // namespace
}  // namespace signet
