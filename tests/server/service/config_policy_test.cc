// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_policy.h"

#include "gtest/gtest.h"
#include "tests/server/service/config_case.h"

namespace signet {
namespace {

TEST(ConfigPolicyTest, RefusesMalformedRules) {
  const ConfigCase cases[] = {
      {R"("name": "app",
        "effect")",
       R"("effect")",
       "27:7: policy.rules[0].name: is missing or empty, allowed are 1 to 128 of A-Z a-z 0-9 . _ "
       "-"},
      {R"("name": "app",
        "effect")",
       R"("name": "a b",
        "effect")",
       R"(28:17: policy.rules[0].name: "a b" given, allowed are 1 to 128 of A-Z a-z 0-9 . _ -)"},
      {R"("name": "app",
        "effect")",
       R"("name": "",
        "effect")",
       "28:17: policy.rules[0].name: is missing or empty, allowed are 1 to 128 of A-Z a-z 0-9 . _ "
       "-"},
      {R"("callers": ["app"],
)",
       "",
       R"(27:7: policy.rules[0].callers: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("callers": ["app"])", R"("callers": [])",
       R"(30:20: policy.rules[0].callers: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("callers": ["app"])", R"("callers": [""])",
       "30:21: policy.rules[0].callers[0]: is missing or empty, allowed are 1 to 2048 bytes"},
      {R"("callers": ["app"])", R"("callers": ["app", "*.example.org"])",
       R"(30:28: policy.rules[0].callers[1]: pattern "*.example.org" has a '*' before its end, allowed is one at the end)"},
      {R"("callers": ["app"])", R"("callers": ["a\u007fb"])",
       "30:21: policy.rules[0].callers[0]: a control character given (a line break?), allowed is "
       "none"},
      {R"("callers": ["app"])", R"("callers": [")" + std::string(2049, 'c') + R"("])",
       "30:21: policy.rules[0].callers[0]: 2049 bytes given, allowed are 1 to 2048"},
      {R"("operations": ["SignRequest"],
)",
       "",
       R"(27:7: policy.rules[0].operations: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("operations": ["SignRequest"])", R"("operations": ["signrequest"])",
       R"(31:24: policy.rules[0].operations[0]: "signrequest" is no operation, allowed are SignRequest, BatchSignRequests, SignPayload, SignPostPolicy, GetOrLoadKey, VerifyRequest, ExplainSignature, HashPayload and "*")"},
      {R"("operations": ["SignRequest"])", R"("operations": ["SignRequest", "Sign*"])",
       R"(31:39: policy.rules[0].operations[1]: "Sign*" is no operation, allowed are SignRequest, BatchSignRequests, SignPayload, SignPostPolicy, GetOrLoadKey, VerifyRequest, ExplainSignature, HashPayload and "*")"},
      {R"("operations": ["SignRequest"])", R"("operations": ["GetServerInfo"])",
       R"(31:24: policy.rules[0].operations[0]: "GetServerInfo" is no operation, allowed are SignRequest, BatchSignRequests, SignPayload, SignPostPolicy, GetOrLoadKey, VerifyRequest, ExplainSignature, HashPayload and "*")"},
      {R"("credentials": ["demo"],
)",
       "",
       R"(27:7: policy.rules[0].credentials: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("credentials": ["demo"])", R"("credentials": ["de*mo"])",
       R"(32:25: policy.rules[0].credentials[0]: pattern "de*mo" has a '*' before its end, allowed is one at the end)"},
      {R"("services": ["s3"],
)",
       "",
       R"(27:7: policy.rules[0].services: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("services": ["s3"])", R"("services": ["**"])",
       R"(33:22: policy.rules[0].services[0]: pattern "**" has a '*' before its end, allowed is one at the end)"},
      {R"("regions": ["us-east-1"],
)",
       "",
       R"(27:7: policy.rules[0].regions: is missing or empty, at least one entry is needed ("*" for any))"},
      {R"("regions": ["us-east-1"])", R"("regions": ["us-*-1"])",
       R"(34:21: policy.rules[0].regions[0]: pattern "us-*-1" has a '*' before its end, allowed is one at the end)"},
      {R"({"max_skew": "15m"})", "{}",
       "35:29: policy.rules[0].own_signing_time.max_skew: is missing or empty, own_signing_time "
       "needs a bound"},
      {R"({"max_skew": "15m"})", R"({"max_skew": "0s"})",
       "35:42: policy.rules[0].own_signing_time.max_skew: 0 given, allowed is 1s to 876000h"},
      {R"({"max_skew": "15m"})", R"({"max_skew": "999ms"})",
       "35:42: policy.rules[0].own_signing_time.max_skew: 999ms given, allowed is 1s to 876000h"},
      {R"({"max_skew": "15m"})", R"({"max_skew": "876001h"})",
       "35:42: policy.rules[0].own_signing_time.max_skew: 876001h given, allowed is 1s to 876000h"},
      {R"("effect": "allow")", R"("effect": "deny")",
       "29:19: policy.rules[0].effect: a deny rule cannot grant anything"},
  };
  ExpectConfigErrors("a.json", SoundJsonConfig(), cases);
}

}  // namespace
}  // namespace signet
