// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The promise of a revocation, with others signing meanwhile: no signature that begins
// after the call returned is by that version. On two lanes with copies of their own.

#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/integration/admin_fixture.h"
#include "tests/support/captured_log.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

constexpr int kTrials = 100;
constexpr int kSigners = 4;

// A server whose credential a test changes.
class RotatingServer {
 public:
  RotatingServer() {
    config_.unix_listener = ServerConfig::UnixListener();
    config_.unix_listener->path = folder_.Path("s");
    config_.unix_listener->users = {{"alice", ::geteuid(), std::nullopt}};
    config_.policy = PolicyOf({AllowEverything("alice"), AdminRule("alice", {"admin:*"})});
    config_.key_cache.allow_unlocked_memory = true;
    config_.limits.max_resident_bytes = kAnyMemory;
    config_.lanes = 2;
    values_ = {ExampleCredential("example")};
    std::vector<std::unique_ptr<CredentialSource>> sources;
    sources.push_back(std::make_unique<ChangeableSource>(&values_));
    absl::StatusOr<std::unique_ptr<Server>> server = Server::Create(config_, std::move(sources));
    EXPECT_OK(server);
    server_ = *std::move(server);
  }

  // Its source has other keys, and the server sees it.
  void Rotate(int i) {
    values_[0].access_key_id = absl::StrCat("AKIDOFTRIAL", i);
    EXPECT_TRUE(server_->Tick());
  }

  std::shared_ptr<grpc::Channel> NewChannel() const {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return grpc::CreateCustomChannel(absl::StrCat("unix:", config_.unix_listener->path),
                                     grpc::InsecureChannelCredentials(), arguments);
  }

 private:
  TempFolder folder_;
  ServerConfig config_;
  std::vector<CredentialValue> values_;
  std::unique_ptr<Server> server_;
};

TEST(RevocationRaceTest, NoSignatureBeginsAfterTheCallReturned) {
  const CapturedLog quiet(LogFormat::kJson, LogLevel::kError);
  RotatingServer server;
  const auto admin = v1::AdminService::NewStub(server.NewChannel());
  const auto stub = v1::SigningService::NewStub(server.NewChannel());
  // The trial whose version is revoked, known to be so: set once the call has returned.
  std::atomic<int> revoked_trial{-1};
  std::atomic<bool> is_done{false};
  std::atomic<int64_t> signatures{0};
  std::atomic<int64_t> refusals{0};
  std::atomic<int> late{0};
  std::vector<std::string> versions(kTrials);
  std::vector<std::thread> signers;
  for (int i = 0; i < kSigners; ++i) {
    signers.emplace_back([&] {
      const auto own = v1::SigningService::NewStub(server.NewChannel());
      while (!is_done) {
        const int before = revoked_trial.load(std::memory_order_acquire);
        std::string version;
        if (!Sign(*own, &version).ok()) {
          refusals.fetch_add(1);
          continue;
        }
        signatures.fetch_add(1);
        // Whatever was revoked when the call began must not have signed.
        for (int trial = 0; trial <= before; ++trial) {
          late.fetch_add(versions[trial] == version ? 1 : 0);
        }
      }
    });
  }
  auto joiner = absl::MakeCleanup([&] {
    is_done = true;
    for (std::thread& signer : signers) {
      signer.join();
    }
  });
  for (int trial = 0; trial < kTrials; ++trial) {
    std::string version;
    ASSERT_TRUE(Sign(*stub, &version).ok());
    // Others are at it.
    const int64_t seen = signatures.load();
    while (signatures.load() < seen + kSigners) {
      std::this_thread::yield();
    }
    v1::RevokeCredentialVersionResponse response;
    const grpc::Status status = Revoke(*admin, "example", version, &response);
    ASSERT_TRUE(status.ok()) << status.error_message();
    versions[trial] = version;
    revoked_trial.store(trial, std::memory_order_release);
    const int64_t refused = refusals.load();
    while (refusals.load() < refused + kSigners) {
      std::this_thread::yield();
    }
    server.Rotate(trial);
  }
  std::move(joiner).Invoke();
  EXPECT_EQ(late.load(), 0);
  EXPECT_GE(signatures.load(), kTrials * kSigners);
  RecordProperty("signatures", absl::StrCat(signatures.load()));
}

}  // namespace
}  // namespace signet
