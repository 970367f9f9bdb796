// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/advice.h"

#include <cerrno>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/base/error.h"

namespace signet::cli {
namespace {

// gRPC's words for a connection that was never made. Where the handshake failed
// somebody answered, and gRPC says more about it than is known here.
bool IsNoConnection(const absl::Status& status) {
  return status.code() == absl::StatusCode::kUnavailable &&
         (absl::StartsWith(status.message(), "failed to connect to all addresses") ||
          absl::StartsWith(status.message(), "DNS resolution failed")) &&
         !absl::StrContains(status.message(), "handshake");
}

std::string NoServer(absl::string_view target, absl::string_view message) {
  if (!absl::StartsWith(target, "unix:")) {
    return absl::StrCat("no server answers at ", target, ": ", message);
  }
  // The kernel's word comes last.
  const size_t colon = message.rfind(": ");
  const absl::string_view cause =
      colon == absl::string_view::npos ? message : message.substr(colon + 2);
  constexpr absl::string_view kWayOut =
      "; start one with signetd --dev, or name another with --target";
  if (cause == strerror(ENOENT)) {
    return absl::StrCat("no server at ", target, " (", cause, ")", kWayOut);
  }
  if (cause == strerror(ECONNREFUSED)) {
    return absl::StrCat("nobody serves the socket ", target, " any more (", cause, ")", kWayOut);
  }
  return absl::StrCat("cannot connect to ", target, " (", cause,
                      "); name another server with --target");
}

}  // namespace

absl::Status WithAdvice(const absl::Status& status, const Question& question) {
  if (IsNoConnection(status)) {
    return absl::UnavailableError(NoServer(question.target, status.message()));
  }
  const ErrorDetail detail = GetErrorDetail(status);
  // Only who is granted the name is told that there is none.
  if (detail.reason == Reason::kCredentialNotFound && !question.credential.empty()) {
    return MakeError(
        status.code(), detail.reason, "credential",
        absl::StrCat("no credential \"", question.credential, "\" at ", question.target));
  }
  if (detail.reason == Reason::kInvalidUrl && absl::StartsWithIgnoreCase(question.url, "s3://")) {
    return MakeError(
        status.code(), detail.reason, detail.field,
        absl::StrCat(status.message(), "; wanted is https://BUCKET.s3.REGION.amazonaws.com/KEY"));
  }
  return status;
}

}  // namespace signet::cli
