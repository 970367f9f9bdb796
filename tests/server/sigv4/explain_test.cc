// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/explain.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr char kCanonical[] =
    "GET\n/a%20b\nlist-type=2&prefix=p\nhost:example.com\nx-amz-date:20150830T123600Z\n\n"
    "host;x-amz-date\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

std::string With(absl::string_view from, absl::string_view to) {
  const std::string changed = absl::StrReplaceAll(kCanonical, {{from, to}});
  EXPECT_NE(changed, kCanonical);
  return changed;
}

TEST(RedactTest, LeavesHarmlessTextAlone) {
  EXPECT_EQ(RedactCanonicalRequest(kCanonical), kCanonical);
}

TEST(RedactTest, HidesSecretHeaders) {
  for (const char* const name :
       {"x-amz-security-token", "x-amz-s3session-token",
        "x-amz-server-side-encryption-customer-key",
        "x-amz-copy-source-server-side-encryption-customer-key", "cookie"}) {
    const std::string redacted =
        RedactCanonicalRequest(With("host:", absl::StrCat(name, ":s3cr3t:x\nhost:")));
    EXPECT_THAT(redacted, Not(HasSubstr("s3cr3t"))) << name;
    EXPECT_THAT(redacted, HasSubstr(absl::StrCat(name, ":[redacted]\n"))) << name;
  }
}

TEST(RedactTest, HidesSecretParameters) {
  for (const char* const name : {"X-Amz-Security-Token", "x-amz-security-token",
                                 "X-Amz-S3session-Token", "X-Amz-%53ecurity-Token"}) {
    const std::string redacted =
        RedactCanonicalRequest(With("prefix=p", absl::StrCat("prefix=p&", name, "=s3cr3t")));
    EXPECT_THAT(redacted, Not(HasSubstr("s3cr3t"))) << name;
    EXPECT_THAT(redacted, HasSubstr("prefix=p&")) << name;
  }
}

TEST(RedactTest, KeepsNamesThatOnlyLookSecret) {
  const std::string text =
      With("host:", "x-amz-server-side-encryption-customer-key-md5:digest\nhost:");
  EXPECT_EQ(RedactCanonicalRequest(text), text);
}

TEST(CompareTest, EqualTextsDoNotDiffer) {
  EXPECT_THAT(CompareCanonicalRequests(kCanonical, kCanonical), IsEmpty());
}

struct DifferenceCase {
  std::string name;
  std::string from;
  std::string to;
  CanonicalDifference expected;
};

class CompareTest : public ::testing::TestWithParam<DifferenceCase> {};

TEST_P(CompareTest, NamesThePart) {
  const std::vector<CanonicalDifference> differences =
      CompareCanonicalRequests(kCanonical, With(GetParam().from, GetParam().to));
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_EQ(differences[0].part, GetParam().expected.part);
  EXPECT_EQ(differences[0].ours, GetParam().expected.ours);
  EXPECT_EQ(differences[0].theirs, GetParam().expected.theirs);
}

INSTANTIATE_TEST_SUITE_P(
    Parts, CompareTest,
    ::testing::Values(
        DifferenceCase{"Method", "GET", "PUT", {"method", "GET", "PUT"}},
        DifferenceCase{"Uri", "/a%20b", "/a%2520b", {"canonical URI", "/a%20b", "/a%2520b"}},
        DifferenceCase{"Query",
                       "prefix=p",
                       "prefix=q",
                       {"canonical query string", "list-type=2&prefix=p", "list-type=2&prefix=q"}},
        DifferenceCase{"Header",
                       "host:example.com",
                       "host:example.com:80",
                       {"header host", "example.com", "example.com:80"}},
        DifferenceCase{"HeaderTheyLack",
                       "x-amz-date:20150830T123600Z\n",
                       "",
                       {"header x-amz-date", "20150830T123600Z", "(absent)"}},
        DifferenceCase{"HeaderWeLack",
                       "x-amz-date:",
                       "range:0\nx-amz-date:",
                       {"header range", "(absent)", "0"}},
        DifferenceCase{"SignedHeaders",
                       "host;x-amz-date",
                       "host",
                       {"signed headers", "host;x-amz-date", "host"}},
        DifferenceCase{
            "PayloadHash",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "UNSIGNED-PAYLOAD",
            {"payload hash", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
             "UNSIGNED-PAYLOAD"}}),
    [](const ::testing::TestParamInfo<DifferenceCase>& test) { return test.param.name; });

TEST(CompareTest, ListsSeveralInOrder) {
  const std::vector<CanonicalDifference> differences = CompareCanonicalRequests(
      kCanonical, absl::StrReplaceAll(kCanonical, {{"GET", "PUT"}, {"example.com", "e.com"}}));
  ASSERT_THAT(differences, SizeIs(2));
  EXPECT_EQ(differences[0].part, "method");
  EXPECT_EQ(differences[1].part, "header host");
}

TEST(CompareTest, TakesAnyText) {
  EXPECT_THAT(CompareCanonicalRequests("", kCanonical), Not(IsEmpty()));
  EXPECT_THAT(CompareCanonicalRequests("\n\n\n\n", "x"), SizeIs(1));
}

// Tokens that differ must show as different although neither is shown.
TEST(RedactDifferencesTest, HidesValuesButNotThatTheyDiffer) {
  const std::vector<CanonicalDifference> differences =
      RedactDifferences({{"header x-amz-security-token", "ours", "theirs"},
                         {"header x-amz-server-side-encryption-customer-key", "ours", "(absent)"},
                         {"canonical query string", "X-Amz-Security-Token=ours", "a=b"},
                         {"header host", "a", "b"}});
  ASSERT_THAT(differences, SizeIs(4));
  EXPECT_EQ(differences[0].ours, "[redacted]");
  EXPECT_EQ(differences[0].theirs, "[redacted]");
  EXPECT_EQ(differences[1].ours, "[redacted]");
  EXPECT_EQ(differences[1].theirs, "(absent)");
  EXPECT_EQ(differences[2].ours, "X-Amz-Security-Token=[redacted]");
  EXPECT_EQ(differences[2].theirs, "a=b");
  EXPECT_EQ(differences[3].ours, "a");
}

std::string Extract(absl::string_view answer) {
  const absl::StatusOr<std::string> found = ExtractCanonicalRequest(answer);
  EXPECT_OK(found);
  return found.value_or("");
}

std::string Xml(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"&", "&amp;"}, {"<", "&lt;"}});
}

TEST(ExtractTest, TakesTheTextItself) {
  EXPECT_EQ(Extract(kCanonical), kCanonical);
  EXPECT_EQ(Extract(absl::StrCat(kCanonical, "\n")), kCanonical);
  EXPECT_EQ(Extract(absl::StrReplaceAll(kCanonical, {{"\n", "\r\n"}})), kCanonical);
}

TEST(ExtractTest, TakesTheElement) {
  EXPECT_EQ(Extract(absl::StrCat("<CanonicalRequest>", Xml(kCanonical), "</CanonicalRequest>")),
            kCanonical);
}

TEST(ExtractTest, TakesTheWholeS3Document) {
  EXPECT_EQ(Extract(absl::StrCat(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>SignatureDoesNotMatch"
                "</Code><StringToSign>AWS4-HMAC-SHA256\n20150830T123600Z</StringToSign>"
                "<CanonicalRequest>",
                Xml(kCanonical),
                "</CanonicalRequest><CanonicalRequestBytes>47 45</CanonicalRequestBytes>"
                "<RequestId>1</RequestId></Error>")),
            kCanonical);
}

TEST(ExtractTest, UndoesEntities) {
  EXPECT_THAT(
      Extract(absl::StrCat("<CanonicalRequest>",
                           With("host:example.com", "host:&#101;&#x58;&quot;&apos;&gt;&lt;"),
                           "</CanonicalRequest>")),
      HasSubstr("host:eX\"'><\n"));
}

TEST(ExtractTest, LeavesUnknownEntitiesAlone) {
  EXPECT_THAT(
      Extract(absl::StrCat("<CanonicalRequest>", With("host:example.com", "host:&nbsp;&;&#xZ;&amp"),
                           "</CanonicalRequest>")),
      HasSubstr("host:&nbsp;&;&#xZ;&amp\n"));
}

// What STS and other query-protocol services answer.
TEST(ExtractTest, TakesTheMessageOfTheQueryProtocol) {
  EXPECT_EQ(Extract(absl::StrCat(
                "<ErrorResponse><Error><Message>The request signature we calculated does not match "
                "the signature you provided.\n\nThe Canonical String for this request should have "
                "been\n'",
                Xml(kCanonical),
                "'\n\nThe String-to-Sign should have been\n'AWS4-HMAC-SHA256\n...'\n"
                "</Message></Error></ErrorResponse>")),
            kCanonical);
}

// What DynamoDB and other JSON services answer.
TEST(ExtractTest, TakesTheMessageOfTheJsonProtocol) {
  const std::string escaped = absl::StrReplaceAll(kCanonical, {{"\n", "\\n"}, {"&", "\\u0026"}});
  EXPECT_EQ(Extract(absl::StrCat(
                "{\"__type\":\"com.amazon.coral.service#InvalidSignatureException\",\"message\":"
                "\"The Canonical String for this request should have been\\n'",
                escaped, "'\\n\\nThe String-to-Sign should have been\\n'AWS4'\\n\"}")),
            kCanonical);
}

TEST(ExtractTest, RefusesAnswersWithoutOne) {
  for (const char* const answer :
       {"", "AccessDenied", "<Error><Code>AccessDenied</Code></Error>",
        "<CanonicalRequest></CanonicalRequest>", "GET\n/\n", "a\nb\nc\nd\n\ne\nf",
        "<CanonicalRequest>GET\n/", "The Canonical String for this request should have been"}) {
    EXPECT_THAT(ExtractCanonicalRequest(answer),
                FailsWith(Reason::kInvalidSignature, "target_canonical_request"))
        << answer;
  }
}

TEST(ExtractTest, LimitsTheAnswer) {
  EXPECT_THAT(ExtractCanonicalRequest(std::string(256 * 1024 + 1, 'a')),
              FailsWith(Reason::kLimitExceeded, "target_canonical_request"));
}

}  // namespace
}  // namespace signet
