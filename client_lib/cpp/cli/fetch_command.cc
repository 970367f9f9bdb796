// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client_lib/cpp/cli/advice.h"
#include "client_lib/cpp/cli/answer_output.h"
#include "client_lib/cpp/cli/body_source.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/http_transfer.h"
#include "client_lib/cpp/cli/name_case.h"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/cli/read_ahead.h"
#include "client_lib/cpp/cli/request_flags.h"
#include "client_lib/cpp/cli/server_flags.h"
#include "client_lib/cpp/signer.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet::cli {
namespace {

// From here on an answer says that what was asked for was not done: a store
// answers a PUT to the wrong region by 307.
constexpr int kLeastHttpError = 300;

struct FetchFlags {
  ServerFlags server;
  RequestFlags request;
  std::string ca_file;
  std::string output;
  uint64_t chunk_bytes = uint64_t{64} * 1024;
  bool local = false;
};

bool IsChunked(PayloadMode mode) {
  return mode == PayloadMode::kStreamingSigned || mode == PayloadMode::kStreamingSignedTrailer ||
         mode == PayloadMode::kStreamingUnsignedTrailer;
}

// Adds the headers that a chunked body needs.
absl::Status AddFramingHeaders(const ChunkedOptions& framing, SigningRequest* request) {
  if (framing.mode == PayloadMode::kStreamingEvents) {
    return InvalidField(Reason::kUnsupportedCombination, "streaming",
                        "fetch sends aws-chunked bodies; events need a client that frames them");
  }
  if (!IsChunked(framing.mode)) {
    return absl::OkStatus();
  }
  if (framing.path.empty()) {
    return InvalidField(Reason::kInvalidPayload, "body_file",
                        "a chunked upload needs --body-file with a regular file");
  }
  SIGNET_ASSIGN_OR_RETURN(const std::vector<Header> headers, ChunkedHeaders(framing));
  request->headers.insert(request->headers.end(), headers.begin(), headers.end());
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<BodySource>> BodyOf(const FetchFlags& flags,
                                                   const SigningRequest& request,
                                                   const ChunkedOptions& chunked,
                                                   const SigningResult& result, Signer& signer) {
  if (flags.request.body_file.empty()) {
    return nullptr;
  }
  if (!IsChunked(chunked.mode)) {
    return OpenFile(flags.request.body_file);
  }
  std::unique_ptr<PayloadSigner> payload_signer;
  if (chunked.mode != PayloadMode::kStreamingUnsignedTrailer) {
    SIGNET_ASSIGN_OR_RETURN(payload_signer, signer.StartPayload(request, result));
  }
  SIGNET_ASSIGN_OR_RETURN(std::unique_ptr<BodySource> source,
                          OpenChunked(chunked, std::move(payload_signer)));
  return ReadAhead(std::move(source));
}

// The caller's headers and the signing headers; of one name, the latter.
std::vector<Header> HeadersToSend(const SigningRequest& request, const SigningResult& result) {
  std::vector<Header> headers = result.headers;
  for (const Header& header : request.headers) {
    bool is_set = false;
    for (const Header& set : result.headers) {
      is_set = is_set || strcasecmp(set.name.c_str(), header.name.c_str()) == 0;
    }
    // Query placement moved some of the caller's headers into the URL.
    if (!is_set && request.placement == Placement::kHeader) {
      headers.push_back(header);
    }
  }
  return headers;
}

// A length that is not the body's would have the target wait for the rest, or
// take the rest for another request.
absl::Status CheckContentLength(const std::vector<Header>& headers, uint64_t body_bytes) {
  for (size_t i = 0; i < headers.size(); ++i) {
    if (absl::EqualsIgnoreCase(headers[i].name, "content-length") &&
        headers[i].value != absl::StrCat(body_bytes)) {
      return InvalidField(Reason::kInvalidHeader,
                          absl::StrCat("http_request.headers[", i, "].value"),
                          absl::StrCat("content-length is '", headers[i].value,
                                       "', the body that is sent has ", body_bytes, " bytes"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<int> Exchange(const FetchFlags& flags, AnswerOutput* output) {
  if (!flags.request.body_file.empty()) {
    SIGNET_RETURN_IF_ERROR(CheckBodyFile(flags.request.body_file));
  }
  SIGNET_ASSIGN_OR_RETURN(SigningRequest request, flags.request.ToRequest());
  const ChunkedOptions framing = {.path = flags.request.body_file,
                                  .mode = request.payload.value_or(Payload()).mode,
                                  .algorithm = request.algorithm,
                                  .chunk_bytes = flags.chunk_bytes};
  SIGNET_RETURN_IF_ERROR(AddFramingHeaders(framing, &request));
  const SignerOptions options = flags.server.ToOptions();
  SIGNET_ASSIGN_OR_RETURN(const std::unique_ptr<Signer> signer,
                          flags.local ? NewLocalSigner(options) : NewRemoteSigner(options));
  SIGNET_ASSIGN_OR_RETURN(const SigningResult result, signer->Sign(request));
  SIGNET_ASSIGN_OR_RETURN(const std::unique_ptr<BodySource> body,
                          BodyOf(flags, request, framing, result, *signer));
  SIGNET_RETURN_IF_ERROR(CheckContentLength(request.headers, body == nullptr ? 0 : body->size()));
  return Perform({.method = request.method,
                  .url = result.url,
                  .headers = HeadersToSend(request, result),
                  .body = body.get(),
                  .ca_file = flags.ca_file,
                  .output = output});
}

absl::StatusOr<ExitCode> RunFetch(const FetchFlags& flags) {
  WarnOfNameCase(flags.request.service, flags.request.region, flags.request.method);
  SIGNET_ASSIGN_OR_RETURN(AnswerOutput output,
                          AnswerOutput::Create(flags.output, flags.request.body_file));
  SIGNET_ASSIGN_OR_RETURN(const int status, Exchange(flags, &output));
  SIGNET_RETURN_IF_ERROR(output.Close());
  if (flags.server.json) {
    // With --json the body must go elsewhere, so that one object is printed.
    PrintJson({{"status", status}});
  } else if (status >= kLeastHttpError) {
    std::cerr << "signet: the target answered " << status << "\n";
  }
  return status >= kLeastHttpError ? kHttpError : kSuccess;
}

}  // namespace

void AddFetchCommand(CLI::App& app, ExitCode* exit_code) {
  const auto flags = std::make_shared<FetchFlags>();
  CLI::App* const command = app.add_subcommand(
      "fetch",
      "Sign a request and perform it, like curl.\n"
      "Example: signet fetch --credential dev --region us-east-1 --service s3 --method PUT "
      "--url https://bucket.s3.amazonaws.com/key --body-file big.bin --streaming signed");
  AddRequestFlags(*command, "--presign", &flags->request);
  const std::string group = "Transfer";
  command->add_option("--cacert", flags->ca_file, "PEM file with the CA of the target")
      ->group(group);
  CLI::Option* const output =
      command->add_option("--output,-o", flags->output, "File for the answer's body")->group(group);
  command
      ->add_option("--chunk-bytes", flags->chunk_bytes,
                   "Bytes of data in one chunk of a --streaming upload")
      ->check(CLI::Range(uint64_t{8192}, uint64_t{64} << 20))
      ->capture_default_str()
      ->group(group);
  command->add_flag("--local", flags->local, "Lease the signing key and sign here");
  AddServerFlags(*command, &flags->server);
  command->get_option("--json")->needs(output);
  command->callback([flags, exit_code] {
    const absl::StatusOr<ExitCode> outcome = RunFetch(*flags);
    *exit_code =
        outcome.ok()
            ? *outcome
            : PrintError(WithAdvice(outcome.status(), flags->request.QuestionTo(flags->server)),
                         flags->server.format());
  });
}

}  // namespace signet::cli
