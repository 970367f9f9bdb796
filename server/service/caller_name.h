// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CALLER_NAME_H_
#define SIGNET_SERVER_SERVICE_CALLER_NAME_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// What may be the name of a caller. The kinds exclude each other, so that no authority can
// issue a certificate whose DNS name reads like another kind.

// What a local user may be called; see v1::LocalUser.
bool IsLocalUserName(absl::string_view name);

// The SPIFFE-ID standard, sections 2.1 to 2.3: "spiffe://", a trust domain of a-z 0-9 . -
// _, then at least one segment; segments of A-Z a-z 0-9 . - _ that are neither empty nor
// "." nor ".."; 2,048 bytes at most.
bool IsSpiffeId(absl::string_view name);

// The trust domain of one: 1 to 255 of a-z 0-9 . - _.
bool IsSpiffeTrustDomain(absl::string_view name);

// A DNS name of at least two labels of A-Z a-z 0-9 - _, 253 bytes at most; a name of one
// label could be a local user's. No wildcard.
bool IsCallerDnsName(absl::string_view name);

// Whom a certificate with these subject alternative names names:
// - with a URI "spiffe:...", that one, which must be the only URI and a SPIFFE ID;
// - else its first DNS name, if none is a wildcard and it is IsCallerDnsName().
// Nothing otherwise. Refers to an argument.
std::optional<absl::string_view> ChooseCallerName(absl::Span<const absl::string_view> uris,
                                                  absl::Span<const absl::string_view> dns_names);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CALLER_NAME_H_
