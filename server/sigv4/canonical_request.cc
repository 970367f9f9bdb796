// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/canonical_request.h"

#include <string>

#include "server/digest/hex.h"
#include "server/digest/sha256.h"
#include "server/sigv4/text.h"

namespace signet {

void CanonicalRequest(absl::string_view method, absl::string_view canonical_uri,
                      absl::string_view canonical_query, const CanonicalHeaders& headers,
                      absl::string_view payload_hash, std::string* out) {
  AssignText(out, method, "\n", canonical_uri, "\n", canonical_query, "\n",
             headers.canonical_headers, "\n", headers.signed_headers, "\n", payload_hash);
}

std::string CanonicalRequest(absl::string_view method, absl::string_view canonical_uri,
                             absl::string_view canonical_query, const CanonicalHeaders& headers,
                             absl::string_view payload_hash) {
  std::string out;
  CanonicalRequest(method, canonical_uri, canonical_query, headers, payload_hash, &out);
  return out;
}

void StringToSign(absl::string_view algorithm_name, absl::string_view amz_date,
                  absl::string_view scope, absl::string_view canonical_request, std::string* out) {
  const Sha256Hex hash(Sha256Of(canonical_request));
  AssignText(out, algorithm_name, "\n", amz_date, "\n", scope, "\n", hash.text());
}

std::string StringToSign(absl::string_view algorithm_name, absl::string_view amz_date,
                         absl::string_view scope, absl::string_view canonical_request) {
  std::string out;
  StringToSign(algorithm_name, amz_date, scope, canonical_request, &out);
  return out;
}

}  // namespace signet
