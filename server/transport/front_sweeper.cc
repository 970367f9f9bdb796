// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/front_sweeper.h"

#include <chrono>

namespace signet {
namespace {

constexpr std::chrono::milliseconds kSweepEvery(500);

}  // namespace

void FrontSweeper::Start(CallQueue* queue) {
  queue_ = queue;
  SetAlarm();
}

void FrontSweeper::Stop() {
  is_stopped_ = true;
  alarm_.Cancel();
}

void FrontSweeper::Proceed(bool ok) {
  if (!ok || is_stopped_ || queue_->is_closing()) {
    return;
  }
  front_.Sweep(clock_.Now());
  SetAlarm();
}

void FrontSweeper::SetAlarm() {
  alarm_.Set(queue_->get(), std::chrono::system_clock::now() + kSweepEvery, this);
}

}  // namespace signet
