// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CALLER_PROOF_H_
#define SIGNET_SERVER_SERVICE_CALLER_PROOF_H_

#include "absl/strings/string_view.h"

namespace signet {

// How the name of a caller was proven.
enum class CallerProof {
  // Not at all, or not yet.
  kNone,
  // By the client certificate of its connection.
  kMtls,
  // By the kernel, of a connection to the Unix socket.
  kUds,
  // By a service account's token, over a connection that proved another name.
  kJwt,
  // By a trusted proxy, which verified the client certificate.
  kXfcc,
};

// "none", "mtls", "uds", "jwt", "xfcc": for logs and the audit.
constexpr absl::string_view CallerProofName(CallerProof proof) {
  switch (proof) {
    case CallerProof::kNone:
      return "none";
    case CallerProof::kMtls:
      return "mtls";
    case CallerProof::kUds:
      return "uds";
    case CallerProof::kJwt:
      return "jwt";
    case CallerProof::kXfcc:
      return "xfcc";
  }
  return "none";
}

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CALLER_PROOF_H_
