// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/explain.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/base/utf8.h"
#include "server/service/preparation.h"
#include "server/sigv4/explain.h"

namespace signet {
namespace {

// Header values may hold bytes that a Protobuf string may not.
std::string AsUtf8(absl::string_view text) {
  std::string utf8;
  while (!text.empty()) {
    const size_t valid = ValidUtf8Prefix(text);
    utf8.append(text.data(), valid);
    text.remove_prefix(valid);
    if (!text.empty()) {
      utf8.append("\xEF\xBF\xBD");  // U+FFFD
      text.remove_prefix(1);
    }
  }
  return utf8;
}

}  // namespace

absl::Status ExplainSignature(const ServiceContext& context, const CallContext& call,
                              const v1::ExplainSignatureRequest& request,
                              v1::ExplainSignatureResponse* response) {
  if (!request.has_request()) {
    return InvalidField(Reason::kMissingField, "request", "request is missing");
  }
  Preparation preparation;
  const absl::Status prepared =
      Prepare(context, call, request.request(), Operation::kExplainSignature,
              OwnSigningTime::kNeedsGrant, &preparation);
  if (!prepared.ok()) {
    return WithFieldPrefix(prepared, "request");
  }
  std::string theirs;
  if (!request.target_canonical_request().empty()) {
    SIGNET_ASSIGN_OR_RETURN(theirs, ExtractCanonicalRequest(request.target_canonical_request()));
  }
  const std::string& ours = preparation.request().canonical_request;
  const std::string shown = context.is_development ? ours : RedactCanonicalRequest(ours);
  response->set_canonical_request(AsUtf8(shown));
  response->set_string_to_sign(preparation.request().string_to_sign);
  response->set_signed_headers(preparation.request().signed_headers);
  response->set_credential_scope(preparation.request().credential_scope);
  response->set_redacted(shown != ours);
  if (request.target_canonical_request().empty()) {
    return absl::OkStatus();
  }
  std::vector<CanonicalDifference> differences = CompareCanonicalRequests(ours, theirs);
  if (!context.is_development) {
    differences = RedactDifferences(std::move(differences));
  }
  for (const CanonicalDifference& difference : differences) {
    v1::CanonicalDifference& added = *response->add_differences();
    added.set_part(AsUtf8(difference.part));
    added.set_ours(AsUtf8(difference.ours));
    added.set_theirs(AsUtf8(difference.theirs));
  }
  return absl::OkStatus();
}

}  // namespace signet
