// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/aws_chunked.h"

#include "absl/strings/str_cat.h"
#include "server/sigv4/payload_signature.h"

namespace signet {
namespace {

constexpr absl::string_view kCrlf = "\r\n";
constexpr absl::string_view kChunkSignature = ";chunk-signature=";
constexpr uint64_t kSigv4SignatureLength = 64;

uint64_t HexLength(uint64_t value) {
  uint64_t digits = 1;
  while (value >>= 4) {
    ++digits;
  }
  return digits;
}

// The length of a signature on the wire; 0 in a mode that signs no chunks.
uint64_t SignatureLength(PayloadMode mode, Algorithm algorithm) {
  if (mode == PayloadMode::kStreamingUnsignedTrailer) {
    return 0;
  }
  return algorithm == Algorithm::kSigV4a ? kSigv4aPaddedSignatureLength : kSigv4SignatureLength;
}

uint64_t PrefixLength(uint64_t chunk_bytes, uint64_t signature_length) {
  const uint64_t extension = signature_length == 0 ? 0 : kChunkSignature.size() + signature_length;
  return HexLength(chunk_bytes) + extension + kCrlf.size();
}

uint64_t TrailerLength(absl::Span<const HeaderView> trailer, uint64_t signature_length) {
  uint64_t length = 0;
  for (const Header& line : CanonicalTrailer(trailer)) {
    length += line.name.size() + 1 + line.value.size() + kCrlf.size();
  }
  if (signature_length != 0) {
    length += kTrailerSignatureName.size() + 1 + signature_length + kCrlf.size();
  }
  return length + kCrlf.size();
}

}  // namespace

uint64_t EncodedLength(PayloadMode mode, Algorithm algorithm, uint64_t decoded_bytes,
                       uint64_t chunk_bytes, absl::Span<const HeaderView> trailer) {
  const uint64_t signature_length = SignatureLength(mode, algorithm);
  const uint64_t full_chunks = decoded_bytes / chunk_bytes;
  const uint64_t rest = decoded_bytes % chunk_bytes;
  uint64_t length =
      decoded_bytes + full_chunks * (PrefixLength(chunk_bytes, signature_length) + kCrlf.size());
  if (rest != 0) {
    length += PrefixLength(rest, signature_length) + kCrlf.size();
  }
  length += PrefixLength(0, signature_length);
  return length + (mode == PayloadMode::kStreamingSigned
                       ? kCrlf.size()
                       : TrailerLength(trailer, signature_length));
}

std::string ChunkPrefix(uint64_t chunk_bytes, absl::string_view signature) {
  return absl::StrCat(absl::Hex(chunk_bytes), signature.empty() ? "" : kChunkSignature, signature,
                      kCrlf);
}

std::string TrailerBlock(absl::Span<const HeaderView> trailer, absl::string_view signature) {
  std::string block;
  for (const Header& line : CanonicalTrailer(trailer)) {
    absl::StrAppend(&block, line.name, ":", line.value, kCrlf);
  }
  if (!signature.empty()) {
    absl::StrAppend(&block, kTrailerSignatureName, ":", signature, kCrlf);
  }
  absl::StrAppend(&block, kCrlf);
  return block;
}

}  // namespace signet
