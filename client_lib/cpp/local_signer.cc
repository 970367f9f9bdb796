// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <utility>

#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/lease_cache.h"
#include "client_lib/cpp/signer.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/effective_expiry.h"
#include "server/sigv4/payload_sequence.h"
#include "server/sigv4/payload_signature.h"
#include "server/sigv4/sign_scratch.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

std::vector<HeaderView> ViewsOf(const std::vector<Header>& headers) {
  std::vector<HeaderView> views;
  views.reserve(headers.size());
  for (const Header& header : headers) {
    views.push_back({header.name, header.value});
  }
  return views;
}

// Signs the pieces of one body with a lease.
class LocalPayloadSigner final : public PayloadSigner {
 public:
  LocalPayloadSigner(LeaseCache& leases, LeaseKey event_key, std::shared_ptr<const Lease> lease,
                     ChunkChain chain, std::string seed, PayloadSequence sequence)
      : leases_(leases),
        event_key_(std::move(event_key)),
        lease_(std::move(lease)),
        chain_(std::move(chain)),
        sequence_(std::move(sequence)),
        previous_(std::move(seed)) {}

  absl::StatusOr<std::string> SignChunk(const Sha256Digest& sha256, uint64_t length) override {
    SIGNET_RETURN_IF_ERROR(WithFieldPrefix(sequence_.TakeChunk(sha256, length), "chunk"));
    return Continue(ChunkStringToSign(chain_, previous_, sha256), *lease_);
  }

  absl::StatusOr<std::string> SignTrailer(absl::Span<const HeaderView> trailer) override {
    SIGNET_RETURN_IF_ERROR(WithFieldPrefix(sequence_.TakeTrailer(trailer), "trailer"));
    return Continue(TrailerStringToSign(chain_, previous_, TrailerSha256(trailer)), *lease_);
  }

  // Each event has its own date, so its own scope and lease.
  absl::StatusOr<SignedEvent> SignEvent(const Sha256Digest& sha256,
                                        std::optional<absl::Time> event_time) override {
    SIGNET_RETURN_IF_ERROR(WithFieldPrefix(sequence_.TakeEvent(sha256), "event"));
    const absl::Time time =
        absl::FromUnixSeconds(absl::ToUnixSeconds(event_time.value_or(leases_.ServerNow(*lease_))));
    SIGNET_RETURN_IF_ERROR(CheckHoldsAt(time, lease_->credential_expires_at));
    LeaseKey key = event_key_;
    key.date = ScopeDate(time);
    SIGNET_ASSIGN_OR_RETURN(const std::shared_ptr<const Lease> lease, leases_.Get(key));
    const std::string scope =
        CredentialScopeText({key.date, key.region, key.service}, Algorithm::kSigV4);
    return SignedEvent{
        .signature = Continue(EventStringToSign(time, scope, previous_, sha256), *lease),
        .event_time = time};
  }

 private:
  std::string Continue(absl::string_view string_to_sign, const Lease& lease) {
    previous_ = SignatureOf(lease.signing_key, string_to_sign);
    return previous_;
  }

  LeaseCache& leases_;
  const LeaseKey event_key_;
  const std::shared_ptr<const Lease> lease_;
  const ChunkChain chain_;
  PayloadSequence sequence_;
  std::string previous_;
};

class LocalSigner final : public Signer {
 public:
  LocalSigner(std::unique_ptr<Connection> connection, std::unique_ptr<Signer> remote)
      : connection_(std::move(connection)),
        leases_(*connection_, Clock::Real()),
        remote_(std::move(remote)) {}

  absl::StatusOr<SigningResult> Sign(const SigningRequest& request) override {
    if (!CanBeLocal(request)) {
      return remote_->Sign(request);
    }
    const absl::StatusOr<std::shared_ptr<const Lease>> lease = LeaseFor(request);
    if (!lease.ok()) {
      return NeedsServer(lease.status()) ? remote_->Sign(request) : lease.status();
    }
    absl::StatusOr<SigningResult> result = SignWith(request, **lease);
    return absl::IsInvalidArgument(result.status()) ? RefuseAsServer(request, result.status())
                                                    : result;
  }

  absl::StatusOr<std::vector<absl::StatusOr<SigningResult>>> SignBatch(
      absl::Span<const SigningRequest> requests) override {
    std::vector<absl::StatusOr<SigningResult>> results;
    results.reserve(requests.size());
    for (const SigningRequest& request : requests) {
      results.push_back(Sign(request));
    }
    return results;
  }

  absl::StatusOr<std::unique_ptr<PayloadSigner>> StartPayload(
      const SigningRequest& request, const SigningResult& signed_request) override {
    LeaseKey key = KeyOf(request);
    key.credential_version = signed_request.credential_version;
    key.date = ScopeDate(signed_request.signing_time);
    absl::StatusOr<std::shared_ptr<const Lease>> lease =
        absl::UnimplementedError("SigV4A keys are not leased");
    if (request.algorithm == Algorithm::kSigV4) {
      lease = leases_.Get(key);
    }
    // What is not signed in pieces the server refuses.
    const PayloadMode mode = request.payload.value_or(Payload()).mode;
    if (!lease.ok() || !IsSignedInPieces(mode)) {
      return remote_->StartPayload(request, signed_request);
    }
    ChunkChain chain = {.algorithm = Algorithm::kSigV4,
                        .amz_date = AmzDate(signed_request.signing_time),
                        .credential_scope = signed_request.credential_scope};
    return std::make_unique<LocalPayloadSigner>(leases_, std::move(key), *std::move(lease),
                                                std::move(chain), signed_request.signature,
                                                PayloadSequence(mode, ViewsOf(request.headers)));
  }

 private:
  // True where the server may sign though it does not lease.
  static bool NeedsServer(const absl::Status& status) {
    return absl::IsPermissionDenied(status) || absl::IsInvalidArgument(status);
  }

  // False for what is not signed by a leased key, for what has its token elsewhere
  // (S3 Express), and for fields that the server refuses and signing here would
  // not look at.
  static bool CanBeLocal(const SigningRequest& request) {
    return request.algorithm == Algorithm::kSigV4 && request.region_set.empty() &&
           SigningName(request.service) != "s3express" &&
           (!request.signing_time.has_value() ||
            absl::FromUnixSeconds(absl::ToUnixSeconds(*request.signing_time)) ==
                *request.signing_time);
  }

  // What is malformed is refused by the server too, which checks in its own order
  // and names the fields of the API; `refusal` stands where it does not answer.
  absl::StatusOr<SigningResult> RefuseAsServer(const SigningRequest& request,
                                               const absl::Status& refusal) {
    absl::StatusOr<SigningResult> result = remote_->Sign(request);
    const bool is_answered =
        !absl::IsUnavailable(result.status()) && !absl::IsDeadlineExceeded(result.status());
    return is_answered ? std::move(result) : refusal;
  }

  static LeaseKey KeyOf(const SigningRequest& request) {
    return {.credential = request.credential,
            .credential_version = request.credential_version,
            .region = std::string(SigningRegion(request.service, request.region)),
            .service = std::string(SigningName(request.service)),
            .date = ""};
  }

  absl::StatusOr<std::shared_ptr<const Lease>> LeaseFor(const SigningRequest& request) {
    LeaseKey key = KeyOf(request);
    if (request.signing_time.has_value()) {
      key.date = ScopeDate(*request.signing_time);
      return leases_.Get(key);
    }
    SIGNET_ASSIGN_OR_RETURN(std::shared_ptr<const Lease> lease, leases_.Get(key));
    // Around midnight a lease of the day before may still be held.
    const std::string today = ScopeDate(leases_.ServerNow(*lease));
    if (lease->date != today) {
      key.date = today;
      return leases_.Get(key);
    }
    return lease;
  }

  absl::StatusOr<SigningResult> SignWith(const SigningRequest& request, const Lease& lease) {
    const std::vector<HeaderView> headers = ViewsOf(request.headers);
    SigningInput input;
    SIGNET_ASSIGN_OR_RETURN(const UrlView url, ParseUrl(request.url));
    input.request = {.method = request.method, .url = url, .headers = headers};
    SIGNET_ASSIGN_OR_RETURN(input.profile, FindTargetProfile(request.profile, request.service));
    input.payload = request.payload.value_or(UnstatedPayload(*input.profile, request.placement));
    SIGNET_ASSIGN_OR_RETURN(input.presign_profile, FindPresignProfile(request.presign_profile));
    input.payload_hash_header = request.payload_hash_header;
    input.signing_time = absl::FromUnixSeconds(
        absl::ToUnixSeconds(request.signing_time.value_or(leases_.ServerNow(lease))));
    input.region = SigningRegion(request.service, request.region);
    input.service = SigningName(request.service);
    input.access_key_id = lease.access_key_id;
    input.session_token = lease.session_token.Reveal();
    input.token_placement = request.token_placement;
    input.placement = request.placement;
    input.expires_in = request.expires_in;
    std::vector<std::string> warnings;
    if (input.placement == Placement::kQuery) {
      SIGNET_RETURN_IF_ERROR(ValidateExpiry(input.expires_in));
      SIGNET_ASSIGN_OR_RETURN(input.expires_in,
                              EffectiveExpiry(input.expires_in, input.signing_time,
                                              lease.credential_expires_at, &warnings));
    } else {
      SIGNET_RETURN_IF_ERROR(CheckHoldsAt(input.signing_time, lease.credential_expires_at));
    }
    // Kept from call to call; the answer is a copy of what is in it.
    static thread_local SignScratch scratch;
    SIGNET_RETURN_IF_ERROR(PrepareRequest(input, &scratch));
    const PreparedRequest& prepared = scratch.prepared();
    std::string signature = SignatureOf(lease.signing_key, prepared.string_to_sign);
    AttachSignature(signature, &scratch);
    SigningResult result = {.headers = prepared.headers,
                            .url = prepared.url,
                            .signature = std::move(signature),
                            .signed_headers = prepared.signed_headers,
                            .credential_scope = prepared.credential_scope,
                            .access_key_id = lease.access_key_id,
                            .credential_version = lease.credential_version,
                            .signing_time = input.signing_time,
                            .expires_at = std::nullopt,
                            .warnings = std::move(warnings)};
    if (input.placement == Placement::kQuery) {
      result.expires_at = input.signing_time + input.expires_in;
    } else if (lease.credential_expires_at != absl::InfiniteFuture()) {
      result.expires_at = lease.credential_expires_at;
    }
    scratch.ReleaseIfLarge();
    return result;
  }

  const std::unique_ptr<Connection> connection_;
  LeaseCache leases_;
  const std::unique_ptr<Signer> remote_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Signer>> NewLocalSigner(const SignerOptions& options) {
  SIGNET_ASSIGN_OR_RETURN(std::unique_ptr<Connection> connection, Connection::Create(options));
  SIGNET_ASSIGN_OR_RETURN(std::unique_ptr<Signer> remote, NewRemoteSigner(options));
  return std::make_unique<LocalSigner>(std::move(connection), std::move(remote));
}

}  // namespace signet
