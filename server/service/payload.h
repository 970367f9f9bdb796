// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_PAYLOAD_H_
#define SIGNET_SERVER_SERVICE_PAYLOAD_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/policy/policy.h"
#include "server/service/call_context.h"
#include "server/service/key_signer.h"
#include "server/service/service_context.h"
#include "server/sigv4/payload_sequence.h"
#include "server/sigv4/payload_signature.h"
#include "server/sigv4/signer.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// How long after its signing time a chain may be continued.
inline constexpr absl::Duration kResumeWindow = absl::Hours(24);

// How long a session goes on without another look at the policy, should that not
// change: rules may end by themselves.
inline constexpr absl::Duration kRecheckInterval = absl::Seconds(1);

// One SigningService.SignPayload call: a chain of chunks and a trailer, or of
// events. Keeps nothing that a new call could not be told, so that any replica
// can continue the chain.
//
// Each message is signed by the policy in force: one that no longer allows the
// request ends the session.
//
// Chunks keep date, key and version of the seed to the chain's end; events are
// dated one by one. Belongs to one thread.
class PayloadSession {
 public:
  // `context` outlives the session.
  explicit PayloadSession(const ServiceContext& context) : context_(context) {}

  // Answers one message: the start first, then pieces in their order. After an
  // error the session is over.
  //
  // InvalidArgument: a malformed message (field paths as in SignPayloadRequest),
  // kInvalidChunk for one out of order or other than the request announces,
  // kLimitExceeded. FailedPrecondition:
  // kSeedSignatureMismatch, kResumeWindowPassed, kCredentialRevoked,
  // kCredentialVersionNotHeld. PermissionDenied, NotFound, Unavailable: Prepare().
  absl::Status Next(const CallContext& call, const v1::SignPayloadRequest& message,
                    v1::SignPayloadResponse* response);

  // Of the chunks so far.
  uint64_t signed_bytes() const { return sequence_.taken_bytes(); }

 private:
  absl::Status Start(const CallContext& call, const v1::SignPayloadStart& start,
                     v1::SignPayloadResponse* response);
  absl::Status CheckStillAllowed(const CallContext& call);
  absl::Status TakePrevious(const v1::SignPayloadStart& start);
  absl::Status SignChunk(const v1::ChunkHash& chunk, v1::SignPayloadResponse* response);
  absl::Status SignTrailer(const v1::TrailerHeaders& trailer, v1::SignPayloadResponse* response);
  absl::Status SignEvent(const CallContext& call, const v1::EventHash& event,
                         v1::SignPayloadResponse* response);
  // Signs string_to_sign_, and makes the signature the one that the next piece
  // follows.
  absl::Status Continue(absl::Time now, const KeySigner& signer, v1::SignPayloadResponse* response);

  const ServiceContext& context_;
  bool is_started_ = false;
  PayloadSequence sequence_;
  Grants grants_;
  // What policy is asked about again, and when.
  v1::SignRequestRequest request_;
  uint64_t policy_version_ = 0;
  absl::Duration next_check_;
  KeySigner signer_;
  ChunkChain chain_;
  // Without padding.
  std::string previous_signature_;
  // Of the piece at hand.
  std::string string_to_sign_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_PAYLOAD_H_
