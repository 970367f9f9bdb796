// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/operation.h"

#include "absl/strings/str_cat.h"

namespace signet {
namespace {

struct NamedOperation {
  absl::string_view name;
  Operation operation;
};

// The first name of an operation is the one it is shown by.
constexpr NamedOperation kNames[] = {
    {"SignRequest", Operation::kSignRequest},
    {"BatchSignRequests", Operation::kSignRequest},
    {"SignPayload", Operation::kSignPayload},
    {"SignPostPolicy", Operation::kSignPostPolicy},
    {"GetOrLoadKey", Operation::kGetOrLoadKey},
    {"VerifyRequest", Operation::kVerifyRequest},
    {"ExplainSignature", Operation::kExplainSignature},
    {"HashPayload", Operation::kHashPayload},
    {"RevokeCredentialVersion", Operation::kRevokeCredentialVersion},
    {"PurgeKeys", Operation::kPurgeKeys},
    {"ListCredentials", Operation::kListCredentials},
    {"GetCacheStats", Operation::kGetCacheStats},
    {"ReloadConfig", Operation::kReloadConfig},
};

}  // namespace

absl::string_view OperationName(Operation operation) {
  for (const NamedOperation& entry : kNames) {
    if (entry.operation == operation) {
      return entry.name;
    }
  }
  return "unknown";
}

std::optional<Operation> OperationFromName(absl::string_view name) {
  for (const NamedOperation& entry : kNames) {
    if (entry.name == name) {
      return entry.operation;
    }
  }
  return std::nullopt;
}

std::string OperationNames() {
  std::string names;
  for (const NamedOperation& entry : kNames) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", entry.name);
  }
  return names;
}

}  // namespace signet
