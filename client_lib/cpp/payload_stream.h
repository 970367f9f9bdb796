// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_PAYLOAD_STREAM_H_
#define SIGNET_CLIENT_LIB_CPP_PAYLOAD_STREAM_H_

#include <memory>

#include "absl/status/statusor.h"
#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/signer.h"

namespace signet {

// A PayloadSigner over SignPayload. `connection` outlives it.
//
// When the stream breaks with UNAVAILABLE, it opens another one that continues
// after the last signature that arrived, for up to the connection's
// resume_timeout; any replica can serve it.
absl::StatusOr<std::unique_ptr<PayloadSigner>> OpenPayloadStream(Connection& connection,
                                                                 const SigningRequest& request,
                                                                 const SigningResult& seed);

}  // namespace signet

#endif  // SIGNET_CLIENT_LIB_CPP_PAYLOAD_STREAM_H_
