// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <malloc.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <chrono>
#include <memory>
#include <string>

#include "bench/keycache/figures.h"
#include "bench/keycache/keys.h"
#include "server/keycache/key_cache_front.h"
#include "server/sigv4/signing_key.h"

namespace signet {
namespace {

const SigningKeySpec kSpec = {"wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", kDay, "us-east-1", "s3"};

// As most programs derive: four one-shot calls.
Sha256Digest DeriveByHmac(const SigningKeySpec& spec) {
  std::string key = "AWS4";
  key.append(spec.secret_access_key.data(), spec.secret_access_key.size());
  Sha256Digest digest = {};
  const void* key_data = key.data();
  size_t key_size = key.size();
  for (const absl::string_view part :
       {spec.date, spec.region, spec.service, absl::string_view("aws4_request")}) {
    unsigned int size = 0;
    Sha256Digest next = {};
    HMAC(EVP_sha256(), key_data, static_cast<int>(key_size),
         reinterpret_cast<const unsigned char*>(part.data()), part.size(), next.data(), &size);
    digest = next;
    key_data = digest.data();
    key_size = digest.size();
  }
  return digest;
}

void PrintDerivation(const Effort& effort) {
  Figure figure = Compare(
      "derive_vs_hmac", 1, effort,
      [](int, uint64_t operations) {
        for (uint64_t i = 0; i < operations; ++i) {
          Keep(DeriveSigningKey(kSpec));
        }
      },
      [](int, uint64_t operations) {
        for (uint64_t i = 0; i < operations; ++i) {
          Keep(DeriveByHmac(kSpec));
        }
      });
  figure.is_inverse = true;
  figure.better = "higher";
  figure.budget = 5.5;
  Print(figure);
}

double HeapBytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

Figure Plain(absl::string_view name, double value, absl::string_view unit) {
  Figure figure;
  figure.name = std::string(name);
  figure.samples = {value};
  figure.unit = std::string(unit);
  return figure;
}

// Everything that a full cache of the default size takes, by the allocator's and the
// arena's account, and what each lane's front takes besides.
void PrintMemory() {
  KeyCacheOptions options;
  options.allow_unlocked_memory = true;
  const double before = HeapBytes();
  const std::unique_ptr<KeyCache> cache = MakeCache(options);
  Fill(cache.get(), MakeKeys(options.max_entries * 2), kDay);
  const double entries = static_cast<double>(cache->stats().entries);
  const double locked = static_cast<double>(options.max_entries * sizeof(KeyMaterial));
  const double all = HeapBytes() - before + locked;
  Figure figure = Plain("key_bytes", all / entries, "B");
  figure.budget = 256;
  Print(figure);
  const double shared = static_cast<double>(cache->stats().bytes);
  const auto front = KeyCacheFront::Create(cache.get()).value();
  Print(Plain("front_bytes_per_lane", static_cast<double>(cache->stats().bytes) - shared, "B"));
  Print(Plain("front_bytes_per_entry",
              (static_cast<double>(cache->stats().bytes) - shared) /
                  static_cast<double>(options.front_entries),
              "B"));
}

double MillisecondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

// A million keys of which none, then all, are past their time.
void PrintSweep() {
  KeyCacheOptions options;
  options.max_entries = 1000000;
  options.allow_unlocked_memory = true;
  const std::unique_ptr<KeyCache> cache = MakeCache(options);
  Fill(cache.get(), MakeKeys(options.max_entries), kDay);
  Figure idle = Plain("sweep_1000000_none_due", 0, "ms");
  idle.samples.clear();
  for (int i = 0; i < 7; ++i) {
    idle.samples.push_back(MillisecondsOf([&] { cache->Sweep(kEvening); }));
  }
  Print(idle);
  Print(Plain("sweep_1000000_all_due",
              MillisecondsOf([&] { cache->Sweep(kEvening + absl::Hours(48)); }), "ms"));
}

}  // namespace

void PrintCostFigures(const Effort& effort) {
  PrintDerivation(effort);
  PrintMemory();
  PrintSweep();
}

}  // namespace signet
