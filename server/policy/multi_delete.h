// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_MULTI_DELETE_H_
#define SIGNET_SERVER_POLICY_MULTI_DELETE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace signet {

// S3's own limit.
inline constexpr size_t kMaxDeleteKeys = 1000;
// Of a key's bytes; S3's own limit.
inline constexpr size_t kMaxKeyBytes = 1024;

// One object that a multi-delete deletes.
struct DeletedObject {
  std::string key;
  bool has_version = false;
};

// Reads the body of POST ?delete:
//   <Delete><Object><Key>a</Key><VersionId>1</VersionId></Object>...
//   <Quiet>true</Quiet></Delete>
// Writes over `objects`, which are in the order of the body.
//
// Only such XML is read as every reader takes alike; whatever else XML allows is
// refused, not interpreted: declarations but that of XML 1.0 in UTF-8, document
// types and entities but the five and numeric ones, comments, CDATA,
// instructions, attributes but S3's own xmlns, prefixes, unknown elements, an
// element twice, text between elements, raw carriage returns, and keys that
// begin or end with a blank.
//
// InvalidArgument, field "body". kAmbiguousTarget: the above, or no key at all.
// kLimitExceeded: over the limits above.
// Source: "DeleteObjects", S3 API Reference; XML 1.0 (Fifth Edition).
absl::Status ParseMultiDelete(absl::string_view body, std::vector<DeletedObject>* objects);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_MULTI_DELETE_H_
