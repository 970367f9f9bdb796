// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The tests that a policy carries.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/policy/request_target.h"
#include "server/service/config_policy_options.h"
#include "server/service/config_reader.h"
#include "server/service/config_values.h"
#include "server/sigv4/http_request.h"

namespace signet {
namespace {

constexpr int kMostTests = 10000;

// A test made into what policy is asked. Views into the test.
struct Question {
  PolicyRequest request;
  absl::string_view region;
  std::vector<HeaderView> headers;
  std::vector<RequestHeader> policy_headers;
  RequestTarget target;
};

bool SignsRequests(Operation operation) {
  return operation == Operation::kSignRequest || operation == Operation::kSignPayload ||
         operation == Operation::kExplainSignature;
}

absl::Status TakeHeaders(const std::string& path, const v1::PolicyTest& test, Question* question) {
  for (int i = 0; i < test.headers_size(); ++i) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(absl::string_view(test.headers(i)), absl::MaxSplits(':', 1));
    const HeaderView header = {parts.first, absl::StripAsciiWhitespace(parts.second)};
    const absl::Status valid = ValidateHeader(header, "headers", static_cast<size_t>(i));
    if (!valid.ok()) {
      return InvalidField(Reason::kInvalidConfig, absl::StrCat(path, ".headers[", i, "]"),
                          "no header, allowed is \"name: value\"");
    }
    question->headers.push_back(header);
    question->policy_headers.push_back(
        {absl::AsciiStrToLower(header.name), std::string(header.value), false});
  }
  return absl::OkStatus();
}

absl::Status TakeRequest(const std::string& path, const v1::PolicyTest& test, const Policy& policy,
                         Question* question) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(absl::string_view(test.request()), absl::MaxSplits(' ', 1));
  const absl::StatusOr<UrlView> url = ParseUrl(parts.second);
  if (!url.ok()) {
    return InvalidField(Reason::kInvalidConfig, path + ".request",
                        absl::StrCat("allowed is \"METHOD URL\": ", url.status().message()));
  }
  SIGNET_RETURN_IF_ERROR(TakeHeaders(path, test, question));
  const std::string mode = test.payload().empty() ? "signed" : test.payload();
  const std::optional<PayloadMode> payload = PayloadModeFromName(mode);
  if (!payload.has_value()) {
    return InvalidField(
        Reason::kInvalidConfig, path + ".payload",
        absl::StrCat(ShownConfigValue(mode), " given, allowed are ", PayloadModeNames()));
  }
  question->request.payload = *payload;
  SIGNET_ASSIGN_OR_RETURN(const TargetProfile* const profile,
                          FindTargetProfile("", test.service()));
  TargetInput input = {
      .service = question->request.service,
      .profile = profile,
      .request = {.method = parts.first, .url = *url, .headers = question->headers},
      .is_presigned = false,
      .body = std::nullopt};
  if (*payload == PayloadMode::kSha256) {
    input.body = test.body();
  }
  const absl::Status resolved = ResolveTarget(input, policy.endpoints(), &question->target);
  if (!resolved.ok()) {
    return InvalidField(Reason::kInvalidConfig, path + ".request", resolved.message());
  }
  question->request.target = &question->target;
  question->request.headers = question->policy_headers;
  return absl::OkStatus();
}

absl::Status Ask(const std::string& path, const v1::PolicyTest& test, const Policy& policy,
                 Question* question) {
  for (const auto& [field, value] :
       {std::make_pair(".caller", &test.caller()),
        std::make_pair(".credential", &test.credential()),
        std::make_pair(".service", &test.service()), std::make_pair(".region", &test.region())}) {
    if (value->empty()) {
      return Missing(path + field, "a test names caller, credential, service and region");
    }
  }
  const std::string name = test.operation().empty() ? "SignRequest" : test.operation();
  const std::optional<Operation> operation = OperationFromName(name);
  if (!operation.has_value() ||
      !(SignsRequests(*operation) || *operation == Operation::kGetOrLoadKey ||
        *operation == Operation::kVerifyRequest)) {
    return InvalidField(Reason::kInvalidConfig, path + ".operation",
                        absl::StrCat(ShownConfigValue(name),
                                     " given, allowed are SignRequest, SignPayload, "
                                     "ExplainSignature, GetOrLoadKey and VerifyRequest"));
  }
  question->region = test.region();
  question->request.caller = test.caller();
  question->request.operation = *operation;
  question->request.credential = test.credential();
  question->request.service = SigningName(test.service());
  question->request.regions = absl::MakeConstSpan(&question->region, 1);
  question->request.now = absl::Now();
  return SignsRequests(*operation) ? TakeRequest(path, test, policy, question) : absl::OkStatus();
}

}  // namespace

PolicyTestOutcome RunPolicyTest(const std::string& path, const v1::PolicyTest& test,
                                const Policy& policy) {
  PolicyTestOutcome outcome;
  if (test.expect() == v1::RULE_EFFECT_UNSPECIFIED) {
    outcome.status = Missing(path + ".expect", "allowed are allow and deny");
    return outcome;
  }
  Question question;
  outcome.status = Ask(path, test, policy, &question);
  if (!outcome.status.ok()) {
    return outcome;
  }
  const Decision decision = policy.Decide(question.request);
  outcome.allowed = decision.allowed;
  outcome.rule = std::string(decision.rule);
  outcome.place = std::string(decision.place);
  outcome.why = std::string(WhyName(decision.why));
  if (!decision.allowed && !decision.nearest_rule.empty()) {
    absl::StrAppend(&outcome.why, ", nearest is ", decision.nearest_rule, " but for its ",
                    MismatchName(decision.nearest_mismatch));
  }
  outcome.is_as_expected = decision.allowed == (test.expect() == v1::RULE_EFFECT_ALLOW) &&
                           (test.rule().empty() || test.rule() == decision.rule);
  return outcome;
}

absl::StatusOr<PolicyExplanation> ExplainPolicyTest(const std::string& path,
                                                    const v1::PolicyTest& test,
                                                    const Policy& policy) {
  Question question;
  SIGNET_RETURN_IF_ERROR(Ask(path, test, policy, &question));
  const Decision decision = policy.Decide(question.request);
  PolicyExplanation explanation;
  explanation.allowed = decision.allowed;
  explanation.why = std::string(WhyName(decision.why));
  explanation.rule = std::string(decision.rule);
  explanation.place = std::string(decision.place);
  if (!decision.allowed && !decision.nearest_rule.empty()) {
    explanation.nearest_rule = std::string(decision.nearest_rule);
    explanation.nearest_mismatch = std::string(MismatchName(decision.nearest_mismatch));
  }
  if (question.request.target != nullptr) {
    explanation.endpoint = question.target.endpoint;
    explanation.accesses = question.target.accesses;
  }
  for (const Policy::Finding& finding : policy.Explain(question.request)) {
    explanation.findings.push_back({.rule = finding.rule->name,
                                    .place = finding.rule->place,
                                    .effect = finding.rule->effect,
                                    .mismatch = finding.mismatch == Mismatch::kNone
                                                    ? ""
                                                    : std::string(MismatchName(finding.mismatch))});
  }
  return explanation;
}

void RunPolicyTests(const v1::PolicyConfig& config, const Policy& policy, ConfigErrors* errors) {
  if (config.tests_size() > kMostTests) {
    return errors->Add(
        InvalidField(Reason::kInvalidConfig, "policy.tests",
                     absl::StrCat(config.tests_size(), " tests given, allowed are ", kMostTests)));
  }
  for (int i = 0; i < config.tests_size(); ++i) {
    const std::string path = absl::StrCat("policy.tests[", i, "]");
    const PolicyTestOutcome outcome = RunPolicyTest(path, config.tests(i), policy);
    errors->Add(outcome.status);
    if (outcome.status.ok() && !outcome.is_as_expected) {
      errors->Add(InvalidField(
          Reason::kInvalidConfig, path,
          absl::StrCat(
              "the rules ", outcome.allowed ? "allow" : "deny", " this (", outcome.why,
              outcome.rule.empty() ? "" : absl::StrCat(" ", outcome.rule), "), expected is ",
              config.tests(i).expect() == v1::RULE_EFFECT_ALLOW ? "allow" : "deny",
              config.tests(i).rule().empty() ? "" : absl::StrCat(" by ", config.tests(i).rule()))));
    }
  }
}

}  // namespace signet
