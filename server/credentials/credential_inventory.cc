// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/credential_inventory.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/credentials/credential_store.h"

namespace signet {
namespace {

VersionSummary Summarize(const CredentialVersion& version) {
  return {.id = version.id,
          .access_key_id = version.value.access_key_id,
          .created = version.created,
          .expires = version.value.expires,
          .is_revoked = version.is_revoked()};
}

}  // namespace

std::string RevokedKey(absl::string_view name, absl::string_view id) {
  return absl::StrCat(name, "/", id);
}

CredentialStore::MutableVersionPtr CredentialStore::FindAnywhere(absl::string_view name,
                                                                 absl::string_view version) const {
  absl::StatusOr<MutableVersionPtr> held = FindVersion(name, version);
  if (held.ok()) {
    return *std::move(held);
  }
  for (const std::weak_ptr<CredentialVersion>& dropped : dropped_) {
    MutableVersionPtr found = dropped.lock();
    if (found != nullptr && found->value.name == name && found->id == version) {
      return found;
    }
  }
  return nullptr;
}

RevokedVersion CredentialStore::RevokeLocked(absl::string_view name, absl::string_view version,
                                             absl::Time at, Changes* changes) {
  RevokedVersion result;
  result.id = std::string(version);
  result.was_revoked = !revoked_.try_emplace(RevokedKey(name, version), at).second;
  // Also where it was revoked before: the one at hand may have come since.
  if (const MutableVersionPtr found = FindAnywhere(name, version); found != nullptr) {
    const bool is_news = !found->is_revoked();
    found->Revoke();
    if (is_news || !result.was_revoked) {
      changes->retired.push_back(found);
    }
    result.access_key_id = found->value.access_key_id;
    const Credential* const held = Find(name);
    result.is_latest = held != nullptr && held->latest == found;
  }
  return result;
}

absl::StatusOr<RevokedVersion> CredentialStore::RevokeVersion(absl::string_view name,
                                                              absl::string_view version,
                                                              Unheld if_unheld) {
  Changes changes;
  RevokedVersion result;
  {
    const absl::Time now = clock_.Now();
    WriterLock lock(&mu_);
    const bool is_known =
        FindAnywhere(name, version) != nullptr || revoked_.contains(RevokedKey(name, version));
    if (!is_known && if_unheld == Unheld::kRefuse) {
      return FindVersion(name, version).status();
    }
    if (!is_known && revoked_.size() >= kMaxRevocations) {
      return MakeError(absl::StatusCode::kResourceExhausted, Reason::kLimitExceeded,
                       "credential_version",
                       absl::StrCat(kMaxRevocations, " versions are revoked already, as many as ",
                                    "are allowed; one that is held can still be revoked"));
    }
    result = RevokeLocked(name, version, now, &changes);
  }
  Tell(changes);
  return result;
}

absl::StatusOr<std::vector<RevokedVersion>> CredentialStore::RevokeAccessKeyId(
    absl::string_view name, absl::string_view access_key_id) {
  Changes changes;
  std::vector<RevokedVersion> results;
  {
    const absl::Time now = clock_.Now();
    WriterLock lock(&mu_);
    const Credential* const held = Find(name);
    if (held == nullptr) {
      return FindVersion(name, "").status();
    }
    std::vector<std::string> ids;
    const auto add = [&](const CredentialVersion& version) {
      if (version.value.access_key_id == access_key_id) {
        ids.push_back(version.id);
      }
    };
    add(*held->latest);
    std::for_each(held->replaced.rbegin(), held->replaced.rend(),
                  [&add](const Replaced& replaced) { add(*replaced.version); });
    for (const std::string& id : ids) {
      results.push_back(RevokeLocked(name, id, now, &changes));
    }
  }
  Tell(changes);
  if (results.empty()) {
    return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kCredentialVersionNotHeld,
                     "access_key_id", "no version of the credential has that access key ID");
  }
  return results;
}

void CredentialStore::TakeRevocations(absl::Span<const Revocation> revocations) {
  Changes changes;
  {
    WriterLock lock(&mu_);
    for (const Revocation& revocation : revocations) {
      if (!revoked_.contains(RevokedKey(revocation.credential, revocation.version))) {
        RevokeLocked(revocation.credential, revocation.version, revocation.revoked_at, &changes);
      }
    }
  }
  Tell(changes);
}

std::vector<Revocation> CredentialStore::Revocations() const {
  std::vector<Revocation> revocations;
  ReaderLock lock(&mu_);
  for (const auto& [key, revoked_at] : revoked_) {
    const size_t slash = key.find('/');
    revocations.push_back({key.substr(0, slash), key.substr(slash + 1), revoked_at});
  }
  return revocations;
}

bool CredentialStore::Holds(const Revocation& revocation) const {
  ReaderLock lock(&mu_);
  return FindVersion(revocation.credential, revocation.version).ok();
}

std::vector<std::string> CredentialStore::OtherNamesOf(absl::string_view name,
                                                       absl::string_view version) const {
  std::vector<std::string> names;
  ReaderLock lock(&mu_);
  for (const auto& [access_key_id, versions] : by_access_key_id_) {
    for (const MutableVersionPtr& held : versions) {
      if (held->id == version && held->value.name != name && !held->is_revoked()) {
        names.push_back(held->value.name);
      }
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<CredentialSummary> CredentialStore::Inventory() const {
  std::vector<CredentialSummary> summaries;
  {
    ReaderLock lock(&mu_);
    for (const auto& [name, held] : credentials_) {
      CredentialSummary& summary = summaries.emplace_back();
      summary.name = name;
      summary.source = states_[held.source];
      summary.versions.push_back(Summarize(*held.latest));
      std::for_each(held.replaced.rbegin(), held.replaced.rend(),
                    [&summary](const Replaced& replaced) {
                      summary.versions.push_back(Summarize(*replaced.version));
                    });
    }
  }
  std::sort(summaries.begin(), summaries.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return summaries;
}

std::vector<SourceState> CredentialStore::Sources() const {
  ReaderLock lock(&mu_);
  return states_;
}

absl::StatusOr<std::vector<uint64_t>> CredentialStore::GenerationsOf(absl::string_view name) const {
  ReaderLock lock(&mu_);
  const Credential* const held = Find(name);
  if (held == nullptr) {
    return FindVersion(name, "").status();
  }
  std::vector<uint64_t> generations = {held->latest->generation};
  for (const Replaced& replaced : held->replaced) {
    generations.push_back(replaced.version->generation);
  }
  return generations;
}

void CredentialStore::SetState(size_t index, std::optional<absl::Time> loaded_at,
                               absl::string_view error) {
  WriterLock lock(&mu_);
  SourceState& state = states_[index];
  state.error = std::string(error);
  if (loaded_at.has_value()) {
    state.loaded_at = loaded_at;
  }
}

}  // namespace signet
