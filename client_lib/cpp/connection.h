// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CONNECTION_H_
#define SIGNET_CLIENT_LIB_CPP_CONNECTION_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client_lib/cpp/signer.h"
#include "grpcpp/grpcpp.h"
#include "signet/v1/signing.grpc.pb.h"

namespace signet {

// What the channel to a server is made of.
struct ChannelParts {
  std::shared_ptr<grpc::ChannelCredentials> credentials;
  grpc::ChannelArguments arguments;
};

// For tools that make their own channels. Errors as NewRemoteSigner.
absl::StatusOr<ChannelParts> ChannelPartsFor(const SignerOptions& options);

// The channel to signet and the calls on it, for those inside this library and
// for tools that speak the protocol themselves. Safe for concurrent use.
class Connection {
 public:
  // Errors as NewRemoteSigner.
  static absl::StatusOr<std::unique_ptr<Connection>> Create(const SignerOptions& options);

  v1::SigningService::Stub& stub() { return *stub_; }
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

  // A context with the deadline of the options.
  std::unique_ptr<grpc::ClientContext> NewContext() const;

  absl::Duration resume_timeout() const { return resume_timeout_; }

 private:
  Connection(std::shared_ptr<grpc::Channel> channel, absl::Duration deadline,
             absl::Duration resume_timeout);

  const std::shared_ptr<grpc::Channel> channel_;
  const std::unique_ptr<v1::SigningService::Stub> stub_;
  const absl::Duration deadline_;
  const absl::Duration resume_timeout_;
};

// The same code and message; reason and field out of the details, so that
// GetErrorDetail() answers as it does on the server. A message of gRPC's own is
// followed by what likely caused it, where that is known: a user whom the server
// hangs up on, a limit of gRPC.
absl::Status FromGrpcStatus(const grpc::Status& status);

}  // namespace signet

#endif  // SIGNET_CLIENT_LIB_CPP_CONNECTION_H_
