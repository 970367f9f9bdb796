// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Loads several servers or methods in turn, a slice of time each, again and
// again, so that what disturbs the machine disturbs all alike; one line of JSON
// for each slice.
//
//   rpc_pairs --rounds=10 --concurrency=64 --connections=4 SIDE SIDE...
//
// SIDE is LABEL,TARGET,CALL,PID: TARGET unix:PATH or 127.0.0.1:PORT, CALL as
// FindSampleCall() knows it, PID the server's.

#include <csignal>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "bench/rpc/load_side.h"
#include "bench/rpc/sample_calls.h"

ABSL_FLAG(int, rounds, 6, "slices of each side, 1 to 1000");
ABSL_FLAG(int, concurrency, 1, "calls in flight, 1 to 1024");
ABSL_FLAG(int, connections, 1, "connections, 1 to 1024");
ABSL_FLAG(double, rate, 0, "calls a second at planned times; 0 for a closed loop");
ABSL_FLAG(
    int, max_in_flight, 0,
    "with a rate: calls in flight at most, up to 65536, each connection its part; what is due "
    "beyond is not sent");
ABSL_FLAG(int, first_uid, 0, "connect as that user and the following, one each (needs root)");
ABSL_FLAG(double, seconds, 0.4, "length of a slice, up to 60");
ABSL_FLAG(double, warmup_seconds, 0.1, "not measured before each slice, up to 60");
ABSL_FLAG(std::string, ca, "", "TCP: PEM file that verifies the server");
ABSL_FLAG(std::string, cert, "", "TCP: PEM file of the client's certificate");
ABSL_FLAG(std::string, key, "", "TCP: PEM file of the client's key");

namespace signet {
namespace {

struct NamedSide {
  std::string label;
  std::unique_ptr<LoadSide> side;
};

std::unique_ptr<LoadSide> ConnectSide(const std::vector<std::string>& parts,
                                      const LoadOptions& options) {
  int pid = 0;
  if (parts.size() != 4 || !absl::SimpleAtoi(parts[3], &pid)) {
    std::cerr << "rpc_pairs: a side is LABEL,TARGET,CALL,PID\n";
    return nullptr;
  }
  const std::optional<SampleCall> call = FindSampleCall(parts[2]);
  if (!call.has_value()) {
    std::cerr << "rpc_pairs: no such call: " << parts[2] << "\n";
    return nullptr;
  }
  const ChannelTarget target = {.address = parts[1],
                                .ca_file = absl::GetFlag(FLAGS_ca),
                                .cert_file = absl::GetFlag(FLAGS_cert),
                                .key_file = absl::GetFlag(FLAGS_key)};
  absl::StatusOr<std::unique_ptr<LoadSide>> side =
      LoadSide::Connect(target, call->path, call->message, pid, options);
  if (!side.ok()) {
    std::cerr << "rpc_pairs: " << side.status().message() << "\n";
    return nullptr;
  }
  return *std::move(side);
}

bool RunSlice(const NamedSide& named, int round) {
  const absl::StatusOr<LoadFigures> figures = named.side->Run();
  if (!figures.ok()) {
    std::cerr << "rpc_pairs: " << named.label << ": " << figures.status().message() << "\n";
    return false;
  }
  std::cout << absl::StreamFormat(
      "{\"side\": \"%s\", \"round\": %d, \"calls\": %d, \"errors\": %d, \"seconds\": %.6f, "
      "\"server_cpu_seconds\": %.6f, \"client_cpu_seconds\": %.6f, \"p50_us\": %.2f, "
      "\"p99_us\": %.2f, \"p999_us\": %.2f, \"answer_bytes\": %d, \"answered\": %d, "
      "\"not_sent\": %d, \"error_p50_us\": %.2f, \"error_p99_us\": %.2f}\n",
      named.label, round, figures->calls, figures->errors, figures->seconds,
      figures->server_cpu_seconds, figures->client_cpu_seconds, figures->p50, figures->p99,
      figures->p999, named.side->answer_bytes(), figures->answered, figures->not_sent,
      figures->error_p50, figures->error_p99);
  return true;
}

int Main(const std::vector<char*>& arguments) {
  const LoadOptions options = {.connections = absl::GetFlag(FLAGS_connections),
                               .concurrency = absl::GetFlag(FLAGS_concurrency),
                               .rate = absl::GetFlag(FLAGS_rate),
                               .max_in_flight = absl::GetFlag(FLAGS_max_in_flight),
                               .first_uid = absl::GetFlag(FLAGS_first_uid),
                               .seconds = absl::GetFlag(FLAGS_seconds),
                               .warmup_seconds = absl::GetFlag(FLAGS_warmup_seconds)};
  const int rounds = absl::GetFlag(FLAGS_rounds);
  if (rounds < 1 || rounds > 1000 || options.concurrency < 1 || options.concurrency > 1024 ||
      options.connections < 1 || options.connections > 1024 || options.rate < 0 ||
      options.max_in_flight < 0 || options.max_in_flight > 65536 || options.seconds <= 0 ||
      options.seconds > 60 || options.warmup_seconds < 0 || options.warmup_seconds > 60 ||
      arguments.size() < 2) {
    std::cerr << "rpc_pairs: --rounds is 1 to 1000, --concurrency 1 to 1024, --connections 1 to "
                 "1024, --seconds and --warmup_seconds up to 60; then at least one side\n";
    return 2;
  }
  std::vector<NamedSide> sides;
  for (size_t i = 1; i < arguments.size(); ++i) {
    const std::vector<std::string> parts = absl::StrSplit(arguments[i], ',');
    std::unique_ptr<LoadSide> side = ConnectSide(parts, options);
    if (side == nullptr) {
      return 2;
    }
    sides.push_back({.label = parts[0], .side = std::move(side)});
  }
  for (int round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < sides.size(); ++i) {
      // There and back: A B B A.
      const size_t index = round % 2 == 0 ? i : sides.size() - 1 - i;
      if (!RunSlice(sides[index], round)) {
        return 1;
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace signet

int main(int argc, char** argv) {
  // A connection that broke is told, not died of.
  ::signal(SIGPIPE, SIG_IGN);
  return signet::Main(absl::ParseCommandLine(argc, argv));
}
