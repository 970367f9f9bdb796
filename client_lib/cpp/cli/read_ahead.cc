// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/read_ahead.h"

#include <algorithm>
#include <deque>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "server/base/mutex.h"

namespace signet::cli {
namespace {

constexpr size_t kBlockBytes = size_t{512} * 1024;
constexpr size_t kMaxBlocks = 8;

class ReadAheadSource final : public BodySource {
 public:
  explicit ReadAheadSource(std::unique_ptr<BodySource> source)
      : source_(std::move(source)), size_(source_->size()), thread_([this] { Fill(); }) {}

  ~ReadAheadSource() override {
    {
      MutexLock lock(&mu_);
      is_stopped_ = true;
    }
    changed_.NotifyAll();
    thread_.join();
  }

  absl::StatusOr<size_t> Read(absl::Span<char> out) override {
    if (position_ == current_.size()) {
      absl::StatusOr<Block> next = NextBlock();
      if (!next.ok()) {
        return next.status();
      }
      current_ = *std::move(next);
      position_ = 0;
    }
    const size_t count = std::min(out.size(), current_.size() - position_);
    std::copy_n(current_.data() + position_, count, out.data());
    position_ += count;
    return count;
  }

  uint64_t size() const override { return size_; }

 private:
  using Block = std::vector<char>;

  // Empty at the end. Leaves the block that was read last to be filled again.
  absl::StatusOr<Block> NextBlock() ABSL_LOCKS_EXCLUDED(mu_) {
    Block block;
    {
      MutexLock lock(&mu_);
      spare_.push_back(std::move(current_));
      current_.clear();
      position_ = 0;
      while (blocks_.empty() && !is_at_end_) {
        changed_.Wait(&mu_);
      }
      if (blocks_.empty()) {
        return status_.ok() ? absl::StatusOr<Block>(Block()) : status_;
      }
      block = std::move(blocks_.front());
      blocks_.pop_front();
    }
    changed_.NotifyAll();
    return block;
  }

  // The thread: a block after the other, until the end, an error, or the
  // destructor.
  void Fill() ABSL_LOCKS_EXCLUDED(mu_) {
    bool is_at_end = false;
    while (!is_at_end) {
      Block block;
      {
        MutexLock lock(&mu_);
        while (blocks_.size() >= kMaxBlocks && !is_stopped_) {
          changed_.Wait(&mu_);
        }
        if (is_stopped_) {
          return;
        }
        if (!spare_.empty()) {
          block = std::move(spare_.back());
          spare_.pop_back();
        }
      }
      const absl::Status status = FillBlock(&block);
      {
        MutexLock lock(&mu_);
        is_at_end = !status.ok() || block.empty();
        if (!block.empty()) {
          blocks_.push_back(std::move(block));
        }
        status_ = status;
        is_at_end_ = is_at_end;
      }
      changed_.NotifyAll();
    }
  }

  // As many bytes as a block has room for; fewer only at the end.
  absl::Status FillBlock(Block* block) {
    block->resize(kBlockBytes);
    size_t filled = 0;
    while (filled < kBlockBytes) {
      const absl::StatusOr<size_t> count = source_->Read(absl::MakeSpan(*block).subspan(filled));
      if (!count.ok() || *count == 0) {
        block->resize(filled);
        return count.status();
      }
      filled += *count;
    }
    return absl::OkStatus();
  }

  // Of the thread.
  const std::unique_ptr<BodySource> source_;
  const uint64_t size_;

  // Of the reader.
  Block current_;
  size_t position_ = 0;

  Mutex mu_;
  CondVar changed_;
  std::deque<Block> blocks_ ABSL_GUARDED_BY(mu_);
  std::vector<Block> spare_ ABSL_GUARDED_BY(mu_);
  bool is_at_end_ ABSL_GUARDED_BY(mu_) = false;
  // Why it ended.
  absl::Status status_ ABSL_GUARDED_BY(mu_);
  bool is_stopped_ ABSL_GUARDED_BY(mu_) = false;
  // Last, since it uses all of the above.
  std::thread thread_;
};

}  // namespace

std::unique_ptr<BodySource> ReadAhead(std::unique_ptr<BodySource> source) {
  return std::make_unique<ReadAheadSource>(std::move(source));
}

}  // namespace signet::cli
