// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/pattern_list.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/credentials/credential_version.h"
#include "server/sigv4/credential_scope.h"

namespace signet {
namespace {

// SPIFFE IDs and DNS names come from certificates, as URIs and as names of hosts;
// names of local users are simpler still.
bool IsCallerText(absl::string_view text) {
  constexpr absl::string_view kPunctuation = "-._~:/?#[]@!$&'()+,;=%";
  return std::all_of(text.begin(), text.end(), [kPunctuation](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
           kPunctuation.find(c) != absl::string_view::npos;
  });
}

// Whether a request's name can be this, or begin so.
bool CanBeName(absl::string_view text, NameKind kind) {
  if (text.empty()) {
    return true;
  }
  switch (kind) {
    case NameKind::kCredential:
      return ValidateCredentialName(text).ok();
    case NameKind::kService:
      return ValidateService(text).ok();
    case NameKind::kRegion:
      return ValidateRegion(text).ok();
    case NameKind::kCaller:
      break;
  }
  return IsCallerText(text);
}

absl::string_view AllowedNames(NameKind kind) {
  switch (kind) {
    case NameKind::kCredential:
      return "no credential can have that name, allowed are 1 to 128 of A-Z a-z 0-9 . _ -";
    case NameKind::kService:
      return "no service can have that name, allowed are 1 to 64 of A-Z a-z 0-9 - _ .";
    case NameKind::kRegion:
      return "no region can have that name, allowed are 1 to 64 of A-Z a-z 0-9 - _";
    case NameKind::kCaller:
      break;
  }
  return "no caller can have that name, allowed are A-Z a-z 0-9 and -._~:/?#[]@!$&'()+,;=%";
}

// Escaped, since blanks and letters of other alphabets are what goes unseen.
std::string Shown(absl::string_view text) {
  constexpr size_t kLongest = 60;
  return absl::StrCat("\"", absl::CHexEscape(text.substr(0, kLongest)),
                      text.size() > kLongest ? "\"..." : "\"");
}

}  // namespace

absl::Status EmptyList(absl::string_view field) {
  return InvalidField(Reason::kInvalidConfig, field,
                      "is missing or empty, at least one entry is needed (\"*\" for any)");
}

absl::StatusOr<std::vector<Pattern>> CompilePatterns(absl::string_view field,
                                                     const std::vector<std::string>& texts,
                                                     NameKind kind) {
  if (texts.empty()) {
    return EmptyList(field);
  }
  std::vector<Pattern> patterns;
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string entry = absl::StrCat(field, "[", i, "]");
    absl::StatusOr<Pattern> pattern = Pattern::Parse(texts[i]);
    if (!pattern.ok()) {
      return InvalidField(Reason::kInvalidConfig, entry, pattern.status().message());
    }
    if (!CanBeName(pattern->literal(), kind)) {
      return InvalidField(
          Reason::kInvalidConfig, entry,
          absl::StrCat(Shown(texts[i]), " given, ", AllowedNames(kind), ", and a '*' at the end"));
    }
    patterns.push_back(*std::move(pattern));
  }
  return patterns;
}

}  // namespace signet
