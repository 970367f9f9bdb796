// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/jwt.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

// Extensions that change what is signed or with what, and keys that the token brings
// along for itself (RFC 7515 section 4.1, RFC 7797, RFC 7516).
constexpr absl::string_view kForbidden[] = {"crit", "b64", "jku", "jwk", "x5u",
                                            "x5c",  "zip", "enc", "epk"};

constexpr DocumentLimits kLimits = {.max_bytes = kMaxJwtBytes, .max_depth = 8, .max_nodes = 1000};

constexpr size_t kLongestKeyId = 256;

absl::Status Bad(absl::string_view why) { return absl::InvalidArgumentError(why); }

// The six bits that each character stands for; kNoBits for none.
constexpr uint8_t kNoBits = 64;
constexpr std::array<uint8_t, 256> MakeTable() {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::array<uint8_t, 256> table{};
  table.fill(kNoBits);
  for (uint8_t i = 0; i < kNoBits; ++i) {
    table[static_cast<uint8_t>(kAlphabet[i])] = i;
  }
  return table;
}
constexpr std::array<uint8_t, 256> kTable = MakeTable();

absl::StatusOr<Document> ParseObject(absl::string_view part, absl::string_view name) {
  const std::optional<std::string> json = DecodeBase64Url(part);
  if (!json.has_value()) {
    return Bad(absl::StrCat("the token's ", name, " is no base64url"));
  }
  absl::StatusOr<Document> document = ParseJson(name, *json, kLimits);
  if (!document.ok() || document->root().kind() != DocumentNode::Kind::kMap) {
    return Bad(absl::StrCat("the token's ", name, " is no JSON object of different keys"));
  }
  return document;
}

absl::StatusOr<JwtAlgorithm> AlgorithmOf(const DocumentNode& header) {
  const DocumentNode* const node = header.Find("alg");
  if (node != nullptr && node->is_quoted()) {
    if (node->text() == "RS256") {
      return JwtAlgorithm::kRs256;
    }
    if (node->text() == "ES256") {
      return JwtAlgorithm::kEs256;
    }
  }
  return Bad("the token's algorithm is neither RS256 nor ES256");
}

absl::Status CheckHeader(const DocumentNode& header) {
  for (const absl::string_view name : kForbidden) {
    if (header.Find(name) != nullptr) {
      return Bad(absl::StrCat("the token's header has \"", name, "\", which is not accepted"));
    }
  }
  const DocumentNode* const type = header.Find("typ");
  if (type != nullptr && !(type->is_quoted() && absl::EqualsIgnoreCase(type->text(), "JWT"))) {
    return Bad("the token's type is not JWT");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<std::string>> KeyIdOf(const DocumentNode& header) {
  const DocumentNode* const node = header.Find("kid");
  if (node == nullptr) {
    return std::nullopt;
  }
  if (!node->is_quoted() || node->text().empty() || node->text().size() > kLongestKeyId) {
    return Bad("the token's key ID is no text of 1 to 256 bytes");
  }
  return std::string(node->text());
}

}  // namespace

std::optional<std::string> DecodeBase64Url(absl::string_view text) {
  if (text.size() % 4 == 1) {
    return std::nullopt;
  }
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const uint8_t six = kTable[static_cast<uint8_t>(c)];
    if (six == kNoBits) {
      return std::nullopt;
    }
    bits = (bits << 6) | six;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push_back(static_cast<char>(bits >> count));
      bits &= (1u << count) - 1;
    }
  }
  // Stray bits would make two texts of one value.
  return bits == 0 ? std::make_optional(std::move(bytes)) : std::nullopt;
}

absl::StatusOr<Jwt> ParseJwt(absl::string_view text) {
  if (text.size() > kMaxJwtBytes) {
    return Bad(absl::StrCat("the token has ", text.size(), " bytes, allowed are ", kMaxJwtBytes));
  }
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '.');
  if (parts.size() != 3) {
    return Bad(absl::StrCat("the token has ", parts.size(), " parts, must have 3"));
  }
  SIGNET_ASSIGN_OR_RETURN(const Document header, ParseObject(parts[0], "header"));
  SIGNET_ASSIGN_OR_RETURN(const JwtAlgorithm algorithm, AlgorithmOf(header.root()));
  SIGNET_RETURN_IF_ERROR(CheckHeader(header.root()));
  SIGNET_ASSIGN_OR_RETURN(std::optional<std::string> key_id, KeyIdOf(header.root()));
  SIGNET_ASSIGN_OR_RETURN(Document claims, ParseObject(parts[1], "claims"));
  std::optional<std::string> signature = DecodeBase64Url(parts[2]);
  if (!signature.has_value() || signature->empty()) {
    return Bad("the token's signature is no base64url");
  }
  return Jwt{.algorithm = algorithm,
             .key_id = std::move(key_id),
             .signed_part = text.substr(0, text.size() - parts[2].size() - 1),
             .signature = *std::move(signature),
             .claims = std::move(claims)};
}

}  // namespace signet
