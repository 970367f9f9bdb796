// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_ACCESS_H_
#define SIGNET_SERVER_POLICY_ACCESS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace signet {

// One thing that a request does to one resource.
struct Access {
  // "s3:GetObject", "dynamodb:GetItem", "sts:GetCallerIdentity"; "lambda:POST"
  // (the method) where the protocol names none. Empty: unknown, denied by every
  // rule that limits actions.
  std::string action;
  // S3: "bucket" or "bucket/key", the key's decoded bytes, as they are signed.
  // Others: the decoded path that is signed, "/..."; for a token that connects a
  // user, "dbuser/NAME" or "user/NAME". Empty: none.
  std::string resource;
  // All resources that begin with `resource`: a listing by prefix, a POST policy
  // with starts-with. Allowing it needs all of them covered, denying it one.
  bool is_prefix = false;
  // False: the host is no known endpoint, or what it leads to is not known, so
  // what bucket is meant cannot be told; `resource` is for the audit alone. Only
  // rules that do not limit resources match.
  bool is_resource_known = true;
  // A "." or ".." segment in the key or path; or for a store of the configuration
  // anything else that it may take for another key (see ReadsInTwoWays()).
  bool has_dot_segments = false;
};

// "exact", "prefix", "unknown": how far `resource` says what is meant, for logs.
absl::string_view ExtentName(const Access& access);

// Writes over a list of accesses from its front, so that the memory of the
// strings in it is used again.
class AccessWriter {
 public:
  explicit AccessWriter(std::vector<Access>* accesses) : accesses_(accesses) {}

  // The next access. What it held is for the caller to write over; its flags are
  // as of a new one. Valid until the next call.
  Access& Next();

  // Ends the list after what Next() gave.
  void Finish() { accesses_->resize(size_); }

 private:
  std::vector<Access>* const accesses_;
  size_t size_ = 0;
};

// "SERVICE:NAME"; empty for an empty name.
void SetAction(absl::string_view service, absl::string_view name, Access* access);

// "BUCKET", "BUCKET/KEY", "" and whether the key has dot segments.
void SetObject(absl::string_view bucket, absl::string_view key, Access* access);

// Whether some server takes the key for another: dot segments, which it resolves, empty
// segments, which it drops, or a backslash, which it takes for a slash. AWS does none of it.
bool ReadsInTwoWays(absl::string_view key);

// A segment of `path` is "." or "..".
bool HasDotSegments(absl::string_view path);

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_ACCESS_H_
