// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/answer_group.h"

#include "server/service/grpc_status.h"

namespace signet {

void AnswerGroup::Release() {
  const absl::Status recorded = log_.Commit(lines_);
  lines_.Clear();
  const absl::Duration now = clock_.Monotonic();
  for (const Count& count : counts_) {
    count.recorder->Counted(recorded.ok() ? count.code : recorded.code(), now - count.start);
  }
  counts_.clear();
  const grpc::Status instead = ToGrpcStatus(recorded);
  releasing_.swap(answers_);
  for (Answer* const answer : releasing_) {
    answer->Release(recorded.ok() ? nullptr : &instead);
  }
  releasing_.clear();
}

}  // namespace signet
