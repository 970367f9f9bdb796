// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rpc/bench_service.h"

#include <string>
#include <utility>
#include <vector>

#include "bench/rpc/sample_calls.h"
#include "server/base/status_macros.h"
#include "server/credentials/fixed_source.h"
#include "server/service/key_lease.h"
#include "server/service/sign_request.h"

namespace signet {
namespace {

CredentialValue BenchCredential() {
  CredentialValue value;
  value.name = std::string(kBenchCredential);
  value.access_key_id = "ASIABENCHBENCHBENCH1";
  value.secret_access_key = Secret("bench/bench/bench/bench/bench/bench/bench");
  value.session_token = Secret(std::string(200, 't'));
  return value;
}

Rule EverythingRule() {
  Rule rule;
  rule.name = "bench";
  rule.callers = rule.operations = rule.credentials = rule.services = rule.regions = {"*"};
  return rule;
}

}  // namespace

BenchService::BenchService(std::shared_ptr<const Policy> policy)
    : metrics_(&registry_), policy_(std::move(policy)), sigv4a_keys_(8) {}

absl::StatusOr<std::unique_ptr<BenchService>> BenchService::Create() {
  SIGNET_ASSIGN_OR_RETURN(std::shared_ptr<const Policy> policy, Policy::Create({EverythingRule()}));
  std::unique_ptr<BenchService> service(new BenchService(std::move(policy)));
  KeyCacheOptions options;
  options.allow_unlocked_memory = true;
  SIGNET_ASSIGN_OR_RETURN(service->keys_, KeyCache::Create(options, Clock::Real()));
  std::vector<std::unique_ptr<CredentialSource>> sources;
  sources.push_back(
      std::make_unique<FixedSource>("bench", std::vector<CredentialValue>{BenchCredential()}));
  service->credentials_ = std::make_unique<CredentialStore>(std::move(sources), Clock::Real());
  SIGNET_RETURN_IF_ERROR(service->credentials_->Load());
  service->context_.credentials = service->credentials_.get();
  service->context_.keys = service->keys_.get();
  service->context_.sigv4a_keys = &service->sigv4a_keys_;
  service->context_.policy = &service->policy_;
  service->context_.metrics = &service->metrics_;
  service->context_.version = "bench";
  SIGNET_RETURN_IF_ERROR(service->MeasureAnswers());
  return service;
}

absl::Status BenchService::MeasureAnswers() {
  CallContext call;
  call.caller = "bench";
  v1::SignRequestResponse signed_request;
  SIGNET_RETURN_IF_ERROR(SignRequest(context_, call, SampleSign(), &signed_request));
  sign_answer_bytes_ = signed_request.ByteSizeLong();
  v1::GetOrLoadKeyResponse lease;
  SIGNET_RETURN_IF_ERROR(GetOrLoadKey(context_, call, SampleLease(), &lease));
  lease_answer_bytes_ = lease.ByteSizeLong();
  return absl::OkStatus();
}

}  // namespace signet
