// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_REQUEST_FLAGS_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_REQUEST_FLAGS_H_

#include <optional>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/statusor.h"
#include "client_lib/cpp/cli/advice.h"
#include "client_lib/cpp/cli/server_flags.h"
#include "client_lib/cpp/signing_request.h"
#include "server/sigv4/payload.h"

namespace signet::cli {

// The request to sign, as flags: the same for sign, presign, fetch and explain.
struct RequestFlags {
  std::string credential;
  std::string credential_version;
  std::string region;
  std::vector<std::string> region_set;
  std::string service;
  std::string method = "GET";
  std::string url;
  std::vector<std::string> headers;
  std::string body_file;
  std::string payload_sha256;
  bool unsigned_payload = false;
  std::string streaming;
  bool payload_hash_header = false;
  // A text, so that "0", "-1" and "1.5" reach the server's own check.
  std::string expires_in_seconds;
  std::string presign_profile;
  bool token_after_signing = false;
  std::string algorithm = "sigv4";
  std::string profile;
  std::string signing_time;

  // InvalidArgument: a header without ':', a file that cannot be read, a hash
  // or time of another form.
  absl::StatusOr<SigningRequest> ToRequest() const;

  // What these flags ask of that server.
  Question QuestionTo(const ServerFlags& server) const;
};

// `flags` outlives `command`. `presign_option` is the option that asks for a
// presigned URL, "--presign" or "--expires"; none when empty.
void AddRequestFlags(CLI::App& command, const std::string& presign_option, RequestFlags* flags);

// "Name: value", as curl's --header has it; "Name;" is an empty value.
// InvalidArgument, field "header": neither.
absl::StatusOr<Header> ParseHeader(const std::string& text);

// The SHA-256 of a file, read in pieces. "-" is standard input.
// InvalidArgument, field "body_file": it cannot be read.
absl::StatusOr<Sha256Digest> Sha256OfFile(const std::string& path);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_REQUEST_FLAGS_H_
