// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_KEYCACHE_MEASURE_H_
#define SIGNET_BENCH_KEYCACHE_MEASURE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace signet {

// Does so many operations as thread number `thread`.
using Work = std::function<void(int thread, uint64_t operations)>;

// What passes while threads work: the time from when all are off until all are done, or
// the mean of the processor time that each took. On a machine with a core for each thread
// and nothing else to do they are the same, but for threads that sleep; on a busy one
// only the latter says something.
enum class Timer { kWall, kProcessor };

// Nanoseconds an operation: what passed, over the operations of all threads together.
// Two threads that do not hinder each other halve it.
double TimePerOperation(Timer timer, int threads, uint64_t operations_per_thread, const Work& work);

// So many operations that `work` by that many threads takes each of them about `seconds`
// of processor time.
uint64_t OperationsIn(double seconds, int threads, const Work& work);

// Samples of two ways to do something, taken in turn.
struct Figure {
  std::string name;
  std::vector<double> samples;
  std::vector<double> against_samples;
  std::string unit = "ns";
  std::string better = "lower";
  std::optional<double> budget;
  // The ratio is the other's value over ours.
  bool is_inverse = false;
};

struct Effort {
  int pairs = 10;
  // How long a sample takes.
  double seconds = 0.05;
  Timer timer = Timer::kProcessor;
};

// Samples of `ours` and `against`, in turn, after one of each that does not count.
Figure Compare(absl::string_view name, int threads, const Effort& effort, const Work& ours,
               const Work& against);

double Median(std::vector<double> samples);

// Prints a figure as one line of JSON on the standard output, and its medians on the
// standard error.
void Print(const Figure& figure);

// Keeps the compiler from leaving out what `value` came from.
template <typename T>
void Keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

}  // namespace signet

#endif  // SIGNET_BENCH_KEYCACHE_MEASURE_H_
