// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/s3_address.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "server/sigv4/text.h"

namespace signet {
namespace {

struct Partition {
  absl::string_view suffix;
  absl::string_view name;
};

// Source: partitions.json of botocore 1.43. The GovCloud has the suffix of the
// first.
constexpr Partition kPartitions[] = {
    {".amazonaws.com", "aws"},        {".amazonaws.com.cn", "aws-cn"},
    {".amazonaws.eu", "aws-eusc"},    {".c2s.ic.gov", "aws-iso"},
    {".sc2s.sgov.gov", "aws-iso-b"},  {".cloud.adc-e.uk", "aws-iso-e"},
    {".csp.hci.ic.gov", "aws-iso-f"},
};

constexpr size_t kMaxBucketBytes = 255;
constexpr size_t kAccountDigits = 12;

// What servers of other makes keep for themselves below a path-style host: RGW's
// administration and Swift, MinIO's administration.
constexpr absl::string_view kOtherApis[] = {"admin", "auth", "minio", "swift"};

// The last label of `rest`, which loses it and its dot.
absl::string_view TakeLabel(absl::string_view* rest) {
  const size_t dot = rest->rfind('.');
  const absl::string_view label = dot == absl::string_view::npos ? *rest : rest->substr(dot + 1);
  *rest = dot == absl::string_view::npos ? absl::string_view() : rest->substr(0, dot);
  return label;
}

// "us-west-2", "us-gov-west-1", "eusc-de-east-1".
bool IsRegion(absl::string_view label) {
  const size_t dash = label.find('-');
  if ((dash != 2 && !absl::StartsWith(label, "eusc-")) || !absl::ascii_islower(label[0]) ||
      !absl::ascii_islower(label[1]) || !absl::ascii_isdigit(label.back())) {
    return false;
  }
  return std::all_of(label.begin(), label.end(), [](char c) {
    return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '-';
  });
}

bool IsLabel(absl::string_view text) { return !text.empty() && !absl::StrContains(text, '.'); }

S3Host BucketOrPath(absl::string_view rest) {
  return rest.empty() ? S3Host{.kind = S3HostKind::kPathStyle}
                      : S3Host{.kind = S3HostKind::kVirtualHost, .name = rest};
}

S3Host BucketOnly(absl::string_view rest) { return rest.empty() ? S3Host{} : BucketOrPath(rest); }

S3Host AccessPoint(absl::string_view name, absl::string_view region, absl::string_view partition) {
  return IsLabel(name) ? S3Host{.kind = S3HostKind::kAccessPoint,
                                .name = name,
                                .region = region,
                                .partition = partition}
                       : S3Host{};
}

absl::string_view PartitionOf(absl::string_view partition, absl::string_view region) {
  return absl::StartsWith(region, "us-gov-") ? "aws-us-gov" : partition;
}

// "[NAME.]KIND.vpce-ID.s3.REGION", without ".vpce".
S3Host PrivateLink(absl::string_view rest, absl::string_view partition) {
  const absl::string_view region = TakeLabel(&rest);
  if (!IsRegion(region) || TakeLabel(&rest) != "s3" ||
      !absl::StartsWith(TakeLabel(&rest), "vpce-")) {
    return {};
  }
  const absl::string_view kind = TakeLabel(&rest);
  if (kind == "bucket") {
    return BucketOrPath(rest);
  }
  if (kind == "accesspoint") {
    return AccessPoint(rest, region, PartitionOf(partition, region));
  }
  return kind == "control" ? S3Host{.kind = S3HostKind::kOtherApi} : S3Host{};
}

// "[NAME.]SERVICE[.dualstack]" of a region.
S3Host Regional(absl::string_view rest, absl::string_view region, absl::string_view partition) {
  absl::string_view service = TakeLabel(&rest);
  if (service == "dualstack") {
    service = TakeLabel(&rest);
  }
  if (service == "s3" || service == "s3-fips") {
    return BucketOrPath(rest);
  }
  if (service == "s3-accesspoint" || service == "s3-accesspoint-fips") {
    return AccessPoint(rest, region, PartitionOf(partition, region));
  }
  if (service == "s3express-control" || service == "s3express-control-fips") {
    return rest.empty() ? BucketOrPath(rest) : S3Host{};
  }
  if (absl::StartsWith(service, "s3express-")) {
    return BucketOnly(rest);
  }
  if (service == "s3-control" || service == "s3-control-fips") {
    return {.kind = S3HostKind::kOtherApi};
  }
  return {};
}

// Names that only the first partition has: no region, or one after a dash.
S3Host GlobalOrLegacy(absl::string_view rest, absl::string_view last) {
  if (last == "s3" || last == "s3-external-1") {
    return BucketOrPath(rest);
  }
  if (last == "s3-accelerate") {
    return BucketOnly(rest);
  }
  if (last == "dualstack") {
    return TakeLabel(&rest) == "s3-accelerate" ? BucketOnly(rest) : S3Host{};
  }
  if (last == "s3-global") {
    return TakeLabel(&rest) == "accesspoint" && absl::EndsWith(rest, ".mrap")
               ? S3Host{.kind = S3HostKind::kAccessPoint, .name = rest}
               : S3Host{};
  }
  if (absl::ConsumePrefix(&last, "s3-")) {
    absl::ConsumePrefix(&last, "fips-");
    return IsRegion(last) ? BucketOrPath(rest) : S3Host{};
  }
  return {};
}

// The ARN of the access point that a host names; empty for a malformed name.
absl::string_view ArnOf(const S3Host& host, std::string* scratch) {
  const size_t dash = host.name.rfind('-');
  if (host.region.empty()) {
    return host.name;
  }
  if (dash == absl::string_view::npos || host.name.size() - dash - 1 != kAccountDigits) {
    return {};
  }
  AssignText(scratch, "arn:", host.partition, ":s3:", host.region, ":", host.name.substr(dash + 1),
             ":accesspoint/", host.name.substr(0, dash));
  return *scratch;
}

void SplitPath(absl::string_view path, S3Address* address) {
  absl::ConsumePrefix(&path, "/");
  const size_t slash = path.find('/');
  address->bucket = path.substr(0, slash);
  address->key = slash == absl::string_view::npos ? absl::string_view() : path.substr(slash + 1);
}

void SetHost(absl::string_view bucket, absl::string_view path, S3Address* address) {
  absl::ConsumePrefix(&path, "/");
  address->bucket = bucket;
  address->key = path;
}

// An access point where a bucket stands becomes its bucket.
void ResolveAccessPoint(absl::string_view access_point, const EndpointTable& endpoints,
                        S3Address* address) {
  const absl::string_view bucket = endpoints.BucketOf(access_point);
  address->is_known = address->is_known && !bucket.empty();
  if (!bucket.empty()) {
    address->bucket = bucket;
  }
}

S3Address FindConfigured(absl::string_view host, absl::string_view path,
                         const EndpointTable& endpoints) {
  S3Address address;
  const EndpointTable::Match match = endpoints.Find(host);
  address.is_configured = match.is_known;
  if (!match.bucket.empty()) {
    SetHost(match.bucket, path, &address);
    address.is_known = match.is_known;
    return address;
  }
  SplitPath(path, &address);
  address.is_other_api = match.is_known && std::count(std::begin(kOtherApis), std::end(kOtherApis),
                                                      address.bucket) > 0;
  address.is_known = match.is_known && !address.is_other_api;
  return address;
}

}  // namespace

bool IsBucketName(absl::string_view name) {
  if (name.empty() || name.size() > kMaxBucketBytes || name.front() == '.' || name.back() == '.') {
    return false;
  }
  char before = '\0';
  for (const char c : name) {
    if ((!absl::ascii_isalnum(c) && c != '.' && c != '-' && c != '_') ||
        (c == '.' && before == '.')) {
      return false;
    }
    before = c;
  }
  return true;
}

bool IsAccessPoint(absl::string_view name) {
  return absl::EndsWith(name, "-s3alias") || absl::EndsWith(name, "--ol-s3") ||
         absl::EndsWith(name, "--xa-s3") || absl::EndsWith(name, ".mrap") ||
         (absl::StartsWith(name, "arn:aws") && absl::StrContains(name, ":s3:") &&
          absl::StrContains(name, ":accesspoint/"));
}

S3Host FindAwsS3Host(absl::string_view host) {
  host = host.substr(0, host.find(':'));
  if (absl::StartsWith(host, ".") || absl::StrContains(host, "..")) {
    return {};
  }
  for (const Partition& partition : kPartitions) {
    if (!absl::EndsWith(host, partition.suffix)) {
      continue;
    }
    absl::string_view rest = absl::StripSuffix(host, partition.suffix);
    const absl::string_view last = TakeLabel(&rest);
    if (last == "vpce") {
      return PrivateLink(rest, partition.name);
    }
    if (last.empty()) {
      return {};
    }
    if (IsRegion(last)) {
      return Regional(rest, last, partition.name);
    }
    return partition.name == "aws" ? GlobalOrLegacy(rest, last) : S3Host{};
  }
  return {};
}

S3Address FindS3Address(absl::string_view host, absl::string_view path,
                        const EndpointTable& endpoints, std::string* scratch) {
  const S3Host aws = FindAwsS3Host(host);
  S3Address address;
  switch (aws.kind) {
    case S3HostKind::kUnknown:
      address = FindConfigured(host, path, endpoints);
      break;
    case S3HostKind::kPathStyle:
      SplitPath(path, &address);
      address.is_known = true;
      break;
    case S3HostKind::kVirtualHost:
      SetHost(aws.name, path, &address);
      address.is_known = true;
      break;
    case S3HostKind::kAccessPoint: {
      const absl::string_view arn = ArnOf(aws, scratch);
      SetHost(arn, path, &address);
      address.is_known = !arn.empty();
      ResolveAccessPoint(arn, endpoints, &address);
      return address;
    }
    case S3HostKind::kOtherApi:
      SplitPath(path, &address);
      address.is_other_api = true;
      return address;
  }
  if (IsAccessPoint(address.bucket)) {
    ResolveAccessPoint(address.bucket, endpoints, &address);
    return address;
  }
  // The service itself has no bucket, and no key either.
  const bool is_service = address.bucket.empty() && address.key.empty() && path == "/";
  address.is_known = address.is_known && (is_service || IsBucketName(address.bucket));
  return address;
}

}  // namespace signet
