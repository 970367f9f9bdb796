// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_KEYCACHE_FIGURES_H_
#define SIGNET_BENCH_KEYCACHE_FIGURES_H_

#include "bench/keycache/measure.h"

// Groups of figures; each prints its own.
namespace signet {

// Hits against an unlocked map, and the locked path against std::shared_mutex.
void PrintHitFigures(const Effort& effort);

// Ways to hold keys that were weighed, each against ours.
void PrintStoreFigures(const Effort& effort);

// How much of a trace is answered, by policy.
void PrintHitRatios(bool is_quick);

// Memory, derivation, sweeping.
void PrintCostFigures(const Effort& effort);

// The 12 key-cache benchmarks of Asherah, on our cache: the fast path against one lock
// around it, at 1 to 12 threads.
void PrintCaseFigures(const Effort& effort);

// Nanoseconds an operation of each of the 12, one line each: "NAME NANOSECONDS".
void PrintCases(int threads, double seconds);

}  // namespace signet

#endif  // SIGNET_BENCH_KEYCACHE_FIGURES_H_
