// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// usage: md5_bytes INTEGERS
//
// Hashes the integers from 0 by MD5, big endian, each byte an update of its own,
// and prints one JSON object: what it took and what came out. Md5Bytes.java does
// the same.

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "server/digest/buffered.h"
#include "server/digest/hex.h"
#include "server/digest/md5.h"
#include "tests/support/allocation_counter.h"

namespace signet {
namespace {

struct Marks {
  std::chrono::steady_clock::time_point wall = std::chrono::steady_clock::now();
  std::clock_t cpu = std::clock();
  int64_t allocations = AllocationsOfThisThread();
};

void Run(uint32_t integers) {
  const Marks before;
  Buffered<Md5> md5;
  for (uint32_t value = 0; value < integers; ++value) {
    md5.Update(static_cast<uint8_t>(value >> 24));
    md5.Update(static_cast<uint8_t>(value >> 16));
    md5.Update(static_cast<uint8_t>(value >> 8));
    md5.Update(static_cast<uint8_t>(value));
  }
  const Md5Digest digest = md5.Finish();
  const Marks after;
  const std::chrono::duration<double, std::milli> wall = after.wall - before.wall;
  const double cpu = 1000.0 * static_cast<double>(after.cpu - before.cpu) / CLOCKS_PER_SEC;
  std::cout << absl::StrFormat(
      R"({"wall_ms": %.3f, "cpu_ms": %.3f, "allocations": %d, "digest": "%s"})"
      "\n",
      wall.count(), cpu, after.allocations - before.allocations, ToHex(digest));
}

}  // namespace
}  // namespace signet

int main(int argc, char** argv) {
  uint32_t integers = 0;
  if (argc != 2 || !absl::SimpleAtoi(argv[1], &integers)) {
    std::cerr << "usage: md5_bytes INTEGERS\n";
    return EXIT_FAILURE;
  }
  signet::Run(integers);
  return EXIT_SUCCESS;
}
