// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "client_lib/cpp/cli/advice.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/cli/server_flags.h"
#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/wire.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "server/base/status_macros.h"

namespace signet::cli {
namespace {

using grpc::health::v1::HealthCheckResponse;

struct HealthFlags {
  ServerFlags server;
  std::string service;
};

absl::StatusOr<HealthCheckResponse> Check(const HealthFlags& flags) {
  SIGNET_ASSIGN_OR_RETURN(const std::unique_ptr<Connection> connection,
                          Connection::Create(flags.server.ToOptions()));
  const auto stub = grpc::health::v1::Health::NewStub(connection->channel());
  grpc::health::v1::HealthCheckRequest request;
  request.set_service(flags.service);
  SIGNET_RETURN_IF_ERROR(CheckText(request));
  const auto context = connection->NewContext();
  HealthCheckResponse response;
  SIGNET_RETURN_IF_ERROR(FromGrpcStatus(stub->Check(context.get(), request, &response)));
  return response;
}

}  // namespace

void AddHealthCommand(CLI::App& app, ExitCode* exit_code) {
  const auto flags = std::make_shared<HealthFlags>();
  CLI::App* const command =
      app.add_subcommand("health",
                         "Ask the server's health (grpc.health.v1): 0 when it is serving.\n"
                         "Only the Unix socket answers; the TCP listener serves no health.\n"
                         "For probes: signet health --target unix:/run/signet/signet.sock");
  command->add_option("--service", flags->service,
                      "Ask for this service, for example signet.v1.SigningService");
  AddServerFlags(*command, &flags->server);
  command->callback([flags, exit_code] {
    const absl::StatusOr<HealthCheckResponse> response = Check(*flags);
    if (!response.ok()) {
      *exit_code =
          PrintError(WithAdvice(response.status(), {.target = flags->server.ToOptions().target}),
                     flags->server.format());
      return;
    }
    const bool serving = response->status() == HealthCheckResponse::SERVING;
    const char* const text = serving ? "SERVING" : "NOT_SERVING";
    if (flags->server.json) {
      PrintJson({{"status", text}});
    } else {
      std::cout << text << "\n";
    }
    *exit_code = serving ? kSuccess : kUnavailable;
  });
}

}  // namespace signet::cli
