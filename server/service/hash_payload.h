// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_HASH_PAYLOAD_H_
#define SIGNET_SERVER_SERVICE_HASH_PAYLOAD_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/digest/digest_set.h"
#include "server/service/call_context.h"
#include "server/service/service_context.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// Bytes of body in one message. All six digests of that many take a lane a sixth
// of a millisecond.
inline constexpr size_t kMaxHashedPieceBytes = size_t{64} * 1024;

// Bytes of a body: what S3 takes in one PutObject.
inline constexpr uint64_t kMaxHashedBytes = uint64_t{5} << 30;

// One SigningService.HashPayload call. Belongs to one thread.
class HashSession {
 public:
  // `context` outlives the session.
  explicit HashSession(const ServiceContext& context) : context_(context) {}

  // Takes one message: the start first, then pieces in their order. After an
  // error the session is over.
  //
  // InvalidArgument: kMissingField, kInvalidAlgorithm, kLimitExceeded, kInvalidChunk
  // for a message out of order (field paths as in HashPayloadRequest).
  // PermissionDenied, kNotGranted.
  absl::Status Take(const CallContext& call, const v1::HashPayloadRequest& message);

  // The digests of all pieces; nothing may follow. InvalidArgument, kMissingField:
  // there was no start.
  absl::Status Finish(v1::HashPayloadResponse* response);

 private:
  absl::Status Start(const CallContext& call, const v1::HashPayloadStart& start);
  absl::Status Update(absl::string_view data);

  const ServiceContext& context_;
  std::vector<DigestAlgorithm> algorithms_;
  // Once started.
  std::optional<DigestSet> digests_;
  uint64_t length_ = 0;
};

// The value of the API's enum for an algorithm, and back; nothing for a value that
// is none.
v1::DigestAlgorithm ToProto(DigestAlgorithm algorithm);
std::optional<DigestAlgorithm> FromProto(v1::DigestAlgorithm algorithm);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_HASH_PAYLOAD_H_
