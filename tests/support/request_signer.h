// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_REQUEST_SIGNER_H_
#define SIGNET_TESTS_SUPPORT_REQUEST_SIGNER_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/sigv4/signer.h"

namespace signet {

// Signs with the credential, time and scope of the public test suite; tests
// change what they are about in `input` first.
class RequestSigner {
 public:
  // A GET of https://example.amazonaws.com/ for service s3 in us-east-1.
  RequestSigner();

  // Views into `input` point at these.
  void SetUrl(absl::string_view url);
  void SetHeaders(std::vector<HeaderView> headers);
  void SetProfile(absl::string_view name);
  void SetBody(absl::string_view body);
  // Makes it a presigned URL.
  void Presign(absl::Duration expires_in = absl::Hours(1), absl::string_view profile = "");

  absl::StatusOr<PreparedRequest> Prepare() const { return PrepareRequest(input); }

  // Prepares and signs; a test failure and an empty answer where that fails.
  SignedRequest Sign() const;

  SigningInput input;

 private:
  std::string url_;
  std::vector<HeaderView> headers_;
};

// The value of a header of exactly that name, "(none)" without it.
std::string ValueOf(const std::vector<Header>& headers, absl::string_view name);

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_REQUEST_SIGNER_H_
