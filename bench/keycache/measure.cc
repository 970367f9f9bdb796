// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/keycache/measure.h"

#include <stdio.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace signet {
namespace {

using SteadyClock = std::chrono::steady_clock;

// Nanoseconds that this thread has had a processor.
double ProcessorTime() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

std::string JsonNumbers(const std::vector<double>& numbers) {
  return absl::StrCat("[",
                      absl::StrJoin(numbers, ",",
                                    [](std::string* out, double number) {
                                      char text[32];
                                      snprintf(text, sizeof(text), "%.6g", number);
                                      absl::StrAppend(out, text);
                                    }),
                      "]");
}

}  // namespace

double TimePerOperation(Timer timer, int threads, uint64_t operations_per_thread,
                        const Work& work) {
  std::atomic<int> ready{0};
  std::vector<double> processor_times(static_cast<size_t>(threads));
  const auto run = [&](int thread) {
    const double start = ProcessorTime();
    work(thread, operations_per_thread);
    processor_times[static_cast<size_t>(thread)] = ProcessorTime() - start;
  };
  std::atomic<bool> go{false};
  std::vector<std::thread> running;
  for (int thread = 1; thread < threads; ++thread) {
    running.emplace_back([&, thread] {
      ready.fetch_add(1);
      while (!go.load()) {
        std::this_thread::yield();
      }
      run(thread);
    });
  }
  while (ready.load() != threads - 1) {
    std::this_thread::yield();
  }
  const SteadyClock::time_point start = SteadyClock::now();
  go.store(true);
  run(0);
  for (std::thread& thread : running) {
    thread.join();
  }
  const std::chrono::duration<double, std::nano> taken = SteadyClock::now() - start;
  const double passed =
      timer == Timer::kWall
          ? taken.count()
          : std::accumulate(processor_times.begin(), processor_times.end(), 0.0) / threads;
  return passed / (static_cast<double>(operations_per_thread) * threads);
}

uint64_t OperationsIn(double seconds, int threads, const Work& work) {
  const double enough = seconds * 1e9 / 4;
  uint64_t operations = 64;
  for (;;) {
    const double taken = TimePerOperation(Timer::kProcessor, threads, operations, work) *
                         static_cast<double>(operations) * threads;
    if (taken > enough || operations > uint64_t{1} << 40) {
      const double more = seconds * 1e9 / std::max(taken, 1.0);
      return std::max<uint64_t>(1, static_cast<uint64_t>(static_cast<double>(operations) * more));
    }
    operations *= 4;
  }
}

Figure Compare(absl::string_view name, int threads, const Effort& effort, const Work& ours,
               const Work& against) {
  Figure figure;
  figure.name = std::string(name);
  const uint64_t our_operations = OperationsIn(effort.seconds, threads, ours);
  const uint64_t their_operations = OperationsIn(effort.seconds, threads, against);
  for (int i = 0; i < effort.pairs; ++i) {
    figure.samples.push_back(TimePerOperation(effort.timer, threads, our_operations, ours));
    figure.against_samples.push_back(
        TimePerOperation(effort.timer, threads, their_operations, against));
  }
  return figure;
}

double Median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const size_t middle = samples.size() / 2;
  return samples.size() % 2 != 0 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
}

void Print(const Figure& figure) {
  const std::string budget =
      figure.budget.has_value() ? absl::StrCat(*figure.budget) : std::string("null");
  printf(
      "{\"name\":\"%s\",\"samples\":%s,\"against_samples\":%s,\"unit\":\"%s\",\"better\":\"%s\","
      "\"budget\":%s,\"inverse\":%s}\n",
      figure.name.c_str(), JsonNumbers(figure.samples).c_str(),
      JsonNumbers(figure.against_samples).c_str(), figure.unit.c_str(), figure.better.c_str(),
      budget.c_str(), figure.is_inverse ? "true" : "false");
  fflush(stdout);
  const double ours = Median(figure.samples);
  if (figure.against_samples.empty()) {
    fprintf(stderr, "%-44s %10.4g %s\n", figure.name.c_str(), ours, figure.unit.c_str());
    return;
  }
  const double against = Median(figure.against_samples);
  fprintf(stderr, "%-44s %10.4g, against %10.4g %s: %.3g (budget %s)\n", figure.name.c_str(), ours,
          against, figure.unit.c_str(), figure.is_inverse ? against / ours : ours / against,
          budget.c_str());
}

}  // namespace signet
