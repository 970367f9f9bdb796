// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/copy_source.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/policy/s3_address.h"
#include "server/sigv4/canonical_request.h"

namespace signet {
namespace {

absl::Status Ambiguous(absl::string_view field, absl::string_view message) {
  return InvalidField(Reason::kAmbiguousTarget, field, message);
}

// "ARN/object/KEY".
CopySource OfAccessPoint(absl::string_view text, const EndpointTable& endpoints) {
  constexpr absl::string_view kObject = "/object/";
  CopySource source;
  const size_t object = text.find(kObject);
  const absl::string_view arn = text.substr(0, object);
  source.bucket = endpoints.BucketOf(arn);
  source.is_known = !source.bucket.empty() && object != absl::string_view::npos;
  if (source.bucket.empty()) {
    source.bucket = arn;
  }
  if (object != absl::string_view::npos) {
    source.key = text.substr(object + kObject.size());
  }
  return source;
}

CopySource OfBucket(absl::string_view text, const EndpointTable& endpoints) {
  CopySource source;
  absl::ConsumePrefix(&text, "/");
  const size_t slash = text.find('/');
  source.bucket = text.substr(0, slash);
  if (slash != absl::string_view::npos) {
    source.key = text.substr(slash + 1);
  }
  source.is_known = IsBucketName(source.bucket);
  if (IsAccessPoint(source.bucket)) {
    const absl::string_view bucket = endpoints.BucketOf(source.bucket);
    source.is_known = !bucket.empty();
    source.bucket = bucket.empty() ? source.bucket : bucket;
  }
  return source;
}

}  // namespace

absl::StatusOr<CopySource> ParseCopySource(absl::string_view value, absl::string_view field,
                                           const EndpointTable& endpoints, TextArena* arena) {
  if (value.find_first_of(", \t+#") != absl::string_view::npos) {
    return Ambiguous(field,
                     "copy source holds a raw ',', blank, '+' or '#', which servers read "
                     "differently: percent-encode it");
  }
  const size_t question = value.find('?');
  absl::string_view version =
      question == absl::string_view::npos ? absl::string_view() : value.substr(question + 1);
  const bool has_version = question != absl::string_view::npos;
  if (has_version && (!absl::ConsumePrefix(&version, "versionId=") || version.empty() ||
                      version.find_first_of("&=?") != absl::string_view::npos)) {
    return Ambiguous(field, "copy source has parameters, allowed is one versionId");
  }
  const absl::StatusOr<absl::string_view> text = UriDecode(value.substr(0, question), arena);
  if (!text.ok()) {
    return Ambiguous(field, absl::StrCat("copy source does not decode: ", text.status().message()));
  }
  CopySource source = absl::StartsWith(*text, "arn:") ? OfAccessPoint(*text, endpoints)
                                                      : OfBucket(*text, endpoints);
  if (source.key.empty()) {
    return Ambiguous(field, "copy source names no key, expected is bucket/key");
  }
  source.has_version = has_version;
  return source;
}

}  // namespace signet
