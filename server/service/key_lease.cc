// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/key_lease.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/secret.h"
#include "server/base/status_macros.h"
#include "server/service/authorization.h"
#include "server/service/call_audit.h"
#include "server/service/validation.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/target.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

// How much of a lease passes before it is renewed.
constexpr double kRenewAfter = 0.8;

struct ScopeDay {
  std::string date;
  absl::Time begin;
};

ScopeDay Today(absl::Time now) {
  constexpr int64_t kSecondsPerDay = 86'400;
  const int64_t days = absl::ToUnixSeconds(now) / kSecondsPerDay;
  return {.date = ScopeDate(now), .begin = absl::FromUnixSeconds(days * kSecondsPerDay)};
}

// The day that `date` ("20150830") spells.
absl::StatusOr<ScopeDay> ParseDay(absl::string_view date) {
  const absl::StatusOr<absl::Time> begin = ParseAmzDate(absl::StrCat(date, "T000000Z"));
  if (date.size() != 8 || !begin.ok()) {
    return InvalidField(
        Reason::kInvalidSigningTime, "date",
        absl::StrCat("date has ", date.size(), " bytes and is no date of the form 20150830"));
  }
  return ScopeDay{.date = std::string(date), .begin = *begin};
}

absl::Status CheckDay(const ScopeDay& day, absl::Time now, const Grants& grants) {
  const std::string today = ScopeDate(now);
  const std::string soon = ScopeDate(now + kTomorrowWindow);
  if (grants.lease_any_date || day.date == today || day.date == soon) {
    return absl::OkStatus();
  }
  return InvalidField(
      Reason::kInvalidSigningTime, "date",
      absl::StrCat("date is ", day.date, ", allowed is ", today,
                   " and, in the last 15 minutes before UTC midnight, the day after it"));
}

absl::Status LoadKey(const ServiceContext& context, const CallContext& call,
                     const CredentialVersion& version, const CredentialScope& scope, absl::Time now,
                     CachedKey* key) {
  const auto loader = [&]() -> absl::StatusOr<LoadedKey> {
    return LoadedKey{.origin = KeyOriginOf(version),
                     .key = DeriveSigningKey(
                         SigningKeySpecOf(version, scope.date, scope.region, scope.service))};
  };
  const KeyMeta meta = {.generation = version.generation,
                        .date = scope.date,
                        .region = scope.region,
                        .service = scope.service};
  return context.front != nullptr ? context.front->GetOrLoad(meta, now, call.deadline, loader, key)
                                  : context.keys->GetOrLoad(meta, now, call.deadline, loader, key);
}

// When the lease ends: with its day, its credential, its rule or its time to live.
// The day of a past date, which development mode leases, has ended already.
absl::Time LeaseEnd(const ServiceContext& context, const CredentialVersion& version,
                    const ScopeDay& day, absl::Time now, const Grants& grants) {
  absl::Time end =
      std::min({now + context.lease_time_to_live, version.value.expires, grants.valid_until});
  const absl::Time end_of_day = day.begin + absl::Hours(24);
  return end_of_day > now ? std::min(end, end_of_day) : end;
}

}  // namespace

absl::Status GetOrLoadKey(const ServiceContext& context, const CallContext& call,
                          const v1::GetOrLoadKeyRequest& request,
                          v1::GetOrLoadKeyResponse* response) {
  SIGNET_RETURN_IF_ERROR(ValidateCredentialName(request.credential()));
  SIGNET_RETURN_IF_ERROR(ValidateCredentialVersionId(request.credential_version()));
  SIGNET_RETURN_IF_ERROR(ValidateService(request.service()));
  SIGNET_RETURN_IF_ERROR(ValidateRegion(request.region()));
  const absl::Time now = context.clock->Now();
  const bool is_today = request.date().empty();
  SIGNET_ASSIGN_OR_RETURN(const ScopeDay day, is_today ? Today(now) : ParseDay(request.date()));

  const absl::string_view service = SigningName(request.service());
  const absl::string_view region = SigningRegion(service, request.region());
  SIGNET_ASSIGN_OR_RETURN(const Grants grants,
                          Authorize(context, call, *context.policy->Get(),
                                    {.operation = Operation::kGetOrLoadKey,
                                     .credential = request.credential(),
                                     .service = service,
                                     .regions = absl::MakeConstSpan(&region, 1),
                                     .now = now}));
  if (!is_today) {
    SIGNET_RETURN_IF_ERROR(CheckDay(day, now, grants));
  }
  SIGNET_ASSIGN_OR_RETURN(
      const CredentialVersionPtr version,
      FindVersion(context, call, request.credential(), request.credential_version()));
  const CredentialScope scope = {
      .date = day.date, .region = std::string(region), .service = std::string(service)};
  CachedKey key;
  SIGNET_RETURN_IF_ERROR(LoadKey(context, call, *version, scope, now, &key));

  const absl::Time not_after = LeaseEnd(context, *version, day, now, grants);
  const Sha256Digest& bytes = key.RevealSigningKey();
  if (call.audit != nullptr) {
    AuditEvent& event = call.audit->event();
    event.key = AuditFingerprint(
        absl::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    event.expires_in = absl::ToInt64Seconds(not_after - now);
  }
  response->set_signing_key(bytes.data(), bytes.size());
  response->set_access_key_id(version->value.access_key_id);
  response->set_session_token(std::string(version->value.session_token.Reveal()));
  response->set_credential_version(version->id);
  response->set_credential_scope(CredentialScopeText(scope, Algorithm::kSigV4));
  *response->mutable_server_time() = ToTimestamp(now);
  *response->mutable_not_after() = ToTimestamp(not_after);
  *response->mutable_renew_after() = ToTimestamp(now + kRenewAfter * (not_after - now));
  response->set_revoked(key.is_revoked());
  if (version->value.expires != absl::InfiniteFuture()) {
    *response->mutable_credential_expires_at() = ToTimestamp(version->value.expires);
  }
  return absl::OkStatus();
}

void WipeLease(v1::GetOrLoadKeyResponse* response) {
  Wipe(response->mutable_signing_key());
  Wipe(response->mutable_session_token());
}

}  // namespace signet
