// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_HTTP_TRANSFER_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_HTTP_TRANSFER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client_lib/cpp/cli/answer_output.h"
#include "client_lib/cpp/cli/body_source.h"
#include "server/sigv4/http_request.h"

namespace signet::cli {

// One HTTP exchange, as signed: nothing is followed, added or normalised.
struct HttpExchange {
  std::string method;
  std::string url;
  std::vector<Header> headers;
  // Null for no body.
  BodySource* body = nullptr;
  // PEM file of the CA to trust; the system's when empty.
  std::string ca_file;
  // Where the answer's body goes; never null.
  AnswerOutput* output = nullptr;
  // Seconds without a byte moving before it is given up.
  long stall_seconds = 60;
};

// The answer's status code. Unavailable: no answer, with libcurl's reason; or
// the error of the body source or the output.
absl::StatusOr<int> Perform(const HttpExchange& exchange);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_HTTP_TRANSFER_H_
