// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_FUZZ_REQUEST_TEXT_H_
#define SIGNET_TESTS_FUZZ_REQUEST_TEXT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/sigv4/http_request.h"

namespace signet {

// A request as fuzzers write it: method, URL and "name:value" lines, and in
// front of them a line of options whose characters are up to the fuzzer. Views
// into the text.
struct RequestText {
  absl::string_view options;
  absl::string_view method;
  absl::string_view url;
  std::vector<HeaderView> headers;

  bool Has(char option) const { return options.find(option) != absl::string_view::npos; }
};

RequestText ReadRequestText(absl::string_view text);

}  // namespace signet

#endif  // SIGNET_TESTS_FUZZ_REQUEST_TEXT_H_
