// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_chain.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

// printf '%s%s' PREVIOUS_HASH CONTENT | sha256sum
constexpr absl::string_view kFirstHash =
    "d2d4c5724b659157e375ab8870990dfa3cc0ff118a3abd50f87dfd1226fb5f54";
constexpr absl::string_view kSecondHash =
    "385248d856f25647f0696b518c876da8221b57eef2dc6cc2d1137d3a082ef18e";

TEST(AuditChainTest, HashesEachLineAfterTheHashBefore) {
  AuditHead head = AuditHead::Genesis();
  std::string out;
  SealAuditLine(OpenMembers(head, ""), &head, &out);
  EXPECT_EQ(out, absl::StrCat("{\"seq\":1,\"kind\":\"open\",\"previous\":\"", std::string(64, '0'),
                              "\",\"hash\":\"", kFirstHash, "\"}\n"));
  out.clear();
  SealAuditLine("\"kind\":\"call\",\"caller\":\"alice\"", &head, &out);
  EXPECT_EQ(out, absl::StrCat("{\"seq\":2,\"kind\":\"call\",\"caller\":\"alice\",\"hash\":\"",
                              kSecondHash, "\"}\n"));
  EXPECT_EQ(head, (AuditHead{.seq = 2, .hash = std::string(kSecondHash)}));
}

TEST(AuditChainTest, TakesALineApart) {
  const std::string line =
      absl::StrCat("{\"seq\":2,\"kind\":\"call\",\"hash\":\"", kSecondHash, "\"}");
  const std::optional<SealedLine> sealed = ParseSealedLine(line);
  ASSERT_TRUE(sealed.has_value());
  EXPECT_EQ(sealed->seq, 2U);
  EXPECT_EQ(sealed->content, "{\"seq\":2,\"kind\":\"call\"");
  EXPECT_EQ(sealed->members, "\"kind\":\"call\"");
  EXPECT_EQ(sealed->hash, kSecondHash);
}

TEST(AuditChainTest, RefusesWhatIsNoLine) {
  const std::string hash(kSecondHash);
  for (const std::string& line :
       {std::string(), std::string("{}"), "{\"seq\":2,\"hash\":\"" + hash.substr(1) + "\"}",
        "{\"seq\":02,\"a\":1,\"hash\":\"" + hash + "\"}",
        "{\"seq\":-2,\"a\":1,\"hash\":\"" + hash + "\"}",
        "{\"seq\":99999999999999999999,\"a\":1,\"hash\":\"" + hash + "\"}",
        "{\"seq\":2,\"a\":1,\"hash\":\"" + hash + "\"} ",
        " {\"seq\":2,\"a\":1,\"hash\":\"" + hash + "\"}",
        "{\"seq\":2,\"a\":1,\"hash\":\"" + std::string(64, 'A') + "\"}",
        "{\"a\":2,\"hash\":\"" + hash + "\"}"}) {
    EXPECT_FALSE(ParseSealedLine(line).has_value()) << line;
  }
}

TEST(AuditHeadTest, IsWrittenAsTextAndReadBack) {
  const AuditHead head = {.seq = 17, .hash = std::string(kFirstHash)};
  EXPECT_EQ(AuditHeadText(head), absl::StrCat("17:", kFirstHash));
  EXPECT_EQ(ParseAuditHead(AuditHeadText(head)), head);
  for (const std::string& bad :
       {std::string(), std::string("17"), std::string("17:"), absl::StrCat("x:", kFirstHash),
        absl::StrCat("17:", kFirstHash, "0"), absl::StrCat("017:", kFirstHash)}) {
    EXPECT_FALSE(ParseAuditHead(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace signet
