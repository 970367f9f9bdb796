// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/lease_cache.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client_lib/cpp/wire.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

// More scopes than any program signs for at once; beyond it, ended leases go.
constexpr size_t kMaxLeases = 1000;

}  // namespace

absl::StatusOr<std::shared_ptr<const Lease>> LeaseCache::Get(const LeaseKey& key) {
  std::shared_ptr<const Lease> held = Find(key);
  if (held != nullptr && ServerNow(*held) < held->renew_after) {
    return held;
  }
  absl::StatusOr<std::shared_ptr<const Lease>> fetched = Fetch(key);
  if (!fetched.ok()) {
    const bool still_holds = held != nullptr && ServerNow(*held) < held->not_after;
    if (still_holds && absl::IsUnavailable(fetched.status())) {
      return held;
    }
    return fetched.status();
  }
  MutexLock lock(&mu_);
  if (leases_.size() >= kMaxLeases) {
    for (auto entry = leases_.begin(); entry != leases_.end();) {
      const bool ended = ServerNow(*entry->second) >= entry->second->not_after;
      entry = ended ? leases_.erase(entry) : std::next(entry);
    }
  }
  if (leases_.size() < kMaxLeases) {
    leases_[key] = *fetched;
  }
  return fetched;
}

std::shared_ptr<const Lease> LeaseCache::Find(const LeaseKey& key) {
  MutexLock lock(&mu_);
  const auto entry = leases_.find(key);
  return entry == leases_.end() ? nullptr : entry->second;
}

absl::StatusOr<std::shared_ptr<const Lease>> LeaseCache::Fetch(const LeaseKey& key) {
  v1::GetOrLoadKeyRequest request;
  request.set_credential(key.credential);
  request.set_credential_version(key.credential_version);
  request.set_region(key.region);
  request.set_service(key.service);
  request.set_date(key.date);
  SIGNET_RETURN_IF_ERROR(CheckText(request));
  const auto context = connection_.NewContext();
  v1::GetOrLoadKeyResponse response;
  SIGNET_RETURN_IF_ERROR(
      FromGrpcStatus(connection_.stub().GetOrLoadKey(context.get(), request, &response)));
  std::string* const key_bytes = response.mutable_signing_key();
  if (key_bytes->size() != Sha256Digest().size()) {
    return absl::DataLossError(absl::StrCat("the server leased a signing key of ",
                                            key_bytes->size(), " bytes, it has 32"));
  }
  if (response.revoked()) {
    return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kCredentialRevoked,
                     "credential_version", "the credential version is revoked");
  }
  auto lease = std::make_shared<Lease>();
  lease->signing_key = MakeHmacSha256Key(absl::string_view(*key_bytes));
  Wipe(key_bytes);
  lease->access_key_id = response.access_key_id();
  lease->session_token = Secret(response.session_token());
  lease->credential_version = response.credential_version();
  lease->date = response.credential_scope().substr(0, response.credential_scope().find('/'));
  lease->not_after = FromProto(response.not_after());
  lease->renew_after = FromProto(response.renew_after());
  if (response.has_credential_expires_at()) {
    lease->credential_expires_at = FromProto(response.credential_expires_at());
  }
  lease->server_offset = FromProto(response.server_time()) - absl::UnixEpoch() - clock_.Monotonic();
  return lease;
}

}  // namespace signet
