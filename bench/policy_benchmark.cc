// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What a decision costs with few rules and with many: rules of other callers, rules
// of this one, and the request that only the last allows.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "server/policy/policy.h"

namespace signet {
namespace {

Rule RuleOf(std::string caller, int64_t number) {
  Rule rule;
  rule.name = absl::StrCat("rule-", number);
  rule.callers = {std::move(caller)};
  rule.operations = {"SignRequest"};
  rule.credentials = {absl::StrCat("team-", number)};
  rule.services = {"s3"};
  rule.regions = {"us-east-1"};
  rule.actions = {"s3:GetObject", "s3:PutObject"};
  rule.resources = {absl::StrCat("bucket-", number, "/data/*")};
  return rule;
}

void Decide(benchmark::State& state, const std::vector<Rule>& rules, const std::string& caller) {
  const auto policy = Policy::Create(rules).value();
  const int64_t last = state.range(0) - 1;
  const std::string credential = absl::StrCat("team-", last);
  RequestTarget target;
  target.endpoint = absl::StrCat("bucket-", last, ".s3.us-east-1.amazonaws.com");
  target.accesses.push_back(
      {.action = "s3:GetObject", .resource = absl::StrCat("bucket-", last, "/data/key")});
  const absl::string_view region = "us-east-1";
  const PolicyRequest request = {.caller = caller,
                                 .credential = credential,
                                 .service = "s3",
                                 .regions = absl::MakeConstSpan(&region, 1),
                                 .target = &target};
  for (auto _ : state) {
    const Decision decision = policy->Decide(request);
    if (!decision.allowed) {
      state.SkipWithError("denied");
    }
    benchmark::DoNotOptimize(decision.allowed);
  }
}

std::string Workload(int64_t number) {
  return absl::StrCat("spiffe://example.org/ns/team/sa/workload-", number);
}

void BM_RulesOfManyCallers(benchmark::State& state) {
  std::vector<Rule> rules;
  for (int64_t i = 0; i < state.range(0); ++i) {
    rules.push_back(RuleOf(Workload(i), i));
  }
  Decide(state, rules, Workload(state.range(0) - 1));
}
BENCHMARK(BM_RulesOfManyCallers)->Arg(1)->Arg(100)->Arg(10000);

void BM_RulesOfOneCaller(benchmark::State& state) {
  std::vector<Rule> rules;
  for (int64_t i = 0; i < state.range(0); ++i) {
    rules.push_back(RuleOf(Workload(0), i));
  }
  Decide(state, rules, Workload(0));
}
BENCHMARK(BM_RulesOfOneCaller)->Arg(1)->Arg(100);

// Every rule has to be looked at for every caller.
void BM_RulesOfAnyCaller(benchmark::State& state) {
  std::vector<Rule> rules;
  for (int64_t i = 0; i < state.range(0); ++i) {
    rules.push_back(RuleOf("*", i));
  }
  Decide(state, rules, Workload(0));
}
BENCHMARK(BM_RulesOfAnyCaller)->Arg(1)->Arg(100)->Arg(10000);

}  // namespace
}  // namespace signet
