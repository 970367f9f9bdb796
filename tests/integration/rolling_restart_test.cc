// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Two signetd, ended by SIGTERM and started again in turn while callers sign: one retry, at
// the other, is all that a caller needs. SIGNET_RESTARTS says how often (4).

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/in_process_server.h"
#include "tests/support/knob.h"
#include "tests/support/service_fixture.h"
#include "tests/support/signetd_process.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

constexpr int kCallers = 4;
constexpr int kReplicas = 2;

std::string ConfigText() {
  return absl::StrCat(
      R"({"credentials": [{"name": "example", "access_key_id": "AKIDEXAMPLE",
  "secret_access_key": "secret"}],
 "listen": {"unix": {"path": "SOCKET", "users": [{"name": "me", "uid": )",
      ::geteuid(), R"(}]}},
 "policy": {"rules": [{"name": "all", "callers": ["me"], "operations": ["*"],
  "credentials": ["*"], "services": ["*"], "regions": ["*"]}]},
 "drain": {"delay": "0s", "grace": "10s"},
 "key_cache": {"allow_unlocked_memory": true}, "lanes": 1})");
}

// On a connection of its own, which is tried again soon.
std::unique_ptr<v1::SigningService::Stub> NewStub(const std::string& target) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 20);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 100);
  return v1::SigningService::NewStub(
      grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments));
}

grpc::Status Sign(v1::SigningService::Stub& stub, bool waits_for_server = false) {
  PatientContext context;
  context.set_wait_for_ready(waits_for_server);
  v1::SignRequestResponse response;
  return stub.SignRequest(&context, GetObjectRequest(), &response);
}

// Calls both replicas by turns, and repeats a call that fails at the other one, once.
class Caller {
 public:
  explicit Caller(const std::array<std::string, kReplicas>& targets) {
    for (int i = 0; i < kReplicas; ++i) {
      stubs_[i] = NewStub(targets[i]);
    }
    thread_ = std::thread([this] { Run(); });
  }
  ~Caller() {
    is_done_ = true;
    thread_.join();
  }

  int64_t SignedBy(int replica) const { return signed_by_[replica]; }
  int64_t signatures() const { return signed_by_[0] + signed_by_[1]; }
  int64_t retries() const { return retries_; }
  int64_t errors() const { return errors_; }

 private:
  void Run() {
    for (int replica = 0; !is_done_; replica = 1 - replica) {
      if (Sign(replica)) {
        continue;
      }
      ++retries_;
      errors_ += Sign(1 - replica) ? 0 : 1;
    }
  }
  bool Sign(int replica) {
    const bool is_signed = signet::Sign(*stubs_[replica]).ok();
    signed_by_[replica] += is_signed ? 1 : 0;
    return is_signed;
  }

  std::array<std::unique_ptr<v1::SigningService::Stub>, kReplicas> stubs_;
  std::array<std::atomic<int64_t>, kReplicas> signed_by_{};
  std::atomic<int64_t> retries_{0};
  std::atomic<int64_t> errors_{0};
  std::atomic<bool> is_done_{false};
  std::thread thread_;
};

// As a rollout does: until the replica serves everybody again.
void WaitUntilAllCall(const std::vector<std::unique_ptr<Caller>>& callers, int replica) {
  for (const auto& caller : callers) {
    const int64_t before = caller->SignedBy(replica);
    const absl::Time give_up_at = absl::Now() + absl::Seconds(60);
    while (caller->SignedBy(replica) == before) {
      ASSERT_LT(absl::Now(), give_up_at);
      absl::SleepFor(absl::Milliseconds(1));
    }
  }
}

class RollingRestartTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::array<std::string, kReplicas> targets;
    for (int i = 0; i < kReplicas; ++i) {
      replicas_[i] = SignetdProcess::StartConfigured(folders_[i].path(), ConfigText());
      ASSERT_NE(replicas_[i], nullptr);
      targets[i] = replicas_[i]->target();
    }
    for (int i = 0; i < kCallers; ++i) {
      callers_.push_back(std::make_unique<Caller>(targets));
    }
  }

  // What callers came to so far.
  int64_t Sum(int64_t (Caller::*count)() const) const {
    int64_t sum = 0;
    for (const auto& caller : callers_) {
      sum += (caller.get()->*count)();
    }
    return sum;
  }

  std::array<TempFolder, kReplicas> folders_;
  std::array<std::unique_ptr<SignetdProcess>, kReplicas> replicas_;
  std::vector<std::unique_ptr<Caller>> callers_;
};

TEST_F(RollingRestartTest, OneRetryIsAllThatACallerNeeds) {
  const int restarts = static_cast<int>(Knob("SIGNET_RESTARTS", 4));
  for (int restart = 0; restart < restarts; ++restart) {
    SignetdProcess& replica = *replicas_[restart % kReplicas];
    WaitUntilAllCall(callers_, 0);
    WaitUntilAllCall(callers_, 1);
    ASSERT_EQ(kill(replica.pid(), SIGTERM), 0);
    ASSERT_EQ(replica.Wait(), 0) << replica.Output();
    // Nobody is left who has not noticed: the control that a restart is felt at all.
    for (const auto& caller : callers_) {
      const int64_t before = caller->retries();
      while (caller->retries() == before) {
        absl::SleepFor(absl::Milliseconds(1));
      }
    }
    replica.Restart();
    ASSERT_FALSE(HasFailure());
  }
  RecordProperty("restarts", restarts);
  RecordProperty("signatures", absl::StrCat(Sum(&Caller::signatures)));
  RecordProperty("retries", absl::StrCat(Sum(&Caller::retries)));
  EXPECT_EQ(Sum(&Caller::errors), 0);
}

// A machine that takes the processor away from both: calls wait, and none fails.
TEST_F(RollingRestartTest, ServersThatStoodStillGoOn) {
  for (int stop = 0; stop < 3; ++stop) {
    WaitUntilAllCall(callers_, 0);
    WaitUntilAllCall(callers_, 1);
    for (const auto& replica : replicas_) {
      ASSERT_EQ(kill(replica->pid(), SIGSTOP), 0);
    }
    absl::SleepFor(absl::Milliseconds(500));
    for (const auto& replica : replicas_) {
      ASSERT_EQ(kill(replica->pid(), SIGCONT), 0);
    }
  }
  WaitUntilAllCall(callers_, 0);
  WaitUntilAllCall(callers_, 1);
  EXPECT_EQ(Sum(&Caller::retries), 0);
  EXPECT_EQ(Sum(&Caller::errors), 0);
}

// Many clients whose server was killed, each with one retry, which waits for it: all are answered
// by the next.
TEST_F(RollingRestartTest, AllClientsComeBackAtOnce) {
  constexpr int kClients = 200;
  callers_.clear();
  std::vector<std::unique_ptr<v1::SigningService::Stub>> stubs;
  for (int i = 0; i < kClients; ++i) {
    stubs.push_back(NewStub(replicas_[0]->target()));
    ASSERT_TRUE(Sign(*stubs.back()).ok());
  }
  replicas_[0]->Kill();
  ASSERT_FALSE(Sign(*stubs[0]).ok());
  std::atomic<int> answered = 0;
  std::vector<std::thread> clients;
  clients.reserve(kClients);
  for (const auto& stub : stubs) {
    clients.emplace_back(
        [&stub, &answered] { answered += Sign(*stub).ok() || Sign(*stub, true).ok() ? 1 : 0; });
  }
  replicas_[0]->Restart();
  for (std::thread& client : clients) {
    client.join();
  }
  RecordProperty("clients", kClients);
  EXPECT_EQ(answered, kClients);
}

}  // namespace
}  // namespace signet
