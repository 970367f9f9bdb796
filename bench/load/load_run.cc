// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/load_run.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "bench/load/seeds.h"
#include "bench/load/signing_key_source.h"
#include "bench/load/steady_time.h"
#include "bench/load/verifier.h"
#include "bench/load/worker.h"
#include "bench/load/workload.h"
#include "client_lib/cpp/connection.h"
#include "server/base/status_macros.h"
#include "server/sigv4/timestamp.h"

namespace signet::load {
namespace {

constexpr int64_t kSecond = 1'000'000'000;
// How often the end is looked for.
constexpr int64_t kWatchNanos = 5'000'000;
// Threads are up by then.
constexpr absl::Duration kStartDelay = absl::Milliseconds(5);
// A ramp from 0 has no rate to warm up with.
constexpr double kMinWarmupRate = 1;

using Connections = std::vector<std::unique_ptr<LoadConnection>>;

// Connects all of them, so that the run does not begin with handshakes; fills
// what the server says of itself.
absl::StatusOr<Connections> Connect(const LoadOptions& options, LoadResult* result) {
  Connections connections;
  for (int i = 0; i < options.connections; ++i) {
    SIGNET_ASSIGN_OR_RETURN(std::unique_ptr<LoadConnection> connection,
                            LoadConnection::Create(options.server));
    grpc::ClientContext context;
    context.set_wait_for_ready(true);
    context.set_deadline(std::chrono::system_clock::now() +
                         absl::ToChronoMicroseconds(options.server.deadline));
    v1::GetServerInfoResponse info;
    const absl::Status status =
        FromGrpcStatus(connection->stub().GetServerInfo(&context, {}, &info));
    if (!status.ok()) {
      return absl::Status(status.code(), absl::StrCat("the server at ", options.server.target,
                                                      " does not answer: ", status.message()));
    }
    result->server_version = info.version();
    result->caller = info.caller();
    connections.push_back(std::move(connection));
  }
  return connections;
}

// Null when nothing is to be checked. Tries one key, so that a run whose answers
// could not be checked does not begin.
absl::StatusOr<std::unique_ptr<Verifier>> MakeVerifier(const LoadOptions& options,
                                                       const Workload& workload) {
  if (options.verify_every == 0) {
    return nullptr;
  }
  std::unique_ptr<SigningKeySource> keys;
  if (options.verify_credentials_file.empty()) {
    SIGNET_ASSIGN_OR_RETURN(keys, NewLeasedKeySource(options.server));
  } else {
    SIGNET_ASSIGN_OR_RETURN(keys, NewFileKeySource(options.verify_credentials_file));
  }
  const CallPlan first;
  const absl::Status status = keys->KeyFor({.credential = workload.CredentialOf(first),
                                            .credential_version = "",
                                            .date = ScopeDate(absl::Now()),
                                            .region = workload.RegionOf(first),
                                            .service = workload.ServiceOf(first)})
                                  .status();
  if (!status.ok()) {
    return absl::Status(status.code(),
                        absl::StrCat("cannot verify: ", status.message(),
                                     "; --verify needs leases, or --verify-credentials FILE"));
  }
  return std::make_unique<Verifier>(workload, std::move(keys), options.verify_every);
}

// A run from its first call to its last.
class LoadRun {
 public:
  LoadRun(const LoadOptions& options, const Workload& workload, const Seeds& seeds,
          Verifier* verifier, LoadResult* result)
      : options_(options), result_(result) {
    plan_.workload = &workload;
    plan_.seeds = &seeds;
    plan_.verifier = verifier;
    plan_.schedule = options.schedule;
    if (options.is_open() && options.warmup > absl::ZeroDuration()) {
      plan_.warmup_schedule = Schedule::Constant(
          std::max(options.schedule->first_rate(), kMinWarmupRate), options.warmup);
    }
    plan_.total = options.total;
    plan_.timeout = options.server.deadline;
    plan_.seed = options.seed;
    plan_.worker_count = options.threads;
    plan_.begun = &begun_;
  }

  void Run(Connections connections, const std::atomic<bool>& is_interrupted,
           const ProgressFunction& on_second) {
    result_->started_at = absl::Now();
    plan_.begin = After(SteadyNow(), kStartDelay);
    plan_.count_from = After(plan_.begin, options_.warmup);
    plan_.send_until = After(plan_.count_from, options_.duration);
    StartWorkers(std::move(connections));
    WatchUntilSent(is_interrupted, on_second);
    for (const std::unique_ptr<Worker>& worker : workers_) {
      worker->Stop();
    }
    const int64_t sent_at = SteadyNow();
    TakeCpu(sent_at);
    for (const std::unique_ptr<Worker>& worker : workers_) {
      worker->Finish(After(sent_at, options_.server.deadline));
    }
    Collect(sent_at, on_second);
  }

 private:
  // Connections and slots are dealt out evenly.
  void StartWorkers(Connections connections) {
    const int count = options_.threads;
    for (int i = 0; i < count; ++i) {
      Connections own;
      for (size_t c = static_cast<size_t>(i); c < connections.size();
           c += static_cast<size_t>(count)) {
        own.push_back(std::move(connections[c]));
      }
      const int slots = options_.concurrency / count + (i < options_.concurrency % count ? 1 : 0);
      workers_.push_back(
          std::make_unique<Worker>(plan_, i, static_cast<size_t>(slots), std::move(own)));
    }
    for (const std::unique_ptr<Worker>& worker : workers_) {
      worker->Start();
    }
  }

  bool IsSending() const {
    return std::any_of(workers_.begin(), workers_.end(),
                       [](const std::unique_ptr<Worker>& worker) { return worker->IsSending(); });
  }

  void WatchUntilSent(const std::atomic<bool>& is_interrupted, const ProgressFunction& on_second) {
    int64_t next = plan_.count_from;
    for (int64_t now = SteadyNow(); IsSending(); now = SteadyNow()) {
      if (is_interrupted) {
        result_->is_interrupted = true;
        return;
      }
      // An open loop ends by itself.
      if (!options_.is_open() && now >= plan_.send_until) {
        return;
      }
      if (now >= next) {
        if (next == plan_.count_from) {
          RememberCpu(now);
        } else {
          EndSecond(next, on_second);
        }
        next += kSecond;
      }
      SleepUntilSteady(std::min(next, now + kWatchNanos));
    }
  }

  void RememberCpu(int64_t now) {
    cpu_from_ = now;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      const std::vector<ThreadCpu> times = worker->CpuTimes();
      cpu_before_.insert(cpu_before_.end(), times.begin(), times.end());
    }
  }

  void TakeCpu(int64_t now) {
    size_t i = 0;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      for (const ThreadCpu& time : worker->CpuTimes()) {
        if (i < cpu_before_.size() && now > cpu_from_) {
          result_->threads.push_back(
              {time.name, static_cast<double>(time.nanos - cpu_before_[i].nanos) /
                              static_cast<double>(now - cpu_from_)});
        }
        ++i;
      }
    }
  }

  int64_t PlannedBefore(double seconds) const {
    if (!options_.is_open()) {
      return 0;
    }
    const int64_t count = options_.schedule->CountBefore(absl::Seconds(seconds));
    return options_.total > 0 ? std::min(count, options_.total) : count;
  }

  // The row up to the steady time `until`.
  void EndSecond(int64_t until, const ProgressFunction& on_second) {
    interval_.Reset();
    for (const std::unique_ptr<Worker>& worker : workers_) {
      worker->recorder().TakeInterval(&interval_);
    }
    in_flight_ += interval_.sent - interval_.ok - interval_.failed;
    SecondRow row;
    row.until_seconds = static_cast<double>(until - plan_.count_from) / kSecond;
    row.length_seconds = row.until_seconds - row_began_;
    row.planned = PlannedBefore(row.until_seconds) - PlannedBefore(row_began_);
    row.sent = interval_.sent;
    row.ok = interval_.ok;
    row.failed = interval_.failed;
    row.in_flight = in_flight_;
    row.p50 = interval_.latency.Percentile(50);
    row.p99 = interval_.latency.Percentile(99);
    row.max = interval_.latency.max();
    row.mean_lateness = interval_.lateness.mean();
    row_began_ = row.until_seconds;
    result_->seconds.push_back(row);
    if (row.has_rates()) {
      on_second(row);
    }
  }

  void Collect(int64_t sent_at, const ProgressFunction& on_second) {
    for (const std::unique_ptr<Worker>& worker : workers_) {
      worker->recorder().AddTo(&result_->tally, &result_->lateness);
      result_->uncounted += worker->uncounted();
    }
    // What was sent in time, or answered after it.
    const int64_t sending_end = std::min(sent_at, plan_.send_until);
    const int64_t end = std::max(sending_end, result_->tally.last_done());
    result_->elapsed_seconds =
        static_cast<double>(std::max<int64_t>(end - plan_.count_from, 0)) / kSecond;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      result_->outages.Merge(worker->OutagesUntil(end));
    }
    result_->planned = result_->is_interrupted || !options_.is_open()
                           ? result_->tally.sent() + result_->tally.unsent()
                           : PlannedBefore(absl::ToDoubleSeconds(options_.duration));
    if (result_->elapsed_seconds > row_began_) {
      EndSecond(end, on_second);
    }
  }

  const LoadOptions& options_;
  LoadResult* const result_;
  RunPlan plan_;
  std::atomic<int64_t> begun_{0};
  std::vector<std::unique_ptr<Worker>> workers_;
  Interval interval_;
  int64_t in_flight_ = 0;
  double row_began_ = 0;
  int64_t cpu_from_ = 0;
  std::vector<ThreadCpu> cpu_before_;
};

// Turns answers that were found wrong into failures.
void Convict(const VerifyReport& report, Tally* tally) {
  for (size_t i = 0; i < kOperationCount; ++i) {
    for (int64_t n = 0; n < report.wrong[i]; ++n) {
      tally->Convict(
          static_cast<Operation>(i),
          {.reason = "WRONG_SIGNATURE",
           .message = absl::StrCat("recomputed here, it differs in ", report.first_difference)});
    }
  }
}

}  // namespace

absl::StatusOr<LoadResult> RunLoad(const LoadOptions& options,
                                   const std::atomic<bool>& is_interrupted,
                                   const ProgressFunction& on_second) {
  SIGNET_ASSIGN_OR_RETURN(const Workload workload, Workload::Create(options));
  LoadResult result;
  result.options = options;
  SIGNET_ASSIGN_OR_RETURN(Connections connections, Connect(options, &result));
  SIGNET_ASSIGN_OR_RETURN(const Seeds seeds, Seeds::Make(workload, connections.front()->stub(),
                                                         options.server.deadline));
  SIGNET_ASSIGN_OR_RETURN(const std::unique_ptr<Verifier> verifier,
                          MakeVerifier(options, workload));
  {
    LoadRun run(options, workload, seeds, verifier.get(), &result);
    run.Run(std::move(connections), is_interrupted, on_second);
  }
  if (verifier != nullptr) {
    result.verified = verifier->Finish(options.server.deadline);
    Convict(result.verified, &result.tally);
  }
  result.warnings = WarningsOf(result);
  return result;
}

}  // namespace signet::load
