// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Signed requests that are refused before any key is looked up: each is genuine
// but for one thing.

#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "server/sigv4/verifier.h"
#include "tests/support/received_request.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

// Requests that are refused before any key is looked up.
struct Refusal {
  std::string name;
  std::function<void(ReceivedByServer*)> spoil;
  Reason reason = Reason::kInvalidSignature;
  std::string field = "headers";
};

std::string RefusalName(const ::testing::TestParamInfo<Refusal>& refusal) {
  return refusal.param.name;
}

class HeaderRefusalTest : public ::testing::TestWithParam<Refusal> {};

TEST_P(HeaderRefusalTest, IsRefused) {
  ReceivedByServer received = SignAsClient({}, {.session_token = "TOKEN"});
  ASSERT_TRUE(IsGenuine(received));
  GetParam().spoil(&received);
  EXPECT_THAT(ParseAsServer(received), FailsWith(GetParam().reason, GetParam().field));
}

Refusal Authorization(const std::string& name, const std::string& from, const std::string& to,
                      Reason reason = Reason::kInvalidSignature) {
  return {name,
          [from, to](ReceivedByServer* received) { received->ReplaceAuthorization(from, to); },
          reason};
}

Refusal Without(const std::string& name, const std::string& header,
                Reason reason = Reason::kInvalidSignature) {
  return {name, [header](ReceivedByServer* received) { received->Erase(header); }, reason};
}

Refusal Added(const std::string& name, const Header& header, const std::string& field) {
  return {name, [header](ReceivedByServer* received) { received->headers.push_back(header); },
          Reason::kInvalidSignature, field};
}

INSTANTIATE_TEST_SUITE_P(
    Algorithm, HeaderRefusalTest,
    ::testing::Values(
        Authorization("LowerCase", "AWS4-HMAC-SHA256", "aws4-hmac-sha256",
                      Reason::kInvalidAlgorithm),
        Authorization("Sha1", "AWS4-HMAC-SHA256", "AWS4-HMAC-SHA1", Reason::kInvalidAlgorithm),
        Authorization("SigV2",
                      "AWS4-HMAC-SHA256 Credential=", "AWS AKIA:", Reason::kInvalidAlgorithm),
        Authorization("Chunk", "AWS4-HMAC-SHA256", "AWS4-HMAC-SHA256-PAYLOAD",
                      Reason::kInvalidAlgorithm),
        Authorization("Sigv4aWithFivePartScope", "AWS4-HMAC-SHA256", "AWS4-ECDSA-P256-SHA256")),
    RefusalName);

INSTANTIATE_TEST_SUITE_P(
    Source, HeaderRefusalTest,
    ::testing::Values(
        Without("None", "Authorization"),
        Added("TwoAuthorizations", {"authorization", "AWS4-HMAC-SHA256 "}, "headers[6].name"),
        // MinIO CVE-2026-41145: a credential in the query beside the header.
        Refusal{"CredentialInQueryToo",
                [](ReceivedByServer* received) { received->url += "&X-Amz-Credential=AKIA"; }},
        Refusal{"LowerCaseCredentialInQueryToo",
                [](ReceivedByServer* received) { received->url += "&x-amz-credential=AKIA"; }},
        Refusal{"EncodedSignatureInQueryToo",
                [](ReceivedByServer* received) { received->url += "&X-Amz-%53ignature=00"; }}),
    RefusalName);

INSTANTIATE_TEST_SUITE_P(
    Authorization, HeaderRefusalTest,
    ::testing::Values(
        Authorization("NoCredential", "Credential=", "Credentia="),
        Authorization("NoSignedHeaders", "SignedHeaders=", "X="),
        Authorization("NoSignature", ", Signature=", ", X="),
        Authorization("EmptySignedHeaders",
                      "SignedHeaders=host;x-amz-content-sha256;x-amz-date;"
                      "x-amz-meta-color;x-amz-security-token",
                      "SignedHeaders="),
        Authorization("CredentialTwice", "SignedHeaders=", "Credential=x, SignedHeaders="),
        Authorization("SignatureTwice", "SignedHeaders=",
                      "Signature=0000000000000000000000000000000000000000000000000000000000000000, "
                      "SignedHeaders="),
        Authorization("MoreParts", "SignedHeaders=", "Extra=1, SignedHeaders="),
        Authorization("EmptyPart", ", SignedHeaders=", ",, SignedHeaders="),
        Refusal{
            "ShortSignature",
            [](ReceivedByServer* received) { received->Find("Authorization").value.pop_back(); }},
        Refusal{"LongSignature",
                [](ReceivedByServer* received) { received->Find("Authorization").value += "0"; }},
        Refusal{"UpperCaseSignature",
                [](ReceivedByServer* received) {
                  std::string& value = received->Find("Authorization").value;
                  value.replace(value.size() - 64, 64, std::string(64, 'A'));
                }}),
    RefusalName);

INSTANTIATE_TEST_SUITE_P(
    Scope, HeaderRefusalTest,
    ::testing::Values(Authorization("NoScope", "/20130524/us-east-1/s3/aws4_request", ""),
                      Authorization("NoKey", "Credential=AKIAIOSFODNN7EXAMPLE/", "Credential=/"),
                      Authorization("FourParts", "/us-east-1/s3", "/s3"),
                      Authorization("SixParts", "/s3/", "/s3/x/"),
                      Authorization("OtherTerminator", "aws4_request", "aws5_request"),
                      Authorization("EmptyRegion", "/us-east-1/", "//"),
                      Authorization("BlankInService", "/s3/", "/s 3/"),
                      // chimera issue 1187: scope date and x-amz-date never compared.
                      Authorization("OtherDate", "20130524/", "20130523/"),
                      Authorization("DateIsNoDate", "20130524/", "2013052x/"),
                      Authorization("OtherRegion", "us-east-1", "us-east-2",
                                    Reason::kInvalidRegion),
                      Authorization("OtherService", "/s3/", "/sts/", Reason::kInvalidService)),
    RefusalName);

Refusal Date(const std::string& name, const std::string& date) {
  return {name, [date](ReceivedByServer* received) { received->Find("x-amz-date").value = date; },
          Reason::kInvalidSigningTime};
}

INSTANTIATE_TEST_SUITE_P(
    Date, HeaderRefusalTest,
    ::testing::Values(Without("Absent", "x-amz-date"), Date("Empty", ""),
                      Date("DashedForm", "2013-05-24T00:00:00Z"),
                      Date("NoSuchDate", "20130230T000000Z"),
                      Date("NoSuchTime", "20130524T240000Z"), Date("LocalTime", "20130524T000000+"),
                      Added("Twice", {"X-Amz-Date", kTestDate}, "headers[6].name")),
    RefusalName);

INSTANTIATE_TEST_SUITE_P(
    SignedHeaders, HeaderRefusalTest,
    ::testing::Values(
        // predastore issue 19, s3-orchestrator issue 107.
        Authorization("HostNotSigned", "SignedHeaders=host;", "SignedHeaders="),
        Authorization("DateNotSigned", "x-amz-date;", ""),
        // RustFS GHSA-xm99: unsigned x-amz-* headers were obeyed.
        Added("UnsignedAmzHeader", {"X-Amz-Copy-Source", "/other/key"}, "headers"),
        Authorization("TokenNotSigned", ";x-amz-security-token", ""),
        // versitygw issue 457: signed by name, but absent.
        Without("SignedHeaderAbsent", "x-amz-meta-color"),
        Authorization("NotSorted", "host;x-amz-content-sha256;x-amz-date;",
                      "x-amz-content-sha256;host;x-amz-date;"),
        Authorization("NamedTwice", "host;", "host;host;"),
        Authorization("UpperCase", "host;", "Host;"), Authorization("EmptyName", "host;", "host;;"),
        Authorization("AuthorizationItself", "SignedHeaders=host;",
                      "SignedHeaders=authorization;host;"),
        Added("SecondHost", {"host", "examplebucket.s3.amazonaws.com"}, "headers[6].name"),
        Added("SecondToken", {"x-amz-security-token", "TOKEN"}, "headers[6].name"),
        Added("SecondPayloadHash", {"x-amz-content-sha256", "UNSIGNED-PAYLOAD"}, "headers[6].name"),
        Refusal{"HostIsNotTheUrls",
                [](ReceivedByServer* received) {
                  received->Find("Host").value = "other.example.com";
                }}),
    RefusalName);

INSTANTIATE_TEST_SUITE_P(Payload, HeaderRefusalTest,
                         ::testing::Values(Refusal{"UnknownConstant",
                                                   [](ReceivedByServer* received) {
                                                     received->Find("x-amz-content-sha256").value =
                                                         "STREAMING-PAYLOAD";
                                                   },
                                                   Reason::kInvalidPayloadHash},
                                           Refusal{"ConstantOfSigv4a",
                                                   [](ReceivedByServer* received) {
                                                     received->Find("x-amz-content-sha256").value =
                                                         "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD";
                                                   },
                                                   Reason::kInvalidPayloadHash},
                                           Refusal{"UpperCaseHash",
                                                   [](ReceivedByServer* received) {
                                                     received->Find("x-amz-content-sha256").value =
                                                         std::string(64, 'A');
                                                   },
                                                   Reason::kInvalidPayloadHash}),
                         RefusalName);

class QueryRefusalTest : public ::testing::TestWithParam<Refusal> {};

TEST_P(QueryRefusalTest, IsRefused) {
  ReceivedByServer received = PresignAsClient();
  ASSERT_TRUE(IsGenuine(received));
  GetParam().spoil(&received);
  EXPECT_THAT(ParseAsServer(received), FailsWith(GetParam().reason, GetParam().field));
}

Refusal Url(const std::string& name, const std::string& from, const std::string& to,
            Reason reason = Reason::kInvalidSignature) {
  return {name, [from, to](ReceivedByServer* received) { received->Replace(from, to); }, reason,
          "url"};
}

INSTANTIATE_TEST_SUITE_P(
    Parameters, QueryRefusalTest,
    ::testing::Values(
        Url("NoAlgorithm", "X-Amz-Algorithm=AWS4-HMAC-SHA256&", ""),
        Url("OtherAlgorithm", "=AWS4-HMAC-SHA256", "=AWS4-HMAC-SHA1", Reason::kInvalidAlgorithm),
        Url("NoCredential", "X-Amz-Credential=", "Y="), Url("NoDate", "X-Amz-Date=", "Y="),
        Url("NoExpires", "X-Amz-Expires=3600&", ""),
        Url("NoSignedHeaders", "X-Amz-SignedHeaders=", "Y="),
        Url("NoSignature", "X-Amz-Signature=", "Y="),
        Url("EmptySignedHeaders", "X-Amz-SignedHeaders=host%3Bx-amz-meta-color",
            "X-Amz-SignedHeaders="),
        Url("LowerCaseSpelling", "X-Amz-Signature=", "x-amz-signature="),
        Url("ScopeOfFourParts", "%2Fus-east-1%2Fs3", "%2Fs3"),
        Url("OtherScopeDate", "20130524%2F", "20130525%2F"), Url("HostNotSigned", "host%3B", ""),
        // Duplicates, as they are and in another case (aws-iam-authenticator
        // CVE-2022-2385).
        Url("DateTwice", "X-Amz-Date=", "X-Amz-Date=20130524T000000Z&X-Amz-Date="),
        Url("DateTwiceInAnotherCase", "X-Amz-Date=", "x-amz-date=20130524T000000Z&X-Amz-Date="),
        Url("ExpiresTwice", "X-Amz-Expires=3600", "X-Amz-Expires=3600&X-Amz-Expires=604800"),
        Url("SignatureTwice", "X-Amz-Signature=", "X-Amz-Signature=0&X-Amz-Signature="),
        Url("OtherAmzParameterTwice", "a=b", "x-amz-meta-a=1&X-Amz-Meta-A=2")),
    RefusalName);

INSTANTIATE_TEST_SUITE_P(
    Headers, QueryRefusalTest,
    ::testing::Values(Added("UnsignedAmzHeader", {"x-amz-copy-source", "/other/key"}, "url"),
                      Added("DateHeaderToo", {"x-amz-date", kTestDate}, "headers"),
                      Added("TokenHeaderToo", {"x-amz-security-token", "T"}, "headers"),
                      Added("AuthorizationToo", {"authorization", "AWS4-HMAC-SHA256 "}, "headers")),
    RefusalName);

// s3s issue 645, noobaa issue 8873, fakecloud issue 1577.
class ExpiresTest : public ::testing::TestWithParam<std::string> {};

TEST_P(ExpiresTest, IsRefused) {
  ReceivedByServer received = PresignAsClient();
  received.Replace("X-Amz-Expires=3600", absl::StrCat("X-Amz-Expires=", GetParam()));
  EXPECT_THAT(ParseAsServer(received), FailsWith(Reason::kInvalidExpiry, "url"));
}

INSTANTIATE_TEST_SUITE_P(Values, ExpiresTest,
                         ::testing::Values("0", "604801", "-1", "%2B1", "1e3", "01", "1.5", "%201",
                                           "0x10", "18446744073709551617", "9999999"));

TEST(ExpiresTest, SevenDaysIsTheMost) {
  ReceivedByServer received = PresignAsClient();
  received.Replace("X-Amz-Expires=3600", "X-Amz-Expires=604800");
  EXPECT_OK(ParseAsServer(received));
}

}  // namespace
}  // namespace signet
