// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Public bugs of other signers. Rows are those of tests/public_bugs.md; names begin
// with the row. Expected texts follow "Create a canonical request", IAM User Guide.

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/timestamp.h"
#include "tests/support/request_signer.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// SeaweedFS pull request 8878: a signature that no key went into.
TEST(PublicBugsSignerTest, Row06EverySecretBitChangesThePresignedSignature) {
  const std::string secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  const auto sign = [](const std::string& with) {
    const SigningKey key = DeriveSigningKey({with, "20150830", "us-east-1", "s3"});
    return SignatureOf(MakeHmacSha256Key(key.Reveal()), "string to sign");
  };
  const std::string right = sign(secret);
  for (size_t bit = 0; bit < secret.size() * 8; ++bit) {
    std::string other = secret;
    other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_NE(sign(other), right) << "bit " << bit;
  }
}

TEST(PublicBugsSignerTest, Row06EveryBitOfTheScopeChangesTheSignature) {
  const auto sign = [](const std::string& date, const std::string& region,
                       const std::string& service) {
    const SigningKey key = DeriveSigningKey({"secret", date, region, service});
    return SignatureOf(MakeHmacSha256Key(key.Reveal()), "string to sign");
  };
  const std::string right = sign("20150830", "us-east-1", "s3");
  EXPECT_NE(sign("20150831", "us-east-1", "s3"), right);
  EXPECT_NE(sign("20150830", "us-east-2", "s3"), right);
  EXPECT_NE(sign("20150830", "us-east-1", "s4"), right);
}

// --- Queries: envoy issue 16918, curl issue 9717, php issue 3200, aws4 issues 103 and
// 104, amplify issue 3582.

struct QueryCase {
  const char* name;
  const char* query;
  const char* canonical;
};

class PublicBugsQueryTest : public ::testing::TestWithParam<QueryCase> {};

TEST_P(PublicBugsQueryTest, Row29IsSortedByEncodedNameThenValue) {
  ASSERT_OK_AND_ASSIGN(const std::string canonical, CanonicalQueryString(GetParam().query));
  EXPECT_EQ(canonical, GetParam().canonical);
}

INSTANTIATE_TEST_SUITE_P(
    Queries, PublicBugsQueryTest,
    ::testing::Values(QueryCase{"PrefixAndDot", "q.parser=structured&q=a",
                                "q=a&q.parser=structured"},
                      QueryCase{"PrefixAndDash", "select-type=2&select", "select=&select-type=2"},
                      QueryCase{"BracketsInOrderOfBytes", "param%5B10%5D=b&param%5B2%5D=a",
                                "param%5B10%5D=b&param%5B2%5D=a"},
                      QueryCase{"RawBrackets", "p[2]=a&p[10]=b", "p%5B10%5D=b&p%5B2%5D=a"},
                      QueryCase{"OneNameTwice", "a=2&a=1", "a=1&a=2"},
                      QueryCase{"SortedAfterEncoding", "%41=1&B=2&a=3", "A=1&B=2&a=3"},
                      QueryCase{"TildeStaysAndSortsLast", "~=1&a=2", "a=2&~=1"},
                      QueryCase{"EqualsInTheValue", "a=b=c", "a=b%3Dc"},
                      QueryCase{"NoValueAndEmptyValue", "acl&b=", "acl=&b="},
                      QueryCase{"LowerCaseEscape", "a=%2f", "a=%2F"},
                      QueryCase{"SlashInTheValue", "prefix=a/b", "prefix=a%2Fb"},
                      QueryCase{"NotAscii", "a=%c3%a9", "a=%C3%A9"},
                      QueryCase{"UpperBeforeLower", "a=1&Z=2", "Z=2&a=1"}),
    [](const auto& item) { return item.param.name; });

// --- Headers: curl issues 14370 and 7966.

TEST(PublicBugsSignerTest, Row30HeadersAreSortedByNameNotByLine) {
  const std::vector<HeaderView> headers = {{"x-amz-meta-test-two", "1"},
                                           {"x-amz-meta-test", "2"},
                                           {"X-Amz-Meta-Test-A", "3"},
                                           {"x-amz-meta-test.b", "4"}};
  const CanonicalHeaders canonical = CanonicalizeHeaders(headers);
  EXPECT_EQ(canonical.signed_headers,
            "x-amz-meta-test;x-amz-meta-test-a;x-amz-meta-test-two;x-amz-meta-test.b");
  EXPECT_EQ(canonical.canonical_headers,
            "x-amz-meta-test:2\nx-amz-meta-test-a:3\nx-amz-meta-test-two:1\nx-amz-meta-test.b:4\n");
}

TEST(PublicBugsSignerTest, Row30ValuesKeepTheirOrderAndInnerCommas) {
  const std::vector<HeaderView> headers = {{"a", " z  y "}, {"A", "b,c"}, {"a", ""}};
  EXPECT_EQ(CanonicalizeHeaders(headers).canonical_headers, "a:z y,b,c,\n");
}

// --- Paths: chimera issue 702, envoy issue 42165, amazonka issue 529, requests-aws4auth
// issue 9, kotlin issue 270, java-v2 issue 3601, smithy-rs issue 1308, aws-c-auth issue 162;
// aws-c-s3 issue 112 (slashes).

struct PathCase {
  const char* name;
  const char* profile;
  const char* path;
  const char* canonical;
};

class PublicBugsPathTest : public ::testing::TestWithParam<PathCase> {};

TEST_P(PublicBugsPathTest, Row31IsEncodedAsItsProfileHasIt) {
  ASSERT_OK_AND_ASSIGN(const TargetProfile* const profile,
                       FindTargetProfile(GetParam().profile, "s3"));
  ASSERT_OK_AND_ASSIGN(const std::string canonical, CanonicalUri(GetParam().path, *profile));
  EXPECT_EQ(canonical, GetParam().canonical);
}

INSTANTIATE_TEST_SUITE_P(
    S3, PublicBugsPathTest,
    ::testing::Values(PathCase{"At", "s3", "/a@b", "/a%40b"},
                      PathCase{"Percent", "s3", "/a%25b", "/a%25b"},
                      PathCase{"Blank", "s3", "/a%20b", "/a%20b"},
                      PathCase{"EncodedOnce", "s3", "/a%2540b", "/a%2540b"},
                      PathCase{"EncodedSlashIsASlash", "s3", "/a%2Fb", "/a/b"},
                      PathCase{"Plus", "s3", "/a%2Bb", "/a%2Bb"},
                      PathCase{"Punctuation", "s3", "/a:b=c*d", "/a%3Ab%3Dc%2Ad"},
                      PathCase{"Unreserved", "s3", "/-._~", "/-._~"},
                      PathCase{"TwoSlashes", "s3", "//a//b/", "//a//b/"},
                      PathCase{"DotSegments", "s3", "/a/./b/../c", "/a/./b/../c"},
                      PathCase{"Empty", "s3", "", "/"}),
    [](const auto& item) { return item.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Others, PublicBugsPathTest,
    ::testing::Values(PathCase{"At", "default", "/a@b", "/a%40b"},
                      PathCase{"EncodedTwice", "default", "/a%40b", "/a%2540b"},
                      PathCase{"BlankTwice", "default", "/a%20b", "/a%2520b"},
                      PathCase{"EncodedSlashTwice", "default", "/a%2Fb", "/a%252Fb"},
                      PathCase{"TwoSlashes", "default", "//a//b/", "/a/b/"},
                      PathCase{"DotSegments", "default", "/a/./b/../c", "/a/c"},
                      PathCase{"Arn", "default", "/arn%3Aaws%3As3", "/arn%253Aaws%253As3"},
                      PathCase{"DotsUnnormalized", "default-unnormalized", "/a/../b", "/a/../b"}),
    [](const auto& item) { return item.param.name; });

TEST(PublicBugsSignerTest, Row31EachByteIsEncodedByOneRule) {
  for (int c = 1; c < 256; ++c) {
    const char byte = static_cast<char>(c);
    const bool is_unreserved = absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                               absl::StrContains("-._~", absl::string_view(&byte, 1));
    const std::string expected =
        is_unreserved ? std::string(1, byte) : absl::StrFormat("%%%02X", c);
    EXPECT_EQ(UriEncode(absl::string_view(&byte, 1)), expected) << c;
  }
}

TEST(PublicBugsSignerTest, Row32S3KeepsTheExtraSlashInWhatIsSent) {
  RequestSigner signer;
  signer.SetUrl("https://example.amazonaws.com//bucket//key");
  ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, signer.Prepare());
  EXPECT_THAT(prepared.canonical_request, HasSubstr("\n//bucket//key\n"));
  EXPECT_EQ(signer.Sign().url, "https://example.amazonaws.com//bucket//key");
}

// --- Hosts: ceph issue 10160 (the port stood twice), s3proxy issue 321.

struct HostCase {
  const char* name;
  const char* url;
  const char* host;
};

class PublicBugsHostTest : public ::testing::TestWithParam<HostCase> {};

TEST_P(PublicBugsHostTest, Row33IsSignedAsItIsSent) {
  RequestSigner signer;
  signer.SetUrl(GetParam().url);
  ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, signer.Prepare());
  EXPECT_THAT(prepared.canonical_request,
              HasSubstr(absl::StrCat("\nhost:", GetParam().host, "\n")));
}

INSTANTIATE_TEST_SUITE_P(
    Hosts, PublicBugsHostTest,
    ::testing::Values(HostCase{"Plain", "https://h.example/", "h.example"},
                      HostCase{"HttpsPort", "https://h.example:443/", "h.example"},
                      HostCase{"HttpPort", "http://h.example:80/", "h.example"},
                      HostCase{"OtherPort", "https://h.example:8443/", "h.example:8443"},
                      HostCase{"HttpOnHttpsPort", "http://h.example:443/", "h.example:443"},
                      HostCase{"Ipv6", "http://[::1]:9000/", "[::1]:9000"}),
    [](const auto& item) { return item.param.name; });

TEST(PublicBugsSignerTest, Row34BothStylesOfAnS3UrlSignTheirOwnPath) {
  RequestSigner signer;
  signer.SetUrl("https://bucket.s3.amazonaws.com/key");
  ASSERT_OK_AND_ASSIGN(const PreparedRequest by_host, signer.Prepare());
  EXPECT_THAT(by_host.canonical_request, HasSubstr("GET\n/key\n"));
  signer.SetUrl("https://s3.amazonaws.com/bucket/key");
  ASSERT_OK_AND_ASSIGN(const PreparedRequest by_path, signer.Prepare());
  EXPECT_THAT(by_path.canonical_request, HasSubstr("GET\n/bucket/key\n"));
}

// --- What is signed.

TEST(PublicBugsSignerTest, Row21EveryAmzHeaderIsSigned) {
  RequestSigner signer;
  signer.SetHeaders({{"x-amz-copy-source", "/b/k"}, {"X-Amz-Tagging", "a=b"}, {"x-amz-new", "1"}});
  ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, signer.Prepare());
  EXPECT_EQ(prepared.signed_headers,
            "host;x-amz-content-sha256;x-amz-copy-source;x-amz-date;x-amz-new;x-amz-tagging");
}

TEST(PublicBugsSignerTest, Row21APresignedUrlSignsThemToo) {
  RequestSigner signer;
  signer.SetHeaders({{"x-amz-copy-source", "/b/k"}});
  signer.Presign();
  ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, signer.Prepare());
  const bool is_in_query = absl::StrContains(prepared.canonical_request, "amz-copy-source=");
  const bool is_signed = absl::StrContains(prepared.signed_headers, "x-amz-copy-source");
  EXPECT_TRUE(is_in_query || is_signed);
}

TEST(PublicBugsSignerTest, Row36AUrlIsNeverSignedByVersion2) {
  RequestSigner signer;
  signer.Presign();
  const std::string url = signer.Sign().url;
  EXPECT_THAT(url, HasSubstr("X-Amz-Algorithm=AWS4-HMAC-SHA256"));
  EXPECT_THAT(url, Not(HasSubstr("AWSAccessKeyId")));
  EXPECT_THAT(url, Not(HasSubstr("?Signature")));
  EXPECT_THAT(url, Not(HasSubstr("&Signature")));
}

TEST(PublicBugsSignerTest, Row27AParameterOfSigningGivenTwiceIsRefused) {
  for (const char* const query : {"X-Amz-Foo=1&x-amz-foo=2", "X-Amz-Foo=1&X-Amz-F%6Fo=1"}) {
    RequestSigner signer;
    signer.SetUrl(absl::StrCat("https://example.amazonaws.com/?", query));
    EXPECT_EQ(signer.Prepare().status().code(), absl::StatusCode::kInvalidArgument) << query;
  }
}

TEST(PublicBugsSignerTest, Row50LineEndsNeverReachACanonicalRequest) {
  for (const char* const value : {"a\r\nx: y", "a\nb", "a\rb", "a\x7f"}) {
    RequestSigner signer;
    signer.SetHeaders({{"x-amz-meta-a", value}});
    EXPECT_THAT(signer.Prepare(), FailsWith(Reason::kInvalidHeader, "headers[0].value"));
  }
}

// --- Time: botocore issue 717, requests-aws4auth issue 3, s3mini issue 10.

TEST(PublicBugsSignerTest, Row13TheScopeHasTheDateOfXAmzDateAroundMidnight) {
  for (int second = -2; second <= 2; ++second) {
    RequestSigner signer;
    signer.input.signing_time = *ParseAmzDate("20150831T000000Z") + absl::Seconds(second);
    ASSERT_OK_AND_ASSIGN(const PreparedRequest prepared, signer.Prepare());
    EXPECT_EQ(prepared.amz_date.substr(0, 8), prepared.credential_scope.substr(0, 8)) << second;
    EXPECT_EQ(prepared.amz_date.substr(0, 8), second < 0 ? "20150830" : "20150831");
  }
}

TEST(PublicBugsSignerTest, Row12EachPresigningHasItsOwnExpiry) {
  RequestSigner signer;
  signer.Presign(absl::Seconds(60));
  EXPECT_THAT(signer.Sign().url, HasSubstr("X-Amz-Expires=60&"));
  signer.Presign(absl::Seconds(3600));
  EXPECT_THAT(signer.Sign().url, HasSubstr("X-Amz-Expires=3600&"));
}

}  // namespace
}  // namespace signet
