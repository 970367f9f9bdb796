// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/aws_chunked.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "server/sigv4/payload_signature.h"

namespace signet {
namespace {

const std::vector<HeaderView> kCrcTrailer = {{"x-amz-checksum-crc32c", "sOO8/Q=="}};

// A whole body, as a client that holds it would write it.
std::string Encode(PayloadMode mode, Algorithm algorithm, uint64_t decoded_bytes,
                   uint64_t chunk_bytes, const std::vector<HeaderView>& trailer) {
  const bool is_signed = mode != PayloadMode::kStreamingUnsignedTrailer;
  // SigV4A signatures vary in length; padding evens them out.
  const std::string signature =
      is_signed ? PadChunkSignature(algorithm,
                                    std::string(algorithm == Algorithm::kSigV4a ? 138 : 64, 'f'))
                : "";
  std::string body;
  for (uint64_t sent = 0; sent < decoded_bytes;) {
    const uint64_t size = std::min(chunk_bytes, decoded_bytes - sent);
    body += ChunkPrefix(size, signature) + std::string(size, 'a') + "\r\n";
    sent += size;
  }
  body += ChunkPrefix(0, signature);
  body += mode == PayloadMode::kStreamingSigned ? "\r\n" : TrailerBlock(trailer, signature);
  return body;
}

// "Signature calculations ... multiple chunks", S3 API Reference: Content-Length
// 66824 for x-amz-decoded-content-length 66560.
TEST(EncodedLengthTest, DocumentedExample) {
  EXPECT_EQ(EncodedLength(PayloadMode::kStreamingSigned, Algorithm::kSigV4, 66560, 65536, {}),
            66824u);
}

TEST(EncodedLengthTest, IsTheLengthOfTheBodyAsItIsEncoded) {
  const std::vector<HeaderView> two = {{"x-amz-checksum-crc32c", "sOO8/Q=="},
                                       {"X-Amz-Meta-Note", "  two   words "}};
  for (const PayloadMode mode :
       {PayloadMode::kStreamingSigned, PayloadMode::kStreamingSignedTrailer,
        PayloadMode::kStreamingUnsignedTrailer}) {
    for (const Algorithm algorithm : {Algorithm::kSigV4, Algorithm::kSigV4a}) {
      for (const uint64_t chunk : {uint64_t{1}, uint64_t{15}, uint64_t{16}, uint64_t{8192}}) {
        for (const uint64_t size : {uint64_t{0}, uint64_t{1}, chunk - 1, chunk, chunk + 1,
                                    2 * chunk, 3 * chunk - 1, 5 * chunk}) {
          for (const std::vector<HeaderView>& trailer :
               {std::vector<HeaderView>{}, kCrcTrailer, two}) {
            EXPECT_EQ(EncodedLength(mode, algorithm, size, chunk, trailer),
                      Encode(mode, algorithm, size, chunk, trailer).size())
                << static_cast<int>(mode) << " " << static_cast<int>(algorithm) << " size " << size
                << " chunk " << chunk << " trailers " << trailer.size();
          }
        }
      }
    }
  }
}

// 5 TiB, S3's largest object, in chunks of 1 MiB: 6-digit prefixes
// ("100000;chunk-signature=" and 64 digits, two line ends) and the empty chunk.
TEST(EncodedLengthTest, HoldsForTheLargestObject) {
  constexpr uint64_t kSize = uint64_t{5} << 40;
  constexpr uint64_t kChunks = kSize >> 20;

  EXPECT_EQ(EncodedLength(PayloadMode::kStreamingSigned, Algorithm::kSigV4, kSize, 1 << 20, {}),
            kSize + kChunks * (6 + 17 + 64 + 4) + (1 + 17 + 64 + 4));
}

// The wire form of the documented example.
TEST(ChunkPrefixTest, SpellsTheSizeInHex) {
  EXPECT_EQ(ChunkPrefix(65536, "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648"),
            "10000;chunk-signature="
            "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n");
  EXPECT_EQ(ChunkPrefix(0, "b6c6"), "0;chunk-signature=b6c6\r\n");
  EXPECT_EQ(ChunkPrefix(0xabcdef, ""), "abcdef\r\n");
}

// The forms that versitygw's and Ceph RGW's chunk readers take, and that the
// AWS SDKs write.
TEST(TrailerBlockTest, EndsWithItsSignatureAndAnEmptyLine) {
  EXPECT_EQ(TrailerBlock(kCrcTrailer, "d81f"),
            "x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:d81f\r\n\r\n");
  EXPECT_EQ(TrailerBlock(kCrcTrailer, ""), "x-amz-checksum-crc32c:sOO8/Q==\r\n\r\n");
  EXPECT_EQ(TrailerBlock({}, ""), "\r\n");
}

// A reader that hashes the lines as they came must find what was signed.
TEST(TrailerBlockTest, SendsTheLinesThatAreHashed) {
  const std::vector<HeaderView> trailer = {{"X-B", " 2  2 "}, {"x-a", "1"}};

  EXPECT_EQ(TrailerBlock(trailer, ""), "x-a:1\r\nx-b:2 2\r\n\r\n");
  EXPECT_EQ(TrailerSha256(trailer), Sha256Of("x-a:1\nx-b:2 2\n"));
}

}  // namespace
}  // namespace signet
