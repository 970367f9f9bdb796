// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Calls over a Unix socket, from a client to the handlers and back.

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "grpcpp/generic/generic_stub.h"
#include "gtest/gtest.h"
#include "tests/support/captured_log.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class UnaryCallsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    server_.Start();
    stub_ = server_.NewStub();
  }

  grpc::Status Sign(const v1::SignRequestRequest& request) {
    PatientContext context;
    response_.Clear();
    return stub_->SignRequest(&context, request, &response_);
  }

  // Sends bytes that need not be a message.
  grpc::Status SendBytes(const std::string& method, const std::string& bytes) {
    grpc::GenericStub stub(server_.NewChannel());
    PatientContext context;
    grpc::Slice slice(bytes);
    grpc::ByteBuffer request(&slice, 1);
    grpc::CompletionQueue queue;
    const auto call = stub.PrepareUnaryCall(&context, method, request, &queue);
    call->StartCall();
    grpc::ByteBuffer response;
    grpc::Status status;
    call->Finish(&response, &status, nullptr);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    return status;
  }

  CapturedLog log_;
  InProcessServer server_;
  std::unique_ptr<v1::SigningService::Stub> stub_;
  v1::SignRequestResponse response_;
};

TEST_F(UnaryCallsTest, SignsForTheUserWhoConnects) {
  ASSERT_TRUE(Sign(GetObjectRequest()).ok());
  EXPECT_THAT(response_.signature(), SizeIs(64));

  PatientContext context;
  v1::GetServerInfoResponse info;
  ASSERT_TRUE(stub_->GetServerInfo(&context, {}, &info).ok());
  EXPECT_EQ(info.caller(), "alice");
  EXPECT_EQ(info.version(), "0.1.0");
  EXPECT_EQ(info.limits().max_batch_requests(), 1000u);
  EXPECT_THAT(info.features(), AllOf(Contains("SignPayload"), Not(Contains("development-mode"))));
}

TEST_F(UnaryCallsTest, ErrorsCarryReasonAndField) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_region("us/east");
  grpc::Status status = Sign(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "INVALID_REGION");
  EXPECT_EQ(FieldOf(status), "region");

  request = GetObjectRequest();
  request.set_credential("nowhere");
  status = Sign(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(ReasonOf(status), "CREDENTIAL_NOT_FOUND");
}

TEST_F(UnaryCallsTest, GarbageIsTheCallersFault) {
  const std::string method = "/signet.v1.SigningService/SignRequest";
  for (const std::string& bytes : {std::string("\xff\xff\xff"),
                                   std::string("\x0a\x05"
                                               "ab"),
                                   std::string("\x0a\x02\xc0\xaf")}) {
    const grpc::Status status = SendBytes(method, bytes);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << status.error_message();
  }
  EXPECT_EQ(SendBytes("/signet.v1.SigningService/Nothing", "").error_code(),
            grpc::StatusCode::UNIMPLEMENTED);
}

TEST_F(UnaryCallsTest, LimitsMessagesButNotTheirBodies) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_payload()->set_body(std::string(1024 * 1024, 'b'));
  EXPECT_TRUE(Sign(request).ok());

  request.mutable_payload()->clear_body();
  request.set_profile(std::string(256 * 1024, 'p'));
  const grpc::Status status = Sign(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "LIMIT_EXCEEDED");

  request = GetObjectRequest();
  request.mutable_payload()->set_body(std::string(2 * 1024 * 1024, 'b'));
  EXPECT_EQ(Sign(request).error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_TRUE(Sign(GetObjectRequest()).ok());
}

TEST_F(UnaryCallsTest, LimitsMetadata) {
  PatientContext context;
  context.AddMetadata("x-large", std::string(17 * 1024, 'm'));
  EXPECT_EQ(stub_->SignRequest(&context, GetObjectRequest(), &response_).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  // gRPC may give up the connection too, not more.
  stub_ = server_.NewStub();
  const grpc::Status status = Sign(GetObjectRequest());
  EXPECT_TRUE(status.ok()) << status.error_message();
}

// A small message could be huge once it is unpacked.
TEST_F(UnaryCallsTest, TakesNoCompressedMessages) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_payload()->set_body(std::string(64 * 1024, 'b'));
  PatientContext context;
  context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
  const grpc::Status status = stub_->SignRequest(&context, request, &response_);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_THAT(status.error_message(), ::testing::HasSubstr("gzip"));
  EXPECT_TRUE(Sign(request).ok());
}

TEST_F(UnaryCallsTest, BatchesAreSignedInOneCall) {
  v1::BatchSignRequestsRequest request;
  for (int i = 0; i < 1000; ++i) {
    *request.add_requests() = GetObjectRequest();
  }
  v1::BatchSignRequestsResponse response;
  PatientContext context;
  ASSERT_TRUE(stub_->BatchSignRequests(&context, request, &response).ok());
  EXPECT_EQ(response.results_size(), 1000);
}

TEST_F(UnaryCallsTest, ManyCallersAtOnce) {
  constexpr int kThreads = 4;
  constexpr int kCalls = 100;
  std::vector<int> succeeded(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([this, &count = succeeded[i]] {
      const auto stub = server_.NewStub();
      for (int j = 0; j < kCalls; ++j) {
        PatientContext context;
        v1::SignRequestResponse response;
        count += stub->SignRequest(&context, GetObjectRequest(), &response).ok() ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_THAT(succeeded, ::testing::Each(kCalls));
}

TEST_F(UnaryCallsTest, LogsNamesAndNoValues) {
  v1::SignRequestRequest request = GetObjectRequest();
  v1::Header& header = *request.mutable_http_request()->add_headers();
  header.set_name("x-amz-meta-secret");
  header.set_value("headervalue");
  ASSERT_TRUE(Sign(request).ok());
  server_.server().Stop(absl::InfiniteFuture());

  EXPECT_THAT(log_.Lines(),
              Contains(AllOf(HasSubstr(R"("caller":"alice")"), HasSubstr(R"("rpc":"SignRequest")"),
                             HasSubstr(R"("credential":"example")"), HasSubstr(R"("code":"OK")"))));
  for (const std::string& line : log_.Lines()) {
    EXPECT_THAT(line, AllOf(Not(HasSubstr(response_.signature())), Not(HasSubstr("headervalue")),
                            Not(HasSubstr(std::string(kExampleSecret)))));
  }
}

TEST_F(UnaryCallsTest, CountsCallsAndConnections) {
  ASSERT_TRUE(Sign(GetObjectRequest()).ok());
  server_.server().Stop(absl::InfiniteFuture());
  EXPECT_THAT(
      server_.server().metrics().PrometheusText(),
      AllOf(HasSubstr("grpc_server_handled_total{grpc_type=\"unary\",grpc_service=\"signet.v1"
                      ".SigningService\",grpc_method=\"SignRequest\",grpc_code=\"OK\"} 1\n"),
            HasSubstr("signet_connections_total{listener=\"unix\",result=\"accepted\"} 1\n"),
            HasSubstr("signet_signatures_total{operation=\"SignRequest\"} 1\n")));
}

}  // namespace
}  // namespace signet
