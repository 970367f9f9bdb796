// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/verifier.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/host.h"
#include "server/sigv4/signature_source.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/signing_parameters.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

// True when `pattern`, in which '*' stands for any characters, covers `region`.
// Only the last star is ever taken back, so hostile patterns cost no more than
// the product of both lengths.
bool Covers(absl::string_view pattern, absl::string_view region) {
  size_t p = 0;
  size_t r = 0;
  size_t star = absl::string_view::npos;
  size_t star_end = 0;
  while (r < region.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_end = r;
    } else if (p < pattern.size() && pattern[p] == region[r]) {
      ++p;
      ++r;
    } else if (star != absl::string_view::npos) {
      p = star + 1;
      r = ++star_end;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == absl::string_view::npos;
}

bool RegionSetCovers(absl::string_view region_set, absl::string_view region) {
  for (const absl::string_view pattern : absl::StrSplit(region_set, ',')) {
    if (Covers(pattern, region)) {
      return true;
    }
  }
  return false;
}

// For what is well-formed, but not what was asked about.
absl::Status NotAsExpected(Reason reason, absl::string_view field, absl::string_view message) {
  return MakeError(absl::StatusCode::kFailedPrecondition, reason, field, message);
}

// Checks one request. Lives for one call.
class Verification {
 public:
  Verification(const HttpRequest& request, const VerifyExpectations& expectations)
      : request_(request), expectations_(expectations) {}

  absl::StatusOr<ReceivedSignature> Parse() && {
    SIGNET_ASSIGN_OR_RETURN(parts_, TakeApart(request_));
    SIGNET_ASSIGN_OR_RETURN(source_, ReadSignatureSource(parts_));
    received_.algorithm = source_.algorithm;
    received_.placement = source_.placement;
    received_.region_set = source_.region_set;
    received_.session_token = source_.session_token;
    received_.signature = source_.signature;
    received_.signed_headers = source_.signed_headers;
    SIGNET_RETURN_IF_ERROR(CheckCredential());
    SIGNET_RETURN_IF_ERROR(CheckRegionAndService());
    SIGNET_RETURN_IF_ERROR(CheckSignedHeaders());
    SIGNET_RETURN_IF_ERROR(CheckFreshness());
    SIGNET_RETURN_IF_ERROR(CheckPayload());
    SIGNET_RETURN_IF_ERROR(BuildCanonicalRequest());
    return std::move(received_);
  }

 private:
  absl::string_view Field() const {
    return source_.placement == Placement::kHeader ? "headers" : "url";
  }

  absl::Status Malformed(absl::string_view message) const {
    return InvalidField(Reason::kInvalidSignature, Field(), message);
  }

  // "AKID/date/region/service/aws4_request", the date being x-amz-date's.
  absl::Status CheckCredential() {
    const size_t slash = source_.credential.find('/');
    if (slash == std::string::npos || slash == 0) {
      return Malformed("credential has no access key id and scope");
    }
    received_.access_key_id = source_.credential.substr(0, slash);
    const absl::string_view scope = absl::string_view(source_.credential).substr(slash + 1);
    absl::StatusOr<CredentialScope> parsed = ParseCredentialScope(scope, source_.algorithm);
    if (!parsed.ok()) {
      return Malformed(parsed.status().message());
    }
    received_.scope = *std::move(parsed);
    const absl::StatusOr<absl::Time> time = ParseAmzDate(source_.amz_date);
    if (!time.ok()) {
      return InvalidField(Reason::kInvalidSigningTime, Field(), time.status().message());
    }
    received_.signing_time = *time;
    if (ScopeDate(*time) != received_.scope.date) {
      return Malformed("date of the credential scope is not the date of x-amz-date");
    }
    return absl::OkStatus();
  }

  absl::Status CheckRegionAndService() {
    if (!expectations_.service.empty() && received_.scope.service != expectations_.service) {
      return NotAsExpected(Reason::kInvalidService, Field(),
                           absl::StrCat("signed for service ", received_.scope.service,
                                        ", wanted is ", expectations_.service));
    }
    if (source_.algorithm == Algorithm::kSigV4a) {
      const absl::Status valid = ValidateRegionSet(source_.region_set);
      if (!valid.ok()) {
        return InvalidField(Reason::kInvalidRegion, Field(), valid.message());
      }
    }
    const bool covers = expectations_.region.empty() ||
                        (source_.algorithm == Algorithm::kSigV4a
                             ? RegionSetCovers(source_.region_set, expectations_.region)
                             : received_.scope.region == expectations_.region);
    if (!covers) {
      return NotAsExpected(
          Reason::kInvalidRegion, Field(),
          absl::StrCat("signed for another region, wanted is ", expectations_.region));
    }
    return absl::OkStatus();
  }

  bool IsSigned(absl::string_view name) const {
    return std::binary_search(signed_names_.begin(), signed_names_.end(), name);
  }

  bool IsPresent(absl::string_view name) const {
    return name == kHostHeader ||
           std::any_of(parts_.headers.begin(), parts_.headers.end(),
                       [name](const ReceivedHeader& header) { return header.name == name; });
  }

  // What is signed must be there, and what matters must be signed.
  absl::Status CheckSignedHeaders() {
    signed_names_ = absl::StrSplit(source_.signed_headers, ';');
    if (std::adjacent_find(signed_names_.begin(), signed_names_.end(), std::greater_equal<>()) !=
        signed_names_.end()) {
      return Malformed("signed headers are not sorted, or one is named twice");
    }
    for (const std::string& name : signed_names_) {
      if (name == kAuthorizationHeader || !IsPresent(name)) {
        return Malformed("a signed header is absent, not in lower case or the authorization");
      }
    }
    if (!IsSigned(kHostHeader)) {
      return Malformed("host is not among the signed headers");
    }
    if (source_.placement == Placement::kHeader && !IsSigned(kAmzDateHeader)) {
      return Malformed("x-amz-date is not among the signed headers");
    }
    for (const ReceivedHeader& header : parts_.headers) {
      // The value of x-amz-content-sha256 is the canonical request's last line,
      // so it is covered either way; S3 takes it unsigned too.
      if (absl::StartsWith(header.name, kAmzPrefix) && header.name != kAmzContentSha256Header &&
          !IsSigned(header.name)) {
        return Malformed(absl::StrCat(header.name, " is not among the signed headers"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckFreshness() const {
    const absl::Duration age = expectations_.now - received_.signing_time;
    const bool is_early = age < -expectations_.max_clock_skew;
    const bool is_late =
        age > (source_.placement == Placement::kHeader ? expectations_.max_clock_skew
                                                       : source_.expires_in);
    if (is_early || is_late) {
      return MakeError(absl::StatusCode::kOutOfRange, Reason::kInvalidSigningTime, Field(),
                       absl::StrCat("signed at ", source_.amz_date, ", which is ",
                                    is_early ? "not yet" : "no longer", " valid at ",
                                    AmzDate(expectations_.now)));
    }
    return absl::OkStatus();
  }

  const TargetProfile* Profile() const {
    // Never fails for an empty name.
    return expectations_.profile != nullptr ? expectations_.profile
                                            : *FindTargetProfile("", received_.scope.service);
  }

  // Finds the payload hash that was signed and compares the body with it.
  absl::Status CheckPayload() {
    SIGNET_ASSIGN_OR_RETURN(const std::optional<std::string> stated, StatedPayloadHash());
    SIGNET_ASSIGN_OR_RETURN(received_.payload,
                            stated.has_value() ? ParseStated(*stated) : ImpliedPayload());
    payload_hash_ = PayloadHash(received_.payload, source_.algorithm);
    if (Profile()->payload_hash_header == PayloadHashHeaderRule::kAlwaysUnsigned &&
        received_.payload.mode != PayloadMode::kUnsigned) {
      return InvalidField(
          Reason::kInvalidPayloadHash, Field(),
          absl::StrCat("profile ", Profile()->name, " takes UNSIGNED-PAYLOAD alone"));
    }
    if (received_.payload.mode == PayloadMode::kSha256 && expectations_.body_sha256.has_value()) {
      if (received_.payload.sha256 != *expectations_.body_sha256) {
        return NotAsExpected(Reason::kInvalidPayloadHash, "body",
                             "SHA-256 of the body is not the one that was signed");
      }
      received_.payload_verified = true;
    }
    return absl::OkStatus();
  }

  absl::StatusOr<std::optional<std::string>> StatedPayloadHash() const {
    std::optional<std::string> header = HeaderValue(parts_, kAmzContentSha256Header);
    if (source_.placement == Placement::kHeader) {
      return header;
    }
    std::optional<std::string> parameter = ParameterValue(parts_, kContentSha256Parameter);
    if (header.has_value() && parameter.has_value() && *header != *parameter) {
      return InvalidField(Reason::kInvalidPayloadHash, "headers",
                          "x-amz-content-sha256 in the header is not the one in the query");
    }
    return parameter.has_value() ? parameter : header;
  }

  absl::StatusOr<Payload> ParseStated(absl::string_view stated) const {
    absl::StatusOr<Payload> payload = ParsePayloadHash(stated, source_.algorithm);
    if (!payload.ok()) {
      return InvalidField(Reason::kInvalidPayloadHash, Field(), payload.status().message());
    }
    if (source_.placement == Placement::kQuery && payload->mode != PayloadMode::kSha256 &&
        payload->mode != PayloadMode::kUnsigned) {
      return InvalidField(Reason::kInvalidPayloadHash, Field(),
                          "a presigned url cannot sign a streaming body");
    }
    return payload;
  }

  // What the absence of x-amz-content-sha256 means to the target.
  absl::StatusOr<Payload> ImpliedPayload() const {
    Payload payload;
    const PayloadHashHeaderRule rule = Profile()->payload_hash_header;
    if (rule == PayloadHashHeaderRule::kWhenAsked) {
      payload.sha256 = expectations_.body_sha256.value_or(Sha256Of(""));
      return payload;
    }
    if (source_.placement == Placement::kHeader &&
        rule != PayloadHashHeaderRule::kAbsentMeansUnsigned) {
      return InvalidField(Reason::kInvalidPayloadHash, Field(), "no x-amz-content-sha256 header");
    }
    payload.mode = PayloadMode::kUnsigned;
    return payload;
  }

  absl::StatusOr<CanonicalHeaders> SignedHeaders() const {
    const std::optional<std::string> host = HeaderValue(parts_, kHostHeader);
    if (host.has_value() && !HostNamesUrl(*host, request_.url)) {
      return Malformed("host header is not the host of the url");
    }
    const std::string host_value = host.value_or(HostOf(request_.url));
    std::vector<HeaderView> headers = {{kHostHeader, host_value}};
    for (const ReceivedHeader& header : parts_.headers) {
      if (header.name != kHostHeader && IsSigned(header.name)) {
        headers.push_back({header.name, header.value});
      }
    }
    return CanonicalizeHeaders(headers);
  }

  absl::Status BuildCanonicalRequest() {
    SIGNET_ASSIGN_OR_RETURN(const CanonicalHeaders headers, SignedHeaders());
    SIGNET_ASSIGN_OR_RETURN(const std::string uri, CanonicalUri(request_.url.path, *Profile()));
    std::vector<QueryParameter> parameters;
    for (const QueryParameter& parameter : parts_.parameters) {
      if (parameter.name != kSignatureParameter) {
        parameters.push_back(parameter);
      }
    }
    received_.canonical_request = CanonicalRequest(
        request_.method, uri, CanonicalQueryString(parameters), headers, payload_hash_);
    received_.string_to_sign = StringToSign(AlgorithmName(source_.algorithm), source_.amz_date,
                                            CredentialScopeText(received_.scope, source_.algorithm),
                                            received_.canonical_request);
    return absl::OkStatus();
  }

  const HttpRequest& request_;
  const VerifyExpectations& expectations_;
  ReceivedRequest parts_;
  SignatureSource source_;
  std::vector<std::string> signed_names_;
  std::string payload_hash_;
  ReceivedSignature received_;
};

}  // namespace

absl::StatusOr<ReceivedSignature> ParseSignedRequest(const HttpRequest& request,
                                                     const VerifyExpectations& expectations) {
  return Verification(request, expectations).Parse();
}

bool VerifySignature(const ReceivedSignature& received, const HmacSha256Key& signing_key) {
  return received.algorithm == Algorithm::kSigV4 &&
         IsSignatureOf(signing_key, received.string_to_sign, received.signature);
}

bool VerifySignature(const ReceivedSignature& received, const Sigv4aPublicKey& key) {
  return received.algorithm == Algorithm::kSigV4a &&
         VerifySigv4a(key, received.string_to_sign, received.signature);
}

}  // namespace signet
