// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "client_lib/cpp/cli/advice.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/name_case.h"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/cli/request_flags.h"
#include "client_lib/cpp/cli/server_flags.h"
#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/wire.h"
#include "server/base/status_macros.h"

namespace signet::cli {
namespace {

struct VerifyFlags {
  ServerFlags server;
  std::string region;
  std::string service;
  std::string profile;
  std::string method = "GET";
  std::string url;
  std::vector<std::string> headers;
  std::string body_file;
};

absl::StatusOr<v1::VerifyRequestRequest> ToRequest(const VerifyFlags& flags) {
  v1::VerifyRequestRequest request;
  request.set_region(flags.region);
  request.set_service(flags.service);
  request.set_profile(flags.profile);
  request.mutable_http_request()->set_method(flags.method);
  request.mutable_http_request()->set_url(flags.url);
  for (const std::string& text : flags.headers) {
    SIGNET_ASSIGN_OR_RETURN(const Header header, ParseHeader(text));
    v1::Header* const added = request.mutable_http_request()->add_headers();
    added->set_name(header.name);
    added->set_value(header.value);
  }
  if (!flags.body_file.empty()) {
    SIGNET_ASSIGN_OR_RETURN(const Sha256Digest sha256, Sha256OfFile(flags.body_file));
    request.mutable_payload()->set_sha256(sha256.data(), sha256.size());
  }
  SIGNET_RETURN_IF_ERROR(CheckText(request));
  return request;
}

const char* NameOf(v1::Verdict verdict) {
  switch (verdict) {
    case v1::VERDICT_VALID:
      return "valid";
    case v1::VERDICT_EXPIRED:
      return "expired";
    default:
      return "invalid";
  }
}

void Print(const v1::VerifyRequestResponse& response, const VerifyFlags& flags) {
  if (flags.server.format() == Format::kText) {
    std::cout << NameOf(response.verdict()) << "\n";
    if (response.verdict() == v1::VERDICT_INVALID) {
      std::cerr << "signet: is it a " << flags.method << " (--method), are all signed headers "
                << "given (--header), and the body (--body-file)? `signet explain` shows what is "
                << "signed\n";
    }
    return;
  }
  Json json = {{"verdict", NameOf(response.verdict())}};
  if (response.verdict() == v1::VERDICT_VALID) {
    json["credential"] = response.credential();
    json["access_key_id"] = response.access_key_id();
    json["credential_scope"] = response.credential_scope();
    json["signing_time"] = Rfc3339(FromProto(response.signing_time()));
    json["payload_verified"] = response.payload_verified();
  }
  PrintJson(json);
}

absl::StatusOr<ExitCode> RunVerify(const VerifyFlags& flags) {
  WarnOfNameCase(flags.service, flags.region, flags.method);
  SIGNET_ASSIGN_OR_RETURN(const v1::VerifyRequestRequest request, ToRequest(flags));
  SIGNET_ASSIGN_OR_RETURN(const std::unique_ptr<Connection> connection,
                          Connection::Create(flags.server.ToOptions()));
  const auto context = connection->NewContext();
  v1::VerifyRequestResponse response;
  SIGNET_RETURN_IF_ERROR(
      FromGrpcStatus(connection->stub().VerifyRequest(context.get(), request, &response)));
  Print(response, flags);
  return response.verdict() == v1::VERDICT_VALID ? kSuccess : kNotGenuine;
}

}  // namespace

void AddVerifyCommand(CLI::App& app, ExitCode* exit_code) {
  const auto flags = std::make_shared<VerifyFlags>();
  CLI::App* const command =
      app.add_subcommand("verify",
                         "Tell whether a signed request is genuine: valid, invalid or expired.\n"
                         "Example: signet verify --service s3 --url \"$PRESIGNED_URL\"");
  command->add_option("--service", flags->service, "Service the scope must name")->required();
  command->add_option("--region", flags->region, "Region the scope must name; any by default");
  command->add_option("--profile", flags->profile, "How the target canonicalises; by service");
  command->add_option("--method", flags->method, "HTTP method")->capture_default_str();
  command->add_option("--url", flags->url, "URL as received")->required();
  command
      ->add_option("--header", flags->headers, "'Name: value' as received; may be given many times")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("--body-file", flags->body_file, "Body as received; - is standard input");
  AddServerFlags(*command, &flags->server);
  command->callback([flags, exit_code] {
    const absl::StatusOr<ExitCode> outcome = RunVerify(*flags);
    *exit_code =
        outcome.ok()
            ? *outcome
            : PrintError(WithAdvice(outcome.status(), {.target = flags->server.ToOptions().target}),
                         flags->server.format());
  });
}

}  // namespace signet::cli
