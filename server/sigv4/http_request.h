// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_HTTP_REQUEST_H_
#define SIGNET_SERVER_SIGV4_HTTP_REQUEST_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// A header as the caller gave it. Both views outlive the call they are passed to.
struct HeaderView {
  absl::string_view name;
  absl::string_view value;
};

// A header that signet made.
struct Header {
  std::string name;
  std::string value;
};

// The parts of an absolute URL, exactly as it will be sent; views into it.
struct UrlView {
  // "http" or "https", as given.
  absl::string_view scheme;
  // Host and, where given, port: "bucket.s3.amazonaws.com", "[::1]:9000".
  absl::string_view authority;
  // Begins with '/', or is empty (which is sent as "/").
  absl::string_view path;
  // Without its '?'; empty when there is none.
  absl::string_view query;
};

// One HTTP request, before it is signed.
struct HttpRequest {
  absl::string_view method;
  UrlView url;
  absl::Span<const HeaderView> headers;
};

// Limits of what is signed; over one of them is InvalidArgument with
// Reason::kLimitExceeded.
inline constexpr size_t kMaxUrlBytes = size_t{16} * 1024;
inline constexpr size_t kMaxHeaders = 128;
inline constexpr size_t kMaxHeaderNameBytes = 256;
inline constexpr size_t kMaxHeaderBlockBytes = size_t{32} * 1024;
inline constexpr size_t kMaxMethodBytes = 32;

// The limits that differ between a request before it is signed and after it.
struct HttpLimits {
  size_t url_bytes = kMaxUrlBytes;
  size_t headers = kMaxHeaders;
  size_t header_block_bytes = kMaxHeaderBlockBytes;
};
inline constexpr HttpLimits kUnsignedLimits;

// A signed request: whatever keeps the limits above, and what signing adds. Host
// and five signing headers, among them a session token (16 KiB at most) and the
// names of all headers once more; or all of that in the query, percent-encoded.
inline constexpr HttpLimits kSignedLimits = {
    .url_bytes = size_t{224} * 1024,
    .headers = kMaxHeaders + 8,
    .header_block_bytes = 2 * kMaxHeaderBlockBytes + size_t{32} * 1024};

// Splits `url` (RFC 3986 section 3).
//
// InvalidArgument, field "url": not absolute, a scheme other than http or
// https, no host, user information, a port outside 1 to 65535, a fragment, a
// control byte, a '%' that does not start two hex digits, over limits.url_bytes.
// A space or a non-ASCII byte in path or query is accepted and encoded.
absl::StatusOr<UrlView> ParseUrl(absl::string_view url, const HttpLimits& limits = kUnsignedLimits);

// Checks one header of a list: a token (RFC 9110 section 5.6.2) of at most
// kMaxHeaderNameBytes for its name, no control bytes but a tab in its value.
// InvalidArgument, fields "<list>[<index>].name" and "<list>[<index>].value".
absl::Status ValidateHeader(const HeaderView& header, absl::string_view list, size_t index);

// Checks method and headers: token characters (RFC 9110 section 5.6.2), no
// control bytes but a tab in values, the limits above. Fields are "method" and
// "headers[i].name", "headers[i].value". Does not judge which headers a caller
// may set; PrepareRequest does.
absl::Status ValidateHttpRequest(const HttpRequest& request,
                                 const HttpLimits& limits = kUnsignedLimits);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_HTTP_REQUEST_H_
