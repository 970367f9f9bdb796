// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_SIGNER_H_
#define SIGNET_CLIENT_LIB_CPP_SIGNER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client_lib/cpp/signing_request.h"
#include "server/digest/sha256.h"
#include "server/sigv4/http_request.h"

namespace signet {

struct SignedEvent {
  // Hex; goes into the event's :chunk-signature header as raw bytes.
  std::string signature;
  // Goes into its :date header.
  absl::Time event_time;
};

// Signs one body piece by piece; each piece names the signature before it, so
// call in the order of sending. One thread at a time. Wiped and closed when it
// goes.
class PayloadSigner {
 public:
  virtual ~PayloadSigner() = default;

  // The signature of a chunk of `length` bytes, as it goes into the chunk's
  // prefix. The closing chunk has length 0 and the hash of nothing.
  virtual absl::StatusOr<std::string> SignChunk(const Sha256Digest& sha256, uint64_t length) = 0;

  // The signature of the trailing headers, after the closing chunk.
  virtual absl::StatusOr<std::string> SignTrailer(absl::Span<const HeaderView> trailer) = 0;

  // The signature of an event, dated `event_time`: signet's clock when not set.
  virtual absl::StatusOr<SignedEvent> SignEvent(const Sha256Digest& sha256,
                                                std::optional<absl::Time> event_time) = 0;
};

// Signs requests with credentials that only signet holds.
//
// Errors are those of the API: the status code, a message for people, and
// GetErrorDetail() of server/base/error.h for programs. Safe for concurrent use.
class Signer {
 public:
  virtual ~Signer() = default;

  virtual absl::StatusOr<SigningResult> Sign(const SigningRequest& request) = 0;

  // One outcome for each request, in their order; up to 1,000.
  virtual absl::StatusOr<std::vector<absl::StatusOr<SigningResult>>> SignBatch(
      absl::Span<const SigningRequest> requests) = 0;

  // Signs the body of a request that was just signed with a streaming payload.
  // A stream that breaks is continued on whichever replica answers next.
  virtual absl::StatusOr<std::unique_ptr<PayloadSigner>> StartPayload(
      const SigningRequest& request, const SigningResult& signed_request) = 0;
};

// Where signet is, and how patient to be with it.
struct SignerOptions {
  // "unix:/run/signet/signet.sock", or "host:port" with the three TLS files.
  std::string target = {};
  // PEM. For host:port all three are required: signet has no listener without
  // mutual TLS.
  std::string tls_ca_file = {};
  std::string tls_cert_file = {};
  std::string tls_key_file = {};
  // For one call with its retries.
  absl::Duration deadline = absl::Seconds(2);
  // How long a broken payload stream is tried again before it fails.
  absl::Duration resume_timeout = absl::Seconds(30);
};

// Every signature is made by the server. The channel connects when it is first
// used; calls are retried while the server is UNAVAILABLE, within the deadline.
//
// InvalidArgument: a target of another form, or TLS files missing.
absl::StatusOr<std::unique_ptr<Signer>> NewRemoteSigner(const SignerOptions& options);

// Signatures are made here, with keys leased from the server and renewed before
// they end; what cannot be signed with a lease (SigV4A, or where no rule grants
// one) goes to the server. It signs by the server's clock.
//
// Errors as NewRemoteSigner.
absl::StatusOr<std::unique_ptr<Signer>> NewLocalSigner(const SignerOptions& options);

}  // namespace signet

#endif  // SIGNET_CLIENT_LIB_CPP_SIGNER_H_
