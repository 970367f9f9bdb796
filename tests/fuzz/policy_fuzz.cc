// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is the policy of a configuration in YAML (what stands before it is right).
// Of what passes, each decision has its reason: a rule that allows stands behind what is
// allowed, none of a caller that no rule names is, and one more rule that denies all
// ends it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/base/document.h"
#include "server/base/error.h"
#include "server/service/config_loader.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

constexpr char kBefore[] = R"(credentials:
  - {name: demo, access_key_id: AKIDEXAMPLE, secret_access_key: hunter2}
listen: {unix: {path: /s, users: [{name: app, uid: 1}]}}
)";

Secret NoVariables(const char*) { return Secret(); }

PolicyRequest Request(absl::string_view caller, absl::string_view service,
                      const absl::string_view* region) {
  PolicyRequest request;
  request.caller = caller;
  request.operation = Operation::kSignRequest;
  request.credential = "demo";
  request.service = service;
  request.regions = {region, 1};
  return request;
}

void CheckDecisions(const Policy& policy) {
  const absl::string_view region = "us-east-1";
  for (const absl::string_view caller : {"app", "spiffe://example/a", "other"}) {
    for (const absl::string_view service : {"s3", "sts"}) {
      const Decision decision = policy.Decide(Request(caller, service, &region));
      SIGNET_FUZZ_CHECK(decision.allowed == (decision.why == Decision::Why::kAllowRule));
      if (decision.why == Decision::Why::kNoRule) {
        continue;
      }
      const auto rule = std::find_if(policy.rules().begin(), policy.rules().end(),
                                     [&](const Rule& each) { return each.name == decision.rule; });
      SIGNET_FUZZ_CHECK(rule != policy.rules().end());
      SIGNET_FUZZ_CHECK((rule->effect == Effect::kAllow) == decision.allowed);
      SIGNET_FUZZ_CHECK(!decision.allowed ||
                        policy.AllowsSomewhere(caller, Operation::kSignRequest));
    }
  }
}

void CheckThatADenyEndsAll(const Policy& policy) {
  const absl::string_view region = "us-east-1";
  std::vector<Rule> rules(policy.rules().begin(), policy.rules().end());
  Rule deny;
  deny.name = "a name that no rule of the input has, being longer than any 64 bytes ....";
  deny.effect = Effect::kDeny;
  deny.callers = deny.operations = deny.credentials = deny.services = deny.regions = {"*"};
  rules.push_back(deny);
  const auto denied = Policy::Create(std::move(rules));
  if (!denied.ok()) {
    return;
  }
  SIGNET_FUZZ_CHECK(!(*denied)->Decide(Request("app", "s3", &region)).allowed);
}

void Run(absl::string_view input) {
  if (!HasYaml()) {
    return;
  }
  const absl::StatusOr<ServerConfig> config =
      ParseServerConfig("a.yaml", absl::StrCat(kBefore, input), NoVariables);
  if (!config.ok()) {
    SIGNET_FUZZ_CHECK(absl::IsInvalidArgument(config.status()));
    return;
  }
  CheckDecisions(*config->policy);
  CheckThatADenyEndsAll(*config->policy);
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
