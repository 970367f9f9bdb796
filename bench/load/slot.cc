// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/slot.h"

#include <chrono>

namespace signet::load {

void Slot::Start(const Launch& launch, LoadConnection* connection, grpc::CompletionQueue* queue,
                 absl::Duration timeout) {
  // Held until gRPC has the call, since its answer may come before that.
  MutexLock lock(&mu_);
  launch_ = launch;
  connection_ = connection;
  is_busy_ = true;
  std::unique_ptr<OperationCall>& call = calls_[static_cast<size_t>(launch.plan.operation)];
  if (call == nullptr) {
    call = NewOperationCall(launch.plan.operation, workload_, seeds_);
  }
  call_ = call.get();
  context_.emplace();
  context_->set_deadline(std::chrono::system_clock::now() + absl::ToChronoMicroseconds(timeout));
  call_->Start(launch.plan,
               {.stub = &connection->stub(), .queue = queue, .context = &*context_, .tag = this});
}

void Slot::Pause(grpc::CompletionQueue* queue, absl::Duration pause) {
  MutexLock lock(&mu_);
  is_paused_ = true;
  alarm_.Set(queue, std::chrono::system_clock::now() + absl::ToChronoMicroseconds(pause), this);
}

Slot::Event Slot::OnEvent(bool ok) {
  MutexLock lock(&mu_);
  if (is_paused_) {
    is_paused_ = false;
    return Event::kPauseOver;
  }
  if (!call_->OnEvent(ok)) {
    return Event::kGoesOn;
  }
  is_busy_ = false;
  return Event::kAnswered;
}

void Slot::Cancel() {
  MutexLock lock(&mu_);
  if (is_busy_) {
    context_->TryCancel();
  }
}

Slot::Finished Slot::GetFinished() const {
  MutexLock lock(&mu_);
  return {.launch = launch_,
          .connection = connection_,
          .ending = call_->GetEnding(),
          .signatures = call_->signatures()};
}

std::optional<Sample> Slot::SampleOf(uint64_t number) const {
  MutexLock lock(&mu_);
  return call_->SampleOf(launch_.plan, number);
}

}  // namespace signet::load
