// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_PAYLOAD_HASHER_H_
#define SIGNET_CLIENT_LIB_CPP_PAYLOAD_HASHER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client_lib/cpp/signer.h"
#include "server/digest/digest_set.h"

namespace signet {

// One digest of a body.
struct HashedPayload {
  DigestAlgorithm algorithm = DigestAlgorithm::kSha256;
  // Lower case, as in x-amz-content-sha256.
  std::string hex;
  // With padding, as in x-amz-checksum-* and Content-MD5.
  std::string base64;
};

// Hashes one body piece by piece. One thread at a time.
class PayloadHasher {
 public:
  virtual ~PayloadHasher() = default;

  // The next bytes, as many as you like.
  virtual absl::Status Update(absl::string_view bytes) = 0;

  // The digests of everything, in the order they were asked for. The hasher is
  // then over.
  virtual absl::StatusOr<std::vector<HashedPayload>> Finish() = 0;
};

// Hashes in this process: nothing is sent anywhere. Errors of Update() and
// Finish(): those of HashPayload for `algorithms`, none or one that came twice.
std::unique_ptr<PayloadHasher> NewLocalPayloadHasher(absl::Span<const DigestAlgorithm> algorithms);

// Has the server hash, by HashPayload. The call is open for as long as the hasher
// lives; the deadline of `options` does not end it.
//
// Errors as NewRemoteSigner; of Update() and Finish(), those of HashPayload. A
// hasher that failed stays failed: begin again with another.
absl::StatusOr<std::unique_ptr<PayloadHasher>> NewRemotePayloadHasher(
    const SignerOptions& options, absl::Span<const DigestAlgorithm> algorithms);

}  // namespace signet

#endif  // SIGNET_CLIENT_LIB_CPP_PAYLOAD_HASHER_H_
