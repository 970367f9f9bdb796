// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/server/service/payload_case.h"

namespace signet {
namespace {

TEST_F(PayloadTest, TakesTheStartFirstAndOnce) {
  EXPECT_THAT(Send(Chunk("")), FailsWith(Reason::kInvalidChunk, "start"));
  Restart();
  const v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  ASSERT_OK(Send(start));
  EXPECT_THAT(Send(start), FailsWith(Reason::kInvalidChunk, "start"));
  EXPECT_THAT(Send(v1::SignPayloadRequest()), FailsWith(Reason::kMissingField, "message"));
}

TEST_F(PayloadTest, OnlyTheLastChunkWithDataIsSmall) {
  ASSERT_OK(Send(StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED))));
  EXPECT_OK(Send(Chunk(std::string(8192, 'a'))));
  EXPECT_OK(Send(Chunk(std::string(8191, 'a'))));
  EXPECT_THAT(Send(Chunk(std::string(8192, 'a'))),
              FailsWith(Reason::kInvalidChunk, "chunk.length"));
}

// x-amz-decoded-content-length has up to 19 digits.
TEST_F(PayloadTest, ChunksAreNotMoreThanALengthCanSay) {
  const v1::SignPayloadRequest start =
      StartOf(UploadOf("9223372036854775807", v1::STREAMING_MODE_SIGNED));
  v1::SignPayloadRequest chunk = Chunk(std::string(8192, 'a'));
  for (const uint64_t length : {~uint64_t{0}, uint64_t{1} << 63}) {
    Restart();
    ASSERT_OK(Send(start));
    chunk.mutable_chunk()->set_length(length);
    EXPECT_THAT(Send(chunk), FailsWith(Reason::kLimitExceeded, "chunk.length")) << length;
  }
  Restart();
  ASSERT_OK(Send(start));
  chunk.mutable_chunk()->set_length((uint64_t{1} << 63) - 1 - 8192);
  ASSERT_OK(Send(chunk));
  chunk.mutable_chunk()->set_length(8192);
  ASSERT_OK(Send(chunk));
  EXPECT_THAT(Send(chunk), FailsWith(Reason::kLimitExceeded, "chunk.length"));
}

TEST_F(PayloadTest, NothingFollowsTheClosingChunk) {
  ASSERT_OK(Send(StartOf(UploadOf("0", v1::STREAMING_MODE_SIGNED))));
  ASSERT_OK(Send(Chunk("")));
  EXPECT_THAT(Send(Chunk("")), FailsWith(Reason::kInvalidChunk, "chunk"));
  EXPECT_THAT(Send(Trailer("a", "b")), FailsWith(Reason::kInvalidChunk, "trailer"));
  EXPECT_THAT(Send(Event("x")), FailsWith(Reason::kInvalidChunk, "event"));
}

TEST_F(PayloadTest, TheTrailerFollowsTheClosingChunk) {
  ASSERT_OK(Send(StartOf(UploadOf("0", v1::STREAMING_MODE_SIGNED_TRAILER))));
  EXPECT_THAT(Send(Trailer("a", "b")), FailsWith(Reason::kInvalidChunk, "trailer"));
  ASSERT_OK(Send(Chunk("")));
  EXPECT_THAT(Send(Chunk("")), FailsWith(Reason::kInvalidChunk, "chunk"));
  ASSERT_OK(Send(Trailer("a", "b")));
  EXPECT_THAT(Send(Trailer("a", "b")), FailsWith(Reason::kInvalidChunk, "trailer"));
}

TEST_F(PayloadTest, RefusesMalformedPieces) {
  ASSERT_OK(Send(StartOf(UploadOf("0", v1::STREAMING_MODE_SIGNED_TRAILER))));
  v1::SignPayloadRequest chunk = Chunk(std::string(8192, 'a'));
  chunk.mutable_chunk()->set_sha256("short");
  EXPECT_THAT(Send(chunk), FailsWith(Reason::kInvalidChunk, "chunk.sha256"));
  chunk = Chunk(std::string(8192, 'a'));
  chunk.mutable_chunk()->set_length(0);
  EXPECT_THAT(Send(chunk), FailsWith(Reason::kInvalidChunk, "chunk.sha256"));
  chunk = Chunk("");
  chunk.mutable_chunk()->set_length(1);
  EXPECT_THAT(Send(chunk), FailsWith(Reason::kInvalidChunk, "chunk.sha256"));
  ASSERT_OK(Send(Chunk("")));
  v1::SignPayloadRequest trailer;
  trailer.mutable_trailer();
  EXPECT_THAT(Send(trailer), FailsWith(Reason::kMissingField, "trailer.headers"));
  EXPECT_THAT(Send(Trailer("a b", "c")),
              FailsWith(Reason::kInvalidHeader, "trailer.headers[0].name"));
  EXPECT_THAT(Send(Trailer("a", "b\nc")),
              FailsWith(Reason::kInvalidHeader, "trailer.headers[0].value"));
}

TEST_F(PayloadTest, RefusesAMalformedStart) {
  const v1::SignPayloadRequest good = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  const auto expect = [&](auto spoil, Reason reason, const char* field) {
    v1::SignPayloadRequest start = good;
    spoil(*start.mutable_start());
    Restart();
    EXPECT_THAT(Send(start), FailsWith(reason, field));
  };
  expect([](auto& s) { s.clear_request(); }, Reason::kMissingField, "start.request");
  expect([](auto& s) { s.mutable_request()->clear_signing_time(); }, Reason::kMissingField,
         "start.request.signing_time");
  expect([](auto& s) { s.mutable_request()->clear_credential_version(); }, Reason::kMissingField,
         "start.request.credential_version");
  expect([](auto& s) { s.clear_seed_signature(); }, Reason::kMissingField, "start.seed_signature");
  expect([](auto& s) { s.set_seed_signature("xyz"); }, Reason::kInvalidSignature,
         "start.seed_signature");
  expect([](auto& s) { s.set_previous_signature("xyz"); }, Reason::kInvalidSignature,
         "start.previous_signature");
  expect([](auto& s) { s.mutable_request()->mutable_payload()->set_body("b"); },
         Reason::kInvalidPayload, "start.request.payload");
  expect([](auto& s) { s.mutable_request()->set_region("us/east"); }, Reason::kInvalidRegion,
         "start.request.region");
}

TEST_F(PayloadTest, ASigv4aSeedThatIsNoSignatureIsMalformedAndNoMismatch) {
  v1::SignRequestRequest request = UploadRequest(v1::STREAMING_MODE_SIGNED);
  request.set_algorithm(v1::ALGORITHM_SIGV4A);
  request.clear_region();
  request.add_region_set("us-east-1");
  const v1::SignPayloadRequest start = StartOf(request);
  const std::string& seed = start.start().seed_signature();
  for (const std::string& text :
       {seed.substr(1), seed.substr(0, seed.size() - 1), seed.substr(2), seed + "00",
        std::string(seed.size(), '0'), std::string("abcd"), std::string(144, '*')}) {
    v1::SignPayloadRequest spoilt = start;
    spoilt.mutable_start()->set_seed_signature(text);
    Restart();
    EXPECT_THAT(Send(spoilt), FailsWith(Reason::kInvalidSignature, "start.seed_signature")) << text;
    spoilt = start;
    spoilt.mutable_start()->set_previous_signature(text);
    Restart();
    EXPECT_THAT(Send(spoilt), FailsWith(Reason::kInvalidSignature, "start.previous_signature"))
        << text;
  }
}

// The request was signed with x-amz-decoded-content-length 66560.
TEST_F(PayloadTest, ChunksAreOfTheLengthThatWasAnnounced) {
  const v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  ASSERT_OK(Send(start));
  ASSERT_OK(Send(Chunk(std::string(65536, 'a'))));
  EXPECT_THAT(Send(Chunk(std::string(1025, 'a'))),
              FailsWith(Reason::kInvalidChunk, "chunk.length"));
  Restart();
  ASSERT_OK(Send(start));
  ASSERT_OK(Send(Chunk(std::string(65536, 'a'))));
  EXPECT_THAT(Send(Chunk("")), FailsWith(Reason::kInvalidChunk, "chunk.length"));
  Restart();
  ASSERT_OK(Send(start));
  ASSERT_OK(Send(Chunk(std::string(65536, 'a'))));
  ASSERT_OK(Send(Chunk(std::string(1024, 'a'))));
  EXPECT_OK(Send(Chunk("")));
}

// One that goes on knows nothing of what came before, but not more than all can come.
TEST_F(PayloadTest, AResumedChainMayBeShorterNotLonger) {
  v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED));
  start.mutable_start()->set_previous_signature(std::string(64, 'a'));
  ASSERT_OK(Send(start));
  ASSERT_OK(Send(Chunk(std::string(1024, 'a'))));
  EXPECT_OK(Send(Chunk("")));
  Restart();
  ASSERT_OK(Send(start));
  EXPECT_THAT(Send(Chunk(std::string(66561, 'a'))),
              FailsWith(Reason::kInvalidChunk, "chunk.length"));
}

TEST_F(PayloadTest, TheTrailerIsTheOneThatWasAnnounced) {
  const v1::SignPayloadRequest start = StartOf(UploadRequest(v1::STREAMING_MODE_SIGNED_TRAILER));
  const auto send_all = [&](const v1::SignPayloadRequest& trailer) {
    Restart();
    EXPECT_OK(Send(start));
    EXPECT_OK(Send(Chunk(std::string(66560, 'a'))));
    EXPECT_OK(Send(Chunk("")));
    return Send(trailer);
  };
  EXPECT_OK(send_all(Trailer("x-amz-checksum-crc32c", "sOO8/Q==")));
  EXPECT_OK(send_all(Trailer("X-Amz-Checksum-CRC32C", "sOO8/Q==")));
  EXPECT_THAT(send_all(Trailer("x-amz-checksum-crc32", "sOO8/Q==")),
              FailsWith(Reason::kInvalidChunk, "trailer.headers"));
  v1::SignPayloadRequest more = Trailer("x-amz-checksum-crc32c", "sOO8/Q==");
  *more.mutable_trailer()->add_headers() = more.trailer().headers(0);
  more.mutable_trailer()->mutable_headers(1)->set_name("x-amz-checksum-sha256");
  EXPECT_THAT(send_all(more), FailsWith(Reason::kInvalidChunk, "trailer.headers"));
}

}  // namespace
}  // namespace signet
