// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_POLICY_SUGGESTION_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_POLICY_SUGGESTION_H_

#include <cstddef>
#include <istream>
#include <string>

#include "absl/status/statusor.h"

namespace signet::cli {

// The section "policy" of a configuration, YAML, that allows what the "policy record" lines
// of a log tell of and as little besides as resources can say: a rule for each caller,
// credential, service and region set, and for the resources that the same actions were done
// to. More than `max_resources` of them become "bucket/folder/*", and if need be
// "bucket/*". Other lines are passed over. What no rule can allow (an unknown action, a host
// that is no known store, control characters) or hardly should (keys with dot segments, a '*'
// that a caller wrote and that a rule would take for a wildcard) stands as a comment.
//
// InvalidArgument: the log has no such lines; or one of them is cut, "line 12: ...".
absl::StatusOr<std::string> SuggestPolicy(std::istream& log, size_t max_resources);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_POLICY_SUGGESTION_H_
