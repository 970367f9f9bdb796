// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_FRONT_SWEEPER_H_
#define SIGNET_SERVER_TRANSPORT_FRONT_SWEEPER_H_

#include "grpcpp/alarm.h"
#include "server/base/clock.h"
#include "server/keycache/key_cache_front.h"
#include "server/transport/call_queue.h"

namespace signet {

// Sweeps a lane's front twice a second on the lane's own thread, idle or not, so that no
// copy of a key is left a second after it went out of use. All but Start() runs on that
// thread.
class FrontSweeper final : public CompletionTag {
 public:
  // Both outlive the sweeper.
  FrontSweeper(KeyCacheFront* front, const Clock& clock) : front_(*front), clock_(clock) {}

  // Before the queue's loop runs.
  void Start(CallQueue* queue);

  // Needed for the queue to become empty.
  void Stop();

  void Proceed(bool ok) override;

 private:
  void SetAlarm();

  KeyCacheFront& front_;
  const Clock& clock_;
  CallQueue* queue_ = nullptr;
  grpc::Alarm alarm_;
  bool is_stopped_ = false;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_FRONT_SWEEPER_H_
