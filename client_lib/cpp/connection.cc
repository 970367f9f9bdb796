// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/connection.h"

#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/base/error.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

// UNAVAILABLE alone is retried: the server did not act on the call.
constexpr char kServiceConfig[] = R"({"methodConfig": [{
  "name": [{"service": "signet.v1.SigningService"}],
  "retryPolicy": {"maxAttempts": 5, "initialBackoff": "0.02s", "maxBackoff": "0.5s",
                  "backoffMultiplier": 2.5, "retryableStatusCodes": ["UNAVAILABLE"]}}]})";

constexpr absl::string_view kUnixScheme = "unix:";
constexpr int kMaxAnswerBytes = 16 << 20;
constexpr size_t kMaxPemBytes = size_t{1} << 20;
// What the server takes by default: v1::LimitsConfig.
constexpr int kServerMessageBytes = 2 << 20;
constexpr int kServerMetadataBytes = 16 << 10;
// Longer than anyone waits, and far from what the clock overflows at.
constexpr absl::Duration kMaxDeadline = absl::Hours(24 * 365);
// sockaddr_un holds 108 with the closing NUL.
constexpr size_t kMaxSocketPathBytes = 107;

absl::StatusOr<std::string> ReadPem(const std::string& field, const std::string& path) {
  const absl::StatusOr<Secret> file = ReadFile(path, kMaxPemBytes);
  if (!file.ok()) {
    return InvalidField(Reason::kInvalidConfig, field,
                        absl::StrCat("cannot read ", file.status().message()));
  }
  if (file->Reveal().empty()) {
    return InvalidField(Reason::kInvalidConfig, field, absl::StrCat(path, " is empty"));
  }
  return std::string(file->Reveal());
}

// Whether a target is the path of a socket whose "unix:" was left out: no host
// holds a '/', but what follows a scheme does ("dns:///host:443").
bool IsBarePath(absl::string_view target) {
  const absl::string_view head = target.substr(0, target.find(':'));
  return absl::StrContains(head, '/') || (head == target && absl::EndsWith(target, ".sock"));
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> TlsCredentials(
    const SignerOptions& options) {
  if (IsBarePath(options.target)) {
    return InvalidField(Reason::kInvalidConfig, "target",
                        absl::StrCat("target '", options.target, "' is a path; did you mean ",
                                     kUnixScheme, options.target, "?"));
  }
  if (options.tls_ca_file.empty() || options.tls_cert_file.empty() ||
      options.tls_key_file.empty()) {
    return InvalidField(Reason::kInvalidConfig, "target",
                        absl::StrCat("target '", options.target,
                                     "' is not a Unix socket (unix:PATH), so it needs the files of "
                                     "a CA, a client certificate and its key"));
  }
  grpc::SslCredentialsOptions ssl;
  SIGNET_ASSIGN_OR_RETURN(ssl.pem_root_certs, ReadPem("tls_ca_file", options.tls_ca_file));
  SIGNET_ASSIGN_OR_RETURN(ssl.pem_cert_chain, ReadPem("tls_cert_file", options.tls_cert_file));
  SIGNET_ASSIGN_OR_RETURN(ssl.pem_private_key, ReadPem("tls_key_file", options.tls_key_file));
  return grpc::SslCredentials(ssl);
}

// A socket of this machine knows its callers by the kernel; TLS has no part in it.
absl::Status CheckUnixTarget(const SignerOptions& options) {
  const size_t path_bytes = options.target.size() - kUnixScheme.size();
  if (path_bytes == 0 || path_bytes > kMaxSocketPathBytes) {
    return InvalidField(Reason::kInvalidConfig, "target",
                        absl::StrCat("the socket path has ", path_bytes, " bytes, allowed is 1 to ",
                                     kMaxSocketPathBytes));
  }
  if (!options.tls_ca_file.empty() || !options.tls_cert_file.empty() ||
      !options.tls_key_file.empty()) {
    return InvalidField(Reason::kUnsupportedCombination, "target",
                        "TLS files are given with a Unix socket, which does not use them");
  }
  return absl::OkStatus();
}

grpc::ChannelArguments ChannelArguments() {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(kServiceConfig);
  // The answer to a full batch of presigned URLs has more than gRPC's 4 MiB.
  arguments.SetMaxReceiveMessageSize(kMaxAnswerBytes);
  // A replica that restarts is back within a second; gRPC's own first pause is
  // one second and its longest two minutes.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 50);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
  return arguments;
}

// The message of a failure that gRPC itself made, on either side, and what was
// likely its cause.
std::string WithLikelyCause(const grpc::Status& status) {
  const std::string& message = status.error_message();
  const bool is_hung_up = absl::StrContains(message, "Socket closed") ||
                          absl::StrContains(message, "Broken pipe") ||
                          absl::StrContains(message, "Connection reset by peer");
  if (status.error_code() == grpc::StatusCode::UNAVAILABLE && is_hung_up &&
      absl::StrContains(message, kUnixScheme)) {
    return absl::StrCat(message, "; the server hung up at once, most likely since its ",
                        "listen.unix.users names neither uid ", ::geteuid(), " nor gid ",
                        ::getegid(), ", else since it has too many connections");
  }
  if (status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED) {
    return absl::StrCat(message,
                        "; a limit of gRPC: unless it is configured otherwise, the server "
                        "takes messages of ",
                        kServerMessageBytes, " bytes (limits.max_batch_bytes) and metadata of ",
                        kServerMetadataBytes,
                        " bytes (limits.max_metadata_bytes); this client takes answers of ",
                        kMaxAnswerBytes, " bytes");
  }
  return message;
}

}  // namespace

absl::StatusOr<ChannelParts> ChannelPartsFor(const SignerOptions& options) {
  if (options.target.empty()) {
    return InvalidField(Reason::kMissingField, "target",
                        "target is empty; it is unix:PATH or HOST:PORT");
  }
  ChannelParts parts;
  if (absl::StartsWith(options.target, kUnixScheme)) {
    SIGNET_RETURN_IF_ERROR(CheckUnixTarget(options));
    parts.credentials = grpc::InsecureChannelCredentials();
  } else {
    SIGNET_ASSIGN_OR_RETURN(parts.credentials, TlsCredentials(options));
  }
  parts.arguments = ChannelArguments();
  return parts;
}

absl::StatusOr<std::unique_ptr<Connection>> Connection::Create(const SignerOptions& options) {
  SIGNET_ASSIGN_OR_RETURN(const ChannelParts parts, ChannelPartsFor(options));
  return absl::WrapUnique(
      new Connection(grpc::CreateCustomChannel(options.target, parts.credentials, parts.arguments),
                     options.deadline, options.resume_timeout));
}

Connection::Connection(std::shared_ptr<grpc::Channel> channel, absl::Duration deadline,
                       absl::Duration resume_timeout)
    : channel_(std::move(channel)),
      stub_(v1::SigningService::NewStub(channel_)),
      deadline_(std::min(deadline, kMaxDeadline)),
      resume_timeout_(resume_timeout) {}

std::unique_ptr<grpc::ClientContext> Connection::NewContext() const {
  auto context = std::make_unique<grpc::ClientContext>();
  context->set_deadline(std::chrono::system_clock::now() + absl::ToChronoMicroseconds(deadline_));
  return context;
}

absl::Status FromGrpcStatus(const grpc::Status& status) {
  if (status.ok()) {
    return absl::OkStatus();
  }
  const auto code = static_cast<absl::StatusCode>(status.error_code());
  google::rpc::Status details;
  if (status.error_details().empty() || !details.ParseFromString(status.error_details())) {
    return absl::Status(code, WithLikelyCause(status));
  }
  Reason reason = Reason::kUnspecified;
  std::string field;
  for (const google::protobuf::Any& any : details.details()) {
    google::rpc::ErrorInfo info;
    google::rpc::BadRequest bad_request;
    if (any.UnpackTo(&info) && info.domain() == "signet") {
      reason = ReasonFromName(info.reason());
    } else if (any.UnpackTo(&bad_request) && bad_request.field_violations_size() > 0) {
      field = bad_request.field_violations(0).field();
    }
  }
  return MakeError(code, reason, field, status.error_message());
}

}  // namespace signet
