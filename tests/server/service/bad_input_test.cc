// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What callers may send wrong, as a table: always INVALID_ARGUMENT, with reason
// and field, never INTERNAL, and no partial answer.

#include <functional>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/service/sign_request.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

struct Case {
  const char* name;
  std::function<void(v1::SignRequestRequest&)> spoil;
  Reason reason;
  const char* field;
};

void PrintTo(const Case& bad, std::ostream* stream) { *stream << bad.name; }

std::function<void(v1::SignRequestRequest&)> Url(std::string url) {
  return [url = std::move(url)](v1::SignRequestRequest& request) {
    request.mutable_http_request()->set_url(url);
  };
}

std::function<void(v1::SignRequestRequest&)> WithHeader(std::string name, std::string value) {
  return [name = std::move(name), value = std::move(value)](v1::SignRequestRequest& request) {
    v1::Header& header = *request.mutable_http_request()->add_headers();
    header.set_name(name);
    header.set_value(value);
  };
}

std::function<void(v1::SignRequestRequest&)> Expiry(int64_t seconds, int32_t nanos) {
  return [=](v1::SignRequestRequest& request) {
    request.mutable_query()->mutable_expires_in()->set_seconds(seconds);
    request.mutable_query()->mutable_expires_in()->set_nanos(nanos);
  };
}

std::function<void(v1::SignRequestRequest&)> SigningTime(int64_t seconds, int32_t nanos) {
  return [=](v1::SignRequestRequest& request) {
    request.mutable_signing_time()->set_seconds(seconds);
    request.mutable_signing_time()->set_nanos(nanos);
  };
}

constexpr char kUrlField[] = "http_request.url";
constexpr char kName0[] = "http_request.headers[0].name";
constexpr char kValue0[] = "http_request.headers[0].value";

std::vector<Case> UrlCases() {
  return {
      {"NoRequest", [](auto& r) { r.clear_http_request(); }, Reason::kMissingField, "http_request"},
      {"EmptyUrl", Url(""), Reason::kInvalidUrl, kUrlField},
      {"RelativeUrl", Url("/path"), Reason::kInvalidUrl, kUrlField},
      {"OtherScheme", Url("ftp://host/"), Reason::kInvalidUrl, kUrlField},
      {"NoHost", Url("https:///path"), Reason::kInvalidUrl, kUrlField},
      {"UserInformation", Url("https://user@host/"), Reason::kInvalidUrl, kUrlField},
      {"PortZero", Url("https://host:0/"), Reason::kInvalidUrl, kUrlField},
      {"PortTooLarge", Url("https://host:65536/"), Reason::kInvalidUrl, kUrlField},
      {"Fragment", Url("https://host/#f"), Reason::kInvalidUrl, kUrlField},
      {"ControlByte", Url("https://host/a\nb"), Reason::kInvalidUrl, kUrlField},
      {"NulEscape", Url("https://host/%00"), Reason::kInvalidUrl, kUrlField},
      {"HalfEscape", Url("https://host/%4"), Reason::kInvalidUrl, kUrlField},
      {"OverlongUtf8", Url("https://host/%c0%af"), Reason::kInvalidUrl, kUrlField},
      {"PlusInS3Path", Url("https://host/a+b"), Reason::kInvalidUrl, kUrlField},
      {"PlusInQuery", Url("https://host/?a=b+c"), Reason::kInvalidUrl, kUrlField},
      {"TooLong", Url("https://host/" + std::string(16 * 1024, 'a')), Reason::kLimitExceeded,
       kUrlField},
      {"StaleSignature", Url("https://host/?X-Amz-Signature=00"), Reason::kSigningParameterPresent,
       kUrlField},
      {"StaleCredential", Url("https://host/?x-amz-credential=a"), Reason::kSigningParameterPresent,
       kUrlField},
      {"StaleDate", Url("https://host/?X-Amz-Date=20130524T000000Z"),
       Reason::kSigningParameterPresent, kUrlField},
      {"StaleExpiry", Url("https://host/?X-Amz-Expires=1"), Reason::kSigningParameterPresent,
       kUrlField},
  };
}

std::vector<Case> HeaderCases() {
  return {
      {"EmptyMethod", [](auto& r) { r.mutable_http_request()->clear_method(); },
       Reason::kInvalidMethod, "http_request.method"},
      {"MethodWithSpace", [](auto& r) { r.mutable_http_request()->set_method("GET /"); },
       Reason::kInvalidMethod, "http_request.method"},
      {"MethodTooLong", [](auto& r) { r.mutable_http_request()->set_method(std::string(33, 'A')); },
       Reason::kLimitExceeded, "http_request.method"},
      {"EmptyName", WithHeader("", "v"), Reason::kInvalidHeader, kName0},
      {"NameWithSpace", WithHeader("a b", "v"), Reason::kInvalidHeader, kName0},
      {"NameWithColon", WithHeader("a:b", "v"), Reason::kInvalidHeader, kName0},
      {"NameTooLong", WithHeader(std::string(257, 'a'), "v"), Reason::kLimitExceeded, kName0},
      {"ValueWithNewline", WithHeader("a", "v\r\nx: y"), Reason::kInvalidHeader, kValue0},
      {"ValueWithNul", WithHeader("a", std::string("v\0", 2)), Reason::kInvalidHeader, kValue0},
      {"ValueWithDel", WithHeader("a", "v\x7f"), Reason::kInvalidHeader, kValue0},
      {"TooManyHeaders",
       [](auto& r) {
         for (int i = 0; i < 129; ++i) {
           WithHeader("a" + std::to_string(i), "")(r);
         }
       },
       Reason::kLimitExceeded, "http_request.headers"},
      {"HeadersTooLarge", WithHeader("a", std::string(32 * 1024, 'v')), Reason::kLimitExceeded,
       "http_request.headers"},
      {"Authorization", WithHeader("Authorization", "x"), Reason::kForbiddenHeader, kName0},
      {"AmzDate", WithHeader("X-Amz-Date", "20130524T000000Z"), Reason::kForbiddenHeader, kName0},
      {"SecurityToken", WithHeader("x-amz-security-token", "t"), Reason::kForbiddenHeader, kName0},
      {"OtherHost", WithHeader("Host", "elsewhere"), Reason::kInvalidHeader, kValue0},
      {"OtherPayloadHash", WithHeader("x-amz-content-sha256", std::string(64, '0')),
       Reason::kInvalidPayloadHash, kValue0},
  };
}

std::vector<Case> ScopeCases() {
  return {
      {"NoCredential", [](auto& r) { r.clear_credential(); }, Reason::kInvalidCredentialName,
       "credential"},
      {"CredentialWithSpace", [](auto& r) { r.set_credential("a b"); },
       Reason::kInvalidCredentialName, "credential"},
      {"CredentialWithSlash", [](auto& r) { r.set_credential("../etc"); },
       Reason::kInvalidCredentialName, "credential"},
      {"CredentialTooLong", [](auto& r) { r.set_credential(std::string(129, 'a')); },
       Reason::kInvalidCredentialName, "credential"},
      {"VersionTooShort", [](auto& r) { r.set_credential_version("0123"); },
       Reason::kInvalidCredentialName, "credential_version"},
      {"VersionNotHex", [](auto& r) { r.set_credential_version("0123456789ABCDEF"); },
       Reason::kInvalidCredentialName, "credential_version"},
      {"NoRegion", [](auto& r) { r.clear_region(); }, Reason::kInvalidRegion, "region"},
      {"RegionWithSlash", [](auto& r) { r.set_region("us/east"); }, Reason::kInvalidRegion,
       "region"},
      {"RegionWithStar", [](auto& r) { r.set_region("us-*"); }, Reason::kInvalidRegion, "region"},
      {"RegionTooLong", [](auto& r) { r.set_region(std::string(65, 'a')); }, Reason::kInvalidRegion,
       "region"},
      {"RegionSetWithSigv4", [](auto& r) { r.add_region_set("*"); },
       Reason::kUnsupportedCombination, "region_set"},
      {"RegionWithSigv4a",
       [](auto& r) {
         r.set_algorithm(v1::ALGORITHM_SIGV4A);
         r.add_region_set("*");
       },
       Reason::kUnsupportedCombination, "region"},
      {"NoRegionSet",
       [](auto& r) {
         r.set_algorithm(v1::ALGORITHM_SIGV4A);
         r.clear_region();
       },
       Reason::kInvalidRegion, "region_set"},
      {"NoService", [](auto& r) { r.clear_service(); }, Reason::kInvalidService, "service"},
      {"ServiceWithSlash", [](auto& r) { r.set_service("s3/x"); }, Reason::kInvalidService,
       "service"},
      {"UnknownProfile", [](auto& r) { r.set_profile("mystery"); }, Reason::kInvalidProfile,
       "profile"},
      {"UnknownAlgorithm", [](auto& r) { r.set_algorithm(static_cast<v1::Algorithm>(9)); },
       Reason::kInvalidAlgorithm, "algorithm"},
  };
}

std::vector<Case> OptionCases() {
  return {
      {"ExpiryMissing", [](auto& r) { r.mutable_query(); }, Reason::kInvalidExpiry,
       "query.expires_in"},
      {"ExpiryZero", Expiry(0, 0), Reason::kInvalidExpiry, "query.expires_in"},
      {"ExpiryNegative", Expiry(-1, 0), Reason::kInvalidExpiry, "query.expires_in"},
      {"ExpiryOverSevenDays", Expiry(604801, 0), Reason::kInvalidExpiry, "query.expires_in"},
      {"ExpiryHuge", Expiry(std::numeric_limits<int64_t>::max(), 0), Reason::kInvalidExpiry,
       "query.expires_in"},
      {"ExpiryNotWhole", Expiry(1, 500'000'000), Reason::kInvalidExpiry, "query.expires_in"},
      {"UnknownPresignProfile",
       [](auto& r) {
         Expiry(1, 0)(r);
         r.mutable_query()->set_presign_profile("mystery");
       },
       Reason::kInvalidProfile, "query.presign_profile"},
      {"SigningTimeBeforeTheEpoch", SigningTime(-1, 0), Reason::kInvalidSigningTime,
       "signing_time"},
      {"SigningTimeAfter9999", SigningTime(253402300800, 0), Reason::kInvalidSigningTime,
       "signing_time"},
      {"SigningTimeNotWhole", SigningTime(1369353600, 1), Reason::kInvalidSigningTime,
       "signing_time"},
      {"ShortPayloadHash", [](auto& r) { r.mutable_payload()->set_sha256("0123"); },
       Reason::kInvalidPayloadHash, "payload.sha256"},
      {"HexPayloadHash", [](auto& r) { r.mutable_payload()->set_sha256(std::string(64, '0')); },
       Reason::kInvalidPayloadHash, "payload.sha256"},
      {"UnsignedFalse", [](auto& r) { r.mutable_payload()->set_unsigned_(false); },
       Reason::kInvalidPayload, "payload.unsigned"},
      {"StreamingUnspecified",
       [](auto& r) { r.mutable_payload()->set_streaming(v1::STREAMING_MODE_UNSPECIFIED); },
       Reason::kInvalidPayload, "payload.streaming"},
      {"StreamingUnknown",
       [](auto& r) { r.mutable_payload()->set_streaming(static_cast<v1::StreamingMode>(77)); },
       Reason::kInvalidPayload, "payload.streaming"},
      {"StreamingPresigned",
       [](auto& r) {
         Expiry(1, 0)(r);
         r.mutable_payload()->set_streaming(v1::STREAMING_MODE_SIGNED);
       },
       Reason::kUnsupportedCombination, "payload"},
      {"EventsWithSigv4a",
       [](auto& r) {
         r.set_algorithm(v1::ALGORITHM_SIGV4A);
         r.clear_region();
         r.add_region_set("*");
         r.mutable_payload()->set_streaming(v1::STREAMING_MODE_EVENTS);
       },
       Reason::kUnsupportedCombination, "payload"},
      {"UnknownPayloadHashHeader",
       [](auto& r) { r.set_payload_hash_header(static_cast<v1::PayloadHashHeader>(5)); },
       Reason::kInvalidPayloadHash, "payload_hash_header"},
      {"UnknownTokenPlacement",
       [](auto& r) { r.set_token_placement(static_cast<v1::TokenPlacement>(5)); },
       Reason::kUnsupportedCombination, "token_placement"},
  };
}

class BadInputTest : public ::testing::TestWithParam<Case> {};

TEST_P(BadInputTest, IsRefusedWithReasonAndField) {
  ServiceFixture fixture;
  v1::SignRequestRequest request = GetObjectRequest();
  v1::SignRequestResponse response;
  ASSERT_OK(SignRequest(fixture.context, fixture.alice, request, &response));
  response.Clear();

  GetParam().spoil(request);
  const absl::Status status = SignRequest(fixture.context, fixture.alice, request, &response);

  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  EXPECT_THAT(status, FailsWith(GetParam().reason, GetParam().field));
  EXPECT_EQ(response.ByteSizeLong(), 0u);
}

std::string NameOf(const ::testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Url, BadInputTest, ::testing::ValuesIn(UrlCases()), NameOf);
INSTANTIATE_TEST_SUITE_P(Headers, BadInputTest, ::testing::ValuesIn(HeaderCases()), NameOf);
INSTANTIATE_TEST_SUITE_P(Scope, BadInputTest, ::testing::ValuesIn(ScopeCases()), NameOf);
INSTANTIATE_TEST_SUITE_P(Options, BadInputTest, ::testing::ValuesIn(OptionCases()), NameOf);

}  // namespace
}  // namespace signet
