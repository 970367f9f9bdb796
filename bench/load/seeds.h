// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_SEEDS_H_
#define SIGNET_BENCH_LOAD_SEEDS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "bench/load/workload.h"
#include "client_lib/cpp/signing_request.h"
#include "signet/v1/signing.grpc.pb.h"

namespace signet::load {

// An upload whose request is signed and whose chunks are not.
struct UploadSeed {
  // As it was signed, at that time and by that version.
  SigningRequest request;
  SigningResult result;
  // Opens a stream of its chunks.
  v1::SignPayloadRequest start;
};

// What verify and payload calls need to be signed beforehand. Made once for the
// most drawn pairs of credential and region, which the others share. Immutable.
class Seeds {
 public:
  // At most so many of a kind.
  static constexpr size_t kMaxSeeds = 64;

  // Asks the server for what the mix of `workload` needs; errors are the
  // server's.
  static absl::StatusOr<Seeds> Make(const Workload& workload, v1::SigningService::Stub& stub,
                                    absl::Duration timeout);

  const v1::VerifyRequestRequest& VerifyFor(const CallPlan& plan) const {
    return verifies_[plan.pair % verifies_.size()];
  }
  const UploadSeed& UploadFor(const CallPlan& plan) const {
    return uploads_[plan.pair % uploads_.size()];
  }

 private:
  std::vector<v1::VerifyRequestRequest> verifies_;
  std::vector<UploadSeed> uploads_;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_SEEDS_H_
