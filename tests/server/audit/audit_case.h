// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_AUDIT_AUDIT_CASE_H_
#define SIGNET_TESTS_SERVER_AUDIT_AUDIT_CASE_H_

#include <errno.h>

#include <atomic>
#include <condition_variable>
#include <fstream>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "server/audit/audit_file.h"
#include "server/audit/audit_lines.h"
#include "server/audit/audit_options.h"
#include "server/audit/audit_verifier.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {

// 2026-11-30T13:00:00.123456Z.
inline absl::Time AuditTime() { return absl::FromUnixMicros(1796043600123456); }

inline AuditEvent SignedEvent(absl::string_view caller = "spiffe://example.org/web") {
  AuditEvent event;
  event.caller = caller;
  event.proof = "mtls";
  event.operation = "SignRequest";
  event.decision = AuditEvent::Decision::kAllow;
  event.rule = "web-reads";
  event.credential = "example";
  event.access_key_id = "AKIAIOSFODNN7EXAMPLE";
  event.service = "s3";
  event.method = "GET";
  event.resource = "bucket/key";
  return event;
}

// Lines of `count` calls.
inline std::string CallLines(int count) {
  AuditLines lines(AuditedResources::kShown);
  for (int i = 0; i < count; ++i) {
    AuditEvent event = SignedEvent();
    event.resource = absl::StrCat("bucket/key-", i);
    lines.Add(event, absl::OkStatus(), AuditTime());
  }
  return std::string(lines.text());
}

inline std::string ReadBytes(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

// The lines of a file, without their line feeds.
inline std::vector<std::string> LinesOf(const std::string& path) {
  std::vector<std::string> lines = absl::StrSplit(ReadBytes(path), '\n');
  if (!lines.empty() && lines.back().empty()) {
    lines.pop_back();
  }
  return lines;
}

// Verifies a log of those files.
inline absl::Status VerifyFiles(const std::vector<std::string>& paths,
                                AuditVerifier verifier = AuditVerifier()) {
  for (const std::string& path : paths) {
    const absl::Status status = VerifyAuditFile(path, &verifier);
    if (!status.ok()) {
      return status;
    }
  }
  return verifier.Finish();
}

inline std::shared_ptr<const CheckpointKey> NewCheckpointKey(std::string* public_pem) {
  absl::StatusOr<CheckpointKeyPair> pair = GenerateCheckpointKey();
  EXPECT_OK(pair);
  *public_pem = pair->public_pem;
  absl::StatusOr<std::unique_ptr<const CheckpointKey>> key =
      CheckpointKey::Parse(pair->private_pem);
  EXPECT_OK(key);
  return *std::move(key);
}

// A disk that fails when a test says so.
class FaultyDisk final : public AuditDisk {
 public:
  ssize_t Write(int fd, const void* bytes, size_t size) override {
    std::unique_lock<std::mutex> lock(mu_);
    ++writes_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !is_stuck_; });
    if (room_ == 0) {
      errno = error_;
      return -1;
    }
    const size_t fitting = std::min(size, room_);
    room_ -= room_ == kNoLimit ? 0 : fitting;
    lock.unlock();
    return AuditDisk::Write(fd, bytes, fitting);
  }
  int Truncate(int fd, off_t size) override {
    std::lock_guard<std::mutex> lock(mu_);
    if (!can_truncate_) {
      errno = EIO;
      return -1;
    }
    return AuditDisk::Truncate(fd, size);
  }
  int Sync(int fd) override {
    std::unique_lock<std::mutex> lock(mu_);
    changed_.wait(lock, [this] { return !is_sync_stuck_; });
    ++syncs_;
    changed_.notify_all();
    if (!can_sync_) {
      errno = EIO;
      return -1;
    }
    return AuditDisk::Sync(fd);
  }

  // After `bytes` more, writes fail with `error`; the last may be short.
  void Fill(size_t bytes, int error = ENOSPC) {
    Change([&] {
      room_ = bytes;
      error_ = error;
    });
  }
  void Empty() {
    Change([this] { room_ = kNoLimit; });
  }
  void SetStuck(bool is_stuck) {
    Change([&] { is_stuck_ = is_stuck; });
  }
  void SetSyncStuck(bool is_stuck) {
    Change([&] { is_sync_stuck_ = is_stuck; });
  }
  void SetCanTruncate(bool can) {
    Change([&] { can_truncate_ = can; });
  }
  void SetCanSync(bool can) {
    Change([&] { can_sync_ = can; });
  }

  int writes() {
    std::lock_guard<std::mutex> lock(mu_);
    return writes_;
  }
  // Returns once there were more than `count` of them.
  void AwaitWritesBeyond(int count) {
    std::unique_lock<std::mutex> lock(mu_);
    changed_.wait(lock, [&] { return writes_ > count; });
  }
  int syncs() {
    std::lock_guard<std::mutex> lock(mu_);
    return syncs_;
  }
  void AwaitSyncsBeyond(int count) {
    std::unique_lock<std::mutex> lock(mu_);
    changed_.wait(lock, [&] { return syncs_ > count; });
  }

 private:
  static constexpr size_t kNoLimit = ~size_t{0};

  template <typename F>
  void Change(F change) {
    std::lock_guard<std::mutex> lock(mu_);
    change();
    changed_.notify_all();
  }

  std::mutex mu_;
  std::condition_variable changed_;
  size_t room_ = kNoLimit;
  int error_ = ENOSPC;
  bool is_stuck_ = false;
  bool is_sync_stuck_ = false;
  bool can_truncate_ = true;
  bool can_sync_ = true;
  int writes_ = 0;
  int syncs_ = 0;
};

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_AUDIT_AUDIT_CASE_H_
