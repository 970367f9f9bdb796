// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_JWT_H_
#define SIGNET_SERVER_SERVICE_JWT_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/base/document.h"

namespace signet {

// Longer tokens are refused unread.
inline constexpr size_t kMaxJwtBytes = 8192;

// How a token may be signed. There is no other way: neither "none" nor a secret that two
// share (RFC 8725, sections 3.1 and 3.2).
enum class JwtAlgorithm { kRs256, kEs256 };

// A JSON Web Token (RFC 7519) in the compact form of RFC 7515, taken apart. Nothing of it
// is to be believed before its signature was verified.
struct Jwt {
  JwtAlgorithm algorithm;
  // Which key it says it was signed with.
  std::optional<std::string> key_id;
  // What is signed; part of the parsed text.
  absl::string_view signed_part;
  std::string signature;
  Document claims;
};

// InvalidArgument: `text` is too long, not three parts of canonical base64url without
// padding, its header or claims are no JSON objects of different keys, or the header
// names another algorithm, brings a key along or asks for an extension. No message shows
// a byte of it.
absl::StatusOr<Jwt> ParseJwt(absl::string_view text);

// RFC 4648 section 5, without padding, line ends or stray bits. Nothing for anything else.
std::optional<std::string> DecodeBase64Url(absl::string_view text);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_JWT_H_
