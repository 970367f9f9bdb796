// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/keycache/thread_stripe.h"

#include <array>

#include "absl/base/thread_annotations.h"
#include "server/base/mutex.h"

namespace signet {
namespace {

class Stripes {
 public:
  uint32_t Take() {
    MutexLock lock(&mu_);
    for (uint32_t stripe = 1; stripe < kThreadStripes; ++stripe) {
      if (!is_taken_[stripe]) {
        is_taken_[stripe] = true;
        return stripe;
      }
    }
    return 0;
  }

  void Return(uint32_t stripe) {
    MutexLock lock(&mu_);
    is_taken_[stripe] = false;
  }

  // Lives for ever: threads may end after everything else.
  static Stripes& Get() {
    static Stripes& stripes = *new Stripes;
    return stripes;
  }

 private:
  Mutex mu_;
  std::array<bool, kThreadStripes> is_taken_ ABSL_GUARDED_BY(mu_) = {};
};

// Returns the thread's number when the thread ends.
struct StripeHolder {
  ~StripeHolder() {
    // What runs in this thread after this shares.
    const uint32_t stripe = internal::thread_stripe;
    internal::thread_stripe = 0;
    Stripes::Get().Return(stripe);
  }
};

}  // namespace

namespace internal {

uint32_t AssignThreadStripe() {
  static thread_local StripeHolder holder;
  (void)holder;
  thread_stripe = Stripes::Get().Take();
  return thread_stripe;
}

}  // namespace internal
}  // namespace signet
