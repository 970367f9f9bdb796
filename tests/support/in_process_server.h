// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_IN_PROCESS_SERVER_H_
#define SIGNET_TESTS_SUPPORT_IN_PROCESS_SERVER_H_

#include <cstdint>
#include <memory>
#include <string>

#include "grpcpp/grpcpp.h"
#include "server/base/clock.h"
#include "server/service/config.h"
#include "server/transport/server.h"
#include "signet/v1/signing.grpc.pb.h"
#include "tests/support/temp_folder.h"

namespace signet {

// For `limits.max_resident_bytes` of a server in a test's own process, which with a sanitizer
// has more memory than servers have.
inline constexpr uint64_t kAnyMemory = uint64_t{1} << 50;

// A server in this process, with everything real. Its credential is "example"
// (service_fixture.h); the user that runs the test is caller "alice" on a Unix
// socket and may do everything.
class InProcessServer {
 public:
  // The configuration as described, for a test to change before Start().
  InProcessServer();
  ServerConfig& config() { return config_; }
  const TempFolder& folder() const { return folder_; }

  // Starts it; a test failure when it does not. `clock` outlives it.
  void Start(const Clock& clock = Clock::Real());

  Server& server() { return *server_; }
  // "unix:/tmp/.../s"
  const std::string& target() const { return target_; }

  // Another connection to the Unix socket each time.
  std::shared_ptr<grpc::Channel> NewChannel() const;
  std::unique_ptr<v1::SigningService::Stub> NewStub() const;

 private:
  TempFolder folder_;
  ServerConfig config_;
  std::string target_;
  std::unique_ptr<Server> server_;
};

// A context whose deadline is far enough for any machine.
class PatientContext : public grpc::ClientContext {
 public:
  PatientContext();
};

// The reason in a status's details, "" without one; and the field.
std::string ReasonOf(const grpc::Status& status);
std::string FieldOf(const grpc::Status& status);

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_IN_PROCESS_SERVER_H_
