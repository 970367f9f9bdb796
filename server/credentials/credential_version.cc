// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/credential_version.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/digest/hex.h"
#include "server/digest/hmac_sha256.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

constexpr size_t kMaxNameBytes = 128;
constexpr size_t kMinAccessKeyIdBytes = 3;
constexpr size_t kMaxAccessKeyIdBytes = 128;
constexpr size_t kMaxSecretBytes = 1024;
constexpr size_t kMaxTokenBytes = 16384;
constexpr absl::string_view kVersionLabel = "signet-version-1";
constexpr size_t kVersionIdBytes = 8;

bool IsNameCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_' || c == '-';
}

bool IsVisible(char c) { return absl::ascii_isgraph(static_cast<unsigned char>(c)); }

// A '/' ends the ID in a credential scope, a ',' the scope in an Authorization
// header.
bool IsAccessKeyIdCharacter(char c) { return IsVisible(c) && c != '/' && c != ','; }

template <typename Predicate>
bool All(absl::string_view text, Predicate predicate) {
  return std::all_of(text.begin(), text.end(), predicate);
}

bool IsName(absl::string_view name) {
  return !name.empty() && name.size() <= kMaxNameBytes && All(name, IsNameCharacter);
}

std::string NameProblem(absl::string_view name) {
  return absl::StrCat("a credential's name of ", name.size(),
                      " bytes, allowed are 1 to 128 of A-Z a-z 0-9 . _ -");
}

uint64_t NextGeneration() {
  static std::atomic<uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

absl::Status ValidateCredentialName(absl::string_view name) {
  return IsName(name)
             ? absl::OkStatus()
             : InvalidField(Reason::kInvalidCredentialName, "credential", NameProblem(name));
}

absl::Status ValidateCredential(const CredentialValue& value) {
  const auto refuse = [](absl::string_view field, absl::string_view message) {
    return InvalidField(Reason::kInvalidConfig, field, message);
  };
  if (!IsName(value.name)) {
    return refuse("name", NameProblem(value.name));
  }
  const absl::string_view id = value.access_key_id;
  if (id.size() < kMinAccessKeyIdBytes || id.size() > kMaxAccessKeyIdBytes ||
      !All(id, IsAccessKeyIdCharacter)) {
    return refuse("access_key_id",
                  absl::StrCat("an access key ID of ", id.size(),
                               " bytes, allowed are 3 to 128 visible ASCII characters without "
                               "'/' and ','"));
  }
  const absl::string_view secret = value.secret_access_key.Reveal();
  if (secret.empty() || secret.size() > kMaxSecretBytes || !All(secret, IsVisible)) {
    return refuse("secret_access_key",
                  absl::StrCat("a secret access key of ", secret.size(),
                               " bytes, allowed are 1 to 1024 visible ASCII characters"));
  }
  const absl::string_view token = value.session_token.Reveal();
  if (token.size() > kMaxTokenBytes || !All(token, IsVisible)) {
    return refuse("session_token",
                  absl::StrCat("a session token of ", token.size(),
                               " bytes, allowed are up to 16384 visible ASCII characters"));
  }
  return absl::OkStatus();
}

absl::StatusOr<absl::Time> ParseExpiryText(absl::string_view text) {
  absl::Time time;
  std::string error;
  if (!absl::ParseTime(absl::RFC3339_full, text, absl::UTCTimeZone(), &time, &error) ||
      time < absl::UnixEpoch() || time >= kLatestInstant + absl::Seconds(1)) {
    return InvalidField(Reason::kInvalidConfig, "expires_at",
                        "an expiry that is no RFC 3339 time of the years 1970 to 9999, such as "
                        "2026-12-01T00:00:00Z");
  }
  return time;
}

std::string CredentialVersionId(const CredentialValue& value) {
  HmacSha256Key key = MakeHmacSha256Key(value.secret_access_key.Reveal());
  const absl::string_view separator("\0", 1);
  // In one piece from the start, so that no growth leaves parts of the token behind.
  std::string message;
  message.reserve(kVersionLabel.size() + value.access_key_id.size() + value.session_token.size() +
                  2);
  absl::StrAppend(&message, kVersionLabel, separator, value.access_key_id, separator);
  const absl::string_view token = value.session_token.Reveal();
  message.append(token.data(), token.size());
  const Sha256Digest digest = HmacSha256(key, message);
  Wipe(&message);
  Wipe(&key);
  return ToHex(absl::MakeConstSpan(digest).first(kVersionIdBytes));
}

CredentialVersion::CredentialVersion(CredentialValue value_arg, absl::Time created_arg)
    : value(std::move(value_arg)),
      id(CredentialVersionId(value)),
      generation(NextGeneration()),
      created(created_arg) {}

KeyOrigin KeyOriginOf(const CredentialVersion& version) {
  KeyOrigin origin;
  origin.generation = version.generation;
  origin.created = version.created;
  origin.expires = version.value.expires;
  origin.looks_temporary = !version.value.session_token.empty();
  origin.is_revoked = version.is_revoked();
  return origin;
}

SigningKeySpec SigningKeySpecOf(const CredentialVersion& version, absl::string_view date,
                                absl::string_view region, absl::string_view service) {
  return {version.value.secret_access_key.Reveal(), date, region, service};
}

}  // namespace signet
