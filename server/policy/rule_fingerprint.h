// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_RULE_FINGERPRINT_H_
#define SIGNET_SERVER_POLICY_RULE_FINGERPRINT_H_

#include <string>
#include <vector>

#include "server/policy/rule.h"

namespace signet {

// The first 16 hex digits of SHA-256 over everything that the rules say, in their
// order, but for where they are written: which policy a decision was made by, the
// same on every replica.
std::string FingerprintOf(const std::vector<Rule>& rules);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_RULE_FINGERPRINT_H_
