// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/hash_payload.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

v1::HashPayloadRequest Start(const std::vector<v1::DigestAlgorithm>& algorithms) {
  v1::HashPayloadRequest message;
  message.mutable_start();
  for (const v1::DigestAlgorithm algorithm : algorithms) {
    message.mutable_start()->add_algorithms(algorithm);
  }
  return message;
}

v1::HashPayloadRequest Data(std::string data) {
  v1::HashPayloadRequest message;
  message.set_data(std::move(data));
  return message;
}

class HashPayloadTest : public ::testing::Test {
 protected:
  absl::Status Take(const v1::HashPayloadRequest& message) {
    return session_.Take(fixture_.alice, message);
  }

  ServiceFixture fixture_;
  HashSession session_{fixture_.context};
  v1::HashPayloadResponse response_;
};

TEST(DigestAlgorithmTest, GoesToTheApiAndBack) {
  for (int i = 0; i < kDigestAlgorithms; ++i) {
    const auto algorithm = static_cast<DigestAlgorithm>(i);
    EXPECT_EQ(FromProto(ToProto(algorithm)), algorithm) << i;
  }
  EXPECT_EQ(FromProto(v1::DIGEST_ALGORITHM_UNSPECIFIED), std::nullopt);
  EXPECT_EQ(FromProto(static_cast<v1::DigestAlgorithm>(7)), std::nullopt);
}

// "123456789": the check value of CRC catalogues; md5sum of GNU coreutils.
TEST_F(HashPayloadTest, AnswersInTheOrderOfAsking) {
  ASSERT_OK(Take(Start({v1::DIGEST_ALGORITHM_MD5, v1::DIGEST_ALGORITHM_CRC32})));
  ASSERT_OK(Take(Data("12345")));
  ASSERT_OK(Take(Data("")));
  ASSERT_OK(Take(Data("6789")));
  ASSERT_OK(session_.Finish(&response_));

  ASSERT_EQ(response_.digests_size(), 2);
  EXPECT_EQ(response_.digests(0).algorithm(), v1::DIGEST_ALGORITHM_MD5);
  EXPECT_EQ(response_.digests(0).hex(), "25f9e794323b453885f5181f1b624d0b");
  EXPECT_EQ(response_.digests(0).base64(), "JfnnlDI7RTiF9RgfG2JNCw==");
  EXPECT_EQ(response_.digests(1).algorithm(), v1::DIGEST_ALGORITHM_CRC32);
  EXPECT_EQ(response_.digests(1).value(), "\xcb\xf4\x39\x26");
  EXPECT_EQ(response_.digests(1).hex(), "cbf43926");
  EXPECT_EQ(response_.digests(1).base64(), "y/Q5Jg==");
  EXPECT_EQ(response_.length(), 9u);
}

// From FIPS 180-2 appendix B's companion: SHA-256 of nothing.
TEST_F(HashPayloadTest, HashesAnEmptyBody) {
  ASSERT_OK(Take(Start({v1::DIGEST_ALGORITHM_SHA256})));
  ASSERT_OK(session_.Finish(&response_));

  ASSERT_EQ(response_.digests_size(), 1);
  EXPECT_EQ(response_.digests(0).hex(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(response_.length(), 0u);
}

TEST_F(HashPayloadTest, RefusesMessagesOutOfOrder) {
  EXPECT_THAT(Take(v1::HashPayloadRequest()), FailsWith(Reason::kMissingField, "message"));
  EXPECT_THAT(Take(Data("early")), FailsWith(Reason::kInvalidChunk, "start"));
  EXPECT_THAT(session_.Finish(&response_), FailsWith(Reason::kMissingField, "start"));
  ASSERT_OK(Take(Start({v1::DIGEST_ALGORITHM_MD5})));
  EXPECT_THAT(Take(Start({v1::DIGEST_ALGORITHM_MD5})), FailsWith(Reason::kInvalidChunk, "start"));
}

TEST_F(HashPayloadTest, RefusesAlgorithmsThatAreNone) {
  EXPECT_THAT(Take(Start({})), FailsWith(Reason::kMissingField, "start.algorithms"));
  EXPECT_THAT(Take(Start({v1::DIGEST_ALGORITHM_UNSPECIFIED})),
              FailsWith(Reason::kInvalidAlgorithm, "start.algorithms[0]"));
  HashSession unknown(fixture_.context);
  EXPECT_THAT(unknown.Take(fixture_.alice,
                           Start({v1::DIGEST_ALGORITHM_MD5, static_cast<v1::DigestAlgorithm>(7)})),
              FailsWith(Reason::kInvalidAlgorithm, "start.algorithms[1]"));
  HashSession twice(fixture_.context);
  EXPECT_THAT(
      twice.Take(fixture_.alice, Start({v1::DIGEST_ALGORITHM_MD5, v1::DIGEST_ALGORITHM_MD5})),
      FailsWith(Reason::kInvalidAlgorithm, "start.algorithms[1]"));
}

TEST_F(HashPayloadTest, RefusesPiecesThatAreTooLarge) {
  ASSERT_OK(Take(Start({v1::DIGEST_ALGORITHM_CRC32C})));
  EXPECT_OK(Take(Data(std::string(65536, 'a'))));
  EXPECT_THAT(Take(Data(std::string(65537, 'a'))), FailsWith(Reason::kLimitExceeded, "data"));
}

TEST_F(HashPayloadTest, RefusesBodiesBeyondWhatS3Takes) {
  ASSERT_OK(Take(Start({v1::DIGEST_ALGORITHM_CRC64NVME})));
  const v1::HashPayloadRequest piece = Data(std::string(65536, 'a'));
  for (int i = 0; i < 81920; ++i) {
    ASSERT_OK(Take(piece)) << i;
  }
  EXPECT_OK(Take(Data("")));
  EXPECT_THAT(Take(Data("a")), FailsWith(Reason::kLimitExceeded, "data"));
}

TEST_F(HashPayloadTest, NeedsARule) {
  Rule rule = AllowEverything("alice");
  rule.operations = {"SignRequest"};
  fixture_.SetRules({rule});
  EXPECT_THAT(Take(Start({v1::DIGEST_ALGORITHM_MD5})),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("HashPayload")));

  rule.operations = {"HashPayload"};
  fixture_.SetRules({rule});
  HashSession allowed(fixture_.context);
  EXPECT_OK(allowed.Take(fixture_.alice, Start({v1::DIGEST_ALGORITHM_MD5})));
}

}  // namespace
}  // namespace signet
