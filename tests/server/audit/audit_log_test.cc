// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_log.h"

#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "tests/server/audit/audit_case.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class AuditLogTest : public ::testing::Test {
 protected:
  AuditLogTest() : line_(AuditedResources::kShown) {
    options_.path = folder_.Path("audit.jsonl");
    options_.disk = &disk_;
    // No test waits for it but where it says so.
    options_.write_timeout = absl::Minutes(5);
    options_.sync_timeout = absl::Minutes(5);
    options_.on_news = [this](const AuditNews& news) {
      std::lock_guard<std::mutex> lock(mu_);
      news_.push_back(std::string(AuditNewsName(news.kind)));
    };
    line_.Add(SignedEvent(), absl::OkStatus(), AuditTime());
  }

  void Open() {
    absl::StatusOr<std::unique_ptr<AuditLog>> log = AuditLog::Open(options_);
    ASSERT_OK(log);
    log_ = *std::move(log);
  }

  std::vector<std::string> news() {
    std::lock_guard<std::mutex> lock(mu_);
    return news_;
  }

  size_t CallsInFile() {
    size_t calls = 0;
    for (const std::string& line : LinesOf(options_.path)) {
      calls += line.find("\"kind\":\"call\"") != std::string::npos ? 1 : 0;
    }
    return calls;
  }

  TempFolder folder_;
  FaultyDisk disk_;
  AuditOptions options_;
  AuditLines line_;
  std::mutex mu_;
  std::vector<std::string> news_;
  std::unique_ptr<AuditLog> log_;
};

TEST_F(AuditLogTest, ALineIsInTheFileBeforeCommitReturns) {
  Open();
  for (size_t i = 1; i <= 20; ++i) {
    ASSERT_OK(log_->Commit(line_));
    EXPECT_EQ(CallsInFile(), i);
  }
  EXPECT_OK(VerifyFiles({options_.path}));
  EXPECT_EQ(log_->stats().lines, 20U);
}

TEST_F(AuditLogTest, LinesOfManyThreadsAreOneChain) {
  Open();
  constexpr int kThreads = 4;
  constexpr int kEach = 250;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([this, i] {
      AuditLines lines(AuditedResources::kShown);
      for (int j = 0; j < kEach; ++j) {
        lines.Add(SignedEvent(absl::StrCat("thread-", i)), absl::OkStatus(), AuditTime());
        EXPECT_OK(log_->Commit(lines));
        lines.Clear();
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(CallsInFile(), size_t{kThreads * kEach});
  log_.reset();
  EXPECT_OK(VerifyFiles({options_.path}));
  EXPECT_THAT(LinesOf(options_.path).back(), HasSubstr("\"kind\":\"close\""));
}

TEST_F(AuditLogTest, AFullDiskFailsCallsLeavesTheChainWholeAndHealsByItself) {
  Open();
  ASSERT_OK(log_->Commit(line_));
  const std::string before = ReadBytes(options_.path);
  for (const size_t room : {size_t{0}, size_t{1}, size_t{100}, line_.text().size()}) {
    disk_.Fill(room);
    EXPECT_THAT(log_->Commit(line_),
                AllOf(FailsWith(Reason::kAuditUnavailable, ""),
                      StatusIs(absl::StatusCode::kUnavailable, HasSubstr("cannot be written"))));
    EXPECT_EQ(ReadBytes(options_.path), before) << room;
    EXPECT_FALSE(log_->CheckAvailable().ok());
  }
  EXPECT_EQ(log_->stats().dropped, 4U);
  EXPECT_FALSE(log_->stats().is_available);
  disk_.Empty();
  EXPECT_OK(log_->Commit(line_));
  EXPECT_OK(log_->CheckAvailable());
  EXPECT_OK(VerifyFiles({options_.path}));
  // What could not be written is said.
  EXPECT_THAT(LinesOf(options_.path),
              Contains(AllOf(HasSubstr("\"kind\":\"outage\""), HasSubstr("\"lost_lines\":4,"))));
  EXPECT_THAT(news(), Contains("failed").Times(1));
  EXPECT_THAT(news(), Contains("recovered").Times(1));
}

TEST_F(AuditLogTest, AReadOnlyDiskFailsCalls) {
  Open();
  disk_.Fill(0, EROFS);
  EXPECT_THAT(log_->Commit(line_), FailsWith(Reason::kAuditUnavailable, ""));
  disk_.Empty();
  EXPECT_OK(log_->Commit(line_));
}

TEST_F(AuditLogTest, HalfALineThatCannotBeCutIsCutLater) {
  Open();
  disk_.SetCanTruncate(false);
  disk_.Fill(10);
  EXPECT_FALSE(log_->Commit(line_).ok());
  disk_.Empty();
  // Nothing may follow the half line.
  EXPECT_FALSE(log_->Commit(line_).ok());
  disk_.SetCanTruncate(true);
  EXPECT_OK(log_->Commit(line_));
  EXPECT_OK(VerifyFiles({options_.path}));
}

TEST_F(AuditLogTest, AWriteThatDoesNotComeBackHoldsACallUpForItsTimeAndOthersNotAtAll) {
  options_.write_timeout = absl::Milliseconds(50);
  Open();
  disk_.SetStuck(true);
  EXPECT_THAT(log_->Commit(line_),
              AllOf(FailsWith(Reason::kAuditUnavailable, ""),
                    StatusIs(absl::StatusCode::kUnavailable, HasSubstr("takes too long"))));
  // The write is over its time: these do not wait. (If each did, the test would
  // take four hours.)
  for (int i = 0; i < 300'000; ++i) {
    ASSERT_FALSE(log_->Commit(line_).ok());
  }
  EXPECT_FALSE(log_->CheckAvailable().ok());
  disk_.SetStuck(false);
  while (!log_->Commit(line_).ok()) {
  }
  EXPECT_OK(VerifyFiles({options_.path}));
}

TEST_F(AuditLogTest, AThreadThatGaveUpIsNotTouchedWhenItsWriteComesBack) {
  options_.write_timeout = absl::Milliseconds(50);
  Open();
  for (int i = 0; i < 5; ++i) {
    disk_.SetStuck(true);
    std::vector<std::thread> threads;
    for (int j = 0; j < 4; ++j) {
      threads.emplace_back([this] { EXPECT_FALSE(log_->Commit(line_).ok()); });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    disk_.SetStuck(false);
    while (!log_->Commit(line_).ok()) {
    }
  }
  EXPECT_OK(VerifyFiles({options_.path}));
}

TEST_F(AuditLogTest, LinesAreSyncedSoonAndADiskThatFallsBehindFailsCalls) {
  options_.sync_timeout = absl::Milliseconds(100);
  Open();
  const int syncs = disk_.syncs();
  ASSERT_OK(log_->Commit(line_));
  disk_.AwaitSyncsBeyond(syncs);
  disk_.SetSyncStuck(true);
  absl::Status status;
  while (status.ok()) {
    status = log_->Commit(line_);
  }
  EXPECT_THAT(status, AllOf(FailsWith(Reason::kAuditUnavailable, ""),
                            StatusIs(absl::StatusCode::kUnavailable,
                                     HasSubstr("does not reach the disk"))));
  disk_.SetSyncStuck(false);
  while (!log_->Commit(line_).ok()) {
  }
  EXPECT_OK(VerifyFiles({options_.path}));
}

TEST_F(AuditLogTest, ASyncThatFailsIsCountedAndTriedAgain) {
  Open();
  disk_.SetCanSync(false);
  ASSERT_OK(log_->Commit(line_));
  const int syncs = disk_.syncs();
  disk_.AwaitSyncsBeyond(syncs + 1);
  disk_.SetCanSync(true);
  disk_.AwaitSyncsBeyond(syncs + 2);
  EXPECT_GE(log_->stats().sync_errors, 1U);
  EXPECT_THAT(news(), Contains("sync_failed"));
}

TEST_F(AuditLogTest, BestEffortAnswersAndCountsWhatIsLost) {
  options_.mode = AuditOptions::Mode::kBestEffort;
  Open();
  disk_.Fill(0);
  for (int i = 0; i < 10; ++i) {
    EXPECT_OK(log_->Commit(line_));
  }
  EXPECT_OK(log_->CheckAvailable());
  while (log_->stats().dropped < 10) {
  }
  disk_.Empty();
  EXPECT_OK(log_->Commit(line_));
  log_.reset();
  EXPECT_OK(VerifyFiles({options_.path}));
  EXPECT_EQ(CallsInFile(), 1U);
}

TEST_F(AuditLogTest, BestEffortNeitherWaitsNorGrowsWithoutBound) {
  options_.mode = AuditOptions::Mode::kBestEffort;
  options_.max_queued_bytes = size_t{64} * 1024;
  Open();
  disk_.SetStuck(true);
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_OK(log_->Commit(line_));
    ASSERT_LE(log_->stats().queued_bytes, options_.max_queued_bytes);
  }
  EXPECT_GT(log_->stats().dropped, 9'000U);
  disk_.SetStuck(false);
}

TEST_F(AuditLogTest, PostedLinesAreWrittenWithoutWaiting) {
  Open();
  disk_.SetStuck(true);
  log_->Post(line_);
  disk_.SetStuck(false);
  log_.reset();
  EXPECT_EQ(CallsInFile(), 1U);
}

TEST_F(AuditLogTest, GoesOnInANewFileWhereThisOneWasMoved) {
  Open();
  ASSERT_OK(log_->Commit(line_));
  const std::string moved = folder_.Path("moved.jsonl");
  std::filesystem::rename(options_.path, moved);
  const int writes = disk_.writes();
  log_->Reopen();
  disk_.AwaitWritesBeyond(writes);
  ASSERT_OK(log_->Commit(line_));
  log_.reset();
  EXPECT_OK(VerifyFiles({moved, options_.path}));
  EXPECT_THAT(news(), Contains("moved"));
}

}  // namespace
}  // namespace signet
