// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_INTEGRATION_ADMIN_FIXTURE_H_
#define SIGNET_TESTS_INTEGRATION_ADMIN_FIXTURE_H_

#include <memory>
#include <string>
#include <vector>

#include "grpcpp/grpcpp.h"
#include "server/policy/policy.h"
#include "signet/v1/admin.grpc.pb.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"

namespace signet {

inline constexpr const char* kAdminRpcs[] = {"RevokeCredentialVersion", "PurgeKeys",
                                             "ListCredentials", "GetCacheStats", "ReloadConfig"};

// A rule for these operations of the AdminService, for all credentials.
inline Rule AdminRule(const std::string& caller, std::vector<std::string> operations) {
  Rule rule = AllowEverything(caller);
  rule.name = "admin";
  rule.operations = std::move(operations);
  rule.grants = {};
  return rule;
}

inline std::shared_ptr<const Policy> PolicyOf(std::vector<Rule> rules) {
  return Policy::Create(std::move(rules)).value();
}

inline std::unique_ptr<v1::AdminService::Stub> AdminStub(const InProcessServer& server) {
  return v1::AdminService::NewStub(server.NewChannel());
}

inline grpc::Status Revoke(v1::AdminService::Stub& stub, const std::string& credential,
                           const std::string& version,
                           v1::RevokeCredentialVersionResponse* response) {
  PatientContext context;
  v1::RevokeCredentialVersionRequest request;
  request.set_credential(credential);
  request.set_credential_version(version);
  return stub.RevokeCredentialVersion(&context, request, response);
}

// Signs GetObjectRequest(); the version that signed in `version`.
inline grpc::Status Sign(v1::SigningService::Stub& stub, std::string* version) {
  PatientContext context;
  v1::SignRequestResponse response;
  const grpc::Status status = stub.SignRequest(&context, GetObjectRequest(), &response);
  *version = response.credential_version();
  return status;
}

}  // namespace signet

#endif  // SIGNET_TESTS_INTEGRATION_ADMIN_FIXTURE_H_
