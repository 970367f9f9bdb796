// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/policy_report.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/base/json_text.h"
#include "server/base/status_macros.h"
#include "server/service/config_policy_options.h"
#include "server/service/policy_source.h"

namespace signet {
namespace {

// Members of one JSON object, in the order in which they are added.
class JsonObject {
 public:
  JsonObject& Add(absl::string_view name, absl::string_view text) {
    AppendJsonString(text, &Name(name));
    return *this;
  }
  // A number, true or false, or JSON that is made already.
  JsonObject& AddJson(absl::string_view name, absl::string_view json) {
    absl::StrAppend(&Name(name), json);
    return *this;
  }
  std::string Text() const { return absl::StrCat("{", members_, "}"); }

 private:
  std::string& Name(absl::string_view name) {
    absl::StrAppend(&members_, members_.empty() ? "\"" : ",\"", name, "\":");
    return members_;
  }

  std::string members_;
};

std::string JsonList(const std::vector<std::string>& items) {
  std::string list = "[";
  for (const std::string& item : items) {
    absl::StrAppend(&list, list.size() > 1 ? "," : "", item);
  }
  return list + "]";
}

absl::string_view JsonBool(bool value) { return value ? "true" : "false"; }

absl::string_view EffectName(bool is_allowed) { return is_allowed ? "allow" : "deny"; }

std::string Asked(const v1::PolicyTest& test) {
  return absl::StrCat(test.operation().empty() ? "SignRequest" : test.operation(), " by ",
                      test.caller(), " with ", test.credential(), ", ", test.service(), " in ",
                      test.region(), test.request().empty() ? "" : ": ", test.request());
}

// One test's part of the report.
struct TestReport {
  bool has_passed = false;
  std::string json;
};

TestReport RunTest(const PlacedPolicyTest& placed, const Policy& policy) {
  const v1::PolicyTest& test = placed.test;
  TestReport report;
  JsonObject json;
  json.Add("place", placed.place);
  const PolicyTestOutcome outcome = RunPolicyTest("test", test, policy);
  report.has_passed = outcome.status.ok() && outcome.is_as_expected;
  json.AddJson("passed", JsonBool(report.has_passed)).Add("asked", Asked(test));
  if (!outcome.status.ok()) {
    report.json = json.Add("error", outcome.status.message()).Text();
    return report;
  }
  report.json = json.Add("expected", EffectName(test.expect() == v1::RULE_EFFECT_ALLOW))
                    .Add("expected_rule", test.rule())
                    .Add("got", EffectName(outcome.allowed))
                    .Add("rule", outcome.rule)
                    .Add("rule_place", outcome.place)
                    .Add("why", outcome.why)
                    .Text();
  return report;
}

std::string AccessJson(const Access& access) {
  return JsonObject()
      .Add("action", access.action)
      .Add("resource", access.resource)
      .Add("extent", ExtentName(access))
      .Text();
}

}  // namespace

absl::StatusOr<std::string> ReportPolicyTests(const std::string& config_path,
                                              const std::string& tests_path) {
  SIGNET_ASSIGN_OR_RETURN(PolicySource source, LoadPolicy(config_path));
  if (!tests_path.empty()) {
    SIGNET_ASSIGN_OR_RETURN(source.tests, LoadPolicyTests(tests_path));
  }
  size_t passed = 0;
  std::vector<std::string> tests;
  for (const PlacedPolicyTest& test : source.tests) {
    TestReport report = RunTest(test, *source.policy);
    passed += report.has_passed ? 1 : 0;
    tests.push_back(std::move(report.json));
  }
  return absl::StrCat(JsonObject()
                          .AddJson("passed", absl::StrCat(passed))
                          .AddJson("failed", absl::StrCat(tests.size() - passed))
                          .AddJson("tests", JsonList(tests))
                          .Text(),
                      "\n");
}

absl::StatusOr<std::string> ReportPolicyExplanation(const std::string& config_path,
                                                    absl::string_view question) {
  SIGNET_ASSIGN_OR_RETURN(const PolicySource source, LoadPolicy(config_path));
  SIGNET_ASSIGN_OR_RETURN(const v1::PolicyTest test,
                          ParsePolicyQuestion("question.json", question));
  SIGNET_ASSIGN_OR_RETURN(const PolicyExplanation explanation,
                          ExplainPolicyTest("question", test, *source.policy));
  std::vector<std::string> accesses;
  for (const Access& access : explanation.accesses) {
    accesses.push_back(AccessJson(access));
  }
  std::vector<std::string> rules;
  for (const PolicyExplanation::RuleFinding& finding : explanation.findings) {
    rules.push_back(JsonObject()
                        .Add("name", finding.rule)
                        .Add("place", finding.place)
                        .Add("effect", EffectName(finding.effect == Effect::kAllow))
                        .Add("mismatch", finding.mismatch)
                        .Text());
  }
  return absl::StrCat(JsonObject()
                          .AddJson("allowed", JsonBool(explanation.allowed))
                          .Add("why", explanation.why)
                          .Add("rule", explanation.rule)
                          .Add("rule_place", explanation.place)
                          .Add("nearest_rule", explanation.nearest_rule)
                          .Add("nearest_mismatch", explanation.nearest_mismatch)
                          .Add("endpoint", explanation.endpoint)
                          .AddJson("accesses", JsonList(accesses))
                          .AddJson("rules", JsonList(rules))
                          .Text(),
                      "\n");
}

}  // namespace signet
