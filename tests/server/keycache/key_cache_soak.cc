// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// keycache_soak [OPERATIONS [THREADS]]: so many random operations on one cache, half of
// the threads through fronts, while versions rotate and are revoked and days pass; then a
// day of 10,000 rotations an hour. Ends with 1 at the first wrong key, and prints what
// the memory came to.

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "server/keycache/key_cache_front.h"
#include "tests/support/fake_clock.h"

namespace signet {
namespace {

constexpr uint32_t kCredentials = 64;
constexpr std::array<const char*, 3> kRegions = {"us-east-1", "eu-central-1", "auto"};
constexpr std::array<const char*, 2> kServices = {"s3", "execute-api"};
// Of each million operations.
constexpr uint32_t kRotations = 4000;
constexpr uint32_t kRevocations = 1000;
constexpr uint32_t kSweeps = 100;
constexpr uint32_t kPurges = 5;
constexpr uint32_t kClockSteps = 200;

const absl::Time kStart = absl::FromCivil(absl::CivilHour(2026, 11, 30, 12), absl::UTCTimeZone());

int64_t ResidentKib() {
  long pages = 0;
  long resident = 0;
  FILE* const file = fopen("/proc/self/statm", "r");
  if (file == nullptr || fscanf(file, "%ld %ld", &pages, &resident) != 2) {
    resident = 0;
  }
  if (file != nullptr) {
    fclose(file);
  }
  return int64_t{resident} * sysconf(_SC_PAGESIZE) / 1024;
}

// The key of a name, different for each.
Sha256Digest KeyBytes(uint64_t generation, size_t region, size_t service, absl::Time day) {
  Sha256Digest bytes = {};
  const uint64_t words[] = {generation, region, service,
                            static_cast<uint64_t>(absl::ToUnixSeconds(day))};
  memcpy(bytes.data(), words, sizeof(words));
  return bytes;
}

void Fail(const char* what) {
  fprintf(stderr, "wrong: %s\n", what);
  abort();
}

class Soak {
 public:
  Soak(uint64_t operations, int threads)
      : per_thread_(operations / static_cast<uint64_t>(threads)),
        threads_(threads),
        is_revoked_(operations / 100 + kCredentials * 4) {
    KeyCacheOptions options;
    options.max_entries = 600;
    options.front_entries = 128;
    options.allow_unlocked_memory = true;
    options.revocation_check_interval = absl::Minutes(10);
    cache_ = KeyCache::Create(options, clock_).value();
    for (std::atomic<uint64_t>& generation : latest_) {
      generation = next_generation_.fetch_add(1);
    }
  }

  void Run() {
    std::vector<std::thread> threads;
    for (int i = 0; i < threads_; ++i) {
      threads.emplace_back([this, i] { RunThread(i); });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    const KeyCacheStats stats = cache_->stats();
    printf(
        "%llu operations: %llu hits, %llu of them in fronts, %llu loads, %llu evictions, "
        "%llu revoked\n",
        static_cast<unsigned long long>(per_thread_) * static_cast<unsigned>(threads_),
        static_cast<unsigned long long>(stats.hits),
        static_cast<unsigned long long>(stats.front_hits),
        static_cast<unsigned long long>(stats.loads),
        static_cast<unsigned long long>(stats.evictions),
        static_cast<unsigned long long>(stats.revoked_hits));
    printf("resident after a tenth %lld KiB, at the end %lld KiB\n",
           static_cast<long long>(early_kib_.load()), static_cast<long long>(ResidentKib()));
  }

 private:
  void RunThread(int number) {
    std::minstd_rand random(static_cast<uint32_t>(number) + 1);
    const std::unique_ptr<KeyCacheFront> front =
        number % 2 == 0 ? KeyCacheFront::Create(cache_.get()).value() : nullptr;
    for (uint64_t i = 0; i < per_thread_; ++i) {
      const uint32_t dice = static_cast<uint32_t>(random() % 1000000);
      const uint32_t choice = static_cast<uint32_t>(random());
      if (front != nullptr) {
        Use(*front, dice, choice);
      } else {
        Use(*cache_, dice, choice);
      }
      Disturb(static_cast<uint32_t>(random() % 1000000), choice % kCredentials);
      if (front != nullptr && i % 5000 == 0) {
        front->Sweep(clock_.Now());
      }
      if (number == 0 && i == per_thread_ / 10) {
        early_kib_ = ResidentKib();
      }
    }
  }

  // Few credentials are used much, many a little.
  template <typename Keys>
  void Use(Keys& keys, uint32_t dice, uint32_t choice) {
    const uint32_t credential = (choice % kCredentials) & (choice / kCredentials % kCredentials);
    const size_t region = choice / 4096 % kRegions.size();
    const size_t service = choice / 65536 % kServices.size();
    const absl::Time now = clock_.Now();
    const absl::Time day = absl::FromUnixSeconds(absl::ToUnixSeconds(now) / 86400 * 86400);
    const std::string date = absl::FormatTime("%Y%m%d", day, absl::UTCTimeZone());
    const uint64_t generation = latest_[credential].load();
    const uint64_t announced = announced_[credential].load();
    const bool was_revoked = is_revoked_[generation].load();
    uint64_t asked = 0;
    const auto load = [&](uint64_t which) -> absl::StatusOr<LoadedKey> {
      if (dice % 50 == 0) {
        return absl::UnavailableError("down");
      }
      KeyOrigin origin;
      origin.generation = which;
      origin.created = kStart;
      return LoadedKey{origin, SigningKey(KeyBytes(which, region, service, day))};
    };
    CachedKey key;
    absl::Status status;
    if (dice < 50000) {
      const std::string name = "credential-" + std::to_string(credential);
      status = keys.GetOrLoadLatest(
          {name, date, kRegions[region], kServices[service]}, now, absl::InfiniteFuture(),
          [&] { return load(latest_[credential].load()); }, &key);
      if (status.ok() && key.generation() < announced) {
        Fail("a version from before a rotation that had returned");
      }
    } else {
      asked = generation;
      const KeyMeta meta = {generation, date, kRegions[region], kServices[service]};
      if (dice < 100000) {
        if (!keys.TryGet(meta, now, &key)) {
          return;
        }
      } else {
        status = keys.GetOrLoad(
            meta, now, absl::InfiniteFuture(), [&] { return load(generation); }, &key);
      }
    }
    if (!status.ok()) {
      return;
    }
    if (asked != 0 && key.generation() != asked) {
      Fail("another version");
    }
    if (key.RevealSigningKey() != KeyBytes(key.generation(), region, service, day)) {
      Fail("another key");
    }
    if (key.not_after() <= now) {
      Fail("a key past its time");
    }
    if (was_revoked && key.generation() == generation && !key.is_revoked()) {
      Fail("a revoked key without its mark");
    }
  }

  static void RaiseTo(uint64_t value, std::atomic<uint64_t>* number) {
    uint64_t before = number->load();
    while (before < value && !number->compare_exchange_weak(before, value)) {
    }
  }

  void Disturb(uint32_t dice, uint32_t credential) {
    uint32_t sum = kRotations;
    if (dice < sum) {
      const uint64_t fresh = next_generation_.fetch_add(1);
      if (fresh < is_revoked_.size()) {
        // Versions only rise, whoever comes first.
        RaiseTo(fresh, &latest_[credential]);
        cache_->ForgetLatest("credential-" + std::to_string(credential));
        RaiseTo(fresh, &announced_[credential]);
      }
    } else if (dice < (sum += kRevocations)) {
      const uint64_t generation = latest_[credential].load();
      cache_->Revoke(generation);
      is_revoked_[generation] = true;
    } else if (dice < (sum += kSweeps)) {
      cache_->Sweep(clock_.Now());
    } else if (dice < (sum += kPurges)) {
      cache_->Purge();
    } else if (dice < (sum += kClockSteps)) {
      clock_.Advance(absl::Seconds(30));
    }
  }

  const uint64_t per_thread_;
  const int threads_;
  FakeClock clock_{kStart};
  std::unique_ptr<KeyCache> cache_;
  std::array<std::atomic<uint64_t>, kCredentials> latest_ = {};
  // Versions whose rotation has returned.
  std::array<std::atomic<uint64_t>, kCredentials> announced_ = {};
  std::atomic<uint64_t> next_generation_{1};
  std::vector<std::atomic<bool>> is_revoked_;
  std::atomic<int64_t> early_kib_{0};
};

// A day in which a credential rotates every 0.36 seconds.
void RotateForADay(int hours) {
  FakeClock clock(kStart);
  KeyCacheOptions options;
  options.allow_unlocked_memory = true;
  const std::unique_ptr<KeyCache> cache = KeyCache::Create(options, clock).value();
  const std::unique_ptr<KeyCacheFront> front = KeyCacheFront::Create(cache.get()).value();
  uint64_t generation = 0;
  int64_t first_kib = 0;
  for (int hour = 0; hour < hours; ++hour) {
    for (int i = 0; i < 10000; ++i) {
      KeyOrigin origin;
      origin.generation = ++generation;
      origin.created = clock.Now();
      origin.expires = clock.Now() + absl::Hours(1);
      cache->ForgetLatest("app");
      const std::string secret = "secret-" + std::to_string(generation);
      const std::string date = absl::FormatTime("%Y%m%d", clock.Now(), absl::UTCTimeZone());
      for (const char* const region : kRegions) {
        CachedKey key;
        for (int use = 0; use < 3; ++use) {
          if (!front->GetOrDerive(origin, {secret, date, region, "s3"}, clock.Now(), &key).ok() ||
              key.generation() != generation) {
            Fail("no key after a rotation");
          }
        }
      }
      clock.Advance(absl::Milliseconds(360));
      if (i % 3 == 0) {
        cache->Sweep(clock.Now());
        front->Sweep(clock.Now());
      }
    }
    if (hour == 0) {
      first_kib = ResidentKib();
    }
  }
  printf(
      "%llu rotations, 10,000 an hour: resident after the first hour %lld KiB, after the last "
      "%lld KiB\n",
      static_cast<unsigned long long>(generation), static_cast<long long>(first_kib),
      static_cast<long long>(ResidentKib()));
}

}  // namespace
}  // namespace signet

int main(int argc, char** argv) {
  const uint64_t operations = argc > 1 ? strtoull(argv[1], nullptr, 10) : 200000;
  const int threads = argc > 2 ? atoi(argv[2]) : 4;
  if (operations < 1000 || threads < 1 || threads > 64) {
    fprintf(stderr, "OPERATIONS is at least 1000, THREADS is 1 to 64\n");
    return 2;
  }
  signet::Soak(operations, threads).Run();
  signet::RotateForADay(operations > 10000000 ? 24 : 2);
  return 0;
}
