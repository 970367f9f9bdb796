// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_SIGNING_REQUEST_H_
#define SIGNET_CLIENT_LIB_CPP_SIGNING_REQUEST_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/digest/sha256.h"
#include "server/sigv4/algorithm.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/payload.h"
#include "server/sigv4/signer.h"

namespace signet {

// One HTTP request to sign, and how. The body never travels: hash it with
// PayloadOfBody, or pick one of the other payload modes.
struct SigningRequest {
  // Name of the credential in signet's configuration.
  std::string credential;
  // 16 hex digits; the latest version when empty.
  std::string credential_version;

  // SigV4: the region. SigV4A: empty, and region_set instead.
  std::string region;
  std::vector<std::string> region_set;
  std::string service;

  std::string method = "GET";
  // Absolute, exactly as it will be sent.
  std::string url;
  // Without authorization, x-amz-date and x-amz-security-token.
  std::vector<Header> headers;
  // Not set: the empty body, but UNSIGNED-PAYLOAD in a presigned URL for S3 and
  // its kin.
  std::optional<Payload> payload;

  Algorithm algorithm = Algorithm::kSigV4;
  Placement placement = Placement::kHeader;
  // kQuery: whole seconds, 1 s to 7 days.
  absl::Duration expires_in;
  // kQuery: "default" when empty.
  std::string presign_profile;
  // How the target canonicalises; by service when empty.
  std::string profile;
  PayloadHashHeader payload_hash_header = PayloadHashHeader::kByProfile;
  TokenPlacement token_placement = TokenPlacement::kSigned;
  // The server's clock when not set; a rule must grant anything else.
  std::optional<absl::Time> signing_time;
};

// A signed request: what to send.
struct SigningResult {
  // Header placement: set these. Query placement: send these with the URL.
  std::vector<Header> headers;
  std::string url;
  std::string signature;
  std::string signed_headers;
  std::string credential_scope;
  std::string access_key_id;
  std::string credential_version;
  absl::Time signing_time;
  // Not set where the signature has no end of its own.
  std::optional<absl::Time> expires_at;
  std::vector<std::string> warnings;
};

// The payload of a body that is sent whole: its SHA-256.
Payload PayloadOfBody(absl::string_view body);

}  // namespace signet

#endif  // SIGNET_CLIENT_LIB_CPP_SIGNING_REQUEST_H_
