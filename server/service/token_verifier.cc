// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/token_verifier.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/observability/metric_names.h"
#include "server/service/jwt.h"

namespace signet {
namespace {

// How soon the fetching thread notices that a lane asks for keys.
constexpr absl::Duration kLook = absl::Milliseconds(200);

absl::Status Refused(absl::string_view why) {
  return MakeError(absl::StatusCode::kUnauthenticated, Reason::kInvalidToken, "", why);
}

}  // namespace

absl::StatusOr<std::shared_ptr<TokenVerifier>> TokenVerifier::Create(
    const ServerConfig::Tokens& config, const Clock& clock, MetricsRegistry* metrics) {
  std::shared_ptr<TokenVerifier> verifier(new TokenVerifier(config, clock, metrics));
  bool has_url = false;
  for (Issuer& issuer : verifier->issuers_) {
    has_url = has_url || issuer.is_behind_url;
    if (!issuer.is_behind_url) {
      SIGNET_RETURN_IF_ERROR(issuer.keys->Read(clock.Now()));
    }
  }
  if (has_url) {
    verifier->fetcher_ =
        std::thread([verifier = verifier.get()] { verifier->FetchUntilStopped(); });
  }
  return verifier;
}

TokenVerifier::TokenVerifier(const ServerConfig::Tokens& config, const Clock& clock,
                             MetricsRegistry* metrics)
    : clock_(clock),
      is_required_(config.is_required),
      verified_(metrics->GetCounter(kTokensVerifiedTotal, {{"result", "ok"}})),
      refused_(metrics->GetCounter(kTokensVerifiedTotal, {{"result", "refused"}})) {
  for (const ServerConfig::TokenIssuer& issuer : config.issuers) {
    issuers_.push_back({.terms = {.issuer = issuer.issuer,
                                  .audience = issuer.audience,
                                  .max_lifetime = issuer.max_lifetime},
                        .cluster = issuer.cluster,
                        .connections = issuer.connections,
                        .is_behind_url = !issuer.jwks_url.empty(),
                        .keys = MakeTokenKeys(issuer, metrics)});
  }
}

TokenVerifier::~TokenVerifier() {
  if (fetcher_.joinable()) {
    {
      MutexLock lock(&mu_);
      is_stopped_ = true;
    }
    stop_.NotifyAll();
    fetcher_.join();
  }
}

bool TokenVerifier::IsStillGood(const VerifiedToken& token) const {
  const TokenKeys& keys = *issuers_[token.issuer].keys;
  const absl::Time now = clock_.Now();
  return now < token.not_after && keys.version() == token.keys_version && keys.AreKept(now);
}

absl::StatusOr<std::shared_ptr<const VerifiedToken>> TokenVerifier::Verify(
    absl::string_view token) const {
  absl::StatusOr<VerifiedToken> verified = VerifyNow(token, clock_.Now());
  if (!verified.ok()) {
    refused_->Increment();
    return Refused(verified.status().message());
  }
  verified_->Increment();
  return std::make_shared<const VerifiedToken>(*std::move(verified));
}

absl::Status TokenVerifier::CheckConnection(const VerifiedToken& token,
                                            absl::string_view connection_caller) const {
  const std::vector<std::string>& allowed = issuers_[token.issuer].connections;
  if (allowed.empty() ||
      std::find(allowed.begin(), allowed.end(), connection_caller) != allowed.end()) {
    return absl::OkStatus();
  }
  refused_->Increment();
  return Refused("the token is not accepted from this connection's caller");
}

absl::StatusOr<VerifiedToken> TokenVerifier::VerifyNow(absl::string_view text,
                                                       absl::Time now) const {
  SIGNET_ASSIGN_OR_RETURN(const Jwt token, ParseJwt(text));
  // Only chooses whose keys are tried.
  const absl::string_view name = IssuerOf(token.claims);
  const auto issuer = std::find_if(issuers_.begin(), issuers_.end(), [name](const Issuer& entry) {
    return entry.terms.issuer == name;
  });
  if (issuer == issuers_.end()) {
    return absl::InvalidArgumentError("the token is not of an accepted issuer");
  }
  // Before the keys, so that newer ones are noticed.
  const uint64_t version = issuer->keys->version();
  const std::shared_ptr<const JwkSet> keys = issuer->keys->current(now);
  if (keys == nullptr) {
    return absl::InvalidArgumentError("there are no keys of the token's issuer now");
  }
  switch (keys->Verify(token)) {
    case JwkSet::Outcome::kUnknownKey:
      issuer->keys->AskForMore();
      return absl::InvalidArgumentError("the token is signed by an unknown key");
    case JwkSet::Outcome::kWrongSignature:
      return absl::InvalidArgumentError("the token's signature is wrong");
    case JwkSet::Outcome::kVerified:
      break;
  }
  SIGNET_ASSIGN_OR_RETURN(const ServiceAccount account,
                          ReadServiceAccount(token.claims, issuer->terms, now));
  return VerifiedToken{
      .caller = absl::StrCat("k8s://", issuer->cluster, "/", account.name_space, "/", account.name),
      .not_after = account.not_after,
      .issuer = static_cast<size_t>(issuer - issuers_.begin()),
      .keys_version = version};
}

void TokenVerifier::Poll() {
  for (Issuer& issuer : issuers_) {
    if (!issuer.is_behind_url && issuer.keys->IsDue(clock_.Now())) {
      issuer.keys->Read(clock_.Now()).IgnoreError();
    }
  }
}

void TokenVerifier::FetchUntilStopped() {
  while (true) {
    for (Issuer& issuer : issuers_) {
      if (issuer.is_behind_url && issuer.keys->IsDue(clock_.Now())) {
        issuer.keys->Read(clock_.Now()).IgnoreError();
      }
    }
    MutexLock lock(&mu_);
    if (!is_stopped_) {
      stop_.WaitFor(&mu_, kLook);
    }
    if (is_stopped_) {
      return;
    }
  }
}

}  // namespace signet
