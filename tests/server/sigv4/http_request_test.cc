// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/http_request.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ParseUrlTest, SplitsAllParts) {
  ASSERT_OK_AND_ASSIGN(const UrlView url, ParseUrl("https://Example.com:8443/a/b?c=d?e&f"));
  EXPECT_EQ(url.scheme, "https");
  EXPECT_EQ(url.authority, "Example.com:8443");
  EXPECT_EQ(url.path, "/a/b");
  EXPECT_EQ(url.query, "c=d?e&f");
}

TEST(ParseUrlTest, PathAndQueryMayBeAbsent) {
  ASSERT_OK_AND_ASSIGN(const UrlView bare, ParseUrl("http://h"));
  EXPECT_EQ(bare.path, "");
  EXPECT_EQ(bare.query, "");
  ASSERT_OK_AND_ASSIGN(const UrlView query_only, ParseUrl("http://h?a"));
  EXPECT_EQ(query_only.authority, "h");
  EXPECT_EQ(query_only.path, "");
  EXPECT_EQ(query_only.query, "a");
}

class GoodUrlTest : public ::testing::TestWithParam<const char*> {};
TEST_P(GoodUrlTest, IsAccepted) { EXPECT_OK(ParseUrl(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Hosts, GoodUrlTest,
                         ::testing::Values("HTTPS://h/", "http://127.0.0.1:9000/", "http://h:1/",
                                           "http://h:65535/", "https://[::1]/",
                                           "https://[2001:db8::1]:9000/", "http://a_b-c.d~e/",
                                           "https://h:443/", "https://[::ffff:192.0.2.1]:443/"));
INSTANTIATE_TEST_SUITE_P(Paths, GoodUrlTest,
                         ::testing::Values("http://h/a b", "http://h/ሴ?ሴ", "http://h//a",
                                           "http://h/%2F", "http://h/a@b:c", "http://h/http://x",
                                           "http://h?x=http://y"));

class BadUrlTest : public ::testing::TestWithParam<const char*> {};
TEST_P(BadUrlTest, IsRefused) {
  EXPECT_THAT(ParseUrl(GetParam()), FailsWith(Reason::kInvalidUrl, "url"));
}

INSTANTIATE_TEST_SUITE_P(NotAbsolute, BadUrlTest,
                         ::testing::Values("", "/", "h", "//h/", "h/a", "http:/h", "http:h",
                                           "://h/"));
INSTANTIATE_TEST_SUITE_P(Schemes, BadUrlTest,
                         ::testing::Values("ftp://h/", "file:///etc", "httpss://h/", " http://h/",
                                           "s3://bucket/key"));
INSTANTIATE_TEST_SUITE_P(Hosts, BadUrlTest,
                         ::testing::Values("http://", "http:///a", "http://?a", "http://:80/",
                                           "http://user@h/", "http://user:pass@h/", "http://h h/",
                                           "http://h%41/", "http://ሴ.com/", "http://h\\x/",
                                           "http://a,b/", "http://a;b/"));
INSTANTIATE_TEST_SUITE_P(Ports, BadUrlTest,
                         ::testing::Values("http://h:/", "http://h:0/", "http://h:65536/",
                                           "http://h:-1/", "http://h:+80/", "http://h: 80/",
                                           "http://h:80x/", "http://h:80:80/", "http://h:000080/",
                                           "http://h:080/", "https://h:00443/", "http://h:00/"));
INSTANTIATE_TEST_SUITE_P(Ipv6, BadUrlTest,
                         ::testing::Values("http://[]/", "http://[::1/", "http://[::1]80/",
                                           "http://[::1]:/", "http://[::1]:0/", "http://[g::1]/",
                                           "http://::1/", "http://[::1%25eth0]/", "http://[:::]/",
                                           "http://[1.2.3.4]/", "http://[12345::]/",
                                           "http://[1:2:3:4:5:6:7]/", "http://[::1]:0443/",
                                           "http://[1::2::3]/"));
INSTANTIATE_TEST_SUITE_P(Bytes, BadUrlTest,
                         ::testing::Values("http://h/\n", "http://h/\r\nX: y", "http://h/\t",
                                           "http://h/\x7f", "http://h\n/", "http://h/?a=\x01",
                                           "http://h/#f", "http://h/a?b#c", "http://h#"));
INSTANTIATE_TEST_SUITE_P(Escapes, BadUrlTest,
                         ::testing::Values("http://h/%", "http://h/%2", "http://h/%zz",
                                           "http://h/?a=%", "http://h/?%2"));

TEST(ParseUrlTest, NulIsAControlByte) {
  EXPECT_THAT(ParseUrl(absl::string_view("http://h/\0a", 11)),
              FailsWith(Reason::kInvalidUrl, "url"));
}

TEST(ParseUrlTest, LengthIsLimited) {
  const std::string begin = "http://h/";
  EXPECT_OK(ParseUrl(begin + std::string(kMaxUrlBytes - begin.size(), 'a')));
  const absl::StatusOr<UrlView> url =
      ParseUrl(begin + std::string(kMaxUrlBytes - begin.size() + 1, 'a'));
  EXPECT_THAT(url, FailsWith(Reason::kLimitExceeded, "url"));
  EXPECT_THAT(url.status().message(), HasSubstr("16385 bytes, allowed are 16384"));
}

// URLs may carry passwords or tokens.
TEST(ParseUrlTest, MessageDoesNotRepeatTheUrl) {
  EXPECT_THAT(ParseUrl("http://user:hunter2@h/").status().message(), Not(HasSubstr("hunter2")));
}

absl::Status Validate(absl::string_view method, const std::vector<HeaderView>& headers = {}) {
  return ValidateHttpRequest({method, *ParseUrl("http://h/"), headers});
}

TEST(ValidateHttpRequestTest, TakesAnyTokenForMethod) {
  for (const char* const method : {"GET", "M-SEARCH", "get", "PURGE_1"}) {
    EXPECT_OK(Validate(method)) << method;
  }
}

TEST(ValidateHttpRequestTest, RefusesBadMethods) {
  for (const char* const method : {"", "GE T", "GET\n", "GET/", "ሴ", "GET:"}) {
    EXPECT_THAT(Validate(method), FailsWith(Reason::kInvalidMethod, "method")) << method;
  }
}

TEST(ValidateHttpRequestTest, LimitsTheMethod) {
  EXPECT_OK(Validate(std::string(kMaxMethodBytes, 'A')));
  EXPECT_THAT(Validate(std::string(kMaxMethodBytes + 1, 'A')),
              FailsWith(Reason::kLimitExceeded, "method"));
}

TEST(ValidateHttpRequestTest, RefusesBadHeaderNames) {
  for (const char* const name : {"", "a b", "a:", "a\n", " a", "ሴ", "a\r\nb", "(a)"}) {
    EXPECT_THAT(Validate("GET", {{"ok", "1"}, {name, "1"}}),
                FailsWith(Reason::kInvalidHeader, "headers[1].name"))
        << name;
  }
}

// Also a folded value of two lines (RFC 9110 section 5.5).
TEST(ValidateHttpRequestTest, RefusesControlBytesInValues) {
  for (const char* const value : {"a\nb", "a\r\nb: c", "a\r\n b", "\x01", "a\x7f", "\x1b[0m"}) {
    EXPECT_THAT(Validate("GET", {{"ok", value}}),
                FailsWith(Reason::kInvalidHeader, "headers[0].value"))
        << value;
  }
  EXPECT_THAT(Validate("GET", {{"ok", absl::string_view("a\0b", 3)}}),
              FailsWith(Reason::kInvalidHeader, "headers[0].value"));
}

TEST(ValidateHttpRequestTest, TakesTabsAndNonAsciiInValues) {
  EXPECT_OK(Validate("GET", {{"ok", "a\tb"}, {"ok", "ü"}, {"ok", ""}}));
}

TEST(ValidateHttpRequestTest, LimitsHeaderCount) {
  EXPECT_OK(Validate("GET", std::vector<HeaderView>(kMaxHeaders, {"a", "b"})));
  const absl::Status status = Validate("GET", std::vector<HeaderView>(kMaxHeaders + 1, {"a", "b"}));
  EXPECT_THAT(status, FailsWith(Reason::kLimitExceeded, "headers"));
  EXPECT_THAT(status.message(), HasSubstr("129 headers, allowed are 128"));
}

TEST(ValidateHttpRequestTest, LimitsHeaderNames) {
  const std::string longest(kMaxHeaderNameBytes, 'a');
  EXPECT_OK(Validate("GET", {{longest, ""}}));
  EXPECT_THAT(Validate("GET", {{longest + "a", ""}}),
              FailsWith(Reason::kLimitExceeded, "headers[0].name"));
}

TEST(ValidateHttpRequestTest, LimitsTheHeaderBlock) {
  const std::string value(kMaxHeaderBlockBytes - 1, 'v');
  EXPECT_OK(Validate("GET", {{"a", value}}));
  EXPECT_THAT(Validate("GET", {{"a", value + "v"}}), FailsWith(Reason::kLimitExceeded, "headers"));
}

}  // namespace
}  // namespace signet
