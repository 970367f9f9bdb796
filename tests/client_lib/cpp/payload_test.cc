// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Bodies signed piece by piece: remote and local chains are the same, and a
// remote chain survives its server.

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/sigv4/payload_signature.h"
#include "server/sigv4/sigv4a.h"
#include "server/sigv4/timestamp.h"
#include "tests/client_lib/cpp/client_fixture.h"

namespace signet {
namespace {

constexpr uint64_t kChunkBytes = 65536;

class PayloadTest : public ClientTest {
 protected:
  // A PUT whose body has two chunks.
  static SigningRequest PutObject(PayloadMode mode) {
    SigningRequest request = GetObject("example");
    request.method = "PUT";
    request.headers = {{"content-encoding", "aws-chunked"},
                       {"x-amz-decoded-content-length", "66560"}};
    if (mode == PayloadMode::kStreamingSignedTrailer) {
      request.headers.push_back({"x-amz-trailer", "x-amz-checksum-crc32c"});
    }
    request.payload = Payload{.mode = mode};
    return request;
  }
};

TEST_F(PayloadTest, RemoteAndLocalChainsAreTheSame) {
  const SigningRequest request = PutObject(PayloadMode::kStreamingSignedTrailer);
  ASSERT_OK_AND_ASSIGN(const SigningResult seed, remote_->Sign(request));
  ASSERT_OK_AND_ASSIGN(const auto remote, remote_->StartPayload(request, seed));
  ASSERT_OK_AND_ASSIGN(const auto local, local_->StartPayload(request, seed));
  const std::string first(kChunkBytes, 'a');
  const std::string second(1024, 'a');
  const HeaderView trailer[] = {{"x-amz-checksum-crc32c", "sOO8/Q=="}};

  for (const std::string& chunk : {first, second, std::string()}) {
    ASSERT_OK_AND_ASSIGN(const std::string a, remote->SignChunk(Sha256Of(chunk), chunk.size()));
    ASSERT_OK_AND_ASSIGN(const std::string b, local->SignChunk(Sha256Of(chunk), chunk.size()));
    EXPECT_EQ(a, b);
    EXPECT_EQ(a.size(), 64u);
  }
  ASSERT_OK_AND_ASSIGN(const std::string a, remote->SignTrailer(trailer));
  ASSERT_OK_AND_ASSIGN(const std::string b, local->SignTrailer(trailer));
  EXPECT_EQ(a, b);
}

TEST_F(PayloadTest, AChainGoesOnAtAnotherServer) {
  SigningRequest request = PutObject(PayloadMode::kStreamingSigned);
  request.headers.back().value = absl::StrCat(4 * kChunkBytes);
  ASSERT_OK_AND_ASSIGN(const SigningResult seed, remote_->Sign(request));
  ASSERT_OK_AND_ASSIGN(const auto remote, remote_->StartPayload(request, seed));
  ASSERT_OK_AND_ASSIGN(const auto local, local_->StartPayload(request, seed));
  const std::string chunk(kChunkBytes, 'a');

  for (int i = 0; i < 4; ++i) {
    ASSERT_OK_AND_ASSIGN(const std::string a, remote->SignChunk(Sha256Of(chunk), chunk.size()));
    ASSERT_OK_AND_ASSIGN(const std::string b, local->SignChunk(Sha256Of(chunk), chunk.size()));
    EXPECT_EQ(a, b) << i;
    server_->Restart();
  }
}

TEST_F(PayloadTest, AForgedSeedIsRefusedWithoutTheRightOne) {
  const SigningRequest request = PutObject(PayloadMode::kStreamingSigned);
  ASSERT_OK_AND_ASSIGN(SigningResult seed, remote_->Sign(request));
  const std::string right = seed.signature;
  seed.signature[0] = seed.signature[0] == '0' ? '1' : '0';

  const absl::Status status = remote_->StartPayload(request, seed).status();

  EXPECT_EQ(GetErrorDetail(status).reason, Reason::kSeedSignatureMismatch);
  EXPECT_THAT(std::string(status.message()), ::testing::Not(::testing::HasSubstr(right)));
}

TEST_F(PayloadTest, ASmallChunkIsRefusedUnlessItIsTheLast) {
  const SigningRequest request = PutObject(PayloadMode::kStreamingSigned);
  ASSERT_OK_AND_ASSIGN(const SigningResult seed, remote_->Sign(request));
  ASSERT_OK_AND_ASSIGN(const auto remote, remote_->StartPayload(request, seed));

  ASSERT_OK(remote->SignChunk(Sha256Of("abc"), 3));
  EXPECT_EQ(GetErrorDetail(remote->SignChunk(Sha256Of("abc"), 3).status()).reason,
            Reason::kInvalidChunk);
}

// A target refuses such an upload when all of it is there.
TEST_F(PayloadTest, BothSignersRefuseWhatTheRequestDidNotAnnounce) {
  const SigningRequest request = PutObject(PayloadMode::kStreamingSignedTrailer);
  ASSERT_OK_AND_ASSIGN(const SigningResult seed, remote_->Sign(request));
  const HeaderView other[] = {{"x-amz-checksum-sha1", "a"}};
  for (Signer* const signer : {remote_.get(), local_.get()}) {
    ASSERT_OK_AND_ASSIGN(auto stream, signer->StartPayload(request, seed));
    EXPECT_THAT(stream->SignChunk(Sha256Of("a"), 66561),
                FailsWith(Reason::kInvalidChunk, "chunk.length"));
    ASSERT_OK_AND_ASSIGN(stream, signer->StartPayload(request, seed));
    ASSERT_OK(stream->SignChunk(Sha256Of("a"), kChunkBytes));
    EXPECT_THAT(stream->SignChunk(Sha256Of(""), 0),
                FailsWith(Reason::kInvalidChunk, "chunk.length"));
    ASSERT_OK_AND_ASSIGN(stream, signer->StartPayload(request, seed));
    EXPECT_THAT(stream->SignTrailer(other), FailsWith(Reason::kInvalidChunk, "trailer"));
    ASSERT_OK_AND_ASSIGN(stream, signer->StartPayload(request, seed));
    ASSERT_OK(stream->SignChunk(Sha256Of("a"), 66560));
    ASSERT_OK(stream->SignChunk(Sha256Of(""), 0));
    EXPECT_THAT(stream->SignTrailer(other), FailsWith(Reason::kInvalidChunk, "trailer.headers"));
    ASSERT_OK_AND_ASSIGN(stream, signer->StartPayload(request, seed));
    EXPECT_THAT(stream->SignEvent(Sha256Of("a"), std::nullopt),
                FailsWith(Reason::kInvalidChunk, "event"));
  }
}

TEST_F(PayloadTest, EventsOfBothSignersAreTheSame) {
  SigningRequest request = GetObject("example");
  request.method = "POST";
  request.service = "transcribe";
  request.url = "https://transcribestreaming.us-east-1.amazonaws.com/stream-transcription";
  request.payload = Payload{.mode = PayloadMode::kStreamingEvents};
  ASSERT_OK_AND_ASSIGN(const SigningResult seed, remote_->Sign(request));
  ASSERT_OK_AND_ASSIGN(const auto remote, remote_->StartPayload(request, seed));
  ASSERT_OK_AND_ASSIGN(const auto local, local_->StartPayload(request, seed));

  for (const char* const event : {"first", "second", ""}) {
    ASSERT_OK_AND_ASSIGN(const SignedEvent a, remote->SignEvent(Sha256Of(event), std::nullopt));
    ASSERT_OK_AND_ASSIGN(const SignedEvent b, local->SignEvent(Sha256Of(event), a.event_time));
    EXPECT_EQ(a.signature, b.signature);
    EXPECT_EQ(a.event_time, b.event_time);
  }
}

TEST_F(PayloadTest, SigV4aChunksVerifyAndArePadded) {
  SigningRequest request = PutObject(PayloadMode::kStreamingSigned);
  request.algorithm = Algorithm::kSigV4a;
  request.region = "";
  request.region_set = {"*"};
  request.headers.back().value = absl::StrCat(3 * kChunkBytes);
  ASSERT_OK_AND_ASSIGN(const SigningResult seed, remote_->Sign(request));
  ASSERT_OK_AND_ASSIGN(const auto signer, local_->StartPayload(request, seed));
  ASSERT_OK_AND_ASSIGN(const auto key, Sigv4aKey::Derive(kExampleAccessKeyId, kExampleSecret));
  const ChunkChain chain = {.algorithm = Algorithm::kSigV4a,
                            .amz_date = AmzDate(seed.signing_time),
                            .credential_scope = seed.credential_scope};
  const std::string chunk(kChunkBytes, 'a');

  std::string previous = seed.signature;
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK_AND_ASSIGN(const std::string padded,
                         signer->SignChunk(Sha256Of(chunk), chunk.size()));
    EXPECT_EQ(padded.size(), kSigv4aPaddedSignatureLength);
    const std::string signature = padded.substr(0, padded.find('*'));
    EXPECT_TRUE(VerifySigv4a(key->public_key(), ChunkStringToSign(chain, previous, Sha256Of(chunk)),
                             signature))
        << i;
    previous = signature;
  }
}

}  // namespace
}  // namespace signet
