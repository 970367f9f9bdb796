// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_KEY_SIGNER_H_
#define SIGNET_SERVER_SERVICE_KEY_SIGNER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/credentials/credential_version.h"
#include "server/service/service_context.h"
#include "server/sigv4/algorithm.h"
#include "server/sigv4/credential_scope.h"

namespace signet {

// The key of one credential version and scope, at work. Keys come out of the
// caches for each signature, so that a version revoked meanwhile signs no more.
struct KeySigner {
  Algorithm algorithm = Algorithm::kSigV4;
  CredentialVersionPtr version;
  CredentialScope scope;

  // Writes the signature of a string to sign, in hex, over `signature`.
  //
  // FailedPrecondition, kCredentialRevoked; Unavailable, kCredentialExpired at
  // `now`; ResourceExhausted, kKeyMemoryExhausted.
  absl::Status Sign(const ServiceContext& context, absl::Time now, absl::string_view string_to_sign,
                    std::string* signature) const;

  // OK when `signature` is one of `string_to_sign` by this key, compared in
  // constant time. FailedPrecondition, kSeedSignatureMismatch, which does not
  // tell the right one; and the errors of Sign().
  absl::Status Verify(const ServiceContext& context, absl::Time now,
                      absl::string_view string_to_sign, absl::string_view signature) const;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_KEY_SIGNER_H_
