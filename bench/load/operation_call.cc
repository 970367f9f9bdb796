// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/operation_call.h"

#include <memory>
#include <string>

#include "bench/load/payload_call.h"
#include "bench/load/unary_call.h"

namespace signet::load {
namespace {

using Stub = v1::SigningService::Stub;

class SignCall final : public UnaryCall<v1::SignRequestRequest, v1::SignRequestResponse> {
 public:
  explicit SignCall(const Workload& workload)
      : UnaryCall(&Stub::AsyncSignRequest), workload_(workload) {}

  int64_t signatures() const override { return status().ok() ? 1 : 0; }
  std::optional<Sample> SampleOf(const CallPlan& plan, uint64_t /*number*/) const override {
    return Sample{plan, SignedSample{response(), false}};
  }

 private:
  void Fill(const CallPlan& plan, v1::SignRequestRequest* request) override {
    workload_.Fill(plan, request);
  }

  const Workload& workload_;
};

class BatchCall final
    : public UnaryCall<v1::BatchSignRequestsRequest, v1::BatchSignRequestsResponse> {
 public:
  explicit BatchCall(const Workload& workload)
      : UnaryCall(&Stub::AsyncBatchSignRequests), workload_(workload) {}

  int64_t signatures() const override {
    int64_t count = 0;
    for (const v1::BatchSignResult& result : response().results()) {
      count += result.has_response() ? 1 : 0;
    }
    return status().ok() ? count : 0;
  }
  std::optional<Sample> SampleOf(const CallPlan& plan, uint64_t number) const override {
    const size_t index = number % workload_.batch_size();
    return Sample{workload_.BatchItem(plan, index),
                  SignedSample{response().results(static_cast<int>(index)).response(), true}};
  }

 private:
  void Fill(const CallPlan& plan, v1::BatchSignRequestsRequest* request) override {
    workload_.Fill(plan, request);
  }
  Ending JudgeAnswer() const override {
    if (static_cast<size_t>(response().results_size()) != workload_.batch_size()) {
      return {.reason = "WRONG_ANSWER", .message = "the batch has another number of results"};
    }
    for (const v1::BatchSignResult& result : response().results()) {
      if (result.has_error()) {
        return {.code = static_cast<absl::StatusCode>(result.error().code()),
                .reason = std::string(ReasonName(static_cast<Reason>(result.error().reason()))),
                .message = result.error().message()};
      }
    }
    return {};
  }

  const Workload& workload_;
};

class LeaseCall final : public UnaryCall<v1::GetOrLoadKeyRequest, v1::GetOrLoadKeyResponse> {
 public:
  explicit LeaseCall(const Workload& workload)
      : UnaryCall(&Stub::AsyncGetOrLoadKey), workload_(workload) {}

  std::optional<Sample> SampleOf(const CallPlan& plan, uint64_t /*number*/) const override {
    return Sample{plan, response()};
  }

 private:
  void Fill(const CallPlan& plan, v1::GetOrLoadKeyRequest* request) override {
    workload_.Fill(plan, request);
  }

  const Workload& workload_;
};

class VerifyCall final : public UnaryCall<v1::VerifyRequestRequest, v1::VerifyRequestResponse> {
 public:
  explicit VerifyCall(const Seeds& seeds) : UnaryCall(&Stub::AsyncVerifyRequest), seeds_(seeds) {}

 private:
  void Fill(const CallPlan& plan, v1::VerifyRequestRequest* request) override {
    request->CopyFrom(seeds_.VerifyFor(plan));
  }
  Ending JudgeAnswer() const override {
    if (response().verdict() == v1::VERDICT_VALID) {
      return {};
    }
    return {.reason = "WRONG_VERDICT",
            .message = "a genuine request was judged " + v1::Verdict_Name(response().verdict())};
  }

  const Seeds& seeds_;
};

class InfoCall final : public UnaryCall<v1::GetServerInfoRequest, v1::GetServerInfoResponse> {
 public:
  InfoCall() : UnaryCall(&Stub::AsyncGetServerInfo) {}

 private:
  void Fill(const CallPlan& /*plan*/, v1::GetServerInfoRequest* /*request*/) override {}
};

}  // namespace

std::unique_ptr<OperationCall> NewOperationCall(Operation operation, const Workload& workload,
                                                const Seeds& seeds) {
  switch (operation) {
    case Operation::kSign:
    case Operation::kPresign:
      return std::make_unique<SignCall>(workload);
    case Operation::kBatch:
      return std::make_unique<BatchCall>(workload);
    case Operation::kLease:
      return std::make_unique<LeaseCall>(workload);
    case Operation::kVerify:
      return std::make_unique<VerifyCall>(seeds);
    case Operation::kPayload:
      return std::make_unique<PayloadCall>(workload, seeds);
    case Operation::kInfo:
      return std::make_unique<InfoCall>();
  }
  return nullptr;
}

}  // namespace signet::load
