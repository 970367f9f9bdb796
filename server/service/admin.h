// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_ADMIN_H_
#define SIGNET_SERVER_SERVICE_ADMIN_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/credentials/credential_store.h"
#include "server/credentials/revocation_keeper.h"
#include "server/service/call_context.h"
#include "server/service/call_recorder.h"
#include "server/service/reload_requests.h"
#include "server/service/service_context.h"
#include "signet/v1/admin.pb.h"

namespace signet {

// What the AdminService changes. Everything pointed to outlives the handlers and is safe
// for concurrent use.
struct AdminContext {
  CredentialStore* credentials = nullptr;
  // Null: revocations end with the process.
  RevocationKeeper* revocations = nullptr;
  ReloadRequests* reloads = nullptr;
  // Runs a task where it may block, soon. False, and nothing happens, where the server is
  // shutting down.
  std::function<bool(std::function<void()>)> post;
};

// The AdminService (admin.proto says what each does and fails with). All take
// ServiceContext::admin, and none waits for a disk or for another thread; what does is
// said of it.

// Revokes; in force when it returns OK. Says nothing of persistence yet: that is for
// SaveRevocation(), which blocks on the disk and cannot fail.
absl::Status RevokeCredentialVersion(const ServiceContext& context, const CallContext& call,
                                     const v1::RevokeCredentialVersionRequest& request,
                                     v1::RevokeCredentialVersionResponse* response);
void SaveRevocation(const ServiceContext& context, v1::RevokeCredentialVersionResponse* response);

absl::Status PurgeKeys(const ServiceContext& context, const CallContext& call,
                       const v1::PurgeKeysRequest& request, v1::PurgeKeysResponse* response);

absl::Status ListCredentials(const ServiceContext& context, const CallContext& call,
                             const v1::ListCredentialsRequest& request,
                             v1::ListCredentialsResponse* response);

absl::Status GetCacheStats(const ServiceContext& context, const CallContext& call,
                           const v1::GetCacheStatsRequest& request,
                           v1::GetCacheStatsResponse* response);

// Whether the caller may have it reloaded; then ReloadRequests, and the answer of its
// report: FailedPrecondition, kReloadRefused, where a part was refused.
absl::Status AuthorizeReload(const ServiceContext& context, const CallContext& call);
absl::Status AnswerReload(const absl::StatusOr<ReloadReport>& report,
                          v1::ReloadConfigResponse* response);

CallSubject SubjectOf(const v1::RevokeCredentialVersionRequest& request);
CallSubject SubjectOf(const v1::PurgeKeysRequest& request);
CallSubject SubjectOf(const v1::ListCredentialsRequest& request);
CallSubject SubjectOf(const v1::GetCacheStatsRequest& request);
CallSubject SubjectOf(const v1::ReloadConfigRequest& request);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_ADMIN_H_
