// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The signing service beside an echo, by one of several ways to serve; prints
// "ready" and serves until its standard input ends.
//
//   echo_server --layout=lanes --lanes=1 --listen=unix:PATH

#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/synchronization/mutex.h"
#include "bench/rpc/bench_service.h"
#include "bench/rpc/layout.h"
#include "server/observability/log.h"
#include "server/transport/poll_strategy.h"

ABSL_FLAG(std::string, layout, "lanes", "lanes, queues, reuseport, sync or callback");
ABSL_FLAG(int, lanes, 1, "lanes or queues, 1 to 64");
ABSL_FLAG(std::string, listen, "", "unix:PATH or 127.0.0.1:PORT");
ABSL_FLAG(std::string, ca, "", "TCP: PEM file that verifies clients");
ABSL_FLAG(std::string, cert, "", "TCP: PEM file of the server's certificate");
ABSL_FLAG(std::string, key, "", "TCP: PEM file of the server's key");
ABSL_FLAG(bool, deadlock_detection, false, "leave Abseil's mutex deadlock detection on");

namespace signet {
namespace {

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "echo_server: %s\n", std::string(status.message()).c_str());
  return 1;
}

int Main() {
  // A line for each call is another measurement.
  static FileDescriptorLogSink sink(STDERR_FILENO);
  static const LogTarget target = {.level = LogLevel::kWarning, .sink = &sink};
  SetLogTarget(&target);
  const LayoutOptions options = {.kind = absl::GetFlag(FLAGS_layout),
                                 .lanes = absl::GetFlag(FLAGS_lanes),
                                 .address = absl::GetFlag(FLAGS_listen),
                                 .tls = {.cert_file = absl::GetFlag(FLAGS_cert),
                                         .key_file = absl::GetFlag(FLAGS_key),
                                         .client_ca_file = absl::GetFlag(FLAGS_ca),
                                         .trust_bundles = {}}};
  if (options.address.empty() || options.lanes < 1 || options.lanes > 64) {
    return Fail(absl::InvalidArgumentError("--listen is missing, or --lanes is not 1 to 64"));
  }
  if (options.kind == "lanes") {
    ChoosePollStrategy(options.lanes);
  }
  const absl::StatusOr<std::unique_ptr<BenchService>> service = BenchService::Create();
  if (!service.ok()) {
    return Fail(service.status());
  }
  const absl::StatusOr<std::unique_ptr<Layout>> layout = Layout::Start(options, service->get());
  if (!layout.ok()) {
    return Fail(layout.status());
  }
  std::printf("ready\n");
  std::fflush(stdout);
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) > 0) {
  }
  return 0;
}

}  // namespace
}  // namespace signet

int main(int argc, char** argv) {
  absl::ParseCommandLine(argc, argv);
  if (!absl::GetFlag(FLAGS_deadlock_detection)) {
    absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  }
  return signet::Main();
}
