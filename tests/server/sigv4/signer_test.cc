// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/signer.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/timestamp.h"
#include "tests/support/request_signer.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string SignedHeadersFor(std::vector<HeaderView> headers) {
  RequestSigner signer;
  signer.SetHeaders(std::move(headers));
  const absl::StatusOr<PreparedRequest> prepared = signer.Prepare();
  EXPECT_OK(prepared);
  return prepared.ok() ? prepared->signed_headers : "";
}

std::string HostSignedFor(absl::string_view url, std::vector<HeaderView> headers = {}) {
  RequestSigner signer;
  signer.SetUrl(url);
  signer.SetHeaders(std::move(headers));
  const absl::StatusOr<PreparedRequest> prepared = signer.Prepare();
  EXPECT_OK(prepared);
  if (!prepared.ok()) {
    return "";
  }
  const size_t begin = prepared->canonical_request.find("\nhost:") + 6;
  return prepared->canonical_request.substr(begin,
                                            prepared->canonical_request.find('\n', begin) - begin);
}

TEST(SignerTest, SignsEveryHeaderButTheNeverSigned) {
  EXPECT_EQ(
      SignedHeadersFor({{"Content-Length", "1"},
                        {"Content-Type", "text/plain"},
                        {"Date", "Mon, 30 Nov 2026 14:00:00 GMT"},
                        {"Range", "bytes=0-9"},
                        {"X-Amz-Acl", "private"},
                        {"Connection", "close"},
                        {"User-Agent", "test"},
                        {"X-Amzn-Trace-Id", "Root=1"},
                        {"Expect", "100-continue"},
                        {"Transfer-Encoding", "chunked"}}),
      "content-length;content-type;date;host;range;x-amz-acl;x-amz-content-sha256;x-amz-date");
}

// The values are the Host headers that botocore 1.43.11 signs for these URLs.
TEST(SignerTest, HostIsTheUrlsWithoutItsDefaultPort) {
  EXPECT_EQ(HostSignedFor("https://example.com:443/"), "example.com");
  EXPECT_EQ(HostSignedFor("http://example.com:80/"), "example.com");
  EXPECT_EQ(HostSignedFor("https://example.com:8443/"), "example.com:8443");
  EXPECT_EQ(HostSignedFor("https://EXAMPLE.com/"), "example.com");
  EXPECT_EQ(HostSignedFor("http://example.com:443/"), "example.com:443");
  EXPECT_EQ(HostSignedFor("http://127.0.0.1:9000/"), "127.0.0.1:9000");
  EXPECT_EQ(HostSignedFor("https://[::1]:9000/"), "[::1]:9000");
}

TEST(SignerTest, CallersHostIsSignedAsItIsSpelled) {
  EXPECT_EQ(HostSignedFor("https://example.com/", {{"Host", "example.com:443"}}),
            "example.com:443");
  EXPECT_EQ(HostSignedFor("https://example.com:443/", {{"host", "Example.com"}}), "Example.com");
  EXPECT_EQ(HostSignedFor("http://h:8080/", {{"HOST", " h:8080 "}}), "h:8080");
}

TEST(SignerTest, RefusesAnotherHost) {
  for (const char* const host :
       {"other.com", "example.com:80", "example.com:8443", "example.com.", "", "example.com,x"}) {
    RequestSigner signer;
    signer.SetUrl("https://example.com/");
    signer.SetHeaders({{"Host", host}});
    EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidHeader, "headers[0].value")) << host;
  }
}

TEST(SignerTest, RefusesASecondHost) {
  RequestSigner signer;
  signer.SetHeaders({{"Host", "example.amazonaws.com"}, {"host", "example.amazonaws.com"}});
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidHeader, "headers[1].name"));
}

class ForbiddenHeaderTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ForbiddenHeaderTest, IsRefusedInBothPlacements) {
  RequestSigner signer;
  signer.SetHeaders({{"Accept", "*/*"}, {GetParam(), "x"}});
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kForbiddenHeader, "headers[1].name"));
  signer.Presign();
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kForbiddenHeader, "headers[1].name"));
}

INSTANTIATE_TEST_SUITE_P(Names, ForbiddenHeaderTest,
                         ::testing::Values("Authorization", "authorization", "X-Amz-Date",
                                           "x-amz-security-token", "X-Amz-Region-Set",
                                           "x-amz-s3session-token", "X-Amz-Signature",
                                           "x-amz-algorithm", "x-amz-credential", "x-amz-expires",
                                           "x-amz-signedheaders"));

class SigningParameterTest : public ::testing::TestWithParam<const char*> {};

TEST_P(SigningParameterTest, IsRefusedInBothPlacements) {
  RequestSigner signer;
  signer.SetUrl(std::string("https://example.amazonaws.com/?a=b&") + GetParam());
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kSigningParameterPresent, "url"));
  signer.Presign();
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kSigningParameterPresent, "url"));
}

INSTANTIATE_TEST_SUITE_P(Names, SigningParameterTest,
                         ::testing::Values("X-Amz-Algorithm=AWS4-HMAC-SHA256", "X-Amz-Credential=x",
                                           "X-Amz-Date=x", "X-Amz-Expires=60",
                                           "X-Amz-SignedHeaders=host", "X-Amz-Signature=0",
                                           "X-Amz-Security-Token=t", "X-Amz-Region-Set=*",
                                           "X-Amz-S3session-Token=t"));
INSTANTIATE_TEST_SUITE_P(Spellings, SigningParameterTest,
                         ::testing::Values("x-amz-signature=0", "X-AMZ-SIGNATURE=0",
                                           "X-Amz-%53ignature=0", "%58-Amz-Date", "X-Amz-Date"));

TEST(SignerTest, OtherAmzParametersAreTheCallers) {
  RequestSigner signer;
  signer.SetUrl("https://example.amazonaws.com/?x-amz-acl=private&X-Amz-Signatures=1");
  EXPECT_OK(signer.Prepare());
}

TEST(SignerTest, TakesThePayloadsOwnHash) {
  RequestSigner signer;
  signer.SetHeaders({{"X-Amz-Content-Sha256", kEmptySha256Hex}});
  ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, signer.Prepare());
  EXPECT_EQ(prepared.signed_headers, "host;x-amz-content-sha256;x-amz-date");
  EXPECT_EQ(ValueOf(prepared.headers, "x-amz-content-sha256"), "(none)");
}

TEST(SignerTest, RefusesAnotherPayloadHash) {
  for (const char* const value :
       {"UNSIGNED-PAYLOAD", "", "x",
        "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"}) {
    RequestSigner signer;
    signer.SetHeaders({{"x-amz-content-sha256", value}});
    EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidPayloadHash, "headers[0].value"))
        << value;
  }
}

TEST(SignerTest, RefusesThePayloadHashTwice) {
  RequestSigner signer;
  signer.SetHeaders(
      {{"x-amz-content-sha256", kEmptySha256Hex}, {"x-amz-content-sha256", kEmptySha256Hex}});
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidHeader, "headers[1].name"));
}

TEST(SignerTest, PayloadHashInTheQueryMustBeThePayloads) {
  RequestSigner signer;
  signer.input.payload.mode = PayloadMode::kUnsigned;
  signer.Presign();
  signer.SetUrl("https://example.amazonaws.com/?X-Amz-Content-Sha256=UNSIGNED-PAYLOAD");
  EXPECT_OK(signer.Prepare());
  signer.SetUrl("https://example.amazonaws.com/?x-amz-content-sha256=x");
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidPayloadHash, "url"));
  signer.SetUrl(
      "https://example.amazonaws.com/?X-Amz-Content-Sha256=UNSIGNED-PAYLOAD&"
      "x-amz-content-sha256=UNSIGNED-PAYLOAD");
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidUrl, "url"));
}

// Servers look for it among the headers.
TEST(SignerTest, PayloadHashInTheQueryDoesNotReplaceTheHeader) {
  RequestSigner signer;
  signer.SetUrl(
      absl::StrCat("https://example.amazonaws.com/?X-Amz-Content-Sha256=", kEmptySha256Hex));
  EXPECT_EQ(ValueOf(signer.Sign().headers, "x-amz-content-sha256"), kEmptySha256Hex);
}

TEST(SignerTest, RefusesAmzParametersThatAreGivenTwice) {
  RequestSigner signer;
  signer.SetUrl("https://example.amazonaws.com/?x-amz-acl=private&X-Amz-Acl=public-read");
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidUrl, "url"));
}

TEST(SignerTest, SignsOtherParametersThatAreGivenTwice) {
  RequestSigner signer;
  signer.SetUrl("https://example.amazonaws.com/?a=2&a=1");
  ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, signer.Prepare());
  EXPECT_THAT(prepared.canonical_request, HasSubstr("\na=1&a=2\n"));
}

TEST(SignerTest, DateAndScopeComeFromOneInstantInUtc) {
  RequestSigner signer;
  signer.input.signing_time = *ParseAmzDate("20261231T235959Z") + absl::Milliseconds(999);
  ASSERT_OK_AND_ASSIGN(const PreparedRequest before, signer.Prepare());
  EXPECT_EQ(before.amz_date, "20261231T235959Z");
  EXPECT_EQ(before.credential_scope, "20261231/us-east-1/s3/aws4_request");
  signer.input.signing_time += absl::Milliseconds(1);
  ASSERT_OK_AND_ASSIGN(const PreparedRequest after, signer.Prepare());
  EXPECT_EQ(after.amz_date, "20270101T000000Z");
  EXPECT_EQ(after.credential_scope, "20270101/us-east-1/s3/aws4_request");
}

TEST(SignerTest, RefusesTimesThatNoAmzDateSpells) {
  for (const absl::Time time :
       {absl::InfinitePast(), absl::InfiniteFuture(), absl::UnixEpoch() - absl::Seconds(1),
        *ParseAmzDate("99991231T235959Z") + absl::Seconds(1)}) {
    RequestSigner signer;
    signer.input.signing_time = time;
    EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidSigningTime, "signing_time")) << time;
  }
}

TEST(SignerTest, RefusesBadRegionAndService) {
  RequestSigner signer;
  signer.input.region = "us east";
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidRegion, "region"));
  signer.input.region = "us-east-1";
  signer.input.service = "s3/x";
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidService, "service"));
}

TEST(SignerTest, RefusesRegionSetWithSigv4) {
  RequestSigner signer;
  signer.input.region_set = "us-east-1";
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kUnsupportedCombination, "region_set"));
}

TEST(SignerTest, Sigv4aWantsARegionSetAndNoRegion) {
  RequestSigner signer;
  signer.input.algorithm = Algorithm::kSigV4a;
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kUnsupportedCombination, "region"));
  signer.input.region = "";
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidRegion, "region_set"));
  signer.input.region_set = "*";
  ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, signer.Prepare());
  EXPECT_EQ(prepared.signed_headers, "host;x-amz-content-sha256;x-amz-date;x-amz-region-set");
}

TEST(SignerTest, RefusesCredentialsThatBreakTheHeader) {
  for (const char* const key : {"", "A B", "A,B", "A\n", "ü"}) {
    RequestSigner signer;
    signer.input.access_key_id = key;
    EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidCredentialName, "access_key_id"))
        << key;
  }
  for (const char* const token : {"a b", "a\r\nb: c", "\x7f"}) {
    RequestSigner signer;
    signer.input.session_token = token;
    EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidCredentialName, "session_token"));
    EXPECT_THAT(signer.Prepare().status().message(), Not(HasSubstr(token)));
  }
}

TEST(SignerTest, TokenAfterSigningIsSentButNotSigned) {
  RequestSigner signer;
  signer.input.session_token = "TOKEN";
  signer.input.token_placement = TokenPlacement::kAfterSigning;
  ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, signer.Prepare());
  EXPECT_EQ(prepared.signed_headers, "host;x-amz-content-sha256;x-amz-date");
  EXPECT_EQ(ValueOf(prepared.headers, "x-amz-security-token"), "TOKEN");
}

// botocore 1.43.11, S3ExpressAuth.
TEST(SignerTest, S3ExpressTokenHasItsOwnHeader) {
  RequestSigner signer;
  signer.input.service = "s3express";
  signer.SetUrl("https://bucket--use1-az4--x-s3.s3express-use1-az4.us-east-1.amazonaws.com/key");
  signer.input.session_token = "TO/KEN==";
  signer.input.token_header = SigningInput::TokenHeader::kS3SessionToken;
  const SignedRequest request = signer.Sign();
  EXPECT_EQ(request.signature, "bff68fba14ffd5226012ef43f6898085f357b01ae47e4304d07dd55187e9be92");
  EXPECT_EQ(ValueOf(request.headers, "x-amz-s3session-token"), "TO/KEN==");
}

class StreamingModeTest : public ::testing::TestWithParam<PayloadMode> {};

INSTANTIATE_TEST_SUITE_P(AwsChunked, StreamingModeTest,
                         ::testing::Values(PayloadMode::kStreamingSigned,
                                           PayloadMode::kStreamingSignedTrailer,
                                           PayloadMode::kStreamingUnsignedTrailer));

TEST_P(StreamingModeTest, NeedsTheDecodedLength) {
  RequestSigner signer;
  signer.input.payload.mode = GetParam();
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kMissingField, "headers"));
  signer.SetHeaders({{"X-Amz-Decoded-Content-Length", "12"}});
  EXPECT_OK(signer.Prepare());
}

TEST_P(StreamingModeTest, RefusesADecodedLengthThatIsNone) {
  for (const char* const length : {"", "-1", "1.5", "0x10", "1 2", "12345678901234567890"}) {
    RequestSigner signer;
    signer.input.payload.mode = GetParam();
    signer.SetHeaders({{"x-amz-decoded-content-length", length}});
    EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidHeader, "headers[0].value")) << length;
  }
}

TEST_P(StreamingModeTest, CannotBePresigned) {
  RequestSigner signer;
  signer.input.payload.mode = GetParam();
  signer.SetHeaders({{"x-amz-decoded-content-length", "12"}});
  signer.Presign();
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kUnsupportedCombination, "payload"));
}

TEST(SignerTest, EventsNeedNoDecodedLength) {
  RequestSigner signer;
  signer.input.payload.mode = PayloadMode::kStreamingEvents;
  const SignedRequest request = signer.Sign();
  EXPECT_EQ(ValueOf(request.headers, "x-amz-content-sha256"), "STREAMING-AWS4-HMAC-SHA256-EVENTS");
}

TEST(SignerTest, EventsDoNotGoWithSigv4a) {
  RequestSigner signer;
  signer.input.payload.mode = PayloadMode::kStreamingEvents;
  signer.input.algorithm = Algorithm::kSigV4a;
  signer.input.region = "";
  signer.input.region_set = "*";
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kUnsupportedCombination, "payload"));
}

TEST(SignerTest, RefusesMalformedParts) {
  RequestSigner signer;
  signer.input.request.method = "GE T";
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidMethod, "method"));
  signer.input.request.method = "GET";
  signer.SetHeaders({{"a\n", "b"}});
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidHeader, "headers[0].name"));
  signer.SetHeaders({});
  signer.SetUrl("https://example.amazonaws.com/a+b");
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidUrl, "url"));
  signer.SetUrl("https://example.amazonaws.com/?a=b+c");
  EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidUrl, "url"));
}

TEST(SignerTest, EncodesWhatNoUrlMayHold) {
  RequestSigner signer;
  signer.SetUrl("https://example.amazonaws.com/a b/ü?q=a b\"|ü&r=%20");
  EXPECT_EQ(signer.Sign().url,
            "https://example.amazonaws.com/a%20b/%C3%BC?q=a%20b%22%7C%C3%BC&r=%20");
}

// "%20" in a double-encoded path is another path than " ".
TEST(SignerTest, LeavesADoubleEncodedPathAsItWasGiven) {
  RequestSigner signer;
  signer.SetProfile("default");
  signer.SetUrl("https://example.amazonaws.com/a b?q=a b");
  EXPECT_EQ(signer.Sign().url, "https://example.amazonaws.com/a b?q=a%20b");
}

}  // namespace
}  // namespace signet
