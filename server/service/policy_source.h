// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_POLICY_SOURCE_H_
#define SIGNET_SERVER_SERVICE_POLICY_SOURCE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/policy/policy.h"
#include "signet/v1/policy.pb.h"

namespace signet {

// A test of a policy, and where it stands: "signetd.yaml:31".
struct PlacedPolicyTest {
  v1::PolicyTest test;
  std::string place;
};

struct PolicySource {
  std::shared_ptr<const Policy> policy;
  // Not run.
  std::vector<PlacedPolicyTest> tests;
};

// The policy of a configuration file, also where it fails its own tests. Errors as
// LoadServerConfig().
absl::StatusOr<PolicySource> LoadPolicy(const std::string& path);

// The tests of a file that has nothing but the key "tests", as PolicyConfig has it. Errors as
// LoadServerConfig().
absl::StatusOr<std::vector<PlacedPolicyTest>> LoadPolicyTests(const std::string& path);

// A test without what is expected; `name` stands for a path that ends in ".json". Errors as
// LoadServerConfig().
absl::StatusOr<v1::PolicyTest> ParsePolicyQuestion(absl::string_view name, absl::string_view json);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_POLICY_SOURCE_H_
