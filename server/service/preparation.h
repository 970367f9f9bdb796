// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_PREPARATION_H_
#define SIGNET_SERVER_SERVICE_PREPARATION_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/policy/policy.h"
#include "server/service/call_context.h"
#include "server/service/key_signer.h"
#include "server/service/service_context.h"
#include "server/service/validation.h"
#include "server/sigv4/sign_scratch.h"
#include "server/sigv4/signer.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// The memory that this thread signs with. A lane is one thread, so a lane has one;
// between two calls it holds some 32 KiB at most.
SignScratch& ThreadSignScratch();

// A request that is checked, allowed and ready to be signed: what SignRequest,
// SignPayload and ExplainSignature begin with. Refers to the message it was made
// of; can be neither copied nor moved.
struct Preparation {
  Preparation() : scratch(ThreadSignScratch()) {}
  ~Preparation() { scratch.ReleaseIfLarge(); }
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;

  const PreparedRequest& request() const { return scratch.prepared(); }

  CheckedRequest checked;
  Grants grants;
  KeySigner signer;
  // Of this thread: holds request() until another one is prepared.
  SignScratch& scratch;
  // The server's clock when the call came, and the instant signed at.
  absl::Time now;
  absl::Time signing_time;
  // Presigned URLs only: as asked, or shorter.
  absl::Duration expires_in;
  std::vector<std::string> warnings;
};

// Whether a signing time of the caller's own needs a grant: not when a
// signature by it is at hand to prove that it was granted before.
enum class OwnSigningTime { kNeedsGrant, kIsProven };

// Checks the message, asks policy, finds the credential version, and builds
// canonical request and string to sign.
//
// InvalidArgument: CheckRequest(), DescribeRequest() and PrepareRequest(), with field
// paths of SignRequestRequest. PermissionDenied, ResourceExhausted: Authorize();
// kInvalidSigningTime for a signing time further off than granted. NotFound, FailedPrecondition,
// Unavailable: FindVersion().
absl::Status Prepare(const ServiceContext& context, const CallContext& call,
                     const v1::SignRequestRequest& message, Operation operation,
                     OwnSigningTime own_signing_time, Preparation* preparation);

// Asks the policy in force once more whether a request that was prepared before may
// go on. Errors as Prepare()'s of checks and policy.
absl::Status CheckAgain(const ServiceContext& context, const CallContext& call,
                        const v1::SignRequestRequest& message, Operation operation);

// What is granted of the expiry that was asked for; says so where it is less.
absl::Duration GrantedExpiry(absl::Duration asked, const Grants& grants,
                             std::vector<std::string>* warnings);

// The signing time to use: `own`, where it is given and granted, else `now` in
// whole seconds. PermissionDenied, kInvalidSigningTime, `field`: it is not granted.
absl::StatusOr<absl::Time> ChooseSigningTime(const CallContext& call,
                                             const std::optional<absl::Time>& own, absl::Time now,
                                             const Grants& grants, absl::string_view field);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_PREPARATION_H_
