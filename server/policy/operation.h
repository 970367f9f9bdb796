// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_OPERATION_H_
#define SIGNET_SERVER_POLICY_OPERATION_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace signet {

// What policy distinguishes of the API: the RPCs of signet.v1.SigningService, and those
// of signet.v1.AdminService. A batch is as many kSignRequest; GetServerInfo needs no rule.
enum class Operation {
  kSignRequest,
  kSignPayload,
  kSignPostPolicy,
  kGetOrLoadKey,
  kVerifyRequest,
  kExplainSignature,
  // Uses no credential; see Policy::DecideWithoutCredential().
  kHashPayload,
  // The AdminService's; see Policy::DecideAdmin().
  kRevokeCredentialVersion,
  kPurgeKeys,
  kListCredentials,
  kGetCacheStats,
  kReloadConfig,
};
inline constexpr int kOperations = 12;

// What "admin:*" names; "*" of an allow rule does not.
constexpr bool IsAdminOperation(Operation operation) {
  return operation >= Operation::kRevokeCredentialVersion;
}

// Operations as bits of a word.
constexpr unsigned OperationBit(Operation operation) {
  return 1u << static_cast<unsigned>(operation);
}
inline constexpr unsigned kAllOperations = (1u << kOperations) - 1;
inline constexpr unsigned kAdminOperations =
    kAllOperations & ~(OperationBit(Operation::kRevokeCredentialVersion) - 1);
inline constexpr unsigned kUsesOfCredentials =
    kAllOperations & ~kAdminOperations & ~OperationBit(Operation::kHashPayload);

// The RPC's name, "SignRequest".
absl::string_view OperationName(Operation operation);

// The operation of that RPC; "BatchSignRequests" gives kSignRequest. Nothing for
// any other text.
std::optional<Operation> OperationFromName(absl::string_view name);

// "SignRequest, BatchSignRequests, SignPayload ...", for messages.
std::string OperationNames();

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_OPERATION_H_
