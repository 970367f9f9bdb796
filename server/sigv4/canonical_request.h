// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_CANONICAL_REQUEST_H_
#define SIGNET_SERVER_SIGV4_CANONICAL_REQUEST_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/target.h"
#include "server/sigv4/text_arena.h"

namespace signet {

// The stages of "Create a canonical request" (IAM User Guide), each from values
// to a value, so that vectors and fuzzers reach them one by one.
//
// Each stage has two forms over one implementation. The one that takes a
// TextArena or writes over a string is what signing uses: with memory that is
// used again it allocates nothing. What it returns is a view of its argument
// where that is canonical already, else of the arena, and lives as long as both.

// Percent-encodes every byte but A-Z a-z 0-9 '-' '.' '_' '~' (RFC 3986 section
// 2.3), upper-case hex.
std::string UriEncode(absl::string_view bytes);
absl::string_view UriEncode(absl::string_view bytes, TextArena* arena);
// To `out`, kMaxEncodedBytes for each byte at most; returns the end.
inline constexpr size_t kMaxEncodedBytes = 3;
char* PutUriEncoded(absl::string_view bytes, char* out);

// The same for all but the slashes.
absl::string_view EncodeSegments(absl::string_view path, TextArena* arena);

// Undoes percent-encoding once. InvalidArgument, kInvalidUrl, field "url": a
// '%' that does not start two hex digits, or a result that holds NUL or is not
// valid UTF-8 (overlong and surrogate forms too).
absl::StatusOr<std::string> UriDecode(absl::string_view text);
absl::StatusOr<absl::string_view> UriDecode(absl::string_view text, TextArena* arena);

// The canonical URI of a path as it will be sent.
// InvalidArgument, field "url": as UriDecode, or a raw '+' where the profile
// refuses it.
absl::StatusOr<std::string> CanonicalUri(absl::string_view path, const TargetProfile& profile);
absl::StatusOr<absl::string_view> CanonicalUri(absl::string_view path, const TargetProfile& profile,
                                               TextArena* arena);

// One parameter of a query, decoded.
struct QueryParameter {
  std::string name;
  std::string value;
};
struct QueryParameterView {
  absl::string_view name;
  absl::string_view value;
};

// The parameters of a query in their order; one without '=' has an empty value.
// InvalidArgument, field "url": as UriDecode, or a raw '+'.
absl::StatusOr<std::vector<QueryParameter>> ParseQuery(absl::string_view query);
// Writes over `parameters`, also where it fails.
absl::Status ParseQuery(absl::string_view query, TextArena* arena,
                        std::vector<QueryParameterView>* parameters);

// The canonical query string: every key and value decoded once and encoded
// once, pairs sorted by encoded key and then encoded value, joined by '&'. A key
// without '=' gets an empty value. InvalidArgument, field "url": as UriDecode,
// or a raw '+'.
absl::StatusOr<std::string> CanonicalQueryString(absl::string_view query);
std::string CanonicalQueryString(absl::Span<const QueryParameter> parameters);
// Of parameters that are encoded; sorts them.
absl::string_view CanonicalQueryString(absl::Span<QueryParameterView> encoded, TextArena* arena);

// "name=value&name=value" of encoded parameters in their order.
absl::string_view JoinParameters(absl::Span<const QueryParameterView> encoded, TextArena* arena);

// Signed headers with their canonical values, sorted by name: names lower case,
// values trimmed and inner runs of spaces made one, several of one name joined
// by ',' in their order.
struct CanonicalHeaders {
  // "host;x-amz-date"
  std::string signed_headers;
  // "host:example.com\nx-amz-date:...\n"
  std::string canonical_headers;
};
CanonicalHeaders CanonicalizeHeaders(absl::Span<const HeaderView> headers);

// A header whose name is lower case.
struct SignedHeader {
  absl::string_view name;
  absl::string_view value;
  // For CanonicalizeHeaders(): where it stood before, and what it sorts by first.
  size_t position = 0;
  uint64_t prefix = 0;
};
// Sorts the headers and writes over `out`.
void CanonicalizeHeaders(absl::Span<SignedHeader> headers, CanonicalHeaders* out);

// Appends one header value in its canonical form: no blanks at the ends, runs of
// spaces made one.
void AppendCanonicalValue(absl::string_view value, std::string* out);
absl::string_view CanonicalValue(absl::string_view value, TextArena* arena);

// ASCII in lower case.
absl::string_view LowerCase(absl::string_view text, TextArena* arena);

// True for headers that are never signed: authorization, hop-by-hop headers,
// user-agent, x-amzn-trace-id, expect ... and the profile's own.
// REQUIRES: lower-case name.
bool IsNeverSigned(absl::string_view lower_case_name, const TargetProfile& profile);

// The six parts, joined by newlines.
std::string CanonicalRequest(absl::string_view method, absl::string_view canonical_uri,
                             absl::string_view canonical_query, const CanonicalHeaders& headers,
                             absl::string_view payload_hash);
void CanonicalRequest(absl::string_view method, absl::string_view canonical_uri,
                      absl::string_view canonical_query, const CanonicalHeaders& headers,
                      absl::string_view payload_hash, std::string* out);

// "AWS4-HMAC-SHA256\n<amz date>\n<scope>\n<hex SHA-256 of the canonical request>"
std::string StringToSign(absl::string_view algorithm_name, absl::string_view amz_date,
                         absl::string_view scope, absl::string_view canonical_request);
void StringToSign(absl::string_view algorithm_name, absl::string_view amz_date,
                  absl::string_view scope, absl::string_view canonical_request, std::string* out);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_CANONICAL_REQUEST_H_
