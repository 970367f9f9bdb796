// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/payload_hasher.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/client_lib/cpp/client_fixture.h"

namespace signet {
namespace {

constexpr DigestAlgorithm kAll[] = {DigestAlgorithm::kSha256, DigestAlgorithm::kSha1,
                                    DigestAlgorithm::kMd5,    DigestAlgorithm::kCrc32,
                                    DigestAlgorithm::kCrc32c, DigestAlgorithm::kCrc64Nvme};

using PayloadHasherTest = ClientTest;

// "123456789", from the "Catalogue of parametrised CRC algorithms".
TEST_F(PayloadHasherTest, HashesHere) {
  const auto hasher = NewLocalPayloadHasher({DigestAlgorithm::kCrc64Nvme});
  ASSERT_OK(hasher->Update("1234"));
  ASSERT_OK(hasher->Update("56789"));
  ASSERT_OK_AND_ASSIGN(const std::vector<HashedPayload> digests, hasher->Finish());

  ASSERT_EQ(digests.size(), 1u);
  EXPECT_EQ(digests[0].hex, "ae8b14860a799888");
  EXPECT_EQ(digests[0].base64, "rosUhgp5mIg=");
}

TEST_F(PayloadHasherTest, TheServerHashesTheSame) {
  const std::string body(1000000, 'a');
  const auto local = NewLocalPayloadHasher(kAll);
  ASSERT_OK(local->Update(body));
  ASSERT_OK_AND_ASSIGN(const std::vector<HashedPayload> expected, local->Finish());

  ASSERT_OK_AND_ASSIGN(const auto remote, NewRemotePayloadHasher(Options(), kAll));
  ASSERT_OK(remote->Update(body));
  ASSERT_OK_AND_ASSIGN(const std::vector<HashedPayload> digests, remote->Finish());

  // From FIPS 180-2 appendix A: SHA-1 of a million 'a'.
  EXPECT_EQ(digests[1].hex, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
  ASSERT_EQ(digests.size(), expected.size());
  for (size_t i = 0; i < digests.size(); ++i) {
    EXPECT_EQ(digests[i].algorithm, expected[i].algorithm) << i;
    EXPECT_EQ(digests[i].hex, expected[i].hex) << i;
    EXPECT_EQ(digests[i].base64, expected[i].base64) << i;
  }
  EXPECT_THAT(remote->Finish(), StatusIs(absl::StatusCode::kFailedPrecondition, testing::_));
}

TEST_F(PayloadHasherTest, GivesTheServersError) {
  ASSERT_OK_AND_ASSIGN(const auto none, NewRemotePayloadHasher(Options(), {}));
  EXPECT_THAT(none->Finish(), FailsWith(Reason::kMissingField, "start.algorithms"));

  SignerOptions nowhere = Options();
  nowhere.target = "unix:/nonexistent/signet.sock";
  ASSERT_OK_AND_ASSIGN(const auto hasher, NewRemotePayloadHasher(nowhere, kAll));
  EXPECT_THAT(hasher->Finish(), StatusIs(absl::StatusCode::kUnavailable, testing::_));
}

TEST_F(PayloadHasherTest, MayBeGivenUp) {
  ASSERT_OK_AND_ASSIGN(auto hasher, NewRemotePayloadHasher(Options(), kAll));
  ASSERT_OK(hasher->Update("begun"));
  hasher.reset();

  EXPECT_OK(remote_->Sign(GetObject("example")));
}

TEST_F(ClientTest, HasherRefusesTheSameAlgorithmsHereAndOnTheServer) {
  for (const std::vector<DigestAlgorithm>& algorithms :
       {std::vector<DigestAlgorithm>{},
        std::vector<DigestAlgorithm>{DigestAlgorithm::kMd5, DigestAlgorithm::kSha1,
                                     DigestAlgorithm::kMd5}}) {
    ASSERT_OK_AND_ASSIGN(const auto remote, NewRemotePayloadHasher(Options(), algorithms));
    const absl::Status expected = remote->Finish().status();
    EXPECT_EQ(expected.code(), absl::StatusCode::kInvalidArgument);
    const absl::Status refusal = NewLocalPayloadHasher(algorithms)->Finish().status();
    EXPECT_EQ(refusal.code(), expected.code());
    EXPECT_EQ(refusal.message(), expected.message());
    EXPECT_EQ(GetErrorDetail(refusal).field, GetErrorDetail(expected).field);
    EXPECT_EQ(GetErrorDetail(refusal).reason, GetErrorDetail(expected).reason);
    EXPECT_EQ(NewLocalPayloadHasher(algorithms)->Update("a").code(), expected.code());
  }
}

}  // namespace
}  // namespace signet
