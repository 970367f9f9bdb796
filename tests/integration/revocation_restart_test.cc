// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Revocations over the end of signetd: a restart, a kill, a state file that is not sound,
// a disk that takes nothing.

#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/credentials/revocation_file.h"
#include "tests/integration/admin_fixture.h"
#include "tests/support/knob.h"
#include "tests/support/program.h"
#include "tests/support/signetd_process.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr int kExtraCredentials = 100;

std::string ConfigText(const std::string& state) {
  std::string extra;
  for (int i = 0; i < kExtraCredentials; ++i) {
    absl::StrAppend(&extra, R"(, {"name": "extra)", i, R"(", "access_key_id": "AKIDEXTRA)", i,
                    R"(", "secret_access_key": "three"})");
  }
  return absl::StrCat(
      R"({"credentials": [
  {"name": "example", "access_key_id": "AKIAIOSFODNN7EXAMPLE", "secret_access_key": "one"},
  {"name": "other", "access_key_id": "AKIDOTHER", "secret_access_key": "two"})",
      extra, R"(],
 "listen": {"unix": {"path": "SOCKET", "users": [{"name": "me", "uid": )",
      ::geteuid(), R"(}]}},
 "policy": {"rules": [{"name": "all", "callers": ["me"], "operations": ["*", "admin:*"],
  "credentials": ["*"], "services": ["*"], "regions": ["*"]}]},
 "key_cache": {"allow_unlocked_memory": true}, "lanes": 1, "state_directory": ")",
      state, R"("})");
}

class RevocationRestartTest : public ::testing::Test {
 protected:
  void Start() {
    state_ = folder_.Path("state");
    std::filesystem::create_directory(state_);
    StartWith(state_);
  }
  void StartWith(const std::string& state) {
    process_ = SignetdProcess::StartConfigured(folder_.path(), ConfigText(state));
    ASSERT_NE(process_, nullptr);
  }

  static std::shared_ptr<grpc::Channel> ChannelTo(const std::string& target) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
  }
  std::shared_ptr<grpc::Channel> NewChannel() const { return ChannelTo(process_->target()); }
  // "" when it signs, else why not.
  std::string WhyNot(const std::string& credential) {
    return WhyNot(credential, process_->target());
  }
  static std::string WhyNot(const std::string& credential, const std::string& target) {
    v1::SignRequestRequest request = GetObjectRequest();
    request.set_credential(credential);
    PatientContext context;
    v1::SignRequestResponse response;
    const grpc::Status status =
        v1::SigningService::NewStub(ChannelTo(target))->SignRequest(&context, request, &response);
    return status.ok() ? "" : ReasonOf(status);
  }
  v1::RevokeCredentialVersionResponse RevokeExample() {
    return Revoke("example", "AKIAIOSFODNN7EXAMPLE");
  }
  v1::RevokeCredentialVersionResponse Revoke(const std::string& credential,
                                             const std::string& access_key_id) {
    PatientContext context;
    v1::RevokeCredentialVersionRequest request;
    request.set_credential(credential);
    request.set_access_key_id(access_key_id);
    v1::RevokeCredentialVersionResponse response;
    const grpc::Status status = v1::AdminService::NewStub(NewChannel())
                                    ->RevokeCredentialVersion(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  TempFolder folder_;
  std::string state_;
  std::unique_ptr<SignetdProcess> process_;
};

bool MountTmpfs(const std::string& path) {
  return mount("none", path.c_str(), "tmpfs", 0, "size=64k") == 0;
}

TEST_F(RevocationRestartTest, SurvivesAKillRightAfterTheAnswer) {
  Start();
  EXPECT_EQ(WhyNot("example"), "");
  EXPECT_EQ(RevokeExample().persistence(), v1::REVOCATION_PERSISTENCE_SAVED);
  process_->Kill();
  for (int restart = 0; restart < 2; ++restart) {
    process_->Restart();
    EXPECT_EQ(WhyNot("example"), "CREDENTIAL_REVOKED");
    EXPECT_EQ(WhyNot("other"), "");
  }
}

// Killed anywhere in the writing, there is the old file or the new one.
TEST_F(RevocationRestartTest, AKillWhileItIsWrittenNeverKeepsItFromStarting) {
  Start();
  for (int trial = 0; trial < 20; ++trial) {
    const auto channel = NewChannel();
    ASSERT_TRUE(
        channel->WaitForConnected(std::chrono::system_clock::now() + std::chrono::seconds(60)));
    const auto stub = v1::AdminService::NewStub(channel);
    std::thread killer([this, trial] {
      absl::SleepFor(absl::Microseconds(200 * trial));
      process_->Kill();
    });
    int saved = 0;
    while (true) {
      PatientContext context;
      v1::RevokeCredentialVersionRequest request;
      request.set_credential("gone");
      request.set_credential_version(
          absl::StrCat(absl::Hex(trial, absl::kZeroPad8), absl::Hex(saved, absl::kZeroPad8)));
      request.set_even_if_not_held(true);
      v1::RevokeCredentialVersionResponse response;
      if (!stub->RevokeCredentialVersion(&context, request, &response).ok()) {
        break;
      }
      EXPECT_EQ(response.persistence(), v1::REVOCATION_PERSISTENCE_SAVED);
      ++saved;
    }
    killer.join();
    ASSERT_OK_AND_ASSIGN(const auto revocations, RevocationFile(state_).Read());
    const std::string prefix = absl::StrCat(absl::Hex(trial, absl::kZeroPad8));
    const auto of_trial = std::count_if(
        revocations.begin(), revocations.end(),
        [&prefix](const Revocation& entry) { return entry.version.substr(0, 8) == prefix; });
    EXPECT_GE(of_trial, saved);
    process_->Restart();
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(RevocationRestartTest, DoesNotStartOnAStateFileThatIsNotSound) {
  Start();
  RevokeExample();
  process_->Kill();
  const std::string path = state_ + "/revocations";
  std::ifstream file(path);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  for (size_t size = 0; size < whole.size(); ++size) {
    std::ofstream(path, std::ios::trunc) << whole.substr(0, size);
    const ProgramResult result = RunProgram("signetd", {"--config", folder_.Path("signet.json")});
    ASSERT_EQ(result.exit_code, 1) << size;
    EXPECT_THAT(result.errors, HasSubstr(absl::StrCat("signetd: ", path, ": "))) << size;
  }
  std::ofstream(path, std::ios::trunc) << whole;
  process_->Restart();
  EXPECT_EQ(WhyNot("example"), "CREDENTIAL_REVOKED");
}

// A file system that is full: in force all the same, said not to be saved, and saved once
// there is room.
TEST_F(RevocationRestartTest, OnAFullDiskItIsInForceAndSavedLater) {
  const std::string disk = folder_.Path("disk");
  std::filesystem::create_directory(disk);
  if (!MountTmpfs(disk)) {
    ASSERT_EQ(getenv("CI"), nullptr);
    GTEST_SKIP() << "needs the right to mount a tmpfs";
  }
  StartWith(disk);
  {
    std::ofstream filler(disk + "/filler");
    const std::string block(4096, 'x');
    while (filler.write(block.data(), block.size()).flush().good()) {
    }
  }
  const v1::RevokeCredentialVersionResponse response = RevokeExample();
  EXPECT_EQ(response.persistence(), v1::REVOCATION_PERSISTENCE_FAILED);
  EXPECT_THAT(response.warnings(), Contains(HasSubstr("No space left on device")));
  EXPECT_EQ(WhyNot("example"), "CREDENTIAL_REVOKED");
  std::filesystem::remove(disk + "/filler");
  // The server tries again by itself.
  const RevocationFile file(disk);
  const absl::Time give_up = absl::Now() + absl::Seconds(60);
  while (file.Read()->empty() && absl::Now() < give_up) {
    absl::SleepFor(absl::Milliseconds(10));
  }
  process_->Kill();
  EXPECT_THAT(*file.Read(), SizeIs(1));
  process_->Restart();
  EXPECT_EQ(WhyNot("example"), "CREDENTIAL_REVOKED");
  process_->Kill();
  umount(disk.c_str());
}

TEST_F(RevocationRestartTest, OnADiskForReadingAloneItIsInForce) {
  const std::string disk = folder_.Path("disk");
  std::filesystem::create_directory(disk);
  if (!MountTmpfs(disk)) {
    ASSERT_EQ(getenv("CI"), nullptr);
    GTEST_SKIP() << "needs the right to mount a tmpfs";
  }
  StartWith(disk);
  ASSERT_EQ(mount("none", disk.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, "size=64k"), 0);
  const v1::RevokeCredentialVersionResponse response = RevokeExample();
  EXPECT_EQ(response.persistence(), v1::REVOCATION_PERSISTENCE_FAILED);
  EXPECT_THAT(response.warnings(), Contains(HasSubstr("Read-only file system")));
  EXPECT_EQ(WhyNot("example"), "CREDENTIAL_REVOKED");
  process_->Kill();
  umount(disk.c_str());
}

// SIGNET_REVOCATIONS says how many (1).
TEST_F(RevocationRestartTest, ServersThatShareAFolderShareRevocations) {
  const int revocations = static_cast<int>(Knob("SIGNET_REVOCATIONS", 1));
  Start();
  std::array<TempFolder, 2> folders;
  std::array<std::unique_ptr<SignetdProcess>, 2> others;
  for (size_t i = 0; i < others.size(); ++i) {
    others[i] = SignetdProcess::StartConfigured(folders[i].path(), ConfigText(state_));
    ASSERT_NE(others[i], nullptr);
  }
  int64_t most_milliseconds = 0;
  for (int i = 0; i < revocations; ++i) {
    const std::string credential = absl::StrCat("extra", i);
    for (const auto& other : others) {
      ASSERT_EQ(WhyNot(credential, other->target()), "");
    }
    EXPECT_EQ(Revoke(credential, absl::StrCat("AKIDEXTRA", i)).persistence(),
              v1::REVOCATION_PERSISTENCE_SAVED);
    const absl::Time revoked = absl::Now();
    for (const auto& other : others) {
      while (WhyNot(credential, other->target()).empty() &&
             absl::Now() < revoked + absl::Seconds(60)) {
        absl::SleepFor(absl::Milliseconds(10));
      }
      ASSERT_EQ(WhyNot(credential, other->target()), "CREDENTIAL_REVOKED");
      EXPECT_EQ(WhyNot("other", other->target()), "");
    }
    most_milliseconds =
        std::max(most_milliseconds, absl::ToInt64Milliseconds(absl::Now() - revoked));
  }
  RecordProperty("shared_revocations", revocations);
  RecordProperty("most_ms_until_all_refuse", absl::StrCat(most_milliseconds));
}

}  // namespace
}  // namespace signet
