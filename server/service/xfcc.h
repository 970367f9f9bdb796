// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_XFCC_H_
#define SIGNET_SERVER_SERVICE_XFCC_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace signet {

// What a proxy says of the client certificate that it verified.
struct ForwardedCertificate {
  std::vector<std::string> uris;
  std::vector<std::string> dns_names;
};

// The last element of an x-forwarded-client-cert header as Envoy writes it: elements
// separated by commas, each of KEY=VALUE pairs separated by semicolons, values with
// commas, semicolons or equals signs in double quotes, in which a backslash precedes a
// quote. Keys, in any case: By, Hash, Cert, Chain, Subject, URI, DNS. The last element is
// the one that the nearest proxy has added; those before it may be anybody's words, but
// must be as well formed.
//
// InvalidArgument: anything else, and more than 16,384 bytes. No message shows any of it.
absl::StatusOr<ForwardedCertificate> ParseForwardedCertificate(absl::string_view header);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_XFCC_H_
