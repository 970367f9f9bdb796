// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/endpoint_table.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/policy/s3_address.h"
#include "server/sigv4/host.h"

namespace signet {
namespace {

absl::Status Invalid(absl::string_view list, size_t index, absl::string_view field,
                     absl::string_view message) {
  return InvalidField(Reason::kInvalidConfig, absl::StrCat(list, "[", index, "].", field), message);
}

// "" where `host` is one that a URL can have, in the form of
// RequestTarget::endpoint.
absl::string_view FaultOfHost(absl::string_view host) {
  const std::string text = absl::StrCat("https://", host);
  const absl::StatusOr<UrlView> url = ParseUrl(text);
  if (!url.ok() || url->authority != host) {
    return "host is not a host with a port or without one";
  }
  if (absl::AsciiStrToLower(host) != host || absl::EndsWith(host, ".")) {
    return "host is not in lower case, or ends in a dot";
  }
  if (absl::EndsWith(host, ":443") || absl::EndsWith(host, ":80")) {
    return "host has a port that a scheme implies: leave it out";
  }
  if (FindAwsS3Host(host).kind != S3HostKind::kUnknown) {
    return "host is one of AWS's own, which need no entry";
  }
  return "";
}

}  // namespace

absl::StatusOr<EndpointTable> EndpointTable::Create(
    const std::vector<S3Endpoint>& endpoints, const std::vector<S3AccessPoint>& access_points) {
  EndpointTable table;
  for (size_t i = 0; i < endpoints.size(); ++i) {
    const S3Endpoint& endpoint = endpoints[i];
    const absl::string_view fault = FaultOfHost(endpoint.host);
    if (!fault.empty()) {
      return Invalid("endpoints", i, "host", fault);
    }
    if (!endpoint.has_path_style && !endpoint.has_virtual_hosts) {
      return Invalid("endpoints", i, "host", "host has neither path style nor virtual hosts");
    }
    const Styles styles = {endpoint.has_path_style, endpoint.has_virtual_hosts};
    if (!table.endpoints_.emplace(endpoint.host, styles).second) {
      return Invalid("endpoints", i, "host", "host is said twice");
    }
  }
  for (size_t i = 0; i < access_points.size(); ++i) {
    const S3AccessPoint& entry = access_points[i];
    if (!IsAccessPoint(entry.access_point)) {
      return Invalid("access_points", i, "access_point",
                     "access_point is neither an access point's ARN nor an alias that ends in "
                     "-s3alias, --ol-s3 or --xa-s3");
    }
    if (!IsBucketName(entry.bucket) || IsAccessPoint(entry.bucket)) {
      return Invalid("access_points", i, "bucket", "bucket is no bucket's name");
    }
    if (!table.access_points_.emplace(entry.access_point, entry.bucket).second) {
      return Invalid("access_points", i, "access_point", "access_point is said twice");
    }
  }
  return table;
}

EndpointTable::Match EndpointTable::Find(absl::string_view host) const {
  if (endpoints_.empty()) {
    return {};
  }
  const auto exact = endpoints_.find(host);
  if (exact != endpoints_.end()) {
    // Where it has no path style, what a server makes of its bare name is not
    // known.
    return {.is_known = exact->second.has_path_style, .bucket = {}};
  }
  for (size_t dot = host.find('.'); dot != absl::string_view::npos; dot = host.find('.', dot + 1)) {
    const auto base = endpoints_.find(host.substr(dot + 1));
    if (base != endpoints_.end()) {
      return {.is_known = base->second.has_virtual_hosts && dot > 0, .bucket = host.substr(0, dot)};
    }
  }
  return {};
}

bool EndpointTable::Has(absl::string_view host) const {
  if (endpoints_.empty()) {
    return false;
  }
  return endpoints_.find(host) != endpoints_.end() || !Find(host).bucket.empty();
}

absl::string_view EndpointTable::BucketOf(absl::string_view access_point) const {
  const auto entry = access_points_.find(access_point);
  return entry == access_points_.end() ? absl::string_view() : absl::string_view(entry->second);
}

}  // namespace signet
