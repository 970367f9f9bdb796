// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_PAYLOAD_SEQUENCE_H_
#define SIGNET_SERVER_SIGV4_PAYLOAD_SEQUENCE_H_

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "server/digest/sha256.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/payload.h"

namespace signet {

// What the chunks of one payload may be together: what x-amz-decoded-content-length
// can say.
inline constexpr uint64_t kMaxPayloadBytes = std::numeric_limits<int64_t>::max();

// True for the streaming modes whose pieces are signed.
bool IsSignedInPieces(PayloadMode mode);

// The pieces of one payload that is signed in pieces, in the order in which they may
// come and as the signed request announces them. A target refuses an upload that has
// others only when all of it is there.
//
// All Take functions: InvalidArgument, kInvalidChunk, the field that is wrong within
// the piece, "" for a piece that may not come now. Belongs to one thread.
class PayloadSequence {
 public:
  // Nothing may come yet.
  PayloadSequence() = default;

  // `headers`: those of the signed request. `mode`: a streaming one that is signed.
  PayloadSequence(PayloadMode mode, absl::Span<const HeaderView> headers);

  // Pieces came before, it is not known how many.
  void Resume() { is_resumed_ = true; }

  // Fields "length" and "sha256". kLimitExceeded, "length": over kMaxPayloadBytes in
  // all.
  absl::Status TakeChunk(const Sha256Digest& sha256, uint64_t length);

  // Fields "headers", "headers[i].name" and "headers[i].value": ValidateTrailer();
  // kMissingField: there is none.
  absl::Status TakeTrailer(absl::Span<const HeaderView> headers);

  absl::Status TakeEvent(const Sha256Digest& sha256);

  // Of the chunks taken, without those before Resume().
  uint64_t taken_bytes() const { return taken_bytes_; }

 private:
  enum class Stage { kPieces, kLastPieceSeen, kTrailer, kDone };

  absl::Status CheckAnnouncedLength(uint64_t length) const;
  absl::Status CheckAnnouncedTrailer(absl::Span<const HeaderView> headers) const;

  Stage stage_ = Stage::kDone;
  PayloadMode mode_ = PayloadMode::kStreamingSigned;
  bool is_resumed_ = false;
  uint64_t taken_bytes_ = 0;
  // x-amz-decoded-content-length, and the sorted names of x-amz-trailer.
  std::optional<uint64_t> announced_bytes_;
  std::optional<std::vector<std::string>> announced_trailer_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_PAYLOAD_SEQUENCE_H_
