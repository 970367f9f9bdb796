// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_CALLER_NAME_H_
#define SIGNET_SERVER_TRANSPORT_CALLER_NAME_H_

#include "absl/strings/string_view.h"

namespace signet {

// What may be the name of a caller that has a certificate. The kinds exclude each other
// and the names of local users, so that no authority can issue a certificate whose DNS
// name reads like another kind.

// The SPIFFE-ID standard, sections 2.1 to 2.3: "spiffe://", a trust domain of a-z 0-9 . -
// _, then at least one segment; segments of A-Z a-z 0-9 . - _ that are neither empty nor
// "." nor ".."; 2,048 bytes at most.
bool IsSpiffeId(absl::string_view name);

// A DNS name of at least two labels of A-Z a-z 0-9 - _, 253 bytes at most; a name of one
// label could be a local user's. No wildcard.
bool IsCallerDnsName(absl::string_view name);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_CALLER_NAME_H_
