// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/service_account.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

absl::Status Bad(absl::string_view why) { return absl::InvalidArgumentError(why); }

bool IsText(const DocumentNode* node) { return node != nullptr && node->is_quoted(); }

// A NumericDate (RFC 7519 section 2) of whole seconds; nothing when absent.
absl::StatusOr<std::optional<absl::Time>> TimeIn(const DocumentNode& claims,
                                                 absl::string_view name) {
  constexpr size_t kMostDigits = 11;
  const DocumentNode* const node = claims.Find(name);
  if (node == nullptr) {
    return std::nullopt;
  }
  int64_t seconds = 0;
  if (node->kind() != DocumentNode::Kind::kScalar || node->is_quoted() ||
      node->text().size() > kMostDigits || !absl::SimpleAtoi(node->text(), &seconds) ||
      seconds <= 0) {
    return Bad(absl::StrCat("the token's \"", name, "\" is no time in whole seconds"));
  }
  return absl::FromUnixSeconds(seconds);
}

// DNS labels of RFC 1123, as Kubernetes has them.
bool IsLabel(absl::string_view label) {
  constexpr size_t kLongest = 63;
  return !label.empty() && label.size() <= kLongest && label.front() != '-' &&
         label.back() != '-' && std::all_of(label.begin(), label.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return absl::ascii_islower(byte) || absl::ascii_isdigit(byte) || c == '-';
         });
}

bool IsSubdomain(absl::string_view name) {
  constexpr size_t kLongest = 253;
  const std::vector<absl::string_view> labels = absl::StrSplit(name, '.');
  return name.size() <= kLongest && std::all_of(labels.begin(), labels.end(), &IsLabel);
}

bool HasOnlyAudience(const DocumentNode& claims, absl::string_view audience) {
  const DocumentNode* node = claims.Find("aud");
  if (node != nullptr && node->items().size() == 1) {
    node = &node->items()[0];
  }
  return IsText(node) && node->text() == audience;
}

// When the token ends.
absl::StatusOr<absl::Time> CheckTimes(const DocumentNode& claims, absl::Duration max_lifetime,
                                      absl::Time now) {
  SIGNET_ASSIGN_OR_RETURN(const std::optional<absl::Time> expires, TimeIn(claims, "exp"));
  SIGNET_ASSIGN_OR_RETURN(const std::optional<absl::Time> issued, TimeIn(claims, "iat"));
  SIGNET_ASSIGN_OR_RETURN(const std::optional<absl::Time> begins, TimeIn(claims, "nbf"));
  if (!expires.has_value() || !issued.has_value()) {
    return Bad("the token does not say when it was issued and when it expires");
  }
  if (now >= *expires + kTokenSkew) {
    return Bad("the token has expired");
  }
  if (now < *issued - kTokenSkew || now < begins.value_or(*issued) - kTokenSkew) {
    return Bad("the token is not valid yet");
  }
  if (*expires <= *issued || *expires - *issued > max_lifetime) {
    return Bad(absl::StrCat("the token lives for ", absl::FormatDuration(*expires - *issued),
                            ", allowed is up to ", absl::FormatDuration(max_lifetime)));
  }
  return *expires + kTokenSkew;
}

// Where the cluster says it once more, it says the same.
bool AgreesWith(const ServiceAccount& account, const DocumentNode& claims) {
  const DocumentNode* const kubernetes = claims.Find("kubernetes.io");
  if (kubernetes == nullptr) {
    return true;
  }
  const DocumentNode* const name_space = kubernetes->Find("namespace");
  const DocumentNode* const detail = kubernetes->Find("serviceaccount");
  const DocumentNode* const name = detail == nullptr ? nullptr : detail->Find("name");
  return IsText(name_space) && name_space->text() == account.name_space && IsText(name) &&
         name->text() == account.name;
}

}  // namespace

absl::string_view IssuerOf(const Document& claims) {
  const DocumentNode* const node = claims.root().Find("iss");
  return IsText(node) ? node->text() : absl::string_view();
}

absl::StatusOr<ServiceAccount> ReadServiceAccount(const Document& claims, const TokenTerms& terms,
                                                  absl::Time now) {
  const DocumentNode& root = claims.root();
  if (terms.issuer.empty() || IssuerOf(claims) != terms.issuer) {
    return Bad("the token is not of an accepted issuer");
  }
  if (!HasOnlyAudience(root, terms.audience)) {
    return Bad("the token is not for this audience alone");
  }
  ServiceAccount account;
  SIGNET_ASSIGN_OR_RETURN(account.not_after, CheckTimes(root, terms.max_lifetime, now));
  const DocumentNode* const subject = root.Find("sub");
  const std::vector<absl::string_view> parts =
      absl::StrSplit(IsText(subject) ? subject->text() : "", ':');
  if (parts.size() != 4 || parts[0] != "system" || parts[1] != "serviceaccount" ||
      !IsLabel(parts[2]) || !IsSubdomain(parts[3])) {
    return Bad("the token's subject is no service account");
  }
  account.name_space = std::string(parts[2]);
  account.name = std::string(parts[3]);
  if (!AgreesWith(account, root)) {
    return Bad("the token names two service accounts");
  }
  return account;
}

}  // namespace signet
