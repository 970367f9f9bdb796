// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "gtest/gtest.h"
#include "server/sigv4/canonical_request.h"

namespace signet {
namespace {

// The expected texts are what botocore 1.43.11 signs for the same headers,
// without the host and date that it adds; where it differs, the test says so.

TEST(CanonicalHeadersTest, SortsPrefixesFirst) {
  const CanonicalHeaders headers =
      CanonicalizeHeaders({{"x-amz-meta-test-two", "2"}, {"x-amz-meta-test", "1"}});
  EXPECT_EQ(headers.canonical_headers, "x-amz-meta-test:1\nx-amz-meta-test-two:2\n");
  EXPECT_EQ(headers.signed_headers, "x-amz-meta-test;x-amz-meta-test-two");
}

TEST(CanonicalHeadersTest, LowersNamesButNotValues) {
  const CanonicalHeaders headers = CanonicalizeHeaders({{"My-Header", "VaLue"}});
  EXPECT_EQ(headers.canonical_headers, "my-header:VaLue\n");
  EXPECT_EQ(headers.signed_headers, "my-header");
}

TEST(CanonicalHeadersTest, TrimsAndJoinsRunsOfSpaces) {
  EXPECT_EQ(CanonicalizeHeaders({{"My-Header", "  a   b  "}}).canonical_headers, "my-header:a b\n");
}

TEST(CanonicalHeadersTest, JoinsRunsOfSpacesInsideQuotesToo) {
  EXPECT_EQ(CanonicalizeHeaders({{"My-Header", "\"a   b\""}}).canonical_headers,
            "my-header:\"a b\"\n");
}

TEST(CanonicalHeadersTest, JoinsValuesOfOneNameInTheirOrder) {
  const CanonicalHeaders headers =
      CanonicalizeHeaders({{"My-Header", "b"}, {"Other", "x"}, {"my-header", "a"}});
  EXPECT_EQ(headers.canonical_headers, "my-header:b,a\nother:x\n");
  EXPECT_EQ(headers.signed_headers, "my-header;other");
}

TEST(CanonicalHeadersTest, KeepsEmptyValues) {
  EXPECT_EQ(CanonicalizeHeaders({{"My-Header", ""}}).canonical_headers, "my-header:\n");
  EXPECT_EQ(CanonicalizeHeaders({{"X-Empty", ""}, {"X-Empty", "b"}}).canonical_headers,
            "x-empty:,b\n");
}

// As aws-c-auth does: a tab goes at the ends but stays inside, where botocore
// makes it a space.
TEST(CanonicalHeadersTest, TrimsTabsButKeepsThemInside) {
  EXPECT_EQ(CanonicalizeHeaders({{"My-Header", "\ta\tb \t"}}).canonical_headers,
            "my-header:a\tb\n");
}

TEST(CanonicalHeadersTest, BlankValueIsEmpty) {
  EXPECT_EQ(CanonicalizeHeaders({{"My-Header", " \t "}}).canonical_headers, "my-header:\n");
}

TEST(CanonicalHeadersTest, NoHeadersAreNothing) {
  EXPECT_EQ(CanonicalizeHeaders({}).canonical_headers, "");
  EXPECT_EQ(CanonicalizeHeaders({}).signed_headers, "");
}

TEST(NeverSignedTest, HopByHopAndWhatProxiesChange) {
  const TargetProfile& s3 = **FindTargetProfile("s3", "");
  for (const char* const name :
       {"authorization", "connection", "keep-alive", "proxy-authorization", "proxy-authenticate",
        "proxy-connection", "te", "trailer", "trailers", "transfer-encoding", "upgrade", "expect",
        "user-agent", "x-amzn-trace-id", "sec-websocket-key", "sec-websocket-version"}) {
    EXPECT_TRUE(IsNeverSigned(name, s3)) << name;
  }
}

TEST(NeverSignedTest, AllElseIsSigned) {
  const TargetProfile& s3 = **FindTargetProfile("s3", "");
  for (const char* const name : {"host", "date", "content-length", "content-type", "content-md5",
                                 "range", "x-amz-date", "x-amz-trailer", "x-amz-meta-user-agent",
                                 "accept-encoding", "cache-control", "tea", "x-amzn-trace-id-2"}) {
    EXPECT_FALSE(IsNeverSigned(name, s3)) << name;
  }
}

TEST(CanonicalRequestTest, JoinsItsSixParts) {
  EXPECT_EQ(CanonicalRequest("GET", "/", "a=1", {"host", "host:h\n"}, "hash"),
            "GET\n/\na=1\nhost:h\n\nhost\nhash");
}

// "Create a string to sign", IAM User Guide; the hash is that of "x"
// (echo -n x | sha256sum).
TEST(StringToSignTest, JoinsItsFourParts) {
  EXPECT_EQ(StringToSign("AWS4-HMAC-SHA256", "20150830T123600Z", "scope", "x"),
            "AWS4-HMAC-SHA256\n20150830T123600Z\nscope\n"
            "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881");
}

}  // namespace
}  // namespace signet
