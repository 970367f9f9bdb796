// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/folder_source.h"

#include <limits.h>
#include <unistd.h>

#include <array>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/base/error.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr char kAccessKeyId[] = "access_key_id";
constexpr char kSecretAccessKey[] = "secret_access_key";
constexpr char kSessionToken[] = "session_token";
constexpr char kExpiration[] = "expiration";
constexpr size_t kMaxFileBytes = size_t{64} * 1024;

// The link that Kubernetes replaces in one step when a mounted Secret changes. The
// files themselves are links through it.
constexpr char kStateLink[] = "..data";

// How often a folder is read again because its state changed meanwhile.
constexpr int kAttempts = 3;

// Where the files are read from: the folder of the current state, or `path` itself
// when nobody mounted it. The link is read, not followed: the folder that it named a
// moment ago may be gone, the link never is.
std::string StateFolder(const std::string& path) {
  std::array<char, PATH_MAX> target;
  const ssize_t size =
      readlink(absl::StrCat(path, "/", kStateLink).c_str(), target.data(), target.size());
  if (size <= 0) {
    return path;
  }
  const absl::string_view name(target.data(), static_cast<size_t>(size));
  return absl::StartsWith(name, "/") ? std::string(name) : absl::StrCat(path, "/", name);
}

absl::string_view WithoutLineEnd(absl::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace

std::string FolderSource::Description() const { return absl::StrCat("folder ", path_); }

absl::StatusOr<std::vector<SourcePiece>> FolderSource::Read() const {
  absl::StatusOr<std::vector<SourcePiece>> pieces = std::vector<SourcePiece>();
  for (int i = 0; i < kAttempts; ++i) {
    const std::string folder = StateFolder(path_);
    pieces = ReadFrom(folder);
    if (StateFolder(path_) == folder) {
      return pieces;
    }
  }
  return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kInvalidConfig, "",
                   absl::StrCat(path_, ": keeps changing while it is read"));
}

absl::StatusOr<std::vector<SourcePiece>> FolderSource::ReadFrom(const std::string& folder) const {
  std::vector<SourcePiece> pieces;
  for (const char* const file : {kAccessKeyId, kSecretAccessKey, kSessionToken, kExpiration}) {
    const bool is_optional = file == kSessionToken || file == kExpiration;
    absl::StatusOr<Secret> bytes = ReadFile(absl::StrCat(folder, "/", file), kMaxFileBytes);
    if (absl::IsNotFound(bytes.status()) && is_optional) {
      continue;
    }
    SIGNET_RETURN_IF_ERROR(bytes.status());
    pieces.push_back({file, *std::move(bytes)});
  }
  return pieces;
}

absl::StatusOr<std::vector<CredentialValue>> FolderSource::Parse(
    const std::vector<SourcePiece>& pieces) const {
  CredentialValue value;
  value.name = credential_;
  const auto error_in = [this](absl::string_view file, const absl::Status& status) {
    return InvalidField(Reason::kInvalidConfig, "",
                        absl::StrCat(path_, "/", file, ": ", status.message()));
  };
  for (const SourcePiece& piece : pieces) {
    const absl::string_view text = WithoutLineEnd(piece.bytes.Reveal());
    if (piece.name == kAccessKeyId) {
      value.access_key_id = std::string(text);
    } else if (piece.name == kSecretAccessKey) {
      value.secret_access_key = Secret(text);
    } else if (piece.name == kSessionToken) {
      value.session_token = Secret(text);
    } else if (!text.empty()) {
      const absl::StatusOr<absl::Time> expires = ParseExpiryText(text);
      if (!expires.ok()) {
        return error_in(piece.name, expires.status());
      }
      value.expires = *expires;
    }
  }
  const absl::Status status = ValidateCredential(value);
  if (!status.ok()) {
    return error_in(GetErrorDetail(status).field, status);
  }
  std::vector<CredentialValue> values;
  values.push_back(std::move(value));
  return values;
}

}  // namespace signet
