// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_NAME_CASE_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_NAME_CASE_H_

#include "absl/strings/string_view.h"

namespace signet::cli {

// Warns on standard error of names in a case that they hardly have at the
// target, where the signature would then not hold: upper-case letters in a
// service or region, lower-case ones in a method. They are signed as given. An
// empty name is not looked at.
void WarnOfNameCase(absl::string_view service, absl::string_view region, absl::string_view method);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_NAME_CASE_H_
