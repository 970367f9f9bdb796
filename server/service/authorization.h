// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_AUTHORIZATION_H_
#define SIGNET_SERVER_SERVICE_AUTHORIZATION_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/base/error.h"
#include "server/credentials/credential_version.h"
#include "server/policy/policy.h"
#include "server/service/call_context.h"
#include "server/service/request_description.h"
#include "server/service/service_context.h"

namespace signet {

// What a call wants to use. Views outlive the call.
struct AuthorizationRequest {
  Operation operation = Operation::kSignRequest;
  absl::string_view credential;
  // The signing name.
  absl::string_view service;
  absl::Span<const absl::string_view> regions;
  // The server's clock. By default no rule that ends matches.
  absl::Time now = absl::InfiniteFuture();
  // What is signed; null for operations that sign no request.
  const RequestDescription* description = nullptr;
};

// What a policy gives the caller.
//
// PermissionDenied, kNotGranted: in the same words whether the credential exists
// or not, and without a look at it. The message ends with the caller's name, as
// NotGranted() has it. InvalidArgument, kAmbiguousTarget, "payload.body": only the
// body would tell whether it is allowed. ResourceExhausted, kRateLimited, with the
// time to wait.
absl::StatusOr<Grants> Authorize(const ServiceContext& context, const CallContext& call,
                                 const Policy& policy, const AuthorizationRequest& request);

// The same once more for what goes on: takes nothing from rates.
absl::Status AuthorizeAgain(const ServiceContext& context, const CallContext& call,
                            const Policy& policy, const AuthorizationRequest& request);

// PermissionDenied: `what` is missing. Names the caller as policy knows it, so
// that an operator knows what to write into a rule.
absl::Status NotGranted(const CallContext& call, Reason reason, absl::string_view field,
                        absl::string_view what);

// Whether the caller may use an operation that needs no credential.
// PermissionDenied, kNotGranted.
absl::Status AuthorizeWithoutCredential(const ServiceContext& context, const CallContext& call,
                                        Operation operation);

// The version of an allowed credential to work with: the latest for an empty
// `version_id`. Errors as CredentialStore; NotFound only ever reaches callers
// whom a rule grants the name.
absl::StatusOr<CredentialVersionPtr> FindVersion(const ServiceContext& context,
                                                 const CallContext& call,
                                                 absl::string_view credential,
                                                 absl::string_view version_id);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_AUTHORIZATION_H_
