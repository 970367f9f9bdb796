// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/validation.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/credentials/credential_version.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

constexpr size_t kVersionIdLength = 16;

absl::Status UnknownEnumValue(Reason reason, absl::string_view field, int value) {
  return InvalidField(reason, field,
                      absl::StrCat(field, " is ", value, ", which is no value of it"));
}

absl::Status ConvertAlgorithm(v1::Algorithm value, Algorithm* algorithm) {
  switch (value) {
    case v1::ALGORITHM_UNSPECIFIED:
    case v1::ALGORITHM_SIGV4:
      *algorithm = Algorithm::kSigV4;
      return absl::OkStatus();
    case v1::ALGORITHM_SIGV4A:
      *algorithm = Algorithm::kSigV4a;
      return absl::OkStatus();
    default:
      return UnknownEnumValue(Reason::kInvalidAlgorithm, "algorithm", value);
  }
}

absl::Status ConvertStreamingMode(v1::StreamingMode value, PayloadMode* mode) {
  switch (value) {
    case v1::STREAMING_MODE_SIGNED:
      *mode = PayloadMode::kStreamingSigned;
      return absl::OkStatus();
    case v1::STREAMING_MODE_SIGNED_TRAILER:
      *mode = PayloadMode::kStreamingSignedTrailer;
      return absl::OkStatus();
    case v1::STREAMING_MODE_UNSIGNED_TRAILER:
      *mode = PayloadMode::kStreamingUnsignedTrailer;
      return absl::OkStatus();
    case v1::STREAMING_MODE_EVENTS:
      *mode = PayloadMode::kStreamingEvents;
      return absl::OkStatus();
    default:
      return UnknownEnumValue(Reason::kInvalidPayload, "payload.streaming", value);
  }
}

absl::Status ConvertPayload(const v1::Payload& message, const TargetProfile& profile,
                            Placement placement, Payload* payload) {
  switch (message.kind_case()) {
    case v1::Payload::kBody:
      payload->sha256 = Sha256Of(message.body());
      return absl::OkStatus();
    case v1::Payload::kSha256: {
      SIGNET_ASSIGN_OR_RETURN(
          payload->sha256,
          ParseSha256(message.sha256(), Reason::kInvalidPayloadHash, "payload.sha256"));
      return absl::OkStatus();
    }
    case v1::Payload::kUnsigned:
      if (!message.unsigned_()) {
        return InvalidField(Reason::kInvalidPayload, "payload.unsigned",
                            "payload.unsigned is false, allowed is true");
      }
      payload->mode = PayloadMode::kUnsigned;
      return absl::OkStatus();
    case v1::Payload::kStreaming:
      return ConvertStreamingMode(message.streaming(), &payload->mode);
    case v1::Payload::KIND_NOT_SET:
      *payload = UnstatedPayload(profile, placement);
      return absl::OkStatus();
  }
  return absl::OkStatus();
}

absl::Status ConvertPlacement(const v1::SignRequestRequest& request, SigningInput* input) {
  if (!request.has_query()) {
    input->placement = Placement::kHeader;
    return absl::OkStatus();
  }
  const v1::QueryPlacement& query = request.query();
  input->placement = Placement::kQuery;
  SIGNET_ASSIGN_OR_RETURN(
      input->expires_in,
      ParseExpiry(query.has_expires_in() ? &query.expires_in() : nullptr, "query.expires_in"));
  absl::StatusOr<const PresignProfile*> profile = FindPresignProfile(query.presign_profile());
  if (!profile.ok()) {
    return WithRequestFieldPath(profile.status());
  }
  input->presign_profile = *profile;
  return absl::OkStatus();
}

absl::Status ConvertOptions(const v1::SignRequestRequest& request, SigningInput* input) {
  switch (request.payload_hash_header()) {
    case v1::PAYLOAD_HASH_HEADER_UNSPECIFIED:
      input->payload_hash_header = PayloadHashHeader::kByProfile;
      break;
    case v1::PAYLOAD_HASH_HEADER_ALWAYS:
      input->payload_hash_header = PayloadHashHeader::kAlways;
      break;
    default:
      return UnknownEnumValue(Reason::kInvalidPayloadHash, "payload_hash_header",
                              request.payload_hash_header());
  }
  switch (request.token_placement()) {
    case v1::TOKEN_PLACEMENT_UNSPECIFIED:
    case v1::TOKEN_PLACEMENT_SIGNED:
      input->token_placement = TokenPlacement::kSigned;
      return absl::OkStatus();
    case v1::TOKEN_PLACEMENT_AFTER_SIGNING:
      input->token_placement = TokenPlacement::kAfterSigning;
      return absl::OkStatus();
    default:
      return UnknownEnumValue(Reason::kUnsupportedCombination, "token_placement",
                              request.token_placement());
  }
}

// Region or region set; and the regions that policy is asked about.
absl::Status ConvertRegions(const v1::SignRequestRequest& request, CheckedRequest* checked) {
  SigningInput& input = checked->input;
  if (input.algorithm == Algorithm::kSigV4) {
    if (!request.region_set().empty()) {
      return InvalidField(Reason::kUnsupportedCombination, "region_set",
                          "region_set is given with SigV4, which takes region");
    }
    SIGNET_RETURN_IF_ERROR(ValidateRegion(request.region()));
    input.region = SigningRegion(input.service, request.region());
    checked->regions = {input.region};
    return absl::OkStatus();
  }
  if (!request.region().empty()) {
    return InvalidField(Reason::kUnsupportedCombination, "region",
                        "region is given with SigV4A, which takes region_set");
  }
  // What is signed and what policy is asked about are one text.
  SIGNET_RETURN_IF_ERROR(ValidateRegionSet(absl::StrJoin(request.region_set(), ",")));
  const absl::string_view service = input.service;
  // Regions that a service signs as one are one.
  std::vector<absl::string_view> signing_regions;
  for (const std::string& region : request.region_set()) {
    const absl::string_view signing_region = SigningRegion(service, region);
    if (std::find(signing_regions.begin(), signing_regions.end(), signing_region) ==
        signing_regions.end()) {
      signing_regions.push_back(signing_region);
    }
  }
  checked->region_set = absl::StrJoin(signing_regions, ",");
  input.region_set = checked->region_set;
  checked->regions = absl::StrSplit(checked->region_set, ',');
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateCredentialVersionId(absl::string_view id) {
  if (id.empty() || (id.size() == kVersionIdLength &&
                     id.find_first_not_of("0123456789abcdef") == absl::string_view::npos)) {
    return absl::OkStatus();
  }
  return InvalidField(Reason::kInvalidCredentialName, "credential_version",
                      absl::StrCat("credential_version has ", id.size(),
                                   " bytes, allowed are 16 lower-case hex digits"));
}

absl::StatusOr<absl::Time> ParseInstant(const google::protobuf::Timestamp& timestamp,
                                        absl::string_view field) {
  if (timestamp.nanos() != 0 || timestamp.seconds() < 0 ||
      timestamp.seconds() > absl::ToUnixSeconds(kLatestInstant)) {
    return InvalidField(
        Reason::kInvalidSigningTime, field,
        absl::StrCat(field, " is ", timestamp.seconds(), " s and ", timestamp.nanos(),
                     " ns, allowed are whole seconds from 1970 to 9999"));
  }
  return absl::FromUnixSeconds(timestamp.seconds());
}

google::protobuf::Timestamp ToTimestamp(absl::Time time) {
  google::protobuf::Timestamp timestamp;
  timestamp.set_seconds(absl::ToUnixSeconds(time));
  return timestamp;
}

absl::StatusOr<absl::Duration> ParseExpiry(const google::protobuf::Duration* expires_in,
                                           absl::string_view field) {
  if (expires_in == nullptr) {
    return InvalidField(Reason::kInvalidExpiry, field, absl::StrCat(field, " is missing"));
  }
  const int64_t max_seconds = absl::ToInt64Seconds(kMaxExpiry);
  if (expires_in->nanos() != 0) {
    return InvalidField(Reason::kInvalidExpiry, field,
                        absl::StrCat(field, " is ", expires_in->seconds(), " s and ",
                                     expires_in->nanos(), " ns, allowed are whole seconds"));
  }
  if (expires_in->seconds() < 1 || expires_in->seconds() > max_seconds) {
    return InvalidField(
        Reason::kInvalidExpiry, field,
        absl::StrCat(field, " is ", expires_in->seconds(), " s, allowed is 1 to ", max_seconds));
  }
  return absl::Seconds(expires_in->seconds());
}

absl::StatusOr<Sha256Digest> ParseSha256(absl::string_view bytes, Reason reason,
                                         absl::string_view field) {
  Sha256Digest digest;
  if (bytes.size() != digest.size()) {
    return InvalidField(reason, field,
                        absl::StrCat(field, " has ", bytes.size(), " bytes, allowed are 32"));
  }
  std::copy(bytes.begin(), bytes.end(), digest.begin());
  return digest;
}

std::vector<HeaderView> ToHeaderViews(
    const google::protobuf::RepeatedPtrField<v1::Header>& headers) {
  std::vector<HeaderView> views;
  views.reserve(static_cast<size_t>(headers.size()));
  for (const v1::Header& header : headers) {
    views.push_back({header.name(), header.value()});
  }
  return views;
}

absl::Status WithRequestFieldPath(const absl::Status& status) {
  const std::string field = GetErrorDetail(status).field;
  if (field == "method" || field == "url" || absl::StartsWith(field, "headers")) {
    return WithFieldPrefix(status, "http_request");
  }
  if (field == "expires_in" || field == "presign_profile") {
    return WithFieldPrefix(status, "query");
  }
  return status;
}

absl::Status CheckHttpRequest(const v1::HttpRequest& message, const HttpLimits& limits,
                              std::vector<HeaderView>* headers, HttpRequest* request) {
  absl::StatusOr<UrlView> url = ParseUrl(message.url(), limits);
  if (!url.ok()) {
    return WithRequestFieldPath(url.status());
  }
  *headers = ToHeaderViews(message.headers());
  *request = {.method = message.method(), .url = *url, .headers = *headers};
  return WithRequestFieldPath(ValidateHttpRequest(*request, limits));
}

absl::Status CheckRequest(const v1::SignRequestRequest& request, CheckedRequest* checked) {
  SigningInput& input = checked->input;
  SIGNET_RETURN_IF_ERROR(ValidateCredentialName(request.credential()));
  SIGNET_RETURN_IF_ERROR(ValidateCredentialVersionId(request.credential_version()));
  SIGNET_RETURN_IF_ERROR(ConvertAlgorithm(request.algorithm(), &input.algorithm));
  SIGNET_RETURN_IF_ERROR(ValidateService(request.service()));
  input.service = SigningName(request.service());
  SIGNET_RETURN_IF_ERROR(ConvertRegions(request, checked));
  SIGNET_ASSIGN_OR_RETURN(input.profile, FindTargetProfile(request.profile(), request.service()));
  if (!request.has_http_request()) {
    return InvalidField(Reason::kMissingField, "http_request", "http_request is missing");
  }
  SIGNET_RETURN_IF_ERROR(
      CheckHttpRequest(request.http_request(), kUnsignedLimits, &checked->headers, &input.request));
  SIGNET_RETURN_IF_ERROR(ConvertPlacement(request, &input));
  SIGNET_RETURN_IF_ERROR(
      ConvertPayload(request.payload(), *input.profile, input.placement, &input.payload));
  SIGNET_RETURN_IF_ERROR(ConvertOptions(request, &input));
  if (request.has_signing_time()) {
    SIGNET_ASSIGN_OR_RETURN(checked->signing_time,
                            ParseInstant(request.signing_time(), "signing_time"));
  }
  return absl::OkStatus();
}

}  // namespace signet
