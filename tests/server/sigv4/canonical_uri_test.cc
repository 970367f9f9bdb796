// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/canonical_request.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

struct UriCase {
  std::string path;
  std::string expected;
};

void PrintTo(const UriCase& test, std::ostream* out) { *out << test.path; }

std::string Canonical(absl::string_view path, absl::string_view profile) {
  const absl::StatusOr<std::string> uri = CanonicalUri(path, **FindTargetProfile(profile, ""));
  EXPECT_OK(uri);
  return uri.value_or("");
}

// The expected values are what botocore 1.43.11 signs for these paths
// (SigV4Auth, whose canonical request its canonical_request() shows).
class DefaultUriTest : public ::testing::TestWithParam<UriCase> {};

TEST_P(DefaultUriTest, IsBotocores) {
  EXPECT_EQ(Canonical(GetParam().path, "default"), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(Segments, DefaultUriTest,
                         ::testing::Values(UriCase{"", "/"}, UriCase{"/", "/"}, UriCase{"//", "/"},
                                           UriCase{"/a//b", "/a/b"}, UriCase{"/./a", "/a"},
                                           UriCase{"/a/.", "/a"}, UriCase{"/a/..", "/"},
                                           UriCase{"/a/../b/", "/b/"},
                                           UriCase{"/a/b/../../..", "/"}, UriCase{"/..", "/"}));

INSTANTIATE_TEST_SUITE_P(Characters, DefaultUriTest,
                         ::testing::Values(UriCase{"/a@b", "/a%40b"}, UriCase{"/a:b", "/a%3Ab"},
                                           UriCase{"/a=b", "/a%3Db"}, UriCase{"/a*b", "/a%2Ab"},
                                           UriCase{"/a+b", "/a%2Bb"}, UriCase{"/a~b", "/a~b"},
                                           UriCase{"/a!b'(c)", "/a%21b%27%28c%29"},
                                           UriCase{"/ሴ", "/%E1%88%B4"}));

INSTANTIATE_TEST_SUITE_P(Escapes, DefaultUriTest,
                         ::testing::Values(UriCase{"/a%2Fb", "/a%252Fb"},
                                           UriCase{"/a%20b", "/a%2520b"},
                                           UriCase{"/%E1%88%B4", "/%25E1%2588%25B4"},
                                           UriCase{"/a%7Eb", "/a%257Eb"},
                                           UriCase{"/%2e%2e/a", "/%252e%252e/a"}));

// The paths that botocore's S3 client sends for odd keys, and what S3SigV4Auth
// of the same version signs.
class S3UriTest : public ::testing::TestWithParam<UriCase> {};

TEST_P(S3UriTest, IsBotocores) { EXPECT_EQ(Canonical(GetParam().path, "s3"), GetParam().expected); }

INSTANTIATE_TEST_SUITE_P(Segments, S3UriTest,
                         ::testing::Values(UriCase{"", "/"}, UriCase{"/", "/"},
                                           UriCase{"/bucket/a//b", "/bucket/a//b"},
                                           UriCase{"/bucket//a", "/bucket//a"},
                                           UriCase{"/bucket/a/./b", "/bucket/a/./b"},
                                           UriCase{"/bucket/a/../b", "/bucket/a/../b"},
                                           UriCase{"/bucket/..", "/bucket/.."},
                                           UriCase{"/bucket/a/", "/bucket/a/"}));

INSTANTIATE_TEST_SUITE_P(Escapes, S3UriTest,
                         ::testing::Values(UriCase{"/bucket/a%20b", "/bucket/a%20b"},
                                           UriCase{"/bucket/a%40b", "/bucket/a%40b"},
                                           UriCase{"/bucket/a%3Ab", "/bucket/a%3Ab"},
                                           UriCase{"/bucket/a%3Db", "/bucket/a%3Db"},
                                           UriCase{"/bucket/a%2Ab", "/bucket/a%2Ab"},
                                           UriCase{"/bucket/a%2Bb", "/bucket/a%2Bb"},
                                           UriCase{"/bucket/a%252Fb", "/bucket/a%252Fb"},
                                           UriCase{"/bucket/a%25b", "/bucket/a%25b"},
                                           UriCase{"/bucket/a%3Fb%23", "/bucket/a%3Fb%23"},
                                           UriCase{"/bucket/%E1%88%B4", "/bucket/%E1%88%B4"},
                                           UriCase{"/bucket/%F0%9D%84%9E", "/bucket/%F0%9D%84%9E"},
                                           UriCase{"/bucket/%01", "/bucket/%01"},
                                           UriCase{"/bucket/a~b", "/bucket/a~b"}));

// What S3 itself makes of the same keys sent otherwise: decoded once, encoded
// once. The right-hand sides are botocore's for the key.
INSTANTIATE_TEST_SUITE_P(OtherSpellings, S3UriTest,
                         ::testing::Values(UriCase{"/bucket/a b", "/bucket/a%20b"},
                                           UriCase{"/bucket/a@b", "/bucket/a%40b"},
                                           UriCase{"/bucket/a:b", "/bucket/a%3Ab"},
                                           UriCase{"/bucket/a=b", "/bucket/a%3Db"},
                                           UriCase{"/bucket/a*b", "/bucket/a%2Ab"},
                                           UriCase{"/bucket/ሴ", "/bucket/%E1%88%B4"},
                                           UriCase{"/bucket/a%7Eb", "/bucket/a~b"},
                                           UriCase{"/bucket/a%2fb", "/bucket/a/b"},
                                           UriCase{"/bucket/a%2Fb", "/bucket/a/b"}));

// The cases of the public suite that are not normalised.
TEST(UnnormalizedUriTest, KeepsSegments) {
  EXPECT_EQ(Canonical("//example//", "default-unnormalized"), "//example//");
  EXPECT_EQ(Canonical("/example/..", "default-unnormalized"), "/example/..");
  EXPECT_EQ(Canonical("/./", "default-unnormalized"), "/./");
}

TEST(UnnormalizedUriTest, EncodesTwice) {
  EXPECT_EQ(Canonical("/a%20b/@", "default-unnormalized"), "/a%2520b/%40");
}

TEST(CanonicalUriTest, S3RefusesRawPlus) {
  const absl::StatusOr<std::string> uri = CanonicalUri("/a+b", **FindTargetProfile("s3", ""));
  EXPECT_THAT(uri, FailsWith(Reason::kInvalidUrl, "url"));
  EXPECT_THAT(uri.status().message(), ::testing::HasSubstr("send %2B for a plus, %20 for a space"));
}

// Both decode paths by RFC 3986, where '+' is itself.
TEST(CanonicalUriTest, RgwAndMinioReadRawPlusAsPlus) {
  EXPECT_EQ(Canonical("/a+b", "rgw"), "/a%2Bb");
  EXPECT_EQ(Canonical("/a+b", "minio"), "/a%2Bb");
}

TEST(CanonicalUriTest, EveryProfileRefusesBadEscapes) {
  for (const TargetProfile& profile : AllTargetProfiles()) {
    for (const char* const path : {"/%", "/%zz", "/%00", "/%C0%AF"}) {
      EXPECT_THAT(CanonicalUri(path, profile), FailsWith(Reason::kInvalidUrl, "url"))
          << profile.name << " " << path;
    }
  }
}

}  // namespace
}  // namespace signet
