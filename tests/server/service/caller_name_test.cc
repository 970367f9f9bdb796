// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/caller_name.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

// The SPIFFE-ID standard, section 2.
TEST(CallerNameTest, SpiffeIdsAreAsTheStandardHasThem) {
  for (const char* const name :
       {"spiffe://example/a", "spiffe://example.org/ns/prod/sa/billing", "spiffe://1.2.3.4/x",
        "spiffe://a_b-c.d/A.b-c_d", "spiffe://example/..."}) {
    EXPECT_TRUE(IsSpiffeId(name)) << name;
  }
  for (const char* const name : {"",
                                 "spiffe:",
                                 "spiffe://",
                                 "spiffe:///a",
                                 "spiffe://example",
                                 "spiffe://example/",
                                 "spiffe://example/a/",
                                 "spiffe://example//a",
                                 "spiffe://example/./a",
                                 "spiffe://example/../a",
                                 "spiffe://Example/a",
                                 "SPIFFE://example/a",
                                 "spiffe://example:1/a",
                                 "spiffe://u@example/a",
                                 "spiffe://example/a?b",
                                 "spiffe://example/a#b",
                                 "spiffe://example/%61",
                                 "spiffe://example/a b",
                                 "spiffe://ex\xc3\xa4mple/a",
                                 "https://example/a",
                                 " spiffe://example/a"}) {
    EXPECT_FALSE(IsSpiffeId(name)) << name;
  }
  EXPECT_FALSE(IsSpiffeId(std::string("spiffe://example/a\0b", 20)));
  EXPECT_TRUE(IsSpiffeId(absl::StrCat("spiffe://e/", std::string(2037, 'a'))));
  EXPECT_FALSE(IsSpiffeId(absl::StrCat("spiffe://e/", std::string(2038, 'a'))));
}

TEST(CallerNameTest, DnsNamesCannotBeTakenForAnotherKind) {
  for (const char* const name : {"client.example", "a.b.c", "A-1.example", "_s._tcp.example"}) {
    EXPECT_TRUE(IsCallerDnsName(name)) << name;
  }
  for (const char* const name :
       {"", "alice", "*.example", "a.*", ".example", "example.", "a..b", "spiffe://example.org/a",
        "k8s://c/n.s", "system:serviceaccount:a.b", "a b.c", "a.b/c", "a@b.c",
        "\xc3\xa4.example"}) {
    EXPECT_FALSE(IsCallerDnsName(name)) << name;
  }
  EXPECT_FALSE(IsCallerDnsName(std::string("a.example\0.evil", 15)));
  EXPECT_TRUE(IsCallerDnsName(std::string(63, 'a') + ".example"));
  EXPECT_FALSE(IsCallerDnsName(std::string(64, 'a') + ".example"));
  EXPECT_FALSE(IsCallerDnsName(absl::StrCat(std::string(63, 'a'), ".", std::string(63, 'b'), ".",
                                            std::string(63, 'c'), ".", std::string(62, 'd'))));
}

}  // namespace
}  // namespace signet
