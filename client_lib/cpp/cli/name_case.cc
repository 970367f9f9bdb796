// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/name_case.h"

#include <iostream>
#include <string>

#include "absl/strings/ascii.h"

namespace signet::cli {
namespace {

void WarnUnless(absl::string_view usual, absl::string_view given, absl::string_view flag,
                absl::string_view rule) {
  if (given != usual) {
    std::cerr << "signet: warning: " << flag << " " << given << " is signed as it is; " << rule
              << ", so " << usual << " is probably meant\n";
  }
}

}  // namespace

void WarnOfNameCase(absl::string_view service, absl::string_view region, absl::string_view method) {
  WarnUnless(absl::AsciiStrToLower(service), service, "--service", "service names are lower-case");
  WarnUnless(absl::AsciiStrToLower(region), region, "--region", "region names are lower-case");
  WarnUnless(absl::AsciiStrToUpper(method), method, "--method", "methods are upper-case");
}

}  // namespace signet::cli
