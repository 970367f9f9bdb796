// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/tally.h"

#include <algorithm>

namespace signet::load {
namespace {

constexpr size_t kMaxExampleBytes = 200;

}  // namespace

void Tally::Count(const Ending& ending) {
  StatusTally& status = statuses_[{ending.code, ending.reason}];
  ++status.count;
  if (status.example.empty()) {
    status.example = ending.message.substr(0, kMaxExampleBytes);
  }
}

void Tally::Add(const Answer& answer) {
  OperationTally& operation = operations_[static_cast<size_t>(answer.operation)];
  Count(answer.ending);
  signatures_ += answer.signatures;
  last_done_ = std::max(last_done_, answer.done);
  if (answer.ending.ok()) {
    ++ok_;
    ++operation.ok;
    uncorrected_.Record(answer.done - answer.sent);
  } else {
    ++failed_;
    ++operation.failed;
  }
  if (answer.ending.ok() || answer.ending.code == absl::StatusCode::kDeadlineExceeded) {
    corrected_.Record(answer.done - answer.planned);
    operation.corrected.Record(answer.done - answer.planned);
  }
}

void Tally::AddUnsent(int64_t nanos) {
  ++unsent_;
  corrected_.Record(nanos);
}

void Tally::Convict(Operation operation, const Ending& ending) {
  StatusTally& good = statuses_[{absl::StatusCode::kOk, ""}];
  if (--good.count <= 0) {
    statuses_.erase({absl::StatusCode::kOk, ""});
  }
  --ok_;
  ++failed_;
  --operations_[static_cast<size_t>(operation)].ok;
  ++operations_[static_cast<size_t>(operation)].failed;
  Count(ending);
}

void Tally::Merge(const Tally& other) {
  sent_ += other.sent_;
  ok_ += other.ok_;
  failed_ += other.failed_;
  unsent_ += other.unsent_;
  signatures_ += other.signatures_;
  last_done_ = std::max(last_done_, other.last_done_);
  corrected_.Merge(other.corrected_);
  uncorrected_.Merge(other.uncorrected_);
  for (const auto& [key, status] : other.statuses_) {
    StatusTally& mine = statuses_[key];
    mine.count += status.count;
    if (mine.example.empty()) {
      mine.example = status.example;
    }
  }
  for (size_t i = 0; i < operations_.size(); ++i) {
    operations_[i].ok += other.operations_[i].ok;
    operations_[i].failed += other.operations_[i].failed;
    operations_[i].corrected.Merge(other.operations_[i].corrected);
  }
}

}  // namespace signet::load
