// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_CREDENTIAL_STORE_H_
#define SIGNET_SERVER_CREDENTIALS_CREDENTIAL_STORE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/credentials/credential_inventory.h"
#include "server/credentials/credential_source.h"
#include "server/credentials/credential_version.h"
#include "server/credentials/revocation_file.h"
#include "server/digest/sha256.h"

namespace signet {

struct CredentialStoreOptions {
  // How long a version is kept after a newer one took its place, so that streams
  // begun with it can go on; and how many of them for one name, the newest ones.
  absl::Duration keep_replaced = absl::Hours(24);
  size_t max_replaced = 64;
  // Versions that were revoked before, in another process.
  std::vector<Revocation> revoked;

  // What others are told; each may be empty. Called without a lock, in the thread
  // of Load, Reload or RevokeVersion, before that returns.

  // A source could not be read or parsed, or its content was refused; the last good
  // one stays in use. Once for each bad content.
  std::function<void(const absl::Status&)> on_error;
  // A version became the latest of its name.
  std::function<void(const CredentialVersion&)> on_new_version;
  // A version may no longer be used: revoked or its credential removed (then
  // is_revoked()), or replaced long enough ago.
  std::function<void(const CredentialVersion&)> on_retired;
};

// The credentials of all sources, by name. Safe for concurrent use.
class CredentialStore {
 public:
  // `clock` outlives the store. Holds nothing until Load().
  CredentialStore(std::vector<std::unique_ptr<CredentialSource>> sources, const Clock& clock,
                  CredentialStoreOptions options = {});
  ~CredentialStore();
  CredentialStore(const CredentialStore&) = delete;
  CredentialStore& operator=(const CredentialStore&) = delete;

  // The first load. The first error of any source; two sources with one name are
  // an error as well.
  absl::Status Load();

  // Looks at each source and takes what changed; drops versions replaced too long
  // ago. Called about once a second, by one thread at a time; a look at unchanged
  // sources only reads and hashes them. What is bad is refused as a whole source:
  // errors of reading and parsing, a name of another source, and a replacement that
  // is expired, expires earlier than what it replaces, or was revoked. The same
  // keys again keep their version. Where nothing is held of a name, a revoked version
  // is taken as what it is.
  //
  // False while a source's content, as it is now, is not in use.
  bool Reload();

  // The version to sign with.
  //
  // NotFound, Reason::kCredentialNotFound; Unavailable, kCredentialExpired;
  // FailedPrecondition, kCredentialRevoked: the latest version is revoked and no
  // newer one has come.
  absl::StatusOr<CredentialVersionPtr> Latest(absl::string_view name) const;

  // The version with that id (16 hex digits): the latest or one replaced less than
  // keep_replaced ago. Errors of Latest(), and FailedPrecondition,
  // kCredentialVersionNotHeld.
  absl::StatusOr<CredentialVersionPtr> ByVersion(absl::string_view name,
                                                 absl::string_view version) const;

  // All versions held that have this access key ID and are neither revoked nor
  // expired, latest ones first; for verification. Usually one.
  std::vector<CredentialVersionPtr> ByAccessKeyId(absl::string_view access_key_id) const;

  // Sorted.
  std::vector<std::string> Names() const;

  // Revokes one version for as long as this process lives, even where its source
  // gives it again. No call of the above that starts after this has returned
  // returns it; whoever has it already sees is_revoked(). Again it is the same as once.
  //
  // For one that is not held and was not revoked before, with `kRefuse`: NotFound,
  // kCredentialNotFound; FailedPrecondition, kCredentialVersionNotHeld. With `kRevoke`:
  // ResourceExhausted, kLimitExceeded, once kMaxRevocations are held.
  enum class Unheld { kRefuse, kRevoke };
  absl::StatusOr<RevokedVersion> RevokeVersion(absl::string_view name, absl::string_view version,
                                               Unheld if_unheld = Unheld::kRefuse)
      ABSL_LOCKS_EXCLUDED(mu_);

  // RevokeVersion of all versions of that name which are held and have this access key
  // ID; at least one. Errors as with kRefuse.
  absl::StatusOr<std::vector<RevokedVersion>> RevokeAccessKeyId(absl::string_view name,
                                                                absl::string_view access_key_id)
      ABSL_LOCKS_EXCLUDED(mu_);

  // RevokeVersion of each, held or not.
  void TakeRevocations(absl::Span<const Revocation> revocations) ABSL_LOCKS_EXCLUDED(mu_);

  // All that were revoked, before this process and by it.
  std::vector<Revocation> Revocations() const ABSL_LOCKS_EXCLUDED(mu_);

  // The version is one of those held.
  bool Holds(const Revocation& revocation) const ABSL_LOCKS_EXCLUDED(mu_);

  // Other names under which the same keys are held and not revoked; sorted.
  std::vector<std::string> OtherNamesOf(absl::string_view name, absl::string_view version) const
      ABSL_LOCKS_EXCLUDED(mu_);

  // All that is held, without secrets, by name.
  std::vector<CredentialSummary> Inventory() const ABSL_LOCKS_EXCLUDED(mu_);

  // How all sources fare, those with no credentials too; always in the same order.
  std::vector<SourceState> Sources() const ABSL_LOCKS_EXCLUDED(mu_);

  // The generations of all versions held of a name. NotFound, kCredentialNotFound.
  absl::StatusOr<std::vector<uint64_t>> GenerationsOf(absl::string_view name) const
      ABSL_LOCKS_EXCLUDED(mu_);

  // How often a source's new content was refused or could not be read.
  uint64_t reload_errors() const;

 private:
  using MutableVersionPtr = std::shared_ptr<CredentialVersion>;

  struct Replaced {
    MutableVersionPtr version;
    absl::Time replaced_at;
  };
  // All that is held of one name.
  struct Credential {
    size_t source = 0;
    MutableVersionPtr latest;
    // Oldest first.
    std::vector<Replaced> replaced;
  };
  struct Source {
    std::unique_ptr<CredentialSource> source;
    // Of the content in use.
    std::optional<Sha256Digest> taken;
    // The content last refused (empty: none could be read) and why, so that each is
    // reported once.
    std::optional<Sha256Digest> refused;
    std::string refusal;
  };
  // Whom to tell, once the lock is gone.
  struct Changes {
    std::vector<CredentialVersionPtr> new_versions;
    std::vector<CredentialVersionPtr> retired;
  };

  absl::Status ReloadSource(size_t index, Changes* changes) ABSL_LOCKS_EXCLUDED(mu_);
  // Reports an error unless it is the one reported last.
  void Refuse(size_t index, const std::optional<Sha256Digest>& content, const absl::Status& error);
  absl::Status Apply(size_t index, std::vector<CredentialValue> values, Changes* changes)
      ABSL_LOCKS_EXCLUDED(mu_);
  absl::Status CheckNew(size_t index, const CredentialValue& value, absl::Time now) const
      ABSL_SHARED_LOCKS_REQUIRED(mu_);
  void Take(size_t index, CredentialValue value, absl::Time now, Changes* changes)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void DropReplaced(Credential* credential, absl::Time now, Changes* changes)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void RemoveAbsent(size_t index, const absl::flat_hash_set<std::string>& present, Changes* changes)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void IndexAccessKeyIds() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  const Credential* Find(absl::string_view name) const ABSL_SHARED_LOCKS_REQUIRED(mu_);
  absl::StatusOr<MutableVersionPtr> FindVersion(absl::string_view name,
                                                absl::string_view version) const
      ABSL_SHARED_LOCKS_REQUIRED(mu_);
  // As FindVersion, and those no longer held that somebody still signs with.
  MutableVersionPtr FindAnywhere(absl::string_view name, absl::string_view version) const
      ABSL_SHARED_LOCKS_REQUIRED(mu_);
  RevokedVersion RevokeLocked(absl::string_view name, absl::string_view version, absl::Time at,
                              Changes* changes) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void SetState(size_t index, std::optional<absl::Time> loaded_at, absl::string_view error)
      ABSL_LOCKS_EXCLUDED(mu_);
  absl::Status CheckUsable(const CredentialVersion& version) const;
  void Tell(const Changes& changes) const;

  const Clock& clock_;
  const CredentialStoreOptions options_;
  // Used by Load and Reload only.
  std::vector<Source> sources_;
  std::atomic<uint64_t> reload_errors_{0};

  mutable SharedMutex mu_;
  absl::flat_hash_map<std::string, Credential> credentials_ ABSL_GUARDED_BY(mu_);
  // All versions held, by access key ID, latest ones first.
  absl::flat_hash_map<std::string, std::vector<MutableVersionPtr>> by_access_key_id_
      ABSL_GUARDED_BY(mu_);
  // When a version was revoked, by "name/id"; of all ever revoked.
  absl::flat_hash_map<std::string, absl::Time> revoked_ ABSL_GUARDED_BY(mu_);
  // Replaced too long ago to be held, for as long as a stream still signs with them.
  std::vector<std::weak_ptr<CredentialVersion>> dropped_ ABSL_GUARDED_BY(mu_);
  // One for each source.
  std::vector<SourceState> states_ ABSL_GUARDED_BY(mu_);
};

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_CREDENTIAL_STORE_H_
