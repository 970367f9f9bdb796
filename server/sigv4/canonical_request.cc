// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/canonical_request.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "server/digest/hex.h"
#include "server/digest/sha256.h"

namespace signet {

std::string CanonicalRequest(absl::string_view method, absl::string_view canonical_uri,
                             absl::string_view canonical_query, const CanonicalHeaders& headers,
                             absl::string_view payload_hash) {
  return absl::StrCat(method, "\n", canonical_uri, "\n", canonical_query, "\n",
                      headers.canonical_headers, "\n", headers.signed_headers, "\n", payload_hash);
}

std::string StringToSign(absl::string_view algorithm_name, absl::string_view amz_date,
                         absl::string_view scope, absl::string_view canonical_request) {
  return absl::StrCat(algorithm_name, "\n", amz_date, "\n", scope, "\n",
                      ToHex(Sha256Of(canonical_request)));
}

}  // namespace signet
