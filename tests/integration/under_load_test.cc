// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// A signetd that signet-load keeps busy: reloads fail none of its calls, and time makes it no
// larger. SIGNET_LOAD_RATE (500) calls a second are due while SIGNET_RELOADS (3) configurations
// come into force; SIGNET_SOAK_CALLS (20,000) are sent to see what stays.

#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/support/in_process_server.h"
#include "tests/support/knob.h"
#include "tests/support/program.h"
#include "tests/support/service_fixture.h"
#include "tests/support/signetd_process.h"
#include "tests/support/source_tree.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using Json = nlohmann::json;

std::string ConfigText(absl::string_view access_key_id) {
  return absl::StrCat(R"({"credentials": [{"name": "example", "access_key_id": ")", access_key_id,
                      R"(", "secret_access_key": "secret"}],
 "listen": {"unix": {"path": "SOCKET", "users": [{"name": "me", "uid": )",
                      ::geteuid(), R"(}]}},
 "policy": {"rules": [{"name": "all", "callers": ["me"], "operations": ["*"],
  "credentials": ["*"], "services": ["*"], "regions": ["*"]}]},
 "log": {"level": "error"},
 "key_cache": {"allow_unlocked_memory": true}, "lanes": 2})");
}

class UnderLoadTest : public ::testing::Test {
 protected:
  void SetUp() override {
    process_ = SignetdProcess::StartConfigured(folder_.path(), ConfigText("AKIDEXAMPLE"));
    ASSERT_NE(process_, nullptr);
  }

  // Runs signet-load with `flags` to its end. What it measured; fails where a call did not get
  // its answer or an answer was wrong.
  Json Load(std::vector<std::string> flags) const {
    const std::string report = folder_.Path("load.json");
    flags.insert(flags.end(),
                 {"--target", process_->target(), "--credentials", "example", "--timeout", "60s",
                  "--warmup", "0s", "--quiet", "--fail-if", "errors>0", "--json", report});
    const ProgramResult result = RunProgram("signet-load", std::move(flags));
    EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
    return Json::parse(ReadFileOrFail(report));
  }

  // As a careful operator does: whole or not at all.
  void Replace(const std::string& config) const {
    folder_.Write("next", absl::StrReplaceAll(config, {{"SOCKET", folder_.Path("s")}}));
    ASSERT_EQ(rename(folder_.Path("next").c_str(), folder_.Path("signet.json").c_str()), 0);
  }

  // The access key ID that signs now, "" where nothing does.
  static std::string Signer(v1::SigningService::Stub& stub) {
    PatientContext context;
    v1::SignRequestResponse response;
    return stub.SignRequest(&context, GetObjectRequest(), &response).ok() ? response.access_key_id()
                                                                          : "";
  }

  TempFolder folder_;
  std::unique_ptr<SignetdProcess> process_;
};

TEST_F(UnderLoadTest, AReloadFailsNoCallAndABadOneChangesNothing) {
  const int reloads = static_cast<int>(Knob("SIGNET_RELOADS", 3));
  const uint64_t rate = Knob("SIGNET_LOAD_RATE", 500);
  const auto stub = v1::SigningService::NewStub(
      grpc::CreateChannel(process_->target(), grpc::InsecureChannelCredentials()));
  std::atomic<bool> is_done = false;
  uint64_t calls = 0;
  // By the second, so that it goes on for as long as the reloads take.
  std::thread load([&] {
    while (!is_done) {
      const Json result = Load({"--rate", absl::StrCat(rate), "--duration", "1s", "--connections",
                                "2", "--concurrency", "1000"});
      EXPECT_EQ(result["calls"]["ok"], result["calls"]["planned"]);
      calls += result["calls"]["ok"].get<uint64_t>();
    }
  });
  auto end_load = absl::MakeCleanup([&] {
    is_done = true;
    load.join();
  });
  absl::Duration longest;
  std::string in_force = "AKIDEXAMPLE";
  for (int i = 0; i < reloads; ++i) {
    Replace(ConfigText("AKIDEXAMPLE").substr(0, 100 + static_cast<size_t>(i) % 300));
    EXPECT_EQ(Signer(*stub), in_force);
    in_force = absl::StrCat("AKIDOFROUND", i);
    const absl::Time replaced_at = absl::Now();
    Replace(ConfigText(in_force));
    std::string signer;
    while ((signer = Signer(*stub)) != in_force) {
      ASSERT_NE(signer, "");
      ASSERT_LT(absl::Now() - replaced_at, absl::Minutes(1));
      absl::SleepFor(absl::Milliseconds(5));
    }
    longest = std::max(longest, absl::Now() - replaced_at);
  }
  std::move(end_load).Invoke();
  EXPECT_GE(calls, rate);
  RecordProperty("reloads", reloads);
  RecordProperty("calls", absl::StrCat(calls));
  RecordProperty("most_ms_until_in_force", absl::StrCat(absl::ToInt64Milliseconds(longest)));
}

// What the kernel says of a process under `name`; in KiB where it is memory.
int64_t StatusOf(pid_t pid, absl::string_view name) {
  std::ifstream status(absl::StrCat("/proc/", pid, "/status"));
  for (std::string line; std::getline(status, line);) {
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, absl::ByAnyChar(":\t "), absl::SkipEmpty());
    int64_t value = 0;
    if (words.size() > 1 && words[0] == name && absl::SimpleAtoi(words[1], &value)) {
      return value;
    }
  }
  ADD_FAILURE() << "no " << name << " of " << pid;
  return 0;
}

// -1 where only another user may see them.
int64_t DescriptorsOf(pid_t pid) {
  std::error_code error;
  const std::filesystem::directory_iterator open(absl::StrCat("/proc/", pid, "/fd"), error);
  return error ? -1 : std::distance(begin(open), end(open));
}

TEST_F(UnderLoadTest, MemoryThreadsAndDescriptorsStayWhatTheyWere) {
  const uint64_t calls = Knob("SIGNET_SOAK_CALLS", 20'000);
  // So few at once that no lane refuses any for overload, however slow the build.
  const auto send = [this](uint64_t count, absl::string_view seed) {
    return Load({"--closed", "--total", absl::StrCat(count), "--connections", "4", "--concurrency",
                 "16", "--scopes", "500", "--zipf", "1", "--verify", "1/1000", "--seed",
                 std::string(seed), "--mix",
                 "sign=70,presign=10,lease=8,verify=8,info=2,batch=1,payload=1"});
  };
  // Until all that is kept between calls has its size.
  send(std::max<uint64_t>(calls / 20, 20'000), "1");
  const int64_t threads = StatusOf(process_->pid(), "Threads");
  const int64_t descriptors = DescriptorsOf(process_->pid());
  const int64_t before = StatusOf(process_->pid(), "VmRSS");
  const Json result = send(calls, "2");
  const int64_t after = StatusOf(process_->pid(), "VmRSS");
  EXPECT_EQ(result["calls"]["ok"], calls);
  EXPECT_EQ(StatusOf(process_->pid(), "Threads"), threads);
  // The server may not have closed yet what the client has.
  const absl::Time give_up_at = absl::Now() + absl::Seconds(20);
  while (DescriptorsOf(process_->pid()) > descriptors && absl::Now() < give_up_at) {
    absl::SleepFor(absl::Milliseconds(20));
  }
  EXPECT_LE(DescriptorsOf(process_->pid()), descriptors);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  // Sanitizers keep what was freed. Of a short run's noise, four mebibytes.
  EXPECT_LE(after, before + before / 20 + 4096);
#endif
  RecordProperty("calls", absl::StrCat(calls));
  RecordProperty("signatures", absl::StrCat(result["calls"]["signatures"].get<uint64_t>()));
  RecordProperty("resident_kib_before", absl::StrCat(before));
  RecordProperty("resident_kib_after", absl::StrCat(after));
}

}  // namespace
}  // namespace signet
