// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/request_flags.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/digest/hex.h"
#include "server/sigv4/timestamp.h"

namespace signet::cli {
namespace {

// REQUIRES: one of the four names; the flag is checked against them.
PayloadMode StreamingModeOf(const std::string& name) {
  if (name == "signed") {
    return PayloadMode::kStreamingSigned;
  }
  if (name == "signed-trailer") {
    return PayloadMode::kStreamingSignedTrailer;
  }
  if (name == "unsigned-trailer") {
    return PayloadMode::kStreamingUnsignedTrailer;
  }
  return PayloadMode::kStreamingEvents;
}

// Nothing where no flag says what the body is.
absl::StatusOr<std::optional<Payload>> PayloadOf(const RequestFlags& flags) {
  if (flags.unsigned_payload) {
    return Payload{.mode = PayloadMode::kUnsigned};
  }
  if (!flags.streaming.empty()) {
    return Payload{.mode = StreamingModeOf(flags.streaming)};
  }
  if (!flags.payload_sha256.empty()) {
    Payload payload;
    if (!FromHex(flags.payload_sha256, absl::MakeSpan(payload.sha256))) {
      return InvalidField(Reason::kInvalidPayloadHash, "payload_sha256",
                          absl::StrCat("payload_sha256 of ", flags.payload_sha256.size(),
                                       " characters is not 64 hex digits"));
    }
    return payload;
  }
  if (!flags.body_file.empty()) {
    SIGNET_ASSIGN_OR_RETURN(const Sha256Digest sha256, Sha256OfFile(flags.body_file));
    return Payload{.mode = PayloadMode::kSha256, .sha256 = sha256};
  }
  return std::nullopt;
}

absl::Status SetExpiry(const std::string& seconds_text, SigningRequest* request) {
  if (seconds_text.empty()) {
    return absl::OkStatus();
  }
  // SimpleAtoi() alone takes a plus sign, and blanks around.
  const bool is_number = seconds_text.find_first_not_of("-0123456789") == std::string::npos;
  int64_t seconds = 0;
  if (!is_number || !absl::SimpleAtoi(seconds_text, &seconds)) {
    return InvalidField(Reason::kInvalidExpiry, "expires_in",
                        absl::StrCat("'", seconds_text,
                                     "' is not a whole number of seconds, allowed is 1 to 604800"));
  }
  request->placement = Placement::kQuery;
  request->expires_in = absl::Seconds(seconds);
  return absl::OkStatus();
}

void AddPayloadFlags(CLI::App& command, RequestFlags* flags) {
  const std::string group = "Body (empty when nothing is given)";
  CLI::Option* const body_file =
      command
          .add_option("--body-file", flags->body_file, "File with the body; - is standard input")
          ->group(group);
  CLI::Option* const sha256 = command
                                  .add_option("--payload-sha256", flags->payload_sha256,
                                              "SHA-256 of the body, 64 hex digits")
                                  ->group(group)
                                  ->excludes(body_file);
  CLI::Option* const unsigned_payload =
      command.add_flag("--unsigned-payload", flags->unsigned_payload, "Sign UNSIGNED-PAYLOAD")
          ->group(group)
          ->excludes(sha256);
  command
      .add_option("--streaming", flags->streaming,
                  "Body sent in pieces: signed, signed-trailer, unsigned-trailer, events")
      ->check(CLI::IsMember({"signed", "signed-trailer", "unsigned-trailer", "events"}))
      ->group(group)
      ->excludes(sha256)
      ->excludes(unsigned_payload);
  command
      .add_flag("--payload-hash-header", flags->payload_hash_header,
                "Add x-amz-content-sha256 where the target does not ask for it")
      ->group(group);
}

void AddPlacementFlags(CLI::App& command, const std::string& presign_option, RequestFlags* flags) {
  const std::string group = "Signature";
  if (!presign_option.empty()) {
    CLI::Option* const presign =
        command
            .add_option(presign_option, flags->expires_in_seconds,
                        "Make a presigned URL that holds this many seconds, 1 to 604800")
            ->group(group);
    command
        .add_option("--presign-profile", flags->presign_profile,
                    "Which headers move into the URL: default, botocore, go-v2, js-v3, java-v2")
        ->group(group)
        ->needs(presign);
  }
  command
      .add_flag("--token-after-signing", flags->token_after_signing,
                "Add the session token after signing")
      ->group(group);
  command.add_option("--algorithm", flags->algorithm, "sigv4 or sigv4a")
      ->check(CLI::IsMember({"sigv4", "sigv4a"}))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--region-set", flags->region_set,
                  "Regions of SigV4A, comma separated; --region by default")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--signing-time", flags->signing_time,
                  "Sign at this instant, 20150830T123600Z; a rule must grant it")
      ->group(group);
  command
      .add_option("--profile", flags->profile,
                  "How the target canonicalises: s3, default, default-unnormalized, rgw, minio, "
                  "r2, gcs, ...; by service when not given")
      ->group(group);
}

}  // namespace

absl::StatusOr<SigningRequest> RequestFlags::ToRequest() const {
  SigningRequest request;
  request.credential = credential;
  request.credential_version = credential_version;
  request.region = region;
  request.region_set = region_set;
  request.service = service;
  request.method = method;
  request.url = url;
  for (const std::string& text : headers) {
    SIGNET_ASSIGN_OR_RETURN(Header header, ParseHeader(text));
    request.headers.push_back(std::move(header));
  }
  SIGNET_ASSIGN_OR_RETURN(request.payload, PayloadOf(*this));
  SIGNET_RETURN_IF_ERROR(SetExpiry(expires_in_seconds, &request));
  request.presign_profile = presign_profile;
  request.profile = profile;
  if (algorithm == "sigv4a") {
    request.algorithm = Algorithm::kSigV4a;
    // One region is a set too.
    if (request.region_set.empty() && !region.empty()) {
      request.region_set = {region};
    }
    request.region.clear();
  }
  if (payload_hash_header) {
    request.payload_hash_header = PayloadHashHeader::kAlways;
  }
  if (token_after_signing) {
    request.token_placement = TokenPlacement::kAfterSigning;
  }
  if (!signing_time.empty()) {
    SIGNET_ASSIGN_OR_RETURN(request.signing_time, ParseAmzDate(signing_time));
  }
  return request;
}

Question RequestFlags::QuestionTo(const ServerFlags& server) const {
  return {.target = server.ToOptions().target, .credential = credential, .url = url};
}

void AddRequestFlags(CLI::App& command, const std::string& presign_option, RequestFlags* flags) {
  command.add_option("--credential", flags->credential, "Name of the credential to sign with")
      ->required();
  command.add_option("--credential-version", flags->credential_version,
                     "Its version, 16 hex digits; the latest by default");
  CLI::Option* const region = command.add_option(
      "--region", flags->region, "Region to sign for, for example us-east-1; SigV4A needs none");
  region->required();
  command.add_option("--service", flags->service, "Service to sign for, for example s3")
      ->required();
  command.add_option("--method", flags->method, "HTTP method")->capture_default_str();
  command
      .add_option("--url", flags->url,
                  "Absolute URL. Spaces and non-ASCII are encoded for you: the printed URL is the "
                  "one to use")
      ->required();
  command.add_option("--header", flags->headers, "'Name: value'; may be given many times")
      ->take_all()
      ->allow_extra_args(false);
  AddPayloadFlags(command, flags);
  AddPlacementFlags(command, presign_option, flags);
  // Options are read before it is looked which are missing.
  command.get_option("--algorithm")->each([region](const std::string& algorithm) {
    region->required(algorithm != "sigv4a");
  });
}

absl::StatusOr<Header> ParseHeader(const std::string& text) {
  const size_t colon = text.find(':');
  if (colon != std::string::npos) {
    return Header{text.substr(0, colon),
                  std::string(absl::StripAsciiWhitespace(text.substr(colon + 1)))};
  }
  if (!text.empty() && text.back() == ';') {
    return Header{text.substr(0, text.size() - 1), ""};
  }
  return InvalidField(Reason::kInvalidHeader, "header", "a header is not 'Name: value' or 'Name;'");
}

absl::StatusOr<Sha256Digest> Sha256OfFile(const std::string& path) {
  std::unique_ptr<FILE, int (*)(FILE*)> opened(nullptr, fclose);
  FILE* file = stdin;
  if (path != "-") {
    opened.reset(fopen(path.c_str(), "rb"));
    file = opened.get();
  }
  Sha256 hash;
  std::array<char, 65536> buffer;
  size_t count = 0;
  while (file != nullptr && (count = fread(buffer.data(), 1, buffer.size(), file)) > 0) {
    hash.Update(absl::string_view(buffer.data(), count));
  }
  if (file == nullptr || ferror(file) != 0) {
    return InvalidField(Reason::kInvalidPayload, "body_file",
                        absl::StrCat("cannot read '", path, "': ", strerror(errno)));
  }
  return hash.Finish();
}

}  // namespace signet::cli
