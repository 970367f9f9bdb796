// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_PATTERN_LIST_H_
#define SIGNET_SERVER_POLICY_PATTERN_LIST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/policy/pattern.h"

namespace signet {

// What the patterns of a rule's list are matched against.
enum class NameKind { kCaller, kCredential, kService, kRegion };

// The patterns of one list of a rule. `field` is the list's, for errors.
//
// InvalidArgument, kInvalidConfig: the list is empty, an entry is no pattern
// (Pattern::Parse()), or no request can ever have such a name: a deny rule with
// it would deny nothing.
absl::StatusOr<std::vector<Pattern>> CompilePatterns(absl::string_view field,
                                                     const std::vector<std::string>& texts,
                                                     NameKind kind);

// "is missing or empty ..." of a list.
absl::Status EmptyList(absl::string_view field);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_PATTERN_LIST_H_
