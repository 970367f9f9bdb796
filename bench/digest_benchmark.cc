// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Every hash of server/digest at the sizes that Java's crypto providers are
// commonly compared at (8 B, 1 KiB, 64 KiB, one message after the other), and
// fed byte by byte.

#include <cstdint>
#include <string>

#include "benchmark/benchmark.h"
#include "server/digest/buffered.h"
#include "server/digest/crc.h"
#include "server/digest/hmac_sha256_stream.h"
#include "server/digest/md5.h"
#include "server/digest/sha1.h"
#include "server/digest/sha256.h"

namespace signet {
namespace {

template <typename Hash>
Hash MakeHash() {
  return Hash();
}

template <>
HmacSha256Stream MakeHash() {
  return HmacSha256Stream(MakeHmacSha256Key(absl::string_view("12345678901234567890123456789012")));
}

template <typename Hash>
void BM_Message(benchmark::State& state) {
  const std::string message(static_cast<size_t>(state.range(0)), 'x');
  Hash hash = MakeHash<Hash>();
  for (auto _ : state) {
    hash.Reset();
    hash.Update(message);
    benchmark::DoNotOptimize(hash.Finish());
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

template <typename Hash>
void BM_Byte(benchmark::State& state) {
  Buffered<Hash> hash(MakeHash<Hash>());
  uint8_t byte = 0;
  for (auto _ : state) {
    hash.Update(byte++);
  }
  benchmark::DoNotOptimize(hash.Finish());
  state.SetBytesProcessed(state.iterations());
}

#define SIGNET_BENCHMARK_HASH(hash)                                    \
  BENCHMARK_TEMPLATE(BM_Message, hash)->Arg(8)->Arg(1024)->Arg(65536); \
  BENCHMARK_TEMPLATE(BM_Byte, hash)

SIGNET_BENCHMARK_HASH(Sha256);
SIGNET_BENCHMARK_HASH(Sha1);
SIGNET_BENCHMARK_HASH(Md5);
SIGNET_BENCHMARK_HASH(Crc32);
SIGNET_BENCHMARK_HASH(Crc32c);
SIGNET_BENCHMARK_HASH(Crc64Nvme);
SIGNET_BENCHMARK_HASH(HmacSha256Stream);

}  // namespace
}  // namespace signet
