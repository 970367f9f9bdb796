// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_BATCH_H_
#define SIGNET_SERVER_SERVICE_BATCH_H_

#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/service/call_context.h"
#include "server/service/service_context.h"
#include "signet/v1/signing.pb.h"

namespace signet {

inline constexpr int kMaxBatchRequests = 1000;

// For how long a batch is signed before others get their turn.
inline constexpr absl::Duration kBatchSlice = absl::Milliseconds(1);

// One SigningService.BatchSignRequests call. A thousand SigV4A signatures take
// up to seconds, so it is answered a slice at a time. Belongs to one thread.
class Batch {
 public:
  // Everything outlives the batch; `response` is empty.
  Batch(const ServiceContext& context, const CallContext& call,
        const v1::BatchSignRequestsRequest& request, v1::BatchSignRequestsResponse* response);

  // Signs at least one entry, and more until kBatchSlice has passed or all are
  // signed. After an error the batch is over.
  //
  // InvalidArgument: kMissingField, kLimitExceeded for the number of entries.
  // DeadlineExceeded, kDeadlineExceeded, for the whole batch: a part of it would be
  // no answer.
  absl::Status SignSlice();

  // True once `response` has a result for each entry.
  bool is_done() const { return response_->results_size() == request_.requests_size(); }

 private:
  absl::Status SignNext();
  void TakeSessionTokenOut(v1::SignRequestResponse* signed_request);

  const ServiceContext& context_;
  const CallContext& call_;
  const v1::BatchSignRequestsRequest& request_;
  v1::BatchSignRequestsResponse* const response_;
  // Those whose session token stands in the response.
  absl::flat_hash_set<std::string> versions_;
};

// A whole batch in one go, for callers whose thread is theirs alone.
absl::Status BatchSignRequests(const ServiceContext& context, const CallContext& call,
                               const v1::BatchSignRequestsRequest& request,
                               v1::BatchSignRequestsResponse* response);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_BATCH_H_
