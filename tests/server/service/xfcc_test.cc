// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/xfcc.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(XfccTest, TakesTheLastElement) {
  // The examples of Envoy's documentation, in its own words.
  const auto one = ParseForwardedCertificate(
      "By=http://"
      "frontend.lyft.com;Hash=468ed33be74eee6556d90c0149c1309e9ba61d6425303443c0748a02dd8de688;"
      "Subject=\"/C=US/ST=CA/L=San Francisco/OU=Lyft/CN=Test "
      "Client\";URI=http://testclient.lyft.com");
  ASSERT_OK(one);
  EXPECT_THAT(one->uris, ElementsAre("http://testclient.lyft.com"));
  const auto two = ParseForwardedCertificate(
      "By=http://frontend.lyft.com;Hash=468e;URI=http://testclient.lyft.com,"
      "By=http://backend.lyft.com;Hash=9ba6;URI=http://frontend.lyft.com");
  ASSERT_OK(two);
  EXPECT_THAT(two->uris, ElementsAre("http://frontend.lyft.com"));
  const auto names =
      ParseForwardedCertificate("Hash=1;DNS=a.example;DNS=b.example;URI=spiffe://e/x");
  ASSERT_OK(names);
  EXPECT_THAT(names->dns_names, ElementsAre("a.example", "b.example"));
  EXPECT_THAT(names->uris, ElementsAre("spiffe://e/x"));
}

TEST(XfccTest, ReadsQuotesAndKeysInAnyCase) {
  const auto read = ParseForwardedCertificate(
      R"(hash=1;subject="CN=\"a, b; URI=spiffe://e/evil\",O=x\\y";uri="spiffe://e/good";By=)");
  ASSERT_OK(read);
  EXPECT_THAT(read->uris, ElementsAre("spiffe://e/good"));
  EXPECT_THAT(ParseForwardedCertificate(R"(URI="a",DNS="b.c")")->uris, IsEmpty());
  EXPECT_THAT(ParseForwardedCertificate("Hash=1,By=spiffe://e/proxy")->uris, IsEmpty());
}

// An element that a client made up must neither hide the proxy's own nor reach into it.
TEST(XfccTest, RefusesWhatIsNotInTheFormat) {
  for (const char* const header : {"",
                                   ",",
                                   ";",
                                   "=",
                                   "URI",
                                   "URI;",
                                   "URI=a;",
                                   "URI=a,",
                                   ",URI=a",
                                   ";URI=a",
                                   "URI=a,,URI=b",
                                   "URI=a;;Hash=1",
                                   "URI=a URI=b;x",
                                   "Who=a",
                                   "URI =a",
                                   " URI=a",
                                   "URI=a;Who=b",
                                   "URI=a=b",
                                   "URI=a\"b",
                                   "URI=\"a",
                                   "URI=\"a\\\"",
                                   "URI=\"a\"b",
                                   "URI=\"a\" ",
                                   "URI=\"a\"\"b\"",
                                   "Subject=\"\";\"",
                                   "Subject=\"a\"URI=b",
                                   "URI=a\n",
                                   "URI=a\t",
                                   "URI=\x7f",
                                   "URI=\xc3\xa4",
                                   "\"URI\"=a",
                                   "Subject=\",By=p;Hash=1;Subject=\"CN=x\";URI=spiffe://e/good",
                                   "Subject=\",By=p;Hash=1;Subject=\"\";URI=spiffe://e/good",
                                   "Subject=\",By=p;Hash=1;URI=spiffe://e/good",
                                   "garbage,By=p;URI=spiffe://e/good",
                                   "URI=spiffe://e/evil;,By=p;URI=spiffe://e/good"}) {
    EXPECT_FALSE(ParseForwardedCertificate(header).ok()) << header;
  }
  EXPECT_FALSE(ParseForwardedCertificate(absl::string_view("URI=a\0", 6)).ok());
  EXPECT_OK(ParseForwardedCertificate("URI=" + std::string(16380, 'a')));
  EXPECT_FALSE(ParseForwardedCertificate("URI=" + std::string(16381, 'a')).ok());
}

}  // namespace
}  // namespace signet
