// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_HEALTH_H_
#define SIGNET_SERVER_TRANSPORT_HEALTH_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "server/base/mutex.h"
#include "server/transport/lane.h"

namespace signet {

// Whether the server takes calls, for all lanes to tell. Safe for concurrent
// use.
class HealthState {
 public:
  bool is_serving() const ABSL_LOCKS_EXCLUDED(mu_);

  // Tells the subscribers when this is a change.
  void SetServing(bool is_serving) ABSL_LOCKS_EXCLUDED(mu_);

  // Calls `changed` after each change, on the thread that made it. It must not
  // call back.
  int64_t Subscribe(std::function<void()> changed) ABSL_LOCKS_EXCLUDED(mu_);
  // Once this returns, the function is not called any more.
  void Unsubscribe(int64_t subscription) ABSL_LOCKS_EXCLUDED(mu_);

 private:
  mutable Mutex mu_;
  bool is_serving_ ABSL_GUARDED_BY(mu_) = false;
  int64_t next_subscription_ ABSL_GUARDED_BY(mu_) = 0;
  std::map<int64_t, std::function<void()>> subscribers_ ABSL_GUARDED_BY(mu_);
};

// grpc.health.v1.Health: Check and Watch for the server as a whole ("") and for
// signet.v1.SigningService.
std::unique_ptr<RpcSet> MakeHealthRpcs(HealthState* state);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_HEALTH_H_
