// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/workload.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "bench/load/chunk_chain.h"
#include "client_lib/cpp/wire.h"
#include "server/base/status_macros.h"

namespace signet::load {
namespace {

constexpr absl::Duration kUrlLifetime = absl::Hours(1);

std::vector<std::string> RegionsOf(const LoadOptions& options) {
  std::vector<std::string> regions = options.regions;
  while (static_cast<int64_t>(regions.size()) < options.scopes) {
    regions.push_back(absl::StrCat("load-", regions.size() + 1));
  }
  return regions;
}

SigningRequest Presigned(SigningRequest request) {
  request.placement = Placement::kQuery;
  request.expires_in = kUrlLifetime;
  return request;
}

}  // namespace

absl::StatusOr<Workload> Workload::Create(const LoadOptions& options) {
  if (options.requests_file.empty()) {
    return Workload(options, BuiltInTemplates());
  }
  SIGNET_ASSIGN_OR_RETURN(std::vector<RequestTemplate> templates,
                          ReadTemplates(options.requests_file));
  return Workload(options, std::move(templates));
}

Workload::Workload(const LoadOptions& options, std::vector<RequestTemplate> templates)
    : mix_(*options.mix),
      credentials_(options.credentials),
      regions_(RegionsOf(options)),
      pairs_(credentials_.size() * regions_.size(), options.zipf),
      batch_size_(static_cast<size_t>(options.batch_size)),
      chunks_(static_cast<size_t>(options.chunks)),
      templates_(std::move(templates)) {
  uint64_t sum = 0;
  for (const RequestTemplate& one : templates_) {
    sum += static_cast<uint64_t>(one.weight);
    template_weights_.push_back(sum);
    signs_.push_back(ToProto(one.request));
    presigns_.push_back(ToProto(Presigned(one.request)));
  }
}

CallPlan Workload::Draw(Random& random) const {
  CallPlan plan;
  plan.operation = mix_.Draw(random);
  if (templates_.size() > 1) {
    const uint64_t drawn = random.Below(template_weights_.back());
    const auto found = std::upper_bound(template_weights_.begin(), template_weights_.end(), drawn);
    plan.template_index = static_cast<uint32_t>(found - template_weights_.begin());
  }
  if (pairs_.count() > 1) {
    plan.pair = static_cast<uint32_t>(pairs_.Draw(random));
  }
  plan.object = static_cast<uint32_t>(random.Below(RequestTemplate::kObjects));
  return plan;
}

const std::string& Workload::CredentialOf(const CallPlan& plan) const {
  return credentials_[plan.pair % credentials_.size()];
}

const std::string& Workload::RegionOf(const CallPlan& plan) const {
  return regions_[plan.pair / credentials_.size()];
}

const std::string& Workload::ServiceOf(const CallPlan& plan) const {
  return templates_[plan.template_index].request.service;
}

CallPlan Workload::BatchItem(const CallPlan& plan, size_t index) const {
  CallPlan item = plan;
  item.object = static_cast<uint32_t>((plan.object + index) % RequestTemplate::kObjects);
  return item;
}

SigningRequest Workload::RequestOf(const CallPlan& plan) const {
  const RequestTemplate& from = templates_[plan.template_index];
  SigningRequest request = from.request;
  if (plan.operation == Operation::kPresign) {
    request = Presigned(std::move(request));
  }
  request.credential = CredentialOf(plan);
  request.region = RegionOf(plan);
  request.url = from.UrlFor(request.region, plan.object);
  return request;
}

SigningRequest Workload::UploadOf(const CallPlan& plan) const {
  SigningRequest request;
  request.credential = CredentialOf(plan);
  request.region = RegionOf(plan);
  request.service = "s3";
  request.method = "PUT";
  request.url = absl::StrCat("https://examplebucket.s3.", request.region, ".amazonaws.com/upload");
  request.headers = {{"x-amz-decoded-content-length", absl::StrCat(chunks_ * kChunkBytes)}};
  request.payload = Payload{.mode = PayloadMode::kStreamingSigned};
  return request;
}

void Workload::Fill(const CallPlan& plan, v1::SignRequestRequest* message) const {
  const bool presign = plan.operation == Operation::kPresign;
  const std::string& region = RegionOf(plan);
  message->CopyFrom((presign ? presigns_ : signs_)[plan.template_index]);
  message->set_credential(CredentialOf(plan));
  message->set_region(region);
  *message->mutable_http_request()->mutable_url() =
      templates_[plan.template_index].UrlFor(region, plan.object);
}

void Workload::Fill(const CallPlan& plan, v1::BatchSignRequestsRequest* message) const {
  message->mutable_requests()->Clear();
  for (size_t i = 0; i < batch_size_; ++i) {
    Fill(BatchItem(plan, i), message->add_requests());
  }
}

void Workload::Fill(const CallPlan& plan, v1::GetOrLoadKeyRequest* message) const {
  message->set_credential(CredentialOf(plan));
  message->set_region(RegionOf(plan));
  message->set_service(ServiceOf(plan));
}

}  // namespace signet::load
