// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/credential_store.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

// The hash of all that a source consists of; a length before each part keeps the
// parts apart.
Sha256Digest ContentHash(const std::vector<SourcePiece>& pieces) {
  Sha256 hash;
  for (const SourcePiece& piece : pieces) {
    hash.Update(absl::StrCat(piece.name.size(), ":", piece.name, piece.bytes.size(), ":"));
    hash.Update(piece.bytes.Reveal());
  }
  return hash.Finish();
}

absl::Status NotFound() {
  return MakeError(absl::StatusCode::kNotFound, Reason::kCredentialNotFound, "credential",
                   "there is no credential of that name");
}

absl::Status Refusal(const CredentialValue& value, absl::string_view why) {
  return InvalidField(Reason::kInvalidConfig, "credentials",
                      absl::StrCat("credential ", value.name, " ", why));
}

bool AreSame(const CredentialVersion& version, const CredentialValue& value) {
  return version.value.expires == value.expires && version.id == CredentialVersionId(value);
}

}  // namespace

CredentialStore::CredentialStore(std::vector<std::unique_ptr<CredentialSource>> sources,
                                 const Clock& clock, CredentialStoreOptions options)
    : clock_(clock), options_(std::move(options)) {
  for (std::unique_ptr<CredentialSource>& source : sources) {
    states_.emplace_back().description = source->Description();
    sources_.emplace_back().source = std::move(source);
  }
  for (const Revocation& revocation : options_.revoked) {
    revoked_.try_emplace(RevokedKey(revocation.credential, revocation.version),
                         revocation.revoked_at);
  }
}

CredentialStore::~CredentialStore() = default;

absl::Status CredentialStore::Load() {
  Changes changes;
  for (size_t i = 0; i < sources_.size(); ++i) {
    SIGNET_RETURN_IF_ERROR(ReloadSource(i, &changes));
  }
  Tell(changes);
  return absl::OkStatus();
}

bool CredentialStore::Reload() {
  Changes changes;
  bool is_taken = true;
  for (size_t i = 0; i < sources_.size(); ++i) {
    // Refuse() has reported it.
    is_taken = ReloadSource(i, &changes).ok() && is_taken;
  }
  {
    const absl::Time now = clock_.Now();
    const size_t retired = changes.retired.size();
    WriterLock lock(&mu_);
    for (auto& [name, credential] : credentials_) {
      DropReplaced(&credential, now, &changes);
    }
    if (changes.retired.size() != retired) {
      IndexAccessKeyIds();
    }
  }
  Tell(changes);
  return is_taken;
}

absl::Status CredentialStore::ReloadSource(size_t index, Changes* changes) {
  Source& source = sources_[index];
  const absl::StatusOr<std::vector<SourcePiece>> pieces = source.source->Read();
  if (!pieces.ok()) {
    Refuse(index, std::nullopt, pieces.status());
    return pieces.status();
  }
  const Sha256Digest content = ContentHash(*pieces);
  if (source.taken == content) {
    if (!source.refusal.empty()) {
      source.refusal.clear();
      SetState(index, std::nullopt, "");
    }
    return absl::OkStatus();
  }
  absl::StatusOr<std::vector<CredentialValue>> values = source.source->Parse(*pieces);
  absl::Status status = values.ok() ? Apply(index, *std::move(values), changes) : values.status();
  if (!status.ok()) {
    Refuse(index, content, status);
    return status;
  }
  source.taken = content;
  source.refusal.clear();
  SetState(index, clock_.Now(), "");
  return absl::OkStatus();
}

void CredentialStore::Refuse(size_t index, const std::optional<Sha256Digest>& content,
                             const absl::Status& error) {
  Source& source = sources_[index];
  const std::string refusal = error.ToString();
  if (source.refusal == refusal && source.refused == content) {
    return;
  }
  source.refusal = refusal;
  source.refused = content;
  SetState(index, std::nullopt, error.message());
  reload_errors_.fetch_add(1, std::memory_order_relaxed);
  if (options_.on_error) {
    options_.on_error(error);
  }
}

absl::Status CredentialStore::Apply(size_t index, std::vector<CredentialValue> values,
                                    Changes* changes) {
  const absl::Time now = clock_.Now();
  absl::flat_hash_set<std::string> present;
  WriterLock lock(&mu_);
  // All are checked before the first is taken: a source changes as a whole.
  for (const CredentialValue& value : values) {
    SIGNET_RETURN_IF_ERROR(ValidateCredential(value));
    if (!present.insert(value.name).second) {
      return Refusal(value, "is there twice");
    }
    SIGNET_RETURN_IF_ERROR(CheckNew(index, value, now));
  }
  RemoveAbsent(index, present, changes);
  for (CredentialValue& value : values) {
    Take(index, std::move(value), now, changes);
  }
  IndexAccessKeyIds();
  return absl::OkStatus();
}

absl::Status CredentialStore::CheckNew(size_t index, const CredentialValue& value,
                                       absl::Time now) const {
  if (value.expires <= now) {
    return Refusal(value,
                   absl::StrCat("expired at ", absl::FormatTime(absl::RFC3339_sec, value.expires,
                                                                absl::UTCTimeZone())));
  }
  const Credential* const held = Find(value.name);
  if (held == nullptr) {
    // Refused, it would take the other credentials of its source with it.
    return absl::OkStatus();
  }
  if (held->source != index) {
    return Refusal(value,
                   absl::StrCat("is also in ", sources_[held->source].source->Description()));
  }
  if (AreSame(*held->latest, value)) {
    return absl::OkStatus();
  }
  if (revoked_.contains(RevokedKey(value.name, CredentialVersionId(value)))) {
    return Refusal(value, "is of a version that was revoked");
  }
  if (value.expires < held->latest->value.expires && !held->latest->is_revoked() &&
      held->latest->value.expires != absl::InfiniteFuture()) {
    return Refusal(value, "expires earlier than the version it would replace");
  }
  return absl::OkStatus();
}

void CredentialStore::RemoveAbsent(size_t index, const absl::flat_hash_set<std::string>& present,
                                   Changes* changes) {
  for (auto it = credentials_.begin(); it != credentials_.end();) {
    const auto current = it++;
    if (current->second.source != index || present.contains(current->first)) {
      continue;
    }
    // Whoever still has one of them stops here too.
    for (const Replaced& replaced : current->second.replaced) {
      replaced.version->Revoke();
      changes->retired.push_back(replaced.version);
    }
    current->second.latest->Revoke();
    changes->retired.push_back(current->second.latest);
    credentials_.erase(current);
  }
}

void CredentialStore::Take(size_t index, CredentialValue value, absl::Time now, Changes* changes) {
  Credential& held = credentials_[value.name];
  held.source = index;
  if (held.latest != nullptr && AreSame(*held.latest, value)) {
    return;
  }
  // A version that comes back within its time goes on as what it was.
  const auto back = std::find_if(
      held.replaced.begin(), held.replaced.end(),
      [&value](const Replaced& replaced) { return AreSame(*replaced.version, value); });
  MutableVersionPtr latest;
  if (back != held.replaced.end()) {
    latest = back->version;
    held.replaced.erase(back);
  } else {
    latest = std::make_shared<CredentialVersion>(std::move(value), now);
  }
  if (held.latest != nullptr) {
    held.replaced.push_back({std::move(held.latest), now});
  }
  if (revoked_.contains(RevokedKey(latest->value.name, latest->id))) {
    latest->Revoke();
    changes->retired.push_back(latest);
  } else {
    changes->new_versions.push_back(latest);
  }
  held.latest = std::move(latest);
  DropReplaced(&held, now, changes);
}

void CredentialStore::DropReplaced(Credential* credential, absl::Time now, Changes* changes) {
  std::vector<Replaced>& replaced = credential->replaced;
  // Oldest first, so that what goes is at the front.
  size_t count =
      replaced.size() > options_.max_replaced ? replaced.size() - options_.max_replaced : 0;
  while (count < replaced.size() && replaced[count].replaced_at + options_.keep_replaced <= now) {
    ++count;
  }
  for (size_t i = 0; i < count; ++i) {
    dropped_.push_back(replaced[i].version);
    changes->retired.push_back(std::move(replaced[i].version));
  }
  replaced.erase(replaced.begin(), replaced.begin() + static_cast<std::ptrdiff_t>(count));
  if (count > 0) {
    dropped_.erase(std::remove_if(dropped_.begin(), dropped_.end(),
                                  [](const auto& version) { return version.expired(); }),
                   dropped_.end());
  }
}

void CredentialStore::IndexAccessKeyIds() {
  by_access_key_id_.clear();
  for (const auto& [name, credential] : credentials_) {
    by_access_key_id_[credential.latest->value.access_key_id].push_back(credential.latest);
  }
  for (const auto& [name, credential] : credentials_) {
    for (const Replaced& replaced : credential.replaced) {
      by_access_key_id_[replaced.version->value.access_key_id].push_back(replaced.version);
    }
  }
}

void CredentialStore::Tell(const Changes& changes) const {
  if (options_.on_new_version) {
    for (const CredentialVersionPtr& version : changes.new_versions) {
      options_.on_new_version(*version);
    }
  }
  if (options_.on_retired) {
    for (const CredentialVersionPtr& version : changes.retired) {
      options_.on_retired(*version);
    }
  }
}

const CredentialStore::Credential* CredentialStore::Find(absl::string_view name) const {
  const auto found = credentials_.find(name);
  return found == credentials_.end() ? nullptr : &found->second;
}

absl::StatusOr<CredentialStore::MutableVersionPtr> CredentialStore::FindVersion(
    absl::string_view name, absl::string_view version) const {
  const Credential* const held = Find(name);
  if (held == nullptr) {
    return NotFound();
  }
  if (held->latest->id == version) {
    return held->latest;
  }
  for (const Replaced& replaced : held->replaced) {
    if (replaced.version->id == version) {
      return replaced.version;
    }
  }
  return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kCredentialVersionNotHeld,
                   "credential_version", "that version of the credential is not held");
}

absl::Status CredentialStore::CheckUsable(const CredentialVersion& version) const {
  if (version.is_revoked()) {
    return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kCredentialRevoked,
                     "credential_version", "the credential version is revoked");
  }
  if (version.is_expired(clock_.Now())) {
    return MakeError(absl::StatusCode::kUnavailable, Reason::kCredentialExpired, "credential",
                     "the credential has expired and no newer one has come");
  }
  return absl::OkStatus();
}

absl::StatusOr<CredentialVersionPtr> CredentialStore::Latest(absl::string_view name) const {
  CredentialVersionPtr version;
  {
    ReaderLock lock(&mu_);
    const Credential* const held = Find(name);
    if (held == nullptr) {
      return NotFound();
    }
    version = held->latest;
  }
  SIGNET_RETURN_IF_ERROR(CheckUsable(*version));
  return version;
}

absl::StatusOr<CredentialVersionPtr> CredentialStore::ByVersion(absl::string_view name,
                                                                absl::string_view version) const {
  absl::StatusOr<MutableVersionPtr> found = NotFound();
  {
    ReaderLock lock(&mu_);
    found = FindVersion(name, version);
  }
  SIGNET_RETURN_IF_ERROR(found.status());
  SIGNET_RETURN_IF_ERROR(CheckUsable(**found));
  return CredentialVersionPtr(*std::move(found));
}

std::vector<CredentialVersionPtr> CredentialStore::ByAccessKeyId(
    absl::string_view access_key_id) const {
  std::vector<CredentialVersionPtr> versions;
  ReaderLock lock(&mu_);
  const auto found = by_access_key_id_.find(access_key_id);
  if (found == by_access_key_id_.end()) {
    return versions;
  }
  for (const MutableVersionPtr& version : found->second) {
    if (CheckUsable(*version).ok()) {
      versions.push_back(version);
    }
  }
  return versions;
}

std::vector<std::string> CredentialStore::Names() const {
  std::vector<std::string> names;
  {
    ReaderLock lock(&mu_);
    for (const auto& [name, credential] : credentials_) {
      names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

uint64_t CredentialStore::reload_errors() const {
  return reload_errors_.load(std::memory_order_relaxed);
}

}  // namespace signet
