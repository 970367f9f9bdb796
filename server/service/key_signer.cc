// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/key_signer.h"

#include <memory>

#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/base/vector_registers.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/sigv4a.h"

namespace signet {
namespace {

// The cache of SigV4A keys knows neither revocation nor time.
absl::StatusOr<std::shared_ptr<const Sigv4aKey>> UsableSigv4aKey(const ServiceContext& context,
                                                                 const CredentialVersion& version,
                                                                 absl::Time now) {
  if (version.is_revoked()) {
    return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kCredentialRevoked,
                     "credential_version", "the credential version is revoked");
  }
  if (version.is_expired(now)) {
    return MakeError(absl::StatusCode::kUnavailable, Reason::kCredentialExpired, "credential",
                     "the credential has expired and no newer one has come");
  }
  return context.sigv4a_keys->GetOrDerive(version);
}

// The signing key of SigV4.
absl::Status FindKey(const ServiceContext& context, const KeySigner& signer, absl::Time now,
                     CachedKey* key) {
  const KeyOrigin origin = KeyOriginOf(*signer.version);
  const CredentialScope& scope = signer.scope;
  const SigningKeySpec spec =
      SigningKeySpecOf(*signer.version, scope.date, scope.region, scope.service);
  return context.front != nullptr ? context.front->GetOrDerive(origin, spec, now, key)
                                  : context.keys->GetOrDerive(origin, spec, now, key);
}

}  // namespace

absl::Status KeySigner::Sign(const ServiceContext& context, absl::Time now,
                             absl::string_view string_to_sign, std::string* signature) const {
  if (algorithm == Algorithm::kSigV4a) {
    SIGNET_ASSIGN_OR_RETURN(const std::shared_ptr<const Sigv4aKey> key,
                            UsableSigv4aKey(context, *version, now));
    SIGNET_ASSIGN_OR_RETURN(*signature, key->Sign(string_to_sign));
    return absl::OkStatus();
  }
  CachedKey key;
  SIGNET_RETURN_IF_ERROR(FindKey(context, *this, now, &key));
  SignatureOf(key.hmac_key(), string_to_sign, signature);
  // The copy of the key went through them.
  ClearVectorRegisters();
  return absl::OkStatus();
}

absl::Status KeySigner::Verify(const ServiceContext& context, absl::Time now,
                               absl::string_view string_to_sign,
                               absl::string_view signature) const {
  bool is_genuine = false;
  if (algorithm == Algorithm::kSigV4a) {
    SIGNET_ASSIGN_OR_RETURN(const std::shared_ptr<const Sigv4aKey> key,
                            UsableSigv4aKey(context, *version, now));
    is_genuine = VerifySigv4a(key->public_key(), string_to_sign, signature);
  } else {
    CachedKey key;
    SIGNET_RETURN_IF_ERROR(FindKey(context, *this, now, &key));
    is_genuine = IsSignatureOf(key.hmac_key(), string_to_sign, signature);
    ClearVectorRegisters();
  }
  if (!is_genuine) {
    return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kSeedSignatureMismatch,
                     "seed_signature", "seed_signature is not the signature of that request");
  }
  return absl::OkStatus();
}

}  // namespace signet
