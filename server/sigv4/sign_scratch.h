// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SIGV4_SIGN_SCRATCH_H_
#define SIGNET_SERVER_SIGV4_SIGN_SCRATCH_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/sigv4/caller_headers.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/text_arena.h"
#include "server/sigv4/timestamp.h"

namespace signet {

// Makes one request ready to be signed; internal to signer.cc.
class SigningRun;

// The memory of one signature after the other: with one that signed a request
// of the same size before, signing allocates nothing. Belongs to one thread at a
// time; one per lane or thread is what it is for.
//
// It holds what the answer holds: the caller's header values and, of all
// secrets, the session token, which is one of them. No secret access key and no
// signing key ever lies here, so nothing in it is wiped.
class SignScratch {
 public:
  SignScratch() = default;
  SignScratch(const SignScratch&) = delete;
  SignScratch& operator=(const SignScratch&) = delete;

  // The request that was prepared last, and what was attached to it.
  const PreparedRequest& prepared() const { return prepared_; }

  // Gives back what an unusually large request left behind. For whoever keeps
  // the scratch for long; costs next to nothing where there is nothing to do.
  void ReleaseIfLarge();

 private:
  friend class SigningRun;
  friend absl::StatusOr<PreparedRequest> PrepareRequest(const SigningInput& input);
  friend void AttachSignature(absl::string_view signature, SignScratch* scratch);
  friend SignedRequest AttachSignature(const PreparedRequest& prepared,
                                       absl::string_view signature);

  // Makes the next header of prepared_.headers, in the memory of one that was.
  void AddHeader(absl::string_view name, absl::string_view value);
  Header* NextHeader();
  // What is left of the last request's headers waits for the next.
  void EndHeaders();

  // x-amz-date of an instant; written anew once a second.
  absl::string_view AmzDateOf(absl::Time time);

  PreparedRequest prepared_;
  size_t header_count_ = 0;
  std::vector<Header> spare_headers_;

  TextArena arena_;
  CallerHeaders caller_;
  std::vector<SignedHeader> signed_headers_;
  CanonicalHeaders canonical_headers_;
  // As the URL has them, and encoded with what signing adds.
  std::vector<QueryParameterView> parameters_;
  std::vector<QueryParameterView> encoded_;
  std::vector<QueryParameterView> hoisted_;

  int64_t amz_date_second_ = -1;
  std::array<char, kAmzDateBytes> amz_date_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SIGV4_SIGN_SCRATCH_H_
