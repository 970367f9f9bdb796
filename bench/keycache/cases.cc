// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The 12 benchmarks that Asherah keeps of its key cache (go/appencryption,
// key_cache_benchmark_test.go), by their names and with the same keys, loaders and
// counters, on ours. What a benchmark asserts is left out on both sides.

#include <stdio.h>

#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/keycache/figures.h"
#include "bench/keycache/keys.h"
#include "server/keycache/key_cache_front.h"

namespace signet {
namespace {

constexpr int kMaxThreads = 12;
// What counts as not slower where medians of one machine differ by some percent.
constexpr double kNotSlower = 0.95;
constexpr uint64_t kUniqueKeys = 1000;
constexpr char kTestKey[] = "TestKey";
constexpr char kService[] = "s3";
// When the keys that are read again were made: longer ago than the check interval.
const absl::Time kLongAgo = kEvening - absl::Minutes(100);

// How threads reach the cache: each through its front ...
class FastAccess {
 public:
  explicit FastAccess(KeyCache* cache) {
    for (int i = 0; i < kMaxThreads; ++i) {
      fronts_.push_back(KeyCacheFront::Create(cache).value());
    }
  }
  absl::Status GetOrLoad(int thread, const KeyMeta& meta, absl::Time now, KeyLoader loader,
                         CachedKey* key) {
    return Front(thread).GetOrLoad(meta, now, absl::InfiniteFuture(), loader, key);
  }
  absl::Status GetOrLoadLatest(int thread, const LatestKeyId& id, absl::Time now, KeyLoader loader,
                               CachedKey* key) {
    return Front(thread).GetOrLoadLatest(id, now, absl::InfiniteFuture(), loader, key);
  }

 private:
  KeyCacheFront& Front(int thread) { return *fronts_[static_cast<size_t>(thread)]; }
  std::vector<std::unique_ptr<KeyCacheFront>> fronts_;
};

// ... or all under one lock, loaders and all, as in the original.
class SingleLockAccess {
 public:
  explicit SingleLockAccess(KeyCache* cache) : cache_(*cache) {}
  absl::Status GetOrLoad(int, const KeyMeta& meta, absl::Time now, KeyLoader loader,
                         CachedKey* key) {
    const std::lock_guard<std::mutex> lock(mu_);
    return cache_.GetOrLoad(meta, now, absl::InfiniteFuture(), loader, key);
  }
  absl::Status GetOrLoadLatest(int, const LatestKeyId& id, absl::Time now, KeyLoader loader,
                               CachedKey* key) {
    const std::lock_guard<std::mutex> lock(mu_);
    return cache_.GetOrLoadLatest(id, now, absl::InfiniteFuture(), loader, key);
  }

 private:
  std::mutex mu_;
  KeyCache& cache_;
};

LoadedKey TestKey(uint64_t generation, absl::Time created, bool is_revoked) {
  LoadedKey loaded = SampleKey(generation);
  loaded.origin.created = created;
  loaded.origin.is_revoked = is_revoked;
  return loaded;
}

// A thread, and the key that it fills again and again.
struct Caller {
  explicit Caller(int thread_arg) : thread(thread_arg) {}

  const int thread;
  CachedKey key;
};

// A cache for one case, and what the threads of the case share. An ID of the original is
// the region here: a part of the name that is as long and as much the caller's.
template <typename Access>
class CaseRun {
 public:
  CaseRun() : cache_(MakeCache(BenchOptions())), access_(cache_.get()) {}

  void Load(Caller& caller, absl::string_view id, absl::Time now, KeyLoader loader) {
    Keep(access_.GetOrLoad(caller.thread, {1, kDay, id, kService}, now, loader, &caller.key));
    Keep(caller.key);
  }
  void LoadLatest(Caller& caller, absl::string_view id, absl::Time now, KeyLoader loader) {
    Keep(access_.GetOrLoadLatest(caller.thread, {"app", kDay, id, kService}, now, loader,
                                 &caller.key));
    Keep(caller.key);
  }
  // Both mappings of an ID, as of `now`.
  void Preset(absl::string_view id, absl::Time now, bool is_revoked) {
    const auto loader = [&] { return TestKey(1, now, is_revoked); };
    CachedKey key;
    cache_->GetOrLoadLatest({"app", kDay, id, kService}, now, absl::InfiniteFuture(), loader, &key)
        .IgnoreError();
  }
  void PresetUnique() {
    for (uint64_t i = 0; i < kUniqueKeys; ++i) {
      Preset(absl::StrCat(kTestKey, "-", i), kEvening, false);
    }
  }

  // "TestKey-0", "TestKey-1" ...
  std::string NextId() { return absl::StrCat(kTestKey, "-", next_.fetch_add(1)); }
  std::string NextOfUnique() {
    return absl::StrCat(kTestKey, "-", next_.fetch_add(1) % kUniqueKeys);
  }

 private:
  const std::unique_ptr<KeyCache> cache_;
  Access access_;
  std::atomic<uint64_t> next_{0};
};

absl::StatusOr<LoadedKey> NeverLoads() { return absl::InternalError("the loader ran"); }
absl::StatusOr<LoadedKey> LoadsOne() { return TestKey(1, kEvening, false); }
absl::StatusOr<LoadedKey> LoadsOneRevoked() { return TestKey(1, kLongAgo, true); }
absl::StatusOr<LoadedKey> LoadsOneOld() { return TestKey(1, kLongAgo, false); }
absl::StatusOr<LoadedKey> LoadsAnotherRevoked() { return TestKey(2, kEvening, true); }
absl::StatusOr<LoadedKey> LoadsAnother() { return TestKey(2, kEvening, false); }

constexpr auto kPrepareNothing = [](auto&) {};
constexpr auto kPrepareOne = [](auto& run) { run.Preset(kTestKey, kEvening, false); };
constexpr auto kPrepareOld = [](auto& run) { run.Preset(kTestKey, kLongAgo, false); };
constexpr auto kPrepareRevoked = [](auto& run) { run.Preset(kTestKey, kEvening, true); };
constexpr auto kPrepareUnique = [](auto& run) { run.PresetUnique(); };

// Calls `visit` with each case: its name, what is there before, and one operation.
template <typename Visit>
void ForEachCase(const Visit& visit) {
  visit("GetOrLoad_MultipleThreadsReadExistingKey", kPrepareOne,
        [](auto& run, Caller& caller) { run.Load(caller, kTestKey, kEvening, NeverLoads); });
  visit("GetOrLoad_MultipleThreadsWriteSameKey", kPrepareNothing,
        [](auto& run, Caller& caller) { run.Load(caller, kTestKey, kEvening, LoadsOne); });
  visit("GetOrLoad_MultipleThreadsWriteUniqueKeys", kPrepareNothing, [](auto& run, Caller& caller) {
    const std::string id = run.NextId();
    run.Load(caller, id, kEvening, LoadsOne);
    run.LoadLatest(caller, id, kEvening, LoadsOne);
  });
  visit("GetOrLoad_MultipleThreadsReadRevokedKey", kPrepareOld,
        [](auto& run, Caller& caller) { run.Load(caller, kTestKey, kEvening, LoadsOneRevoked); });
  visit("GetOrLoad_MultipleThreadsRead_NeedReloadKey", kPrepareOld,
        [](auto& run, Caller& caller) { run.Load(caller, kTestKey, kEvening, LoadsOneOld); });
  visit("GetOrLoad_MultipleThreadsReadUniqueKeys", kPrepareUnique, [](auto& run, Caller& caller) {
    run.Load(caller, run.NextOfUnique(), kEvening, NeverLoads);
  });
  visit("GetOrLoadLatest_MultipleThreadsReadExistingKey", kPrepareOne,
        [](auto& run, Caller& caller) { run.LoadLatest(caller, kTestKey, kEvening, NeverLoads); });
  visit("GetOrLoadLatest_MultipleThreadsWriteSameKey", kPrepareNothing,
        [](auto& run, Caller& caller) { run.LoadLatest(caller, kTestKey, kEvening, LoadsOne); });
  visit(
      "GetOrLoadLatest_MultipleThreadsWriteUniqueKey", kPrepareNothing,
      [](auto& run, Caller& caller) { run.LoadLatest(caller, run.NextId(), kEvening, LoadsOne); });
  visit("GetOrLoadLatest_MultipleThreadsReadStaleRevokedKey", kPrepareOld,
        [](auto& run, Caller& caller) {
          run.LoadLatest(caller, kTestKey, kEvening, LoadsAnotherRevoked);
        });
  visit("GetOrLoadLatest_MultipleThreadsReadRevokedKey", kPrepareRevoked,
        [](auto& run, Caller& caller) {
          run.LoadLatest(caller, kTestKey, kEvening + absl::Seconds(2), LoadsAnother);
        });
  visit("GetOrLoadLatest_MultipleThreadsReadUniqueKeys", kPrepareUnique,
        [](auto& run, Caller& caller) {
          run.LoadLatest(caller, run.NextOfUnique(), kEvening, NeverLoads);
        });
}

template <typename Access, typename Once>
Work WorkOf(CaseRun<Access>* run, Once once) {
  return [run, once](int thread, uint64_t operations) {
    Caller caller(thread);
    for (uint64_t i = 0; i < operations; ++i) {
      once(*run, caller);
    }
  };
}

}  // namespace

void PrintCaseFigures(const Effort& effort) {
  Effort wall = effort;
  wall.timer = Timer::kWall;
  for (const int threads : {1, 2, 4, 8, 12}) {
    double log_sum = 0;
    int count = 0;
    ForEachCase([&](const char* name, auto prepare, auto once) {
      CaseRun<FastAccess> fast;
      CaseRun<SingleLockAccess> locked;
      prepare(fast);
      prepare(locked);
      Figure figure = Compare(absl::StrCat("single_lock_", threads, "t_", name), threads, wall,
                              WorkOf(&fast, once), WorkOf(&locked, once));
      figure.is_inverse = true;
      figure.better = "higher";
      figure.budget = kNotSlower;
      Print(figure);
      log_sum += std::log(Median(figure.against_samples) / Median(figure.samples));
      ++count;
    });
    Figure mean;
    mean.name = absl::StrCat("single_lock_", threads, "t_geometric_mean");
    mean.samples = {std::exp(log_sum / count)};
    mean.unit = "times";
    mean.better = "higher";
    mean.budget = 1.35;
    Print(mean);
  }
}

void PrintCases(int threads, double seconds) {
  ForEachCase([&](const char* name, auto prepare, auto once) {
    CaseRun<FastAccess> run;
    prepare(run);
    const Work work = WorkOf(&run, once);
    const uint64_t operations = OperationsIn(seconds, threads, work);
    printf("%s %.6g\n", name, TimePerOperation(Timer::kWall, threads, operations, work));
  });
}

}  // namespace signet
