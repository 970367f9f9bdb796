// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What a lane does with the calls that came while it was busy.

#include <sys/ioctl.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/create_channel_posix.h"
#include "gtest/gtest.h"
#include "server/base/mutex.h"
#include "server/observability/metric_names.h"
#include "server/transport/call.h"
#include "server/transport/caller_identity.h"
#include "server/transport/lane.h"
#include "server/transport/message_codec.h"
#include "server/transport/poll_strategy.h"
#include "signet/v1/signing.grpc.pb.h"

namespace signet {
namespace {

using ::testing::Each;
using ::testing::IsSupersetOf;
using ::testing::Not;
using RawService = v1::SigningService::WithRawMethod_SignRequest<v1::SigningService::Service>;

// A lane that stalls must not have its sockets read by the clients' threads, which is what
// gRPC's epoll does within one process. Before gRPC is used.
[[maybe_unused]] const bool has_own_sockets = [] {
  ChoosePollStrategy(2);
  return true;
}();

// Far enough for any machine.
constexpr std::chrono::seconds kPatience(60);
constexpr absl::Duration kShortDeadline = absl::Seconds(2);
// Longer than a turn of a caller.
constexpr absl::Duration kWork = absl::Microseconds(100);
constexpr int kOrdinaryCalls = 150;
// No request is shorter on the wire.
constexpr size_t kMessageBytes = 200;

// Answers SignRequest, which takes kWork; for the credential "stall" it waits until it is
// let go.
class StallingRpcs final : public RpcSet {
 public:
  StallingRpcs() {
    method_.request_call = [this](auto* context, auto* request, auto* writer, auto* queue,
                                  void* tag) {
      service_.RequestSignRequest(context, request, writer, queue, queue, tag);
    };
    method_.handle = [this](const grpc::ServerContext& context, grpc::ByteBuffer* request,
                            grpc::ByteBuffer* response) {
      v1::SignRequestRequest message;
      EXPECT_TRUE(ParseMessage(request, &message));
      grpc_call* const c_call = const_cast<grpc::ServerContext&>(context).c_call();
      Work(std::string(CallerOf(c_call, nullptr)->name), message.credential());
      *response = grpc::ByteBuffer(nullptr, 0);
      return grpc::Status::OK;
    };
  }

  void Register(grpc::ServerBuilder& builder) override { builder.RegisterService(&service_); }
  void Serve(CallQueue* queue) override {
    queue_ = queue;
    signet::Serve(&method_, queue);
  }

  void WaitForStall() { is_stalled_.WaitForNotification(); }
  void LetGo() { let_go_.Notify(); }
  // While the lane stalls: from now on, once so many calls are answered or wait on the
  // lane, one of those takes longer than kShortDeadline.
  void SleepOnceSeen(size_t calls) { calls_until_sleep_ = calls; }
  // "alice: name" of each call that was worked on, in order.
  std::vector<std::string> worked_on() {
    MutexLock lock(&mu_);
    return worked_on_;
  }

 private:
  void Work(const std::string& caller, const std::string& credential) {
    {
      MutexLock lock(&mu_);
      worked_on_.push_back(absl::StrCat(caller, ": ", credential));
    }
    if (credential == "stall") {
      is_stalled_.Notify();
      let_go_.WaitForNotification();
    } else if (calls_until_sleep_ > 0) {
      --calls_until_sleep_;
      if (queue_->waiting() == calls_until_sleep_) {
        calls_until_sleep_ = 0;
        absl::SleepFor(2 * kShortDeadline);
      }
    }
    // Gives gRPC's threads time too, which take the calls in.
    absl::SleepFor(kWork);
  }

  RawService service_;
  UnaryMethod method_;
  CallQueue* queue_ = nullptr;
  // Set by the test's thread, which the lane then lets go: for ThreadSanitizer, which
  // does not see into Abseil's notifications.
  std::atomic<size_t> calls_until_sleep_ = 0;
  absl::Notification is_stalled_;
  absl::Notification let_go_;
  Mutex mu_;
  std::vector<std::string> worked_on_ ABSL_GUARDED_BY(mu_);
};

absl::Duration RetryDelay(const grpc::Status& status) {
  google::rpc::Status details;
  details.ParseFromString(status.error_details());
  for (const google::protobuf::Any& any : details.details()) {
    google::rpc::RetryInfo retry;
    if (any.UnpackTo(&retry)) {
      return absl::Seconds(retry.retry_delay().seconds()) +
             absl::Nanoseconds(retry.retry_delay().nanos());
    }
  }
  return absl::ZeroDuration();
}

class LaneOverloadTest : public ::testing::Test {
 protected:
  struct Connection {
    int server_fd = -1;
    std::unique_ptr<v1::SigningService::Stub> stub;
    size_t bytes_sent = 0;
  };
  struct Call {
    grpc::ClientContext context;
    grpc::Status status;
    std::thread thread;
  };

  // A lane with a connection for each caller, on which a call has been answered.
  void Start(const std::vector<std::string>& callers, const OverloadOptions& options = {}) {
    std::vector<std::shared_ptr<grpc::ServerCredentials>> credentials;
    for (const std::string& caller : callers) {
      credentials.push_back(LocalUserCredentials(caller));
    }
    auto owned = std::make_unique<StallingRpcs>();
    rpcs_ = owned.get();
    std::vector<std::unique_ptr<RpcSet>> rpcs;
    rpcs.push_back(std::move(owned));
    absl::StatusOr<std::unique_ptr<Lane>> lane =
        Lane::Start(credentials, std::move(rpcs), ConnectionLimits(), options, &metrics_);
    ASSERT_TRUE(lane.ok()) << lane.status();
    lane_ = *std::move(lane);
    for (size_t i = 0; i < callers.size(); ++i) {
      int sockets[2];
      ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, sockets), 0);
      Connection& connection = connections_[callers[i]];
      connection.server_fd = sockets[0];
      lane_->TakeConnection(FileDescriptor(sockets[0]), i);
      connection.stub =
          v1::SigningService::NewStub(grpc::CreateInsecureChannelFromFd("", sockets[1]));
      EXPECT_TRUE(Answer(callers[i], "first").ok());
    }
  }

  void TearDown() override {
    for (const auto& call : calls_) {
      if (call->thread.joinable()) {
        call->thread.join();
      }
    }
    lane_.reset();
  }

  static v1::SignRequestRequest Request(const std::string& name) {
    v1::SignRequestRequest request;
    request.set_credential(name);
    request.set_region(std::string(kMessageBytes, 'r'));
    return request;
  }

  grpc::Status Answer(const std::string& caller, const std::string& name) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    v1::SignRequestResponse response;
    return connections_[caller].stub->SignRequest(&context, Request(name), &response);
  }

  Call* Send(const std::string& caller, const std::string& name,
             absl::Duration deadline = absl::FromChrono(kPatience)) {
    Call* const call = calls_.emplace_back(std::make_unique<Call>()).get();
    Connection& connection = connections_[caller];
    connection.bytes_sent += kMessageBytes;
    call->context.set_deadline(absl::ToChronoTime(absl::Now() + deadline));
    call->thread = std::thread([call, name, stub = connection.stub.get()] {
      v1::SignRequestResponse response;
      call->status = stub->SignRequest(&call->context, Request(name), &response);
    });
    return call;
  }

  // The lane works on a call that does not end.
  void Stall(const std::string& caller) {
    Send(caller, "stall");
    rpcs_->WaitForStall();
    connections_[caller].bytes_sent = 0;
  }

  // Until all that was sent since Stall() is in the lane's sockets, where nobody reads.
  void WaitUntilSent() {
    for (const auto& [caller, connection] : connections_) {
      int bytes = 0;
      while (ioctl(connection.server_fd, FIONREAD, &bytes) == 0 &&
             static_cast<size_t>(bytes) < connection.bytes_sent) {
        absl::SleepFor(absl::Milliseconds(1));
      }
    }
  }

  void LetGo() {
    rpcs_->LetGo();
    for (const auto& call : calls_) {
      call->thread.join();
    }
  }

  uint64_t Refused(absl::string_view why) {
    return metrics_.GetCounter(kCallsRefusedTotal, {{"why", why}})->Value();
  }

  MetricsRegistry metrics_;
  std::unique_ptr<Lane> lane_;
  StallingRpcs* rpcs_ = nullptr;
  std::map<std::string, Connection> connections_;
  std::vector<std::unique_ptr<Call>> calls_;
};

// However slow the machine, the lane is not overloaded.
OverloadOptions Patient() {
  OverloadOptions options;
  options.target = absl::Hours(1);
  return options;
}

TEST_F(LaneOverloadTest, CallersTakeTurnsHoweverManyCallsOneHasSent) {
  Start({"alice", "bob", "carol", "dave"}, Patient());
  Stall("alice");
  for (int i = 0; i < kOrdinaryCalls; ++i) {
    Send("alice", "many");
  }
  WaitUntilSent();
  for (const char* caller : {"bob", "carol", "dave"}) {
    Send(caller, "one");
  }
  WaitUntilSent();
  LetGo();

  // The first four were one for each connection, the fifth stalled.
  const std::vector<std::string> worked_on = rpcs_->worked_on();
  ASSERT_EQ(worked_on.size(), 4 + 1 + kOrdinaryCalls + 3);
  // Alice's calls were there first, and by far the most.
  const std::vector<std::string> first_half(worked_on.begin() + 5,
                                            worked_on.begin() + 5 + kOrdinaryCalls / 2);
  EXPECT_THAT(first_half, IsSupersetOf({"bob: one", "carol: one", "dave: one"}));
  for (const auto& call : calls_) {
    EXPECT_TRUE(call->status.ok()) << call->status.error_message();
  }
}

TEST_F(LaneOverloadTest, ACallWhoseDeadlinePassesWhileItWaitsIsNotWorkedOn) {
  Start({"alice", "bob"}, Patient());
  // So few that none seems too late from the start, though the stall counts as time that a call
  // takes.
  constexpr int kFewCalls = 10;
  Stall("alice");
  for (int i = 0; i < kFewCalls; ++i) {
    Send("bob", "many");
  }
  WaitUntilSent();
  const Call* const late = Send("bob", "late", kShortDeadline);
  const Call* const later = Send("bob", "later");
  WaitUntilSent();
  rpcs_->SleepOnceSeen(kFewCalls + 2);
  LetGo();

  EXPECT_EQ(late->status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(later->status.ok()) << later->status.error_message();
  EXPECT_THAT(rpcs_->worked_on(), Each(Not("bob: late")));
  EXPECT_EQ(Refused("deadline"), 1);
  EXPECT_EQ(Refused("overloaded"), 0);
}

TEST_F(LaneOverloadTest, AGreedyCallersCallsAreRefusedAndSaidWhenToComeBack) {
  OverloadOptions options;
  options.max_calls_per_caller = 2;
  options.refusal_share = 1;
  Start({"alice", "bob"}, options);
  Stall("alice");
  for (int i = 0; i < kOrdinaryCalls; ++i) {
    Send("alice", "many");
  }
  const Call* const modest = Send("bob", "one");
  WaitUntilSent();
  LetGo();

  EXPECT_TRUE(modest->status.ok()) << modest->status.error_message();
  uint64_t refused = 0;
  for (const auto& call : calls_) {
    if (call->status.ok()) {
      continue;
    }
    ++refused;
    EXPECT_EQ(call->status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    EXPECT_THAT(call->status.error_message(), ::testing::HasSubstr("overloaded"));
    EXPECT_GE(RetryDelay(call->status), absl::Milliseconds(25));
    EXPECT_LE(RetryDelay(call->status), absl::Milliseconds(2400));
  }
  EXPECT_GE(refused, 1);
  EXPECT_LE(refused, kOrdinaryCalls - 2);
  EXPECT_EQ(Refused("overloaded"), refused);
  // And is served again afterwards.
  EXPECT_TRUE(Answer("alice", "after").ok());
  EXPECT_EQ(Refused("overloaded"), refused);
}

TEST_F(LaneOverloadTest, CallsThatWaitAtShutdownEnd) {
  Start({"alice"});
  Stall("alice");
  for (int i = 0; i < 40; ++i) {
    Send("alice", "many");
  }
  WaitUntilSent();
  std::thread shutdown([this] { lane_->Shutdown(absl::Now()); });
  LetGo();
  shutdown.join();
}

}  // namespace
}  // namespace signet
