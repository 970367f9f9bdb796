// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/request_target.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/policy/s3_target.h"
#include "server/policy/service_target.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/text.h"
#include "server/sigv4/text_arena.h"

namespace signet {
namespace {

// Memory for what is decoded; nothing in it outlives a call.
struct Scratch {
  TextArena arena;
  std::vector<QueryParameterView> query;
};

Scratch& ThreadScratch() {
  static thread_local Scratch scratch;
  return scratch;
}

// The authority in lower case, without the scheme's own port and a dot at the
// end of the host.
void SetEndpoint(const UrlView& url, std::string* endpoint) {
  absl::string_view authority = url.authority;
  const bool is_https = url.scheme == "https" || absl::EqualsIgnoreCase(url.scheme, "https");
  authority = absl::StripSuffix(authority, is_https ? ":443" : ":80");
  const size_t colon = authority.rfind(':');
  const bool has_port =
      colon != absl::string_view::npos && authority.find(']', colon) == absl::string_view::npos;
  const absl::string_view host = has_port ? authority.substr(0, colon) : authority;
  const absl::string_view port = has_port ? authority.substr(colon) : absl::string_view();
  AssignText(endpoint, absl::StripSuffix(host, "."), port);
  absl::AsciiStrToLower(endpoint);
}

// The path as the service reads it, from what is signed: a caller may send
// whatever gives the same canonical URI, so that alone says what is meant.
absl::StatusOr<absl::string_view> SignedPath(const TargetInput& input, bool is_s3,
                                             TextArena* arena) {
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view uri,
                          CanonicalUri(input.request.url.path, *input.profile, arena));
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view once, UriDecode(uri, arena));
  if (is_s3 || !absl::StrContains(once, '%')) {
    return once;
  }
  if (input.profile->path_style == PathStyle::kSingleEncoded) {
    return InvalidField(Reason::kAmbiguousTarget, "url",
                        "path holds a '%' that this profile takes for itself and AWS's services "
                        "for the start of an escape");
  }
  return UriDecode(once, arena);
}

// Whether a request that is not signed for S3 is read as one of S3 all the same:
// stores of other makes take the signing name from the request. At the bare
// endpoint some of them speak STS and IAM.
bool MeansAnObject(const TargetInput& input, const EndpointTable& endpoints,
                   absl::string_view endpoint) {
  const absl::string_view path = input.request.url.path;
  const bool is_bare = (path.empty() || path == "/") && endpoints.Find(endpoint).bucket.empty();
  return endpoints.Has(endpoint) && !is_bare;
}

}  // namespace

absl::Status ResolveTarget(const TargetInput& input, const EndpointTable& endpoints,
                           RequestTarget* target) {
  Scratch& scratch = ThreadScratch();
  scratch.arena.Reset();
  target->is_bearer_token = false;
  target->bearer_audience.clear();
  SetEndpoint(input.request.url, &target->endpoint);
  const bool is_s3 = SpeaksS3(input.service) || MeansAnObject(input, endpoints, target->endpoint);
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view path, SignedPath(input, is_s3, &scratch.arena));
  SIGNET_RETURN_IF_ERROR(ParseQuery(input.request.url.query, &scratch.arena, &scratch.query));
  if (is_s3) {
    return ResolveS3Target(input, endpoints, path, scratch.query, &scratch.arena, target);
  }
  return ResolveServiceTarget(input, path, scratch.query, target);
}

}  // namespace signet
