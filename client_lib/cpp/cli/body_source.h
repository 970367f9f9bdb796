// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_BODY_SOURCE_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_BODY_SOURCE_H_

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "client_lib/cpp/signer.h"
#include "client_lib/cpp/signing_request.h"

namespace signet::cli {

// The bytes of a request's body in the order of sending.
class BodySource {
 public:
  virtual ~BodySource() = default;

  // Fills the front of `out` and returns how many bytes; 0 at the end.
  // Unavailable and other errors of signing a chunk.
  virtual absl::StatusOr<size_t> Read(absl::Span<char> out) = 0;

  // All the bytes there will be: Content-Length.
  virtual uint64_t size() const = 0;
};

// Whether a file can be a body, without reading it, so that neither a pipe is
// waited for nor a device read without end. Errors as OpenFile.
absl::Status CheckBodyFile(const std::string& path);

// A file, as it is. InvalidArgument, field "body_file": it cannot be opened or
// is not a regular file (the length must be known beforehand).
absl::StatusOr<std::unique_ptr<BodySource>> OpenFile(const std::string& path);

// How an upload is framed.
struct ChunkedOptions {
  std::string path;
  PayloadMode mode = PayloadMode::kStreamingSigned;
  Algorithm algorithm = Algorithm::kSigV4;
  uint64_t chunk_bytes = uint64_t{64} * 1024;
};

// The headers a chunked upload needs beside the caller's: content-encoding,
// x-amz-decoded-content-length, and x-amz-trailer where there is one. To be
// signed with the request. Errors as OpenFile.
absl::StatusOr<std::vector<Header>> ChunkedHeaders(const ChunkedOptions& options);

// A file in the aws-chunked framing, chunk signatures taken from
// `payload_signer` (null for the unsigned mode). Holds one chunk at a time.
// Errors as OpenFile.
absl::StatusOr<std::unique_ptr<BodySource>> OpenChunked(
    const ChunkedOptions& options, std::unique_ptr<PayloadSigner> payload_signer);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_BODY_SOURCE_H_
