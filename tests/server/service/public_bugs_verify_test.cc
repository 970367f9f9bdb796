// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Public bugs of other verifiers, on requests signed in the header. Rows are those of
// tests/public_bugs.md; names begin with the row.

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/server/service/public_bugs_case.h"

namespace signet {
namespace {

constexpr char kHash[] = "x-amz-content-sha256";
const std::string kZeros(64, '0');

class PublicBugsVerifyTest : public VerifyBugTest {};

TEST_P(PublicBugsVerifyTest, Header) {
  Expect(GetParam(), maker_.Received(ReceivedRequestMaker::PutObject()));
}

// Puts a mode into x-amz-content-sha256, which the signature does not fit any more.
VerifyBug Mode(const std::string& name, const std::string& mode) {
  return Invalid("Row01" + name, SetHeader(kHash, mode));
}

// MinIO CVE-2025-31489: STREAMING-UNSIGNED-PAYLOAD-TRAILER was never verified;
// SeaweedFS pull request 7915: the same. Here with the signature of another mode;
// PublicBugsModesTest has each mode with its own and a wrong one.
INSTANTIATE_TEST_SUITE_P(
    Row01Modes, PublicBugsVerifyTest,
    ::testing::Values(Mode("Hash", kZeros), Mode("Unsigned", "UNSIGNED-PAYLOAD"),
                      Mode("Streaming", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"),
                      Mode("StreamingTrailer", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"),
                      Mode("UnsignedTrailer", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"),
                      Mode("Events", "STREAMING-AWS4-HMAC-SHA256-EVENTS")),
    BugName);

// MinIO CVE-2026-41145: the gate looked at Authorization alone, the credential was
// taken from the query.
INSTANTIATE_TEST_SUITE_P(
    Row02Sources, PublicBugsVerifyTest,
    ::testing::Values(
        Refused("Row02CredentialInQueryToo",
                AddQuery("X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3")),
        Refused("Row02SignatureInQueryToo", AddQuery("X-Amz-Signature=" + kZeros)),
        Refused("Row02AlgorithmInQueryToo", AddQuery("X-Amz-Algorithm=AWS4-HMAC-SHA256")),
        Refused("Row02ExpiresInQueryToo", AddQuery("X-Amz-Expires=60")),
        Refused("Row02TokenInQueryToo", AddQuery("X-Amz-Security-Token=TOKEN")),
        Refused("Row02LowerCaseInQueryToo", AddQuery("x-amz-signature=" + kZeros)),
        Refused("Row02EncodedNameInQueryToo", AddQuery("X%2DAmz-Signature=" + kZeros)),
        Refused("Row02SecondAuthorization", AddHeader("authorization", "Bearer x")),
        Refused("Row02NoSignatureAtAll", RemoveHeader("Authorization")),
        // The fields of a POST form are no authentication of a request.
        Refused("Row02PostFormFields",
                [](v1::VerifyRequestRequest* request) {
                  RemoveHeader("Authorization")(request);
                  request->mutable_payload()->set_body("X-Amz-Signature=00&X-Amz-Credential=A");
                })),
    BugName);

// MinIO CVE-2026-40344: a kind of authentication that one switch did not know.
INSTANTIATE_TEST_SUITE_P(
    Row03Unknown, PublicBugsVerifyTest,
    ::testing::Values(
        Refused("Row03UnknownMode", SetHeader(kHash, "STREAMING-NEW-PAYLOAD"),
                Reason::kInvalidPayloadHash),
        Refused("Row03LowerCaseMode", SetHeader(kHash, "unsigned-payload"),
                Reason::kInvalidPayloadHash),
        Refused("Row03EmptyMode", SetHeader(kHash, ""), Reason::kInvalidPayloadHash),
        Refused("Row03ModeOfSigv4a", SetHeader(kHash, "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD"),
                Reason::kInvalidPayloadHash),
        Refused("Row03UnknownAlgorithm", ReplaceAuthorization("HMAC-SHA256", "HMAC-SHA512"),
                Reason::kInvalidAlgorithm),
        Refused("Row03LowerCaseAlgorithm", ReplaceAuthorization("AWS4-HMAC", "aws4-hmac"),
                Reason::kInvalidAlgorithm),
        Refused("Row03SignatureVersion2", SetHeader("Authorization", "AWS AKIA:c2lnbmF0dXJl"),
                Reason::kInvalidAlgorithm),
        Refused("Row03SubstitutedBySigv4a",
                ReplaceAuthorization("AWS4-HMAC-SHA256", "AWS4-ECDSA-P256-SHA256"))),
    BugName);

// SeaweedFS issue 7912: an identity that is not there passed.
INSTANTIATE_TEST_SUITE_P(
    Row04Nobody, PublicBugsVerifyTest,
    ::testing::Values(
        Refused("Row04EmptyAccessKey",
                ReplaceAuthorization("Credential=AKIAIOSFODNN7EXAMPLE/", "Credential=/")),
        Refused("Row04EmptyCredential", SetHeader("Authorization", "AWS4-HMAC-SHA256 Credential=")),
        Refused("Row04AlgorithmAlone", SetHeader("Authorization", "AWS4-HMAC-SHA256")),
        Refused("Row04AnonymousUnsignedTrailer",
                [](v1::VerifyRequestRequest* request) {
                  SetHeader(kHash, "STREAMING-UNSIGNED-PAYLOAD-TRAILER")(request);
                  RemoveHeader("Authorization")(request);
                }),
        Invalid("Row04UnknownAccessKey",
                ReplaceAuthorization("AKIAIOSFODNN7EXAMPLE", "AKIANOBODY"))),
    BugName);

// chimera issue 1187, vinyldns issue 1525, MinIO issue 9421, floci issue 3081: parts of
// the scope that nothing compared, and dates that there are not.
INSTANTIATE_TEST_SUITE_P(
    Row16Scope, PublicBugsVerifyTest,
    ::testing::Values(
        Refused("Row16ScopeOfTheDayBefore", ReplaceAuthorization("/20130524/", "/20130523/")),
        Refused("Row16ScopeOfAnotherCentury", ReplaceAuthorization("/20130524/", "/20100101/")),
        Refused("Row16DateOfTheNextDay", SetHeader("x-amz-date", "20130525T000000Z")),
        Invalid("Row16AnotherRegion", ReplaceAuthorization("/us-east-1/", "/us-west-1/")),
        Invalid("Row16AnotherService", ReplaceAuthorization("/s3/", "/sts/")),
        Refused("Row16NoRegion", ReplaceAuthorization("/us-east-1/", "/")),
        Refused("Row16AnotherTerminator", ReplaceAuthorization("/aws4_request", "/aws4_requesT")),
        Refused("Row16SixParts", ReplaceAuthorization("/aws4_request", "/aws4_request/x")),
        Refused("Row16ImpossibleMonthAndTime", SetHeader("x-amz-date", "20261332T999999Z"),
                Reason::kInvalidSigningTime),
        Refused("Row16ThirtiethOfFebruary", SetHeader("x-amz-date", "20130230T000000Z"),
                Reason::kInvalidSigningTime),
        Refused("Row16LeapDayOfNoLeapYear", SetHeader("x-amz-date", "20130229T000000Z"),
                Reason::kInvalidSigningTime),
        Refused("Row16Hour24", SetHeader("x-amz-date", "20130524T240000Z"),
                Reason::kInvalidSigningTime),
        Refused("Row16Second60", SetHeader("x-amz-date", "20130524T235960Z"),
                Reason::kInvalidSigningTime),
        Refused("Row16IsoDate", SetHeader("x-amz-date", "2013-05-24T00:00:00Z"),
                Reason::kInvalidSigningTime),
        Refused("Row16NoDate", RemoveHeader("x-amz-date")),
        Refused("Row16TwoDates", AddHeader("X-Amz-Date", "20130524T000000Z")),
        Invalid("Row16AnotherExpectedRegion",
                [](v1::VerifyRequestRequest* request) { request->set_region("eu-west-1"); }),
        Invalid("Row16AnotherExpectedService",
                [](v1::VerifyRequestRequest* request) { request->set_service("sqs"); })),
    BugName);

// RustFS GHSA-xm99, GHSA-g8w9, chimera issue 499, ds_proxy issue 164: headers that
// nobody signed were obeyed.
INSTANTIATE_TEST_SUITE_P(
    Row21UnsignedHeaders, PublicBugsVerifyTest,
    ::testing::Values(
        Refused("Row21CopySource", AddHeader("x-amz-copy-source", "/other/secret")),
        Refused("Row21CopySourceInCapitals", AddHeader("X-AMZ-COPY-SOURCE", "/other/secret")),
        Refused("Row21Tagging", AddHeader("x-amz-tagging", "a=b")),
        Refused("Row21Acl", AddHeader("x-amz-acl", "public-read")),
        Refused("Row21Redirect", AddHeader("x-amz-website-redirect-location", "/")),
        Refused("Row21Metadata", AddHeader("x-amz-meta-more", "x")),
        Refused("Row21SignedOneLeftOut", ReplaceAuthorization(";x-amz-meta-color", "")),
        // A second value of a signed header is part of what was signed.
        Invalid("Row21SecondValueOfASignedOne", AddHeader("x-amz-meta-color", "red")),
        // S3 takes this one unsigned: its value is the canonical request's last line.
        Invalid("Row21PayloadHashMayBeUnsigned",
                ReplaceAuthorization("x-amz-content-sha256;", ""))),
    BugName);

// predastore issue 19, s3-orchestrator issue 107.
INSTANTIATE_TEST_SUITE_P(
    Row22MustBeSigned, PublicBugsVerifyTest,
    ::testing::Values(
        Refused("Row22HostUnsigned", ReplaceAuthorization("SignedHeaders=host;", "SignedHeaders=")),
        Refused("Row22DateUnsigned", ReplaceAuthorization("x-amz-date;", "")),
        Refused("Row22NothingSigned",
                ReplaceAuthorization("host;x-amz-content-sha256;x-amz-date;x-amz-meta-color;"
                                     "x-amz-security-token",
                                     "")),
        Refused("Row22TokenUnsigned", ReplaceAuthorization(";x-amz-security-token", "")),
        Invalid("Row22AnotherHost", ReplaceUrl("examplebucket", "otherbucket")),
        Refused("Row22HostHeaderIsNotTheUrls", AddHeader("Host", "other.s3.amazonaws.com"))),
    BugName);

// versitygw issues 457 and 63: AWS reads an absent header as empty; here it is refused.
INSTANTIATE_TEST_SUITE_P(
    Row23Absent, PublicBugsVerifyTest,
    ::testing::Values(
        Refused("Row23ListedButAbsent", RemoveHeader("x-amz-meta-color")),
        Refused("Row23ListedButNeverThere",
                ReplaceAuthorization("SignedHeaders=host;", "SignedHeaders=cookie;host;")),
        Refused("Row23Unsorted",
                ReplaceAuthorization("host;x-amz-content-sha256;", "x-amz-content-sha256;host;")),
        Refused("Row23Twice", ReplaceAuthorization("host;", "host;host;")),
        Refused("Row23Capital", ReplaceAuthorization("host;", "Host;")),
        Refused("Row23EmptyName", ReplaceAuthorization("SignedHeaders=", "SignedHeaders=;")),
        Refused("Row23AuthorizationItself",
                ReplaceAuthorization("SignedHeaders=", "SignedHeaders=authorization;"))),
    BugName);

// chimera issue 491, fakecloud issue 2294: the hash was never compared with the body.
INSTANTIATE_TEST_SUITE_P(Row24Body, PublicBugsVerifyTest,
                         ::testing::Values(Gives("Row24SameBody", v1::VERDICT_VALID,
                                                 [](v1::VerifyRequestRequest* request) {
                                                   request->mutable_payload()->set_body("body");
                                                 }),
                                           Invalid("Row24AnotherBody",
                                                   [](v1::VerifyRequestRequest* request) {
                                                     request->mutable_payload()->set_body("Body");
                                                   }),
                                           Invalid("Row24EmptyBody",
                                                   [](v1::VerifyRequestRequest* request) {
                                                     request->mutable_payload()->set_body("");
                                                   }),
                                           Invalid("Row24AnotherHash",
                                                   [](v1::VerifyRequestRequest* request) {
                                                     request->mutable_payload()->set_sha256(
                                                         std::string(32, 'x'));
                                                   }),
                                           Refused("Row24TwoHashes", AddHeader(kHash, kZeros)),
                                           Refused("Row24NoHash", RemoveHeader(kHash))),
                         BugName);

// rustfs issue 3374: what stood before the verifier added a header. Exactly what is
// passed is verified; headers that are not signed may come and go.
INSTANTIATE_TEST_SUITE_P(
    Row35ExactBytes, PublicBugsVerifyTest,
    ::testing::Values(
        Gives("Row35UnsignedHeaderAdded", v1::VERDICT_VALID, AddHeader("X-Request-Id", "1")),
        Invalid("Row35SignedValueChanged", SetHeader("x-amz-meta-color", "Blue")),
        Gives("Row35BlanksAroundAValue", v1::VERDICT_VALID,
              SetHeader("x-amz-meta-color", "  blue ")),
        Invalid("Row35PathChanged", ReplaceUrl("/test.txt", "/Test.txt")),
        Invalid("Row35SlashAdded", ReplaceUrl("/test.txt", "//test.txt")),
        Gives("Row35SamePathEncoded", v1::VERDICT_VALID, ReplaceUrl("/test.txt", "/%74est.txt")),
        Invalid("Row35QueryChanged", ReplaceUrl("partNumber=1", "partNumber=2")),
        Invalid("Row35QueryAdded", AddQuery("acl")),
        Invalid("Row35MethodChanged",
                [](v1::VerifyRequestRequest* request) {
                  request->mutable_http_request()->set_method("DELETE");
                }),
        Invalid("Row35MethodInLowerCase",
                [](v1::VerifyRequestRequest* request) {
                  request->mutable_http_request()->set_method("put");
                })),
    BugName);

// Ceph RGW CVE-2021-3524, CVE-2020-10753, CVE-2015-5245: line ends in header values;
// CVE-2022-3854: no URL.
INSTANTIATE_TEST_SUITE_P(
    Row50Bytes, PublicBugsVerifyTest,
    ::testing::Values(
        Refused("Row50LineEndInAValue", SetHeader("x-amz-meta-color", "blue\r\nx: y"),
                Reason::kInvalidHeader),
        Refused("Row50LineFeedInAName", AddHeader("x-a\nb", "c"), Reason::kInvalidHeader),
        Refused("Row50NulInAValue", SetHeader("x-amz-meta-color", std::string("a\0b", 3)),
                Reason::kInvalidHeader),
        Refused(
            "Row50NoUrl",
            [](v1::VerifyRequestRequest* request) { request->mutable_http_request()->clear_url(); },
            Reason::kInvalidUrl),
        Refused(
            "Row50NoHost",
            [](v1::VerifyRequestRequest* request) {
              request->mutable_http_request()->set_url("https:///test.txt");
            },
            Reason::kInvalidUrl),
        Refused("Row50NulEscape", ReplaceUrl("test", "%00"), Reason::kInvalidUrl)),
    BugName);

}  // namespace
}  // namespace signet
