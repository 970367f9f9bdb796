// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/poll_strategy.h"

#include <stdlib.h>

namespace signet {

void ChoosePollStrategy(int lanes) {
  if (lanes > 1) {
    ::setenv("GRPC_POLL_STRATEGY", "poll", /*overwrite=*/0);
  }
}

}  // namespace signet
