// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/request_target.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "server/base/status_macros.h"
#include "server/policy/s3_address.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/text.h"

namespace signet {
namespace {

// Memory for what is decoded; nothing in it outlives a call.
struct Scratch {
  TextArena arena;
  std::string access_point;
};

Scratch& ThreadScratch() {
  static thread_local Scratch scratch;
  return scratch;
}

bool IsS3(absl::string_view service) {
  return service == "s3" || service == "s3express" || service == "s3-outposts" ||
         service == "s3-object-lambda";
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

bool HasDotSegments(absl::string_view path) {
  for (size_t start = 0; start <= path.size();) {
    const size_t stop = std::min(path.find('/', start), path.size());
    const absl::string_view segment = path.substr(start, stop - start);
    if (segment == "." || segment == "..") {
      return true;
    }
    start = stop + 1;
  }
  return false;
}

absl::string_view MethodAction(absl::string_view method, bool has_key) {
  if (method == "GET" || method == "HEAD") {
    return has_key ? "GetObject" : "ListBucket";
  }
  if (method == "PUT") {
    return has_key ? "PutObject" : "CreateBucket";
  }
  if (method == "DELETE") {
    return has_key ? "DeleteObject" : "DeleteBucket";
  }
  return "";
}

absl::Status ResolveS3(const TargetInput& input, const EndpointTable& endpoints, Scratch* scratch,
                       RequestTarget* target) {
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view uri,
                          CanonicalUri(input.request.url.path, *input.profile, &scratch->arena));
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view path, UriDecode(uri, &scratch->arena));
  const S3Address address =
      FindS3Address(target->endpoint, path, endpoints, &scratch->access_point);
  Access& own = target->accesses.front();
  own.is_resource_known = address.is_known;
  own.has_dot_segments = HasDotSegments(address.key);
  const absl::string_view action = MethodAction(input.request.method, !address.key.empty());
  if (action.empty() || !input.request.url.query.empty()) {
    own.action.clear();
  } else {
    AssignText(&own.action, input.service, ":", action);
  }
  if (address.key.empty()) {
    AssignText(&own.resource, address.bucket);
  } else {
    AssignText(&own.resource, address.bucket, "/", address.key);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ResolveTarget(const TargetInput& input, const EndpointTable& endpoints,
                           RequestTarget* target) {
  Scratch& scratch = ThreadScratch();
  scratch.arena.Reset();
  SetEndpoint(input.request.url, &target->endpoint);
  target->accesses.resize(1);
  target->accesses.front().is_prefix = false;
  target->is_bearer_token = false;
  target->bearer_audience.clear();
  if (IsS3(input.service)) {
    return ResolveS3(input, endpoints, &scratch, target);
  }
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view uri,
                          CanonicalUri(input.request.url.path, *input.profile, &scratch.arena));
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view path, UriDecode(uri, &scratch.arena));
  Access& own = target->accesses.front();
  AssignText(&own.action, input.service, ":", input.request.method);
  AssignText(&own.resource, path);
  own.is_resource_known = true;
  own.has_dot_segments = HasDotSegments(path);
  return absl::OkStatus();
}

}  // namespace signet
