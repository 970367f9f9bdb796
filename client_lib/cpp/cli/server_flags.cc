// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/server_flags.h"

#include <unistd.h>

#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace signet::cli {
namespace {

// A day: no call lasts longer, and it is far from what deadlines overflow at.
constexpr int kMaxTimeoutSeconds = 86400;

// Where `signetd --dev` listens when it is told nothing else.
std::string DevelopmentTarget() {
  const char* const runtime = getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && *runtime != '\0') {
    return absl::StrCat("unix:", runtime, "/signet/signet.sock");
  }
  return absl::StrCat("unix:/tmp/signet-", getuid(), "/signet.sock");
}

// What is wrong with the text of --timeout; empty when nothing is.
std::string MistakeInTimeout(const std::string& text) {
  double seconds = 0;
  // Written so that a NaN, which compares with nothing, is refused too.
  if (absl::SimpleAtod(text, &seconds) && seconds > 0 && seconds <= kMaxTimeoutSeconds) {
    return "";
  }
  return absl::StrCat("'", text, "' is no number of seconds above 0 and up to ",
                      kMaxTimeoutSeconds);
}

}  // namespace

SignerOptions ServerFlags::ToOptions() const {
  return {.target = target.empty() ? DevelopmentTarget() : target,
          .tls_ca_file = tls_ca,
          .tls_cert_file = tls_cert,
          .tls_key_file = tls_key,
          .deadline = absl::Seconds(timeout_seconds)};
}

void AddServerFlags(CLI::App& command, ServerFlags* flags) {
  const std::string group = "Server";
  command
      .add_option("--target", flags->target,
                  "unix:PATH or HOST:PORT; the socket of `signetd --dev` by default")
      ->envname("SIGNET_TARGET")
      ->group(group);
  command.add_option("--tls-ca", flags->tls_ca, "PEM file with the CA of the server (HOST:PORT)")
      ->envname("SIGNET_TLS_CA")
      ->group(group);
  command.add_option("--tls-cert", flags->tls_cert, "PEM file with this client's certificate")
      ->envname("SIGNET_TLS_CERT")
      ->group(group);
  command.add_option("--tls-key", flags->tls_key, "PEM file with its private key")
      ->envname("SIGNET_TLS_KEY")
      ->group(group);
  command.add_option("--timeout", flags->timeout_seconds, "Seconds for one call with its retries")
      ->check(CLI::Validator(&MistakeInTimeout, ""))
      ->capture_default_str()
      ->group(group);
  command.add_flag("--json", flags->json, "Print one JSON object, errors too");
}

}  // namespace signet::cli
