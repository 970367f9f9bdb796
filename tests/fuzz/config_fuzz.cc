// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a configuration file: 'j' and JSON, or any other byte and YAML.
// Whatever passes is complete; whatever does not is refused by its place.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/document.h"
#include "server/base/error.h"
#include "server/service/config_loader.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

Secret NoVariables(const char*) { return Secret(); }

void CheckAccepted(const ServerConfig& config) {
  SIGNET_FUZZ_CHECK(config.policy != nullptr);
  SIGNET_FUZZ_CHECK(!config.credentials.empty() || !config.credentials_files.empty());
  SIGNET_FUZZ_CHECK(config.unix_listener.has_value() || config.tcp_listener.has_value());
  SIGNET_FUZZ_CHECK(config.lanes >= 1 && config.lanes <= 256);
  SIGNET_FUZZ_CHECK(config.limits.max_message_bytes <= config.limits.max_batch_bytes);
  SIGNET_FUZZ_CHECK(config.limits.max_connections_per_peer <= config.limits.max_connections);
  for (const ServerConfig::Credential& credential : config.credentials) {
    SIGNET_FUZZ_CHECK(!credential.name.empty());
  }
  // What nobody is granted is denied.
  const absl::string_view region = "us-east-1";
  const Decision decision =
      config.policy->Decide({"app", Operation::kSignRequest, "demo", "s3", {&region, 1}});
  SIGNET_FUZZ_CHECK(!decision.allowed || !config.policy->rules().empty());
  SIGNET_FUZZ_CHECK(!decision.allowed || config.policy->KnowsCredential("app", "demo"));
}

void Run(absl::string_view input) {
  if (input.empty()) {
    return;
  }
  const absl::string_view name = input[0] == 'j' || !HasYaml() ? "a.json" : "a.yaml";
  const absl::StatusOr<ServerConfig> config = ParseServerConfig(name, input.substr(1), NoVariables);
  if (config.ok()) {
    CheckAccepted(*config);
    return;
  }
  SIGNET_FUZZ_CHECK(config.status().code() == absl::StatusCode::kInvalidArgument);
  SIGNET_FUZZ_CHECK(GetErrorDetail(config.status()).reason == Reason::kInvalidConfig);
  SIGNET_FUZZ_CHECK(absl::StartsWith(config.status().message(), absl::StrCat(name, ":")));
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
