// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_CLOCK_H_
#define SIGNET_SERVER_BASE_CLOCK_H_

#include "absl/time/time.h"

namespace signet {

// Where the time comes from. Classes that need the time take a Clock&; pure
// functions take an absl::Time. Safe for concurrent use.
class Clock {
 public:
  virtual ~Clock() = default;

  // The wall clock, UTC: what signatures are dated with. It may step.
  virtual absl::Time Now() const = 0;

  // Never steps back: what waiting and ageing are measured with.
  virtual absl::Duration Monotonic() const = 0;

  // The machine's clock. Lives for ever.
  static const Clock& Real();
};

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_CLOCK_H_
