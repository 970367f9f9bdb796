// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/cli/policy_suggestion.h"
#include "client_lib/cpp/cli/server_run.h"

namespace signet::cli {
namespace {

struct PolicyFlags {
  std::string file;
  std::string tests;
  bool json = false;
  // explain
  std::string caller;
  std::string operation = "SignRequest";
  std::string credential;
  std::string service;
  std::string region;
  std::string method = "GET";
  std::string url;
  std::vector<std::string> headers;
  std::string body;
  std::string payload;
  // suggest
  std::string log = "-";
  size_t max_resources = 20;
};

// What the server reports; nothing after it said what is wrong.
std::optional<Json> ReportOf(const std::vector<std::string>& arguments, bool json,
                             ExitCode* exit_code) {
  const ServerRun run = RunServer(arguments);
  Json report = run.exit_status == 0 ? Json::parse(run.output, nullptr, false) : Json();
  if (report.is_object()) {
    return report;
  }
  *exit_code = run.exit_status == 1 ? kInvalidRequest : kFailure;
  if (json) {
    PrintError(absl::InvalidArgumentError(run.errors), Format::kJson);
  } else {
    std::cerr << (run.errors.empty() ? "signet: signetd said nothing\n" : run.errors);
  }
  return std::nullopt;
}

std::string TextOf(const Json& json, const char* name) { return json.value(name, ""); }

// ", by NAME (FILE:LINE)"
std::string ByRule(const std::string& rule, const std::string& place) {
  return rule.empty() ? "" : absl::StrCat(", by ", rule, " (", place, ")");
}

void PrintTest(const Json& test) {
  const bool has_passed = test.value("passed", false);
  std::cout << (has_passed ? "ok      " : "FAILED  ") << TextOf(test, "place") << ": "
            << TextOf(test, "asked") << "\n";
  if (test.contains("error")) {
    std::cout << "        " << TextOf(test, "error") << "\n";
  } else if (!has_passed) {
    const std::string expected_rule = TextOf(test, "expected_rule");
    std::cout << "        expected: " << TextOf(test, "expected")
              << (expected_rule.empty() ? "" : ", by " + expected_rule)
              << "\n        got:      " << TextOf(test, "got")
              << ByRule(TextOf(test, "rule"), TextOf(test, "rule_place")) << " ("
              << TextOf(test, "why") << ")\n";
  }
}

ExitCode RunTests(const PolicyFlags& flags) {
  std::vector<std::string> arguments = {"--config", flags.file, "--test-policy"};
  if (!flags.tests.empty()) {
    arguments.insert(arguments.end(), {"--policy-tests", flags.tests});
  }
  ExitCode exit_code = kSuccess;
  const std::optional<Json> report = ReportOf(arguments, flags.json, &exit_code);
  if (!report.has_value()) {
    return exit_code;
  }
  const Json& tests = report->at("tests");
  if (flags.json) {
    PrintJson(*report);
  } else {
    for (const Json& test : tests) {
      PrintTest(test);
    }
    std::cout << report->value("passed", 0) << " passed, " << report->value("failed", 0)
              << " failed\n";
    if (tests.empty()) {
      std::cerr << "signet: warning: there are no tests, so nothing was tested\n";
    }
  }
  return report->value("failed", 0) == 0 ? kSuccess : kFailure;
}

std::string QuestionOf(const PolicyFlags& flags) {
  Json question = {{"caller", flags.caller},
                   {"operation", flags.operation},
                   {"credential", flags.credential},
                   {"service", flags.service},
                   {"region", flags.region}};
  if (!flags.url.empty()) {
    question["request"] = absl::StrCat(flags.method, " ", flags.url);
  }
  if (!flags.headers.empty()) {
    question["headers"] = flags.headers;
  }
  if (!flags.body.empty()) {
    question["body"] = flags.body;
  }
  if (!flags.payload.empty()) {
    question["payload"] = flags.payload;
  }
  return question.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void PrintExplanation(const Json& report) {
  const bool is_allowed = report.value("allowed", false);
  std::cout << (is_allowed ? "allowed" : "denied")
            << ByRule(TextOf(report, "rule"), TextOf(report, "rule_place")) << " ("
            << TextOf(report, "why") << ")\n";
  if (!TextOf(report, "nearest_rule").empty()) {
    std::cout << "nearest is " << TextOf(report, "nearest_rule") << ", but for its "
              << TextOf(report, "nearest_mismatch") << "\n";
  }
  if (!TextOf(report, "endpoint").empty()) {
    std::cout << "endpoint  " << TextOf(report, "endpoint") << "\n";
  }
  for (const Json& access : report.at("accesses")) {
    const std::string action = TextOf(access, "action");
    const std::string extent = TextOf(access, "extent");
    std::cout << "access    " << (action.empty() ? "unknown action" : action) << " "
              << TextOf(access, "resource") << (extent == "prefix" ? "*" : "")
              << (extent == "unknown" ? " (of no known store)" : "") << "\n";
  }
  for (const Json& rule : report.at("rules")) {
    const std::string mismatch = TextOf(rule, "mismatch");
    std::cout << "rule      " << TextOf(rule, "effect") << " " << TextOf(rule, "name") << " ("
              << TextOf(rule, "place")
              << "): " << (mismatch.empty() ? "matches" : "does not match by its " + mismatch)
              << "\n";
  }
}

// kNotAllowed where the rules deny, as the call would end.
ExitCode Explain(const PolicyFlags& flags) {
  ExitCode exit_code = kSuccess;
  const std::optional<Json> report = ReportOf(
      {"--config", flags.file, "--explain-policy", QuestionOf(flags)}, flags.json, &exit_code);
  if (!report.has_value()) {
    return exit_code;
  }
  if (flags.json) {
    PrintJson(*report);
  } else {
    PrintExplanation(*report);
  }
  return report->value("allowed", false) ? kSuccess : kNotAllowed;
}

ExitCode Suggest(const PolicyFlags& flags) {
  std::ifstream file;
  if (flags.log != "-") {
    file.open(flags.log);
    if (!file.is_open()) {
      std::cerr << "signet: cannot read " << flags.log << "\n";
      return kFailure;
    }
  }
  const absl::StatusOr<std::string> policy =
      SuggestPolicy(flags.log == "-" ? std::cin : file, flags.max_resources);
  if (!policy.ok()) {
    PrintError(policy.status(), Format::kText);
    return kInvalidRequest;
  }
  std::cout << *policy;
  return kSuccess;
}

void AddExplain(CLI::App* policy, const std::shared_ptr<PolicyFlags>& flags, ExitCode* exit_code) {
  CLI::App* const explain = policy->add_subcommand(
      "explain",
      "Tell what the rules say to a call, and why; exit code 4: they deny it.\n"
      "Example: signet policy explain signetd.yaml --caller billing --credential data "
      "--service s3 --region us-east-1 --url https://bucket.s3.amazonaws.com/key");
  explain->add_option("file", flags->file, "Configuration file")->required();
  explain->add_option("--caller", flags->caller, "Who calls")->required();
  explain->add_option("--operation", flags->operation, "The RPC's name")->capture_default_str();
  explain->add_option("--credential", flags->credential, "Credential's name")->required();
  explain->add_option("--service", flags->service, "Signing name of the service")->required();
  explain->add_option("--region", flags->region, "Signing region")->required();
  explain->add_option("--method,-X", flags->method, "HTTP method")->capture_default_str();
  explain->add_option("--url", flags->url, "URL of the request to sign");
  explain->add_option("--header,-H", flags->headers, "\"Name: value\", may be repeated");
  explain->add_option("--body", flags->body, "The body, where it says what is done");
  explain->add_option("--payload", flags->payload, "How the body is signed, as in a rule");
  explain->add_flag("--json", flags->json, "Print one JSON object");
  explain->callback([flags, exit_code] { *exit_code = Explain(*flags); });
}

}  // namespace

void AddPolicyCommand(CLI::App& app, ExitCode* exit_code) {
  const auto flags = std::make_shared<PolicyFlags>();
  CLI::App* const policy =
      app.add_subcommand("policy", "Test a policy, explain its decisions, or have one suggested.");
  policy->require_subcommand(1);
  CLI::App* const test =
      policy->add_subcommand("test", "Run a policy's tests; exit code 1: one failed.");
  test->add_option("file", flags->file, "Configuration file")->required();
  test->add_option("--tests", flags->tests,
                   "Run the tests of this file (its one key is \"tests\") instead");
  test->add_flag("--json", flags->json, "Print one JSON object");
  test->callback([flags, exit_code] { *exit_code = RunTests(*flags); });
  AddExplain(policy, flags, exit_code);
  CLI::App* const suggest = policy->add_subcommand(
      "suggest", "Print the rules for what signetd saw, from its log while policy.mode is record.");
  suggest->add_option("log", flags->log, "The log, text or JSON lines; - is standard input")
      ->capture_default_str();
  suggest
      ->add_option("--max-resources", flags->max_resources,
                   "More resources than that in a rule are folded into prefixes, 1 to 1000")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  suggest->callback([flags, exit_code] { *exit_code = Suggest(*flags); });
}

}  // namespace signet::cli
