// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_SERVER_H_
#define SIGNET_SERVER_TRANSPORT_SERVER_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/audit/audit_log.h"
#include "server/base/clock.h"
#include "server/credentials/credential_source.h"
#include "server/credentials/credential_store.h"
#include "server/credentials/revocation_keeper.h"
#include "server/keycache/key_cache.h"
#include "server/observability/metrics.h"
#include "server/policy/policy_holder.h"
#include "server/service/admin.h"
#include "server/service/config.h"
#include "server/service/reload_requests.h"
#include "server/service/service_context.h"
#include "server/service/sigv4a_key_cache.h"
#include "server/transport/health.h"
#include "server/transport/listeners.h"
#include "server/transport/worker_thread.h"

namespace signet {

// Everything that serves, put together from a configuration. Knows nothing of
// files, flags and signals; daemon.h does.
class Server {
 public:
  // Loads the credentials, binds the listeners and serves; ready when it
  // returns. `clock` outlives the server.
  //
  // Each error is one line: credentials that cannot be loaded, memory that
  // cannot be locked, and those of Listeners::Start().
  static absl::StatusOr<std::unique_ptr<Server>> Create(
      const ServerConfig& config, std::vector<std::unique_ptr<CredentialSource>> sources,
      const Clock& clock = Clock::Real());

  // As Stop() with no time left.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Looks after credentials, TLS files and keys: reloads what changed, wipes keys
  // whose time is up, takes revocations of others who share the state directory and
  // saves those that could not be saved. To be called about once a second, by one
  // thread. False while a source of credentials has something that is not in use.
  bool Tick();

  // From now on calls are decided by this policy.
  void SetPolicy(std::shared_ptr<const Policy> policy);

  // The audit log goes on in a new file if somebody has moved this one.
  void ReopenAudit();

  // Health turns to NOT_SERVING; calls are still served.
  void StartDraining();

  // Reloads that operators ask for; whoever calls Tick() serves them.
  ReloadRequests& reloads() { return reloads_; }

  // What Tick() found last: how each source of credentials fares, and whether all that the
  // TLS files hold is in use, which is another with each version.
  std::vector<SourceState> credential_sources() const { return credentials_->Sources(); }
  bool is_tls_taken() const { return is_tls_taken_; }
  uint64_t tls_version() const { return listeners_->tls_version(); }

  // Ends after the calls that run, or at `deadline`.
  void Stop(absl::Time deadline);

  const std::vector<std::string>& addresses() const { return listeners_->addresses(); }
  std::vector<std::string> credential_names() const { return credentials_->Names(); }
  const MetricsRegistry& metrics() const { return metrics_; }

 private:
  Server(const ServerConfig& config, const Clock& clock);

  absl::Status OpenAudit(const ServerConfig& config);
  absl::Status LoadCredentials(std::vector<std::unique_ptr<CredentialSource>> sources);
  // Whether all secrets lie in locked memory, where they have to.
  absl::Status CheckSecretMemory(bool allows_unlocked);
  CredentialStoreOptions StoreOptions();
  void LookAfterRevocations();
  void ExportKeyCacheStats();

  const Clock& clock_;
  MetricsRegistry metrics_;
  ServiceMetrics service_metrics_;
  PolicyHolder policy_;
  Sigv4aKeyCache sigv4a_keys_;
  HealthState health_;
  std::unique_ptr<KeyCache> keys_;
  // Null without a state directory.
  std::unique_ptr<RevocationKeeper> revocations_;
  std::unique_ptr<CredentialStore> credentials_;
  // Null: nothing is recorded. Goes after the calls that write to it.
  std::unique_ptr<AuditLog> audit_;
  ReloadRequests reloads_;
  WorkerThread worker_;
  AdminContext admin_;
  ServiceContext context_;
  std::unique_ptr<Listeners> listeners_;
  // Changes of credentials are news only once it serves.
  bool is_started_ = false;
  // Of the thread that ticks.
  bool is_tls_taken_ = true;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_SERVER_H_
