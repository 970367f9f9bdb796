// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/lane.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "grpc/compression.h"
#include "grpc/grpc.h"
#include "grpcpp/resource_quota.h"
#include "server/base/freed_memory.h"

namespace signet {
namespace {

// As many messages of the greatest size may be on their way into a lane at once.
constexpr size_t kMessagesHeld = 32;

int Millis(absl::Duration duration) {
  return static_cast<int>(absl::ToInt64Milliseconds(duration));
}

void ApplyLimits(const ConnectionLimits& limits, grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(limits.max_message_bytes);
  // A message is refused for its size only once all of it is here. Past the quota gRPC
  // ends the calls that hold most.
  grpc::ResourceQuota quota("lane");
  quota.Resize(kMessagesHeld * static_cast<size_t>(limits.max_message_bytes));
  builder.SetResourceQuota(quota);
  const std::pair<const char*, int> arguments[] = {
      {GRPC_ARG_MAX_METADATA_SIZE, limits.max_metadata_bytes},
      {GRPC_ARG_MAX_CONCURRENT_STREAMS, limits.max_streams},
      {GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, Millis(limits.handshake_timeout)},
      {GRPC_ARG_MAX_CONNECTION_IDLE_MS, Millis(limits.max_idle)},
      {GRPC_ARG_MAX_CONNECTION_AGE_MS, Millis(limits.max_age)},
      {GRPC_ARG_MAX_CONNECTION_AGE_GRACE_MS, Millis(limits.age_grace)},
      {GRPC_ARG_KEEPALIVE_TIME_MS, Millis(limits.keepalive_time)},
      {GRPC_ARG_KEEPALIVE_TIMEOUT_MS, Millis(limits.keepalive_timeout)},
      {GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10'000},
      {GRPC_ARG_HTTP2_MAX_PING_STRIKES, 2},
      // A compressed message is small on the wire and huge in memory. Calls with one are
      // told so; the filters that would unpack it are left out.
      {GRPC_COMPRESSION_CHANNEL_ENABLED_ALGORITHMS_BITSET, 1 << GRPC_COMPRESS_NONE},
      {GRPC_ARG_ENABLE_PER_MESSAGE_COMPRESSION, 0},
      {GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0},
      {GRPC_ARG_TCP_TX_ZEROCOPY_ENABLED, 0},
      {GRPC_ARG_ENABLE_CHANNELZ, 0},
  };
  for (const auto& [name, value] : arguments) {
    builder.AddChannelArgument(name, value);
  }
}

// Holds gRPC up until the process ends. Its last user would otherwise wait up to
// ten seconds for its backup poller, which is longer than a drain has to spare.
void KeepGrpcUp() {
  static const bool is_up = [] {
    grpc_init();
    return true;
  }();
  (void)is_up;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Lane>> Lane::Start(
    const std::vector<std::shared_ptr<grpc::ServerCredentials>>& credentials,
    std::vector<std::unique_ptr<RpcSet>> rpcs, const ConnectionLimits& limits,
    const OverloadOptions& overload, MetricsRegistry* metrics) {
  KeepGrpcUp();
  std::unique_ptr<Lane> lane(new Lane());
  lane->rpcs_ = std::move(rpcs);
  grpc::ServerBuilder builder;
  ApplyLimits(limits, builder);
  for (const auto& entry : credentials) {
    lane->acceptors_.push_back(builder.experimental().AddExternalConnectionAcceptor(
        grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD, entry));
  }
  for (const auto& rpc_set : lane->rpcs_) {
    rpc_set->Register(builder);
  }
  lane->queue_ = std::make_unique<CallQueue>(builder.AddCompletionQueue(), overload, metrics);
  lane->server_ = builder.BuildAndStart();
  if (lane->server_ == nullptr) {
    lane->queue_->get()->Shutdown();
    lane->queue_->Run();
    return absl::UnavailableError("the gRPC server did not start");
  }
  for (const auto& rpc_set : lane->rpcs_) {
    rpc_set->Serve(lane->queue_.get());
  }
  lane->thread_ = std::thread([queue = lane->queue_.get()] { queue->Run(); });
  return lane;
}

Lane::~Lane() { Shutdown(absl::InfinitePast()); }

void Lane::TakeConnection(FileDescriptor fd, size_t credentials_index) {
  // By the lane's own thread: whoever gives gRPC a connection may be made to read it and to
  // work through what others read meanwhile, and the accepting thread has the memory to watch.
  auto held = std::make_shared<FileDescriptor>(std::move(fd));
  queue_->Post([acceptor = acceptors_[credentials_index].get(), held = std::move(held)] {
    grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters parameters;
    parameters.fd = held->Release();
    acceptor->HandleNewConnection(&parameters);
  });
}

void Lane::ReleaseMemory() {
  queue_->Post([] { ReturnFreedMemory(); });
}

void Lane::Shutdown(absl::Time deadline) {
  if (!thread_.joinable()) {
    return;
  }
  queue_->Post([this] {
    for (const auto& rpc_set : rpcs_) {
      rpc_set->Drain();
    }
  });
  // Returns once every call has ended; by then the waiting ones have failed.
  // gRPC takes the infinite past for no deadline at all.
  server_->Shutdown(absl::ToChronoTime(std::max(deadline, absl::Now())));
  queue_->Close();
  thread_.join();
}

}  // namespace signet
