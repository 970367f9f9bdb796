// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/presign_profile.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"

namespace signet {
namespace {

using Hoisting = PresignProfile::Hoisting;

// aws-sdk-go-v2, RequiredSignedHeaders of its v4 signer.
constexpr absl::string_view kGoStay[] = {
    "x-amz-acl",
    "x-amz-checksum-*",
    "x-amz-content-sha256",
    "x-amz-copy-source",
    "x-amz-copy-source-if-match",
    "x-amz-copy-source-if-modified-since",
    "x-amz-copy-source-if-none-match",
    "x-amz-copy-source-if-unmodified-since",
    "x-amz-copy-source-range",
    "x-amz-copy-source-server-side-encryption-customer-algorithm",
    "x-amz-copy-source-server-side-encryption-customer-key",
    "x-amz-copy-source-server-side-encryption-customer-key-md5",
    "x-amz-grant-full-control",
    "x-amz-grant-read",
    "x-amz-grant-read-acp",
    "x-amz-grant-write",
    "x-amz-grant-write-acp",
    "x-amz-meta-*",
    "x-amz-metadata-directive",
    "x-amz-mfa",
    "x-amz-object-lock-*",
    "x-amz-server-side-encryption",
    "x-amz-server-side-encryption-aws-kms-key-id",
    "x-amz-server-side-encryption-context",
    "x-amz-server-side-encryption-customer-algorithm",
    "x-amz-server-side-encryption-customer-key",
    "x-amz-server-side-encryption-customer-key-md5",
    "x-amz-storage-class",
    "x-amz-tagging",
    "x-amz-website-redirect-location",
};

constexpr absl::string_view kGoMove[] = {"x-amz-checksum-mode"};
// aws-sdk-go-v2 issues 2508 and 2764.
constexpr absl::string_view kGoLowerCased[] = {"x-amz-expected-bucket-owner",
                                               "x-amz-request-payer"};

// aws-sdk-js-v3, S3RequestPresigner: everything else that begins x-amz- moves.
// Its headers are lower case from the start.
constexpr absl::string_view kJsStay[] = {"x-amz-server-side-encryption*"};
constexpr absl::string_view kJsLowerCased[] = {"x-amz-*"};

// "default" moves nothing: RGW, MinIO and others read x-amz-* settings from
// headers only, so a moved header would be ignored there without a word.
// botocore and java-v2 do the same.
constexpr PresignProfile kProfiles[] = {
    {"default", Hoisting::kNone, {}, false, {}, {}},
    {"botocore", Hoisting::kNone, {}, false, {}, {}},
    {"go-v2", Hoisting::kAmzHeadersExcept, kGoStay, false, kGoMove, kGoLowerCased},
    {"js-v3", Hoisting::kAmzHeadersExcept, kJsStay, true, {}, kJsLowerCased},
    {"java-v2", Hoisting::kNone, {}, false, {}, {}},
};

}  // namespace

bool MatchesHeaderName(absl::string_view lower_case_name,
                       absl::Span<const absl::string_view> names) {
  for (absl::string_view name : names) {
    if (absl::ConsumeSuffix(&name, "*") ? absl::StartsWith(lower_case_name, name)
                                        : lower_case_name == name) {
      return true;
    }
  }
  return false;
}

absl::Span<const PresignProfile> AllPresignProfiles() { return kProfiles; }

absl::StatusOr<const PresignProfile*> FindPresignProfile(absl::string_view name) {
  for (const PresignProfile& profile : kProfiles) {
    if (profile.name == name || (name.empty() && profile.name == "default")) {
      return &profile;
    }
  }
  const auto append_name = [](std::string* out, const PresignProfile& known) {
    absl::StrAppend(out, known.name);
  };
  return InvalidField(
      Reason::kInvalidProfile, "presign_profile",
      absl::StrCat("presign profile is not one of ", absl::StrJoin(kProfiles, ", ", append_name)));
}

}  // namespace signet
