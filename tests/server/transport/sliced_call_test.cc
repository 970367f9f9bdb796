// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/sliced_call.h"

#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/time/clock.h"
#include "grpcpp/create_channel_posix.h"
#include "gtest/gtest.h"
#include "server/transport/lane.h"
#include "signet/v1/signing.grpc.pb.h"

namespace signet {
namespace {

using RawService = v1::SigningService::WithRawMethod_SignRequest<
    v1::SigningService::WithRawMethod_BatchSignRequests<v1::SigningService::Service>>;

// Far enough for any machine.
constexpr std::chrono::seconds kPatience(60);

// What the calls of a lane do to each other.
struct Events {
  std::atomic<bool> batch_is_running = false;
  std::atomic<bool> other_was_answered = false;
  std::atomic<bool> batch_has_ended = false;
};

// Work without an end: it is done once another call was answered.
class EndlessSession final : public SlicedSession {
 public:
  explicit EndlessSession(Events* events) : events_(events) {}
  ~EndlessSession() override { events_->batch_has_ended = true; }

  std::optional<grpc::Status> Step(grpc::ByteBuffer* response) override {
    events_->batch_is_running = true;
    if (!events_->other_was_answered) {
      return std::nullopt;
    }
    *response = grpc::ByteBuffer(nullptr, 0);
    return grpc::Status::OK;
  }

 private:
  Events* const events_;
};

class EndlessRpcs final : public RpcSet {
 public:
  explicit EndlessRpcs(Events* events) {
    batch_.request_call = [this](auto* context, auto* request, auto* writer, auto* queue,
                                 void* tag) {
      service_.RequestBatchSignRequests(context, request, writer, queue, queue, tag);
    };
    batch_.open = [events](const grpc::ServerContext&, grpc::ByteBuffer*) {
      return std::make_unique<EndlessSession>(events);
    };
    other_.request_call = [this](auto* context, auto* request, auto* writer, auto* queue,
                                 void* tag) {
      service_.RequestSignRequest(context, request, writer, queue, queue, tag);
    };
    other_.handle = [events](const grpc::ServerContext&, grpc::ByteBuffer*,
                             grpc::ByteBuffer* response) {
      events->other_was_answered = true;
      *response = grpc::ByteBuffer(nullptr, 0);
      return grpc::Status::OK;
    };
  }

  void Register(grpc::ServerBuilder& builder) override { builder.RegisterService(&service_); }
  void Serve(CallQueue* queue) override {
    signet::Serve(&batch_, queue);
    signet::Serve(&other_, queue);
  }

 private:
  RawService service_;
  SlicedMethod batch_;
  UnaryMethod other_;
};

class SlicedCallTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::vector<std::unique_ptr<RpcSet>> rpcs;
    rpcs.push_back(std::make_unique<EndlessRpcs>(&events_));
    absl::StatusOr<std::unique_ptr<Lane>> lane =
        Lane::Start({grpc::InsecureServerCredentials()}, std::move(rpcs), ConnectionLimits());
    ASSERT_TRUE(lane.ok()) << lane.status();
    lane_ = *std::move(lane);
    int sockets[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, sockets), 0);
    lane_->TakeConnection(FileDescriptor(sockets[0]), 0);
    stub_ = v1::SigningService::NewStub(grpc::CreateInsecureChannelFromFd("", sockets[1]));
    batch_context_.set_deadline(std::chrono::system_clock::now() + kPatience);
    batch_ = std::thread([this] {
      v1::BatchSignRequestsResponse response;
      batch_status_ = stub_->BatchSignRequests(&batch_context_, {}, &response);
    });
    WaitFor(events_.batch_is_running);
  }

  void TearDown() override {
    lane_.reset();
    if (batch_.joinable()) {
      batch_.join();
    }
  }

  // Until it is so; a test that waits in vain runs into its time limit.
  static void WaitFor(const std::atomic<bool>& event) {
    while (!event) {
      absl::SleepFor(absl::Milliseconds(1));
    }
  }

  Events events_;
  std::unique_ptr<Lane> lane_;
  std::unique_ptr<v1::SigningService::Stub> stub_;
  grpc::ClientContext batch_context_;
  grpc::Status batch_status_;
  std::thread batch_;
};

TEST_F(SlicedCallTest, AnotherCallOfTheLaneIsAnsweredMeanwhile) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  v1::SignRequestResponse response;
  EXPECT_TRUE(stub_->SignRequest(&context, {}, &response).ok());
  WaitFor(events_.batch_has_ended);
  lane_->Shutdown(absl::InfiniteFuture());
  batch_.join();
  EXPECT_TRUE(batch_status_.ok()) << batch_status_.error_message();
}

TEST_F(SlicedCallTest, EndsWhenTheClientGivesUp) {
  batch_context_.TryCancel();
  WaitFor(events_.batch_has_ended);
  EXPECT_FALSE(events_.other_was_answered);
}

TEST_F(SlicedCallTest, EndsWithTheServer) {
  lane_->Shutdown(absl::Now());
  EXPECT_TRUE(events_.batch_has_ended);
  EXPECT_FALSE(events_.other_was_answered);
}

}  // namespace
}  // namespace signet
