// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/document_source.h"

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"
#include "server/credentials/ini.h"

namespace signet {
namespace {

constexpr absl::string_view kLooksLikeIni =
    "looks like an AWS INI file; wanted is YAML that begins with credentials: (a profile of an INI "
    "file is a credential of the configuration: {name: NAME, profile: {name: PROFILE, "
    "credentials_file: FILE}})";

// The text of `key`, which may be absent: then "".
absl::StatusOr<absl::string_view> OptionalText(const Document& document, const DocumentNode& entry,
                                               absl::string_view key) {
  const DocumentNode* const node = entry.Find(key);
  if (node == nullptr) {
    return absl::string_view();
  }
  return document.TextOf(*node);
}

absl::StatusOr<absl::string_view> RequiredText(const Document& document, const DocumentNode& entry,
                                               absl::string_view key) {
  SIGNET_ASSIGN_OR_RETURN(const DocumentNode* const node, document.Require(entry, key));
  return document.TextOf(*node);
}

absl::StatusOr<absl::Time> ParseExpiry(const Document& document, const DocumentNode& entry) {
  const DocumentNode* const node = entry.Find("expires_at");
  if (node == nullptr) {
    return absl::InfiniteFuture();
  }
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view text, document.TextOf(*node));
  const absl::StatusOr<absl::Time> time = ParseExpiryText(text);
  return time.ok() ? time : document.ErrorAt(*node, time.status().message());
}

}  // namespace

absl::StatusOr<CredentialValue> ParseCredentialEntry(const Document& document,
                                                     const DocumentNode& entry) {
  SIGNET_RETURN_IF_ERROR(document.CheckMap(
      entry, {"name", "access_key_id", "secret_access_key", "session_token", "expires_at"}));
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view name, RequiredText(document, entry, "name"));
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view access_key_id,
                          RequiredText(document, entry, "access_key_id"));
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view secret,
                          RequiredText(document, entry, "secret_access_key"));
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view token,
                          OptionalText(document, entry, "session_token"));
  CredentialValue value;
  value.name = std::string(name);
  value.access_key_id = std::string(access_key_id);
  value.secret_access_key = Secret(secret);
  value.session_token = Secret(token);
  SIGNET_ASSIGN_OR_RETURN(value.expires, ParseExpiry(document, entry));
  const absl::Status status = ValidateCredential(value);
  if (!status.ok()) {
    const DocumentNode* const field = entry.Find(GetErrorDetail(status).field);
    return document.ErrorAt(field == nullptr ? entry : *field, status.message());
  }
  return value;
}

std::string DocumentSource::Description() const { return absl::StrCat("file ", path_); }

absl::StatusOr<std::vector<SourcePiece>> DocumentSource::Read() const {
  SIGNET_ASSIGN_OR_RETURN(Secret bytes, ReadFile(path_, DocumentLimits().max_bytes));
  std::vector<SourcePiece> pieces;
  pieces.push_back({path_, std::move(bytes)});
  return pieces;
}

absl::StatusOr<std::vector<CredentialValue>> DocumentSource::Parse(
    const std::vector<SourcePiece>& pieces) const {
  const absl::string_view text = pieces.at(0).bytes.Reveal();
  if (LooksLikeIni(text)) {
    return DocumentError(path_, {1, 1}, kLooksLikeIni);
  }
  SIGNET_ASSIGN_OR_RETURN(const Document document, ParseDocument(path_, text));
  SIGNET_RETURN_IF_ERROR(document.CheckMap(document.root(), {"credentials"}));
  SIGNET_ASSIGN_OR_RETURN(const DocumentNode* const list,
                          document.Require(document.root(), "credentials"));
  SIGNET_RETURN_IF_ERROR(document.CheckList(*list));
  std::vector<CredentialValue> values;
  for (const DocumentNode& entry : list->items()) {
    SIGNET_ASSIGN_OR_RETURN(CredentialValue value, ParseCredentialEntry(document, entry));
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace signet
