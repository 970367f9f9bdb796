// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "client_lib/cpp/cli/advice.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/name_case.h"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/cli/server_flags.h"
#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/wire.h"
#include "server/base/status_macros.h"
#include "server/digest/hex.h"

namespace signet::cli {
namespace {

struct KeyFlags {
  ServerFlags server;
  std::string credential;
  std::string credential_version;
  std::string region;
  std::string service;
  std::string date;
};

void Print(const v1::GetOrLoadKeyResponse& response, Format format) {
  const std::string& key = response.signing_key();
  const std::string key_hex =
      ToHex(absl::MakeConstSpan(reinterpret_cast<const uint8_t*>(key.data()), key.size()));
  if (format == Format::kText) {
    std::cout << key_hex << "\n";
    std::cerr << "signet: key of " << response.credential_scope() << " for "
              << response.access_key_id() << ", not after "
              << Rfc3339(FromProto(response.not_after())) << "\n";
    return;
  }
  PrintJson({{"signing_key", key_hex},
             {"access_key_id", response.access_key_id()},
             {"session_token", response.session_token()},
             {"credential_version", response.credential_version()},
             {"credential_scope", response.credential_scope()},
             {"server_time", Rfc3339(FromProto(response.server_time()))},
             {"not_after", Rfc3339(FromProto(response.not_after()))},
             {"renew_after", Rfc3339(FromProto(response.renew_after()))},
             {"revoked", response.revoked()}});
}

absl::Status RunKey(const KeyFlags& flags) {
  WarnOfNameCase(flags.service, flags.region, /*method=*/"");
  SIGNET_ASSIGN_OR_RETURN(const std::unique_ptr<Connection> connection,
                          Connection::Create(flags.server.ToOptions()));
  v1::GetOrLoadKeyRequest request;
  request.set_credential(flags.credential);
  request.set_credential_version(flags.credential_version);
  request.set_region(flags.region);
  request.set_service(flags.service);
  request.set_date(flags.date);
  SIGNET_RETURN_IF_ERROR(CheckText(request));
  const auto context = connection->NewContext();
  v1::GetOrLoadKeyResponse response;
  SIGNET_RETURN_IF_ERROR(
      FromGrpcStatus(connection->stub().GetOrLoadKey(context.get(), request, &response)));
  Print(response, flags.server.format());
  return absl::OkStatus();
}

}  // namespace

void AddKeyCommand(CLI::App& app, ExitCode* exit_code) {
  const auto flags = std::make_shared<KeyFlags>();
  CLI::App* const command = app.add_subcommand(
      "key",
      "Lease the signing key of one date, region and service; prints it in hex.\n"
      "Whoever has it can sign anything of that scope: keep it off disks and logs.\n"
      "Example: signet key --credential dev --region us-east-1 --service s3 --json");
  command->add_option("--credential", flags->credential, "Name of the credential")->required();
  command->add_option("--credential-version", flags->credential_version,
                      "Its version, 16 hex digits; the latest by default");
  command->add_option("--region", flags->region, "Region of the scope")->required();
  command->add_option("--service", flags->service, "Service of the scope")->required();
  command->add_option("--date", flags->date, "UTC date of the scope, 20150830; today by default");
  AddServerFlags(*command, &flags->server);
  command->callback([flags, exit_code] {
    const absl::Status status =
        WithAdvice(RunKey(*flags),
                   {.target = flags->server.ToOptions().target, .credential = flags->credential});
    *exit_code = status.ok() ? kSuccess : PrintError(status, flags->server.format());
  });
}

}  // namespace signet::cli
