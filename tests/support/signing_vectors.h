// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_SIGNING_VECTORS_H_
#define SIGNET_TESTS_SUPPORT_SIGNING_VECTORS_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "server/sigv4/algorithm.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/signer.h"

namespace signet {

// One case of the public signing test suite (aws-c-auth).
class SigningVector {
 public:
  // Reads the case in `folder`. Test failures for what is missing or malformed.
  explicit SigningVector(const std::string& folder);
  SigningVector(SigningVector&&) = default;
  SigningVector(const SigningVector&) = delete;
  SigningVector& operator=(const SigningVector&) = delete;

  // The folder's name, "get-vanilla".
  const std::string& name() const { return name_; }
  const std::string& secret_access_key() const { return secret_access_key_; }
  const std::string& region() const { return region_; }
  const std::string& service() const { return service_; }
  absl::Time time() const { return time_; }
  const std::string& body() const { return body_; }

  // What signing this case takes; views into this object.
  SigningInput Input(Algorithm algorithm, Placement placement) const;

  // The file "header-<stage>.txt" or "query-<stage>.txt" without the newline at
  // its end; stages are "canonical-request", "string-to-sign", "signature" and
  // "signed-request".
  std::string Expected(Placement placement, const std::string& stage) const;

  // The contents of another file of the case ("public-key.json").
  std::string File(const std::string& file) const;

 private:
  void ReadRequest();
  void ReadContext();

  std::string folder_;
  std::string name_;
  std::string method_;
  std::string url_;
  std::vector<Header> headers_;
  std::vector<HeaderView> header_views_;
  std::string body_;
  std::string access_key_id_;
  std::string secret_access_key_;
  std::string session_token_;
  std::string region_;
  std::string service_;
  absl::Time time_;
  absl::Duration expires_in_;
  bool normalize_ = true;
  bool sign_body_ = false;
  bool omit_session_token_ = false;
};

// All cases of `suite` ("v4" or "v4a"), sorted by name; none where the folder
// of vectors is absent (see VectorsFolder()).
std::vector<SigningVector> ReadSigningVectors(const std::string& suite);

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_SIGNING_VECTORS_H_
