// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_SERVICE_CONTEXT_H_
#define SIGNET_SERVER_SERVICE_SERVICE_CONTEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "server/audit/audit_log.h"
#include "server/base/clock.h"
#include "server/credentials/credential_store.h"
#include "server/keycache/key_cache.h"
#include "server/keycache/key_cache_front.h"
#include "server/policy/policy_holder.h"
#include "server/service/service_metrics.h"
#include "server/service/sigv4a_key_cache.h"

namespace signet {

struct AdminContext;

// What all handlers work with. Everything pointed to outlives them and is safe
// for concurrent use.
struct ServiceContext {
  const Clock* clock = &Clock::Real();
  const CredentialStore* credentials = nullptr;
  KeyCache* keys = nullptr;
  // This lane's own copies of keys, used on its thread alone; null: none.
  KeyCacheFront* front = nullptr;
  Sigv4aKeyCache* sigv4a_keys = nullptr;
  const PolicyHolder* policy = nullptr;
  ServiceMetrics* metrics = nullptr;
  // Null: nothing is recorded.
  AuditLog* audit = nullptr;
  // For the AdminService alone.
  const AdminContext* admin = nullptr;

  // How long a lease lasts at most.
  absl::Duration lease_time_to_live = absl::Hours(1);
  // Explanations redact nothing.
  bool is_development = false;
  // Bytes of a message, and of one that is a batch or holds a body.
  uint64_t max_message_bytes = uint64_t{256} * 1024;
  uint64_t max_batch_bytes = uint64_t{2} * 1024 * 1024;
  // "0.1.0"
  std::string version;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_SERVICE_CONTEXT_H_
