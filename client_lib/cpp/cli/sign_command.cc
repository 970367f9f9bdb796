// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "client_lib/cpp/cli/advice.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/explanation.h"
#include "client_lib/cpp/cli/name_case.h"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/cli/request_flags.h"
#include "client_lib/cpp/cli/server_flags.h"
#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/signer.h"
#include "server/base/status_macros.h"

namespace signet::cli {
namespace {

struct SignFlags {
  ServerFlags server;
  RequestFlags request;
  bool explain = false;
  bool local = false;
};

absl::StatusOr<SigningResult> Sign(const SignFlags& flags, const SigningRequest& request) {
  const SignerOptions options = flags.server.ToOptions();
  SIGNET_ASSIGN_OR_RETURN(const std::unique_ptr<Signer> signer,
                          flags.local ? NewLocalSigner(options) : NewRemoteSigner(options));
  return signer->Sign(request);
}

// The stages of exactly the signature that was made: at its time, by its version.
absl::StatusOr<Explanation> ExplainResult(const SignFlags& flags, SigningRequest request,
                                          const SigningResult& result) {
  SIGNET_ASSIGN_OR_RETURN(const std::unique_ptr<Connection> connection,
                          Connection::Create(flags.server.ToOptions()));
  request.signing_time = result.signing_time;
  request.credential_version = result.credential_version;
  return Explain(*connection, request, "");
}

void PrintText(const SigningResult& result) {
  std::cout << result.url << "\n";
  for (const Header& header : result.headers) {
    std::cout << header.name << ": " << header.value << "\n";
  }
  for (const std::string& warning : result.warnings) {
    std::cerr << "signet: warning: " << warning << "\n";
  }
}

absl::Status RunSign(const SignFlags& flags) {
  WarnOfNameCase(flags.request.service, flags.request.region, flags.request.method);
  SIGNET_ASSIGN_OR_RETURN(const SigningRequest request, flags.request.ToRequest());
  SIGNET_ASSIGN_OR_RETURN(const SigningResult result, Sign(flags, request));
  std::optional<Explanation> explanation;
  if (flags.explain) {
    SIGNET_ASSIGN_OR_RETURN(explanation, ExplainResult(flags, request, result));
  }
  if (flags.server.format() == Format::kJson) {
    Json json = ToJson(result);
    if (explanation.has_value()) {
      json["canonical_request"] = explanation->canonical_request;
      json["string_to_sign"] = explanation->string_to_sign;
    }
    PrintJson(json);
    return absl::OkStatus();
  }
  PrintText(result);
  if (explanation.has_value()) {
    std::cout << "\n"
              << explanation->canonical_request << "\n\n"
              << explanation->string_to_sign << "\n";
  }
  return absl::OkStatus();
}

void AddCommand(CLI::App& app, const std::string& name, const std::string& description,
                const std::string& presign_option, ExitCode* exit_code) {
  const auto flags = std::make_shared<SignFlags>();
  CLI::App* const command = app.add_subcommand(name, description);
  AddRequestFlags(*command, presign_option, &flags->request);
  command->add_flag("--explain", flags->explain,
                    "Print the canonical request and the string to sign too");
  command->add_flag("--local", flags->local, "Lease the signing key and sign here");
  AddServerFlags(*command, &flags->server);
  if (name == "presign") {
    command->get_option(presign_option)->required();
  }
  command->callback([flags, exit_code] {
    const absl::Status status =
        WithAdvice(RunSign(*flags), flags->request.QuestionTo(flags->server));
    *exit_code = status.ok() ? kSuccess : PrintError(status, flags->server.format());
  });
}

}  // namespace

void AddSignCommand(CLI::App& app, ExitCode* exit_code) {
  AddCommand(app, "sign",
             "Sign one HTTP request: prints its URL and the headers to set.\n"
             "Example: signet sign --credential dev --region us-east-1 --service s3 --method GET "
             "--url https://bucket.s3.amazonaws.com/key --json",
             "--presign", exit_code);
}

void AddPresignCommand(CLI::App& app, ExitCode* exit_code) {
  AddCommand(app, "presign",
             "Make a presigned URL; the same as sign --presign SECONDS.\n"
             "Example: signet presign --expires 3600 --credential dev --region us-east-1 "
             "--service s3 --url https://bucket.s3.amazonaws.com/key",
             "--expires", exit_code);
}

}  // namespace signet::cli
