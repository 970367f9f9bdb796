// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_DIFFERENTIAL_DRIVER_H_
#define SIGNET_TESTS_DIFFERENTIAL_DRIVER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "nlohmann/json.hpp"
#include "server/digest/hmac_sha256.h"
#include "server/sigv4/algorithm.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/sigv4a.h"

namespace signet::differential {

using Json = nlohmann::json;

// A field of a case; throws nlohmann's exception where the harness left it out.
const std::string& TextField(const Json& item, const char* name);

Algorithm AlgorithmOf(const Json& item);

absl::Time TimeOf(const Json& item);

// Region and service of a case at an instant.
CredentialScope ScopeOf(const Json& item, absl::Time time);

// [["name", "value"], ...] as views into `pairs`.
std::vector<HeaderView> HeaderViews(const Json& pairs);

Json HeadersJson(absl::Span<const Header> headers);

// The key of a case's credential: for SigV4 derived for one scope.
class CaseKey {
 public:
  static absl::StatusOr<CaseKey> For(const Json& item, absl::Time time);

  absl::StatusOr<std::string> Sign(absl::string_view string_to_sign) const;

  const HmacSha256Key& hmac() const { return hmac_; }
  // Null for SigV4.
  const Sigv4aKey* asymmetric() const { return asymmetric_.get(); }

 private:
  HmacSha256Key hmac_ = {};
  std::shared_ptr<const Sigv4aKey> asymmetric_;
};

// op "stream": the signatures of a chain of chunks and a trailer, or whether
// those in the case are right.
absl::StatusOr<Json> SignStream(const Json& item);

// op "events": the signatures of a chain of events.
absl::StatusOr<Json> SignEvents(const Json& item);

// op "post": a signed POST policy.
absl::StatusOr<Json> SignPost(const Json& item);

}  // namespace signet::differential

#endif  // SIGNET_TESTS_DIFFERENTIAL_DRIVER_H_
