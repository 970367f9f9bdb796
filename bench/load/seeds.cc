// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/seeds.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/wire.h"
#include "server/base/status_macros.h"

namespace signet::load {
namespace {

// Longer than the longest run.
constexpr absl::Duration kPresignedFor = absl::Hours(24);

absl::StatusOr<SigningResult> Sign(const SigningRequest& request, v1::SigningService::Stub& stub,
                                   absl::Duration timeout) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoMicroseconds(timeout));
  v1::SignRequestResponse response;
  SIGNET_RETURN_IF_ERROR(FromGrpcStatus(stub.SignRequest(&context, ToProto(request), &response)));
  return FromProto(response);
}

v1::VerifyRequestRequest ReceivedForm(const SigningRequest& request, const SigningResult& result) {
  v1::VerifyRequestRequest message;
  message.set_service(request.service);
  message.set_region(request.region);
  message.set_profile(request.profile);
  message.mutable_http_request()->set_method(request.method);
  message.mutable_http_request()->set_url(result.url);
  for (const Header& header : result.headers) {
    v1::Header* const added = message.mutable_http_request()->add_headers();
    added->set_name(header.name);
    added->set_value(header.value);
  }
  if (request.payload.has_value() && request.payload->mode == PayloadMode::kSha256) {
    message.mutable_payload()->set_sha256(request.payload->sha256.data(),
                                          request.payload->sha256.size());
  }
  return message;
}

UploadSeed SeedOf(SigningRequest request, SigningResult result) {
  request.signing_time = result.signing_time;
  request.credential_version = result.credential_version;
  UploadSeed seed;
  *seed.start.mutable_start()->mutable_request() = ToProto(request);
  seed.start.mutable_start()->set_seed_signature(result.signature);
  seed.request = std::move(request);
  seed.result = std::move(result);
  return seed;
}

}  // namespace

absl::StatusOr<Seeds> Seeds::Make(const Workload& workload, v1::SigningService::Stub& stub,
                                  absl::Duration timeout) {
  Seeds seeds;
  const size_t count = std::min(workload.pair_count(), kMaxSeeds);
  for (uint32_t pair = 0; pair < count; ++pair) {
    CallPlan plan;
    plan.pair = pair;
    plan.template_index = static_cast<uint32_t>(pair % workload.template_count());
    if (workload.mix().Has(Operation::kVerify)) {
      plan.operation = Operation::kPresign;
      SigningRequest request = workload.RequestOf(plan);
      request.expires_in = kPresignedFor;
      SIGNET_ASSIGN_OR_RETURN(const SigningResult result, Sign(request, stub, timeout));
      seeds.verifies_.push_back(ReceivedForm(request, result));
    }
    if (workload.mix().Has(Operation::kPayload)) {
      SigningRequest request = workload.UploadOf(plan);
      SIGNET_ASSIGN_OR_RETURN(SigningResult result, Sign(request, stub, timeout));
      seeds.uploads_.push_back(SeedOf(std::move(request), std::move(result)));
    }
  }
  return seeds;
}

}  // namespace signet::load
