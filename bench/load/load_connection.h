// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_LOAD_CONNECTION_H_
#define SIGNET_BENCH_LOAD_LOAD_CONNECTION_H_

#include <memory>

#include "absl/status/statusor.h"
#include "bench/load/outages.h"
#include "client_lib/cpp/signer.h"
#include "grpcpp/grpcpp.h"
#include "signet/v1/signing.grpc.pb.h"

namespace signet::load {

// One connection of its own: nothing is shared with other channels and nothing
// is retried, so that every attempt is a call that counts. gRPC connects again
// by itself.
class LoadConnection {
 public:
  // Errors as NewRemoteSigner.
  static absl::StatusOr<std::unique_ptr<LoadConnection>> Create(const SignerOptions& options);

  v1::SigningService::Stub& stub() { return *stub_; }

  // Of the thread that takes answers.
  OutageWatch& outages() { return outages_; }

 private:
  explicit LoadConnection(const std::shared_ptr<grpc::Channel>& channel)
      : stub_(v1::SigningService::NewStub(channel)) {}

  const std::unique_ptr<v1::SigningService::Stub> stub_;
  OutageWatch outages_;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_LOAD_CONNECTION_H_
