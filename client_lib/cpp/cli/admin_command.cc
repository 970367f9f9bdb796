// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <functional>
#include <iostream>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "client_lib/cpp/cli/admin_output.h"
#include "client_lib/cpp/cli/advice.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/cli/server_flags.h"
#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/wire.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "signet/v1/admin.grpc.pb.h"

namespace signet::cli {
namespace {

using Stub = v1::AdminService::Stub;

struct AdminFlags {
  ServerFlags server;
  std::string credential;
  std::string credential_version;
  std::string access_key_id;
  bool even_if_not_held = false;
  bool all = false;
};

// One call of the AdminService, and its answer on standard output.
template <typename Request, typename Response>
absl::StatusOr<Response> Call(const AdminFlags& flags, const Request& request,
                              grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                           Response*)) {
  SIGNET_RETURN_IF_ERROR(CheckText(request));
  SIGNET_ASSIGN_OR_RETURN(const std::unique_ptr<Connection> connection,
                          Connection::Create(flags.server.ToOptions()));
  const std::unique_ptr<Stub> stub = v1::AdminService::NewStub(connection->channel());
  const auto context = connection->NewContext();
  Response response;
  SIGNET_RETURN_IF_ERROR(FromGrpcStatus(((*stub).*method)(context.get(), request, &response)));
  return response;
}

absl::StatusOr<ExitCode> RunRevoke(const AdminFlags& flags) {
  if (flags.credential_version.empty() == flags.access_key_id.empty()) {
    return absl::InvalidArgumentError("give either --credential-version or --access-key-id");
  }
  v1::RevokeCredentialVersionRequest request;
  request.set_credential(flags.credential);
  if (flags.access_key_id.empty()) {
    request.set_credential_version(flags.credential_version);
  } else {
    request.set_access_key_id(flags.access_key_id);
  }
  request.set_even_if_not_held(flags.even_if_not_held);
  SIGNET_ASSIGN_OR_RETURN(const v1::RevokeCredentialVersionResponse response,
                          Call(flags, request, &Stub::RevokeCredentialVersion));
  Print(response, flags.server.format());
  // In force all the same; but who relies on it should know.
  return response.persistence() == v1::REVOCATION_PERSISTENCE_FAILED ? kFailure : kSuccess;
}

absl::StatusOr<ExitCode> RunPurge(const AdminFlags& flags) {
  if (flags.credential.empty() != flags.all) {
    return absl::InvalidArgumentError("give either --credential or --all");
  }
  v1::PurgeKeysRequest request;
  request.set_credential(flags.credential);
  SIGNET_ASSIGN_OR_RETURN(const v1::PurgeKeysResponse response,
                          Call(flags, request, &Stub::PurgeKeys));
  Print(response, flags.server.format());
  return kSuccess;
}

absl::StatusOr<ExitCode> RunCredentials(const AdminFlags& flags) {
  v1::ListCredentialsRequest request;
  v1::ListCredentialsResponse all;
  do {
    SIGNET_ASSIGN_OR_RETURN(const v1::ListCredentialsResponse page,
                            Call(flags, request, &Stub::ListCredentials));
    all.MergeFrom(page);
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  Print(all, flags.server.format());
  return kSuccess;
}

absl::StatusOr<ExitCode> RunStats(const AdminFlags& flags) {
  SIGNET_ASSIGN_OR_RETURN(const v1::GetCacheStatsResponse response,
                          Call(flags, v1::GetCacheStatsRequest(), &Stub::GetCacheStats));
  Print(response, flags.server.format());
  return kSuccess;
}

absl::StatusOr<ExitCode> RunReload(const AdminFlags& flags) {
  SIGNET_ASSIGN_OR_RETURN(const v1::ReloadConfigResponse response,
                          Call(flags, v1::ReloadConfigRequest(), &Stub::ReloadConfig));
  Print(response, flags.server.format());
  return kSuccess;
}

// A verb of `signet admin`.
CLI::App* AddVerb(CLI::App& admin, const std::string& name, const std::string& description,
                  absl::StatusOr<ExitCode> (*run)(const AdminFlags& flags),
                  const std::shared_ptr<AdminFlags>& flags, ExitCode* exit_code) {
  CLI::App* const command = admin.add_subcommand(name, description);
  AddServerFlags(*command, &flags->server);
  command->callback([flags, run, exit_code] {
    const absl::StatusOr<ExitCode> outcome = run(*flags);
    *exit_code =
        outcome.ok()
            ? *outcome
            : PrintError(WithAdvice(outcome.status(), {.target = flags->server.ToOptions().target,
                                                       .credential = flags->credential}),
                         flags->server.format());
  });
  return command;
}

}  // namespace

void AddAdminCommand(CLI::App& app, ExitCode* exit_code) {
  CLI::App* const admin = app.add_subcommand(
      "admin",
      "Stop keys, look into a running server, have it read its files again.\n"
      "Each needs a rule of policy that names its operation, or \"admin:*\"; what it does, it\n"
      "does to the one server it asks. Example:\n"
      "signet admin revoke --credential demo --access-key-id AKIAIOSFODNN7EXAMPLE");
  admin->require_subcommand(1);
  const auto flags = std::make_shared<AdminFlags>();

  CLI::App* const revoke = AddVerb(
      *admin, "revoke",
      "Stop a credential version: no signature with it begins after this returns.\n"
      "0: done (a warning says if a restart undoes it); 1: done, but it could not be saved.",
      &RunRevoke, flags, exit_code);
  revoke->add_option("--credential", flags->credential, "Name of the credential")->required();
  revoke->add_option("--credential-version", flags->credential_version,
                     "Its version, 16 hex digits");
  revoke->add_option("--access-key-id", flags->access_key_id,
                     "All versions held that have this access key ID");
  revoke->add_flag("--even-if-not-held", flags->even_if_not_held,
                   "Also where the server does not hold that version (yet)");

  CLI::App* const purge =
      AddVerb(*admin, "purge", "Wipe cached signing keys; signing goes on with new ones.",
              &RunPurge, flags, exit_code);
  purge->add_option("--credential", flags->credential, "Those of this credential");
  purge->add_flag("--all", flags->all, "All of them");

  AddVerb(*admin, "credentials",
          "List credentials, their versions and how their sources fare; no secrets.",
          &RunCredentials, flags, exit_code);
  AddVerb(*admin, "stats", "Show counters and sizes of the caches of signing keys.", &RunStats,
          flags, exit_code);
  AddVerb(*admin, "reload",
          "Have the server read its configuration and credentials now, and say what became of\n"
          "each. 3: something was refused, and the last good one stays in use.",
          &RunReload, flags, exit_code);
}

}  // namespace signet::cli
