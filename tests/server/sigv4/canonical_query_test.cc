// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/canonical_request.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

struct QueryCase {
  std::string query;
  std::string expected;
};

void PrintTo(const QueryCase& test, std::ostream* out) { *out << test.query; }

class CanonicalQueryTest : public ::testing::TestWithParam<QueryCase> {};

TEST_P(CanonicalQueryTest, IsAsExpected) {
  ASSERT_OK_AND_ASSIGN(const std::string canonical, CanonicalQueryString(GetParam().query));
  EXPECT_EQ(canonical, GetParam().expected);
}

// The right-hand sides are what botocore 1.43.11 signs for the same queries.
INSTANTIATE_TEST_SUITE_P(Empty, CanonicalQueryTest,
                         ::testing::Values(QueryCase{"", ""}, QueryCase{"a", "a="},
                                           QueryCase{"a=", "a="}));
INSTANTIATE_TEST_SUITE_P(
    Order, CanonicalQueryTest,
    ::testing::Values(QueryCase{"b=2&a=1", "a=1&b=2"}, QueryCase{"a=2&a=1", "a=1&a=2"},
                      QueryCase{"a=1&a=1", "a=1&a=1"}, QueryCase{"a=2&A=1", "A=1&a=2"},
                      // By name, not by "name=value" (envoy issue 16918).
                      QueryCase{"a-b=1&a=2", "a=2&a-b=1"},
                      QueryCase{"q.parser=1&q=2", "q=2&q.parser=1"},
                      QueryCase{"select-type=1&select=2", "select=2&select-type=1"},
                      // By encoded, not by decoded name.
                      QueryCase{"aa=2&a%2Fb=1", "a%2Fb=1&aa=2"},
                      QueryCase{"param%5B2%5D=2&param%5B10%5D=1",
                                "param%5B10%5D=1&param%5B2%5D=2"}));
INSTANTIATE_TEST_SUITE_P(
    Values, CanonicalQueryTest,
    ::testing::Values(QueryCase{"a=%20", "a=%20"}, QueryCase{"a=%2B", "a=%2B"},
                      QueryCase{"a=%E1%88%B4", "a=%E1%88%B4"}, QueryCase{"a=b%26c", "a=b%26c"},
                      QueryCase{"a=b%3Dc", "a=b%3Dc"},
                      QueryCase{"list-type=2&prefix=a%2Fb%20c&delimiter=%2F",
                                "delimiter=%2F&list-type=2&prefix=a%2Fb%20c"}));

// Servers decode and encode again, so other spellings of a value are the same
// value; the right-hand sides are botocore's for the usual spelling.
INSTANTIATE_TEST_SUITE_P(OtherSpellings, CanonicalQueryTest,
                         ::testing::Values(QueryCase{"a=%2f", "a=%2F"}, QueryCase{"a=/", "a=%2F"},
                                           QueryCase{"a=%7E", "a=~"}, QueryCase{"a=b=c", "a=b%3Dc"},
                                           QueryCase{"a=ሴ", "a=%E1%88%B4"},
                                           QueryCase{"a= ", "a=%20"}, QueryCase{"a=b?c", "a=b%3Fc"},
                                           QueryCase{"a=*", "a=%2A"}, QueryCase{"a=:@", "a=%3A%40"},
                                           QueryCase{"%61=1", "a=1"}));

INSTANTIATE_TEST_SUITE_P(SkipsWhatIsEmpty, CanonicalQueryTest,
                         ::testing::Values(QueryCase{"&", ""}, QueryCase{"a=1&&b=2", "a=1&b=2"},
                                           QueryCase{"&a=1&", "a=1"}, QueryCase{"=1", "=1"}));

class QueryRefusalTest : public ::testing::TestWithParam<const char*> {};

TEST_P(QueryRefusalTest, IsRefused) {
  EXPECT_THAT(CanonicalQueryString(absl::string_view(GetParam())),
              FailsWith(Reason::kInvalidUrl, "url"));
}

INSTANTIATE_TEST_SUITE_P(Queries, QueryRefusalTest,
                         ::testing::Values("a=b+c", "+", "a=%", "a%2=1", "a=%zz", "a=%00",
                                           "%C0%AF=1"));

TEST(CanonicalQueryRefusalTest, ARawPlusIsToldWhatToSend) {
  EXPECT_THAT(CanonicalQueryString("a=b+c").status().message(),
              ::testing::HasSubstr("send %2B for a plus, %20 for a space"));
}

TEST(ParseQueryTest, KeepsOrderAndDuplicates) {
  ASSERT_OK_AND_ASSIGN(const std::vector<QueryParameter> parameters, ParseQuery("b=%201&a&b=2"));
  ASSERT_EQ(parameters.size(), 3);
  EXPECT_EQ(parameters[0].name, "b");
  EXPECT_EQ(parameters[0].value, " 1");
  EXPECT_EQ(parameters[1].name, "a");
  EXPECT_EQ(parameters[1].value, "");
  EXPECT_EQ(parameters[2].value, "2");
}

}  // namespace
}  // namespace signet
