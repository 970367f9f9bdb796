// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_POLICY_REPORT_H_
#define SIGNET_SERVER_SERVICE_POLICY_REPORT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace signet {

// What `signet policy` shows, for programs: one JSON object and a line feed. Both read the
// policy of the configuration file at `config_path` and nothing that it names.

// Runs the policy's own tests, or those of the file at `tests_path` where that is not "":
//
//   {"passed": 1, "failed": 1, "tests": [
//     {"place": "signetd.yaml:31", "passed": true, "asked": "SignRequest by alice ...",
//      "expected": "allow", "expected_rule": "", "got": "allow", "rule": "read",
//      "rule_place": "signetd.yaml:12", "why": "allow-rule"}, ...]}
//
// A test that is malformed has "error" in place of what came after "asked". Errors as
// LoadServerConfig().
absl::StatusOr<std::string> ReportPolicyTests(const std::string& config_path,
                                              const std::string& tests_path);

// Decides one question, the JSON of a PolicyTest without what it expects:
//
//   {"allowed": false, "why": "no-rule", "rule": "", "rule_place": "", "nearest_rule": "read",
//    "nearest_mismatch": "resource", "endpoint": "bucket.s3.amazonaws.com",
//    "accesses": [{"action": "s3:GetObject", "resource": "bucket/k", "extent": "exact"}, ...],
//    "rules": [{"name": "read", "place": "signetd.yaml:12", "effect": "allow",
//               "mismatch": "resource"}, ...]}
//
// Errors as LoadServerConfig(); InvalidArgument, kInvalidConfig: the question is malformed.
absl::StatusOr<std::string> ReportPolicyExplanation(const std::string& config_path,
                                                    absl::string_view question);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_POLICY_REPORT_H_
