// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_WORKLOAD_H_
#define SIGNET_BENCH_LOAD_WORKLOAD_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/load/load_options.h"
#include "bench/load/mix.h"
#include "bench/load/random.h"
#include "bench/load/request_template.h"
#include "bench/load/zipf.h"
#include "client_lib/cpp/signing_request.h"
#include "signet/v1/signing.pb.h"

namespace signet::load {

// What one call asks for; small, since each call in flight keeps one.
struct CallPlan {
  Operation operation = Operation::kSign;
  uint32_t template_index = 0;
  // Which pair of credential and region, the most drawn ones first.
  uint32_t pair = 0;
  // Which object the URL names.
  uint32_t object = 0;
};

// Draws calls and builds their messages. Immutable; safe for concurrent use.
class Workload {
 public:
  // Errors as ReadTemplates.
  static absl::StatusOr<Workload> Create(const LoadOptions& options);

  CallPlan Draw(Random& random) const;

  // The request that a kSign, kPresign or kBatch call signs; of a batch its first.
  SigningRequest RequestOf(const CallPlan& plan) const;
  // Item `index` of a batch.
  CallPlan BatchItem(const CallPlan& plan, size_t index) const;
  // The upload that a payload stream belongs to, before it is signed.
  SigningRequest UploadOf(const CallPlan& plan) const;

  // The same as messages; whatever was in `message` is gone.
  void Fill(const CallPlan& plan, v1::SignRequestRequest* message) const;
  void Fill(const CallPlan& plan, v1::BatchSignRequestsRequest* message) const;
  void Fill(const CallPlan& plan, v1::GetOrLoadKeyRequest* message) const;

  const std::string& CredentialOf(const CallPlan& plan) const;
  const std::string& RegionOf(const CallPlan& plan) const;
  const std::string& ServiceOf(const CallPlan& plan) const;

  size_t template_count() const { return templates_.size(); }
  size_t pair_count() const { return pairs_.count(); }
  size_t batch_size() const { return batch_size_; }
  size_t chunks() const { return chunks_; }
  const Mix& mix() const { return mix_; }

 private:
  Workload(const LoadOptions& options, std::vector<RequestTemplate> templates);

  const Mix mix_;
  const std::vector<std::string> credentials_;
  std::vector<std::string> regions_;
  const Zipf pairs_;
  const size_t batch_size_;
  const size_t chunks_;
  const std::vector<RequestTemplate> templates_;
  // Running sums of the templates' weights.
  std::vector<uint64_t> template_weights_;
  // Each template as a message, for headers and for the URL.
  std::vector<v1::SignRequestRequest> signs_;
  std::vector<v1::SignRequestRequest> presigns_;
};

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_WORKLOAD_H_
