// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "absl/strings/str_cat.h"
#include "client_lib/cpp/cli/advice.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/explanation.h"
#include "client_lib/cpp/cli/name_case.h"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/cli/request_flags.h"
#include "client_lib/cpp/cli/server_flags.h"
#include "server/base/error.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"

namespace signet::cli {
namespace {

// No 403 document comes near it.
constexpr size_t kMaxAnswerBytes = size_t{256} * 1024;

struct ExplainFlags {
  ServerFlags server;
  RequestFlags request;
  std::string target_answer_file;
};

absl::StatusOr<std::string> ReadAnswer(const std::string& path) {
  if (path.empty()) {
    return std::string();
  }
  const absl::StatusOr<Secret> file = ReadFile(path, kMaxAnswerBytes);
  if (!file.ok()) {
    return InvalidField(Reason::kMissingField, "target_answer",
                        absl::StrCat("cannot read ", file.status().message()));
  }
  return std::string(file->Reveal());
}

void Print(const Explanation& explanation, Format format) {
  if (format == Format::kText) {
    std::cout << explanation.canonical_request << "\n\n" << explanation.string_to_sign << "\n";
    for (const CanonicalDifference& difference : explanation.differences) {
      std::cout << "\n"
                << difference.part << " differs\n  ours:   " << difference.ours
                << "\n  theirs: " << difference.theirs << "\n";
    }
    return;
  }
  Json differences = Json::array();
  for (const CanonicalDifference& difference : explanation.differences) {
    differences.push_back(
        {{"part", difference.part}, {"ours", difference.ours}, {"theirs", difference.theirs}});
  }
  PrintJson({{"canonical_request", explanation.canonical_request},
             {"string_to_sign", explanation.string_to_sign},
             {"redacted", explanation.redacted},
             {"differences", std::move(differences)}});
}

absl::Status RunExplain(const ExplainFlags& flags) {
  WarnOfNameCase(flags.request.service, flags.request.region, flags.request.method);
  SIGNET_ASSIGN_OR_RETURN(const SigningRequest request, flags.request.ToRequest());
  SIGNET_ASSIGN_OR_RETURN(const std::string answer, ReadAnswer(flags.target_answer_file));
  SIGNET_ASSIGN_OR_RETURN(const std::unique_ptr<Connection> connection,
                          Connection::Create(flags.server.ToOptions()));
  SIGNET_ASSIGN_OR_RETURN(const Explanation explanation, Explain(*connection, request, answer));
  Print(explanation, flags.server.format());
  return absl::OkStatus();
}

}  // namespace

void AddExplainCommand(CLI::App& app, ExitCode* exit_code) {
  const auto flags = std::make_shared<ExplainFlags>();
  CLI::App* const command =
      app.add_subcommand("explain",
                         "Show how a request is signed, and where a target sees it differently.\n"
                         "Example: signet explain --credential dev --region us-east-1 --service s3 "
                         "--url https://bucket.s3.amazonaws.com/key --target-answer 403.xml");
  AddRequestFlags(*command, "--presign", &flags->request);
  command->add_option("--target-answer", flags->target_answer_file,
                      "File with the target's 403 document or its <CanonicalRequest>");
  AddServerFlags(*command, &flags->server);
  command->callback([flags, exit_code] {
    const absl::Status status =
        WithAdvice(RunExplain(*flags), flags->request.QuestionTo(flags->server));
    *exit_code = status.ok() ? kSuccess : PrintError(status, flags->server.format());
  });
}

}  // namespace signet::cli
