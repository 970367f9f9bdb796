// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_AWS_CHUNKED_H_
#define SIGNET_SERVER_SIGV4_AWS_CHUNKED_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/sigv4/algorithm.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/payload.h"

namespace signet {

// The framing of Content-Encoding: aws-chunked.

// The smallest chunk S3 takes, but for the last with data and the empty one.
inline constexpr uint64_t kMinChunkBytes = 8192;

// The length of the encoded body: what Content-Length must say for
// `decoded_bytes` in chunks of `chunk_bytes`. `trailer` are the trailing headers
// with values of their final length; kStreamingSigned has none.
// REQUIRES: a streaming mode other than events; chunk_bytes > 0.
uint64_t EncodedLength(PayloadMode mode, Algorithm algorithm, uint64_t decoded_bytes,
                       uint64_t chunk_bytes, absl::Span<const HeaderView> trailer);

// "10000;chunk-signature=<signature>\r\n" before the bytes of a chunk, or
// "10000\r\n" where `signature` is empty. SigV4A signatures come padded
// (PadChunkSignature), here and in TrailerBlock. A chunk ends with "\r\n"; the
// empty one that closes a body without a trailer too.
std::string ChunkPrefix(uint64_t chunk_bytes, absl::string_view signature);

// What follows the prefix of the empty chunk in a body with a trailer: the lines
// of CanonicalTrailer(), "x-amz-trailer-signature:<signature>\r\n" where there is
// one, and the empty line at the end.
std::string TrailerBlock(absl::Span<const HeaderView> trailer, absl::string_view signature);

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_AWS_CHUNKED_H_
