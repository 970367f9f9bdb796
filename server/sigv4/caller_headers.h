// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_CALLER_HEADERS_H_
#define SIGNET_SERVER_SIGV4_CALLER_HEADERS_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/text_arena.h"

namespace signet {

// One of the caller's headers.
struct CallerHeader {
  absl::string_view lower_case_name;
  // As it came.
  HeaderView header;
};

// The caller's headers, dealt out by what becomes of them. Views into the
// request and the arena.
struct CallerHeaders {
  // Signed as headers, but for Host.
  std::vector<CallerHeader> signed_headers;
  // Move into the query of a presigned URL.
  std::vector<CallerHeader> hoisted;
  // The Host value that is signed.
  absl::string_view host;
  // True where that is not what clients make of the URL by themselves, so it
  // has to be sent as it is.
  bool host_is_unusual = false;
  // True where x-amz-content-sha256 is among the headers.
  bool has_payload_hash = false;
};

// Deals out the headers of `input.request`, whose syntax was checked; writes over
// `dealt`.
//
// InvalidArgument, fields "headers[i].name" and "headers[i].value":
// kForbiddenHeader for one that only signing may set, kInvalidPayloadHash for
// an x-amz-content-sha256 that is not `payload_hash`, kInvalidHeader for a Host
// that is not the URL's or either of the two given twice. kMissingField,
// "headers": an aws-chunked body without x-amz-decoded-content-length.
// REQUIRES: profile and presign_profile are set.
absl::Status DealHeaders(const SigningInput& input, absl::string_view payload_hash,
                         TextArena* arena, CallerHeaders* dealt);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_CALLER_HEADERS_H_
