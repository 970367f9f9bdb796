// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_LOAD_OPTIONS_H_
#define SIGNET_BENCH_LOAD_LOAD_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "bench/load/fail_condition.h"
#include "bench/load/mix.h"
#include "bench/load/schedule.h"
#include "client_lib/cpp/signer.h"

namespace signet::load {

// A run as it was asked for; every value is within its limits.
struct LoadOptions {
  // Where the server is. `deadline` is that of each call.
  SignerOptions server;

  // When to send: an open loop by this schedule. Not set: a closed loop.
  std::optional<Schedule> schedule;
  // As it was asked for, for reports: "const 1000/s".
  std::string schedule_text;
  // A closed loop ends after this, the open one with its schedule.
  absl::Duration duration = absl::InfiniteDuration();
  // Measured calls to send at most; 0 for no such limit.
  int64_t total = 0;
  absl::Duration warmup;
  // Calls in flight at most.
  int concurrency = 0;
  int connections = 0;
  int threads = 0;

  // What to send.
  std::optional<Mix> mix;
  std::vector<std::string> credentials;
  std::vector<std::string> regions;
  int64_t scopes = 0;
  double zipf = 0;
  // Empty: the built-in request.
  std::string requests_file;
  int batch_size = 0;
  int chunks = 0;
  uint64_t seed = 0;

  // Every how many answers one is recomputed; 0 for none.
  int64_t verify_every = 0;
  // Empty: keys are leased from the server.
  std::string verify_credentials_file;

  std::vector<FailCondition> fail_conditions;
  // Empty: not written.
  std::string json_file;
  std::string csv_file;
  std::string html_file;
  bool quiet = false;

  bool is_open() const { return schedule.has_value(); }
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_LOAD_OPTIONS_H_
