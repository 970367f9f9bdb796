// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_chain.h"

#include <cstddef>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/digest/hex.h"
#include "server/digest/sha256.h"

namespace signet {
namespace {

constexpr size_t kHashBytes = 64;
constexpr absl::string_view kSeqMember = "{\"seq\":";
constexpr absl::string_view kHashMember = ",\"hash\":\"";
constexpr absl::string_view kEnd = "\"}";
constexpr absl::string_view kOpening = "\"kind\":\"open\",\"previous\":\"";

Sha256Hex HashOf(absl::string_view previous_hash, absl::string_view content) {
  Sha256 sha256;
  sha256.Update(previous_hash);
  sha256.Update(content);
  return Sha256Hex(sha256.Finish());
}

// A decimal number in its shortest form.
std::optional<uint64_t> TakeNumber(absl::string_view* text) {
  const absl::string_view digits = text->substr(0, text->find_first_not_of("0123456789"));
  uint64_t number = 0;
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0') ||
      !absl::SimpleAtoi(digits, &number)) {
    return std::nullopt;
  }
  text->remove_prefix(digits.size());
  return number;
}

}  // namespace

AuditHead AuditHead::Genesis() { return {.seq = 0, .hash = std::string(kHashBytes, '0')}; }

std::string AuditHeadText(const AuditHead& head) { return absl::StrCat(head.seq, ":", head.hash); }

std::optional<AuditHead> ParseAuditHead(absl::string_view text) {
  const std::optional<uint64_t> seq = TakeNumber(&text);
  if (!seq.has_value() || !absl::ConsumePrefix(&text, ":") || !IsSha256Hex(text)) {
    return std::nullopt;
  }
  return AuditHead{.seq = *seq, .hash = std::string(text)};
}

void SealAuditLine(absl::string_view members, AuditHead* head, std::string* out) {
  const size_t begin = out->size();
  absl::StrAppend(out, kSeqMember, head->seq + 1, ",", members);
  const Sha256Hex hash = HashOf(head->hash, absl::string_view(*out).substr(begin));
  absl::StrAppend(out, kHashMember, hash.text(), kEnd, "\n");
  ++head->seq;
  head->hash.assign(hash.text().data(), hash.text().size());
}

std::optional<SealedLine> ParseSealedLine(absl::string_view line) {
  SealedLine sealed;
  constexpr size_t kTail = kHashMember.size() + kHashBytes + kEnd.size();
  if (line.size() < kTail) {
    return std::nullopt;
  }
  sealed.content = line.substr(0, line.size() - kTail);
  absl::string_view tail = line.substr(sealed.content.size());
  sealed.hash = tail.substr(kHashMember.size(), kHashBytes);
  if (!absl::ConsumePrefix(&tail, kHashMember) || !absl::ConsumeSuffix(&tail, kEnd) ||
      !IsSha256Hex(sealed.hash)) {
    return std::nullopt;
  }
  sealed.members = sealed.content;
  if (!absl::ConsumePrefix(&sealed.members, kSeqMember)) {
    return std::nullopt;
  }
  const std::optional<uint64_t> seq = TakeNumber(&sealed.members);
  if (!seq.has_value() || !absl::ConsumePrefix(&sealed.members, ",")) {
    return std::nullopt;
  }
  sealed.seq = *seq;
  return sealed;
}

std::string AuditLineHash(absl::string_view previous_hash, absl::string_view content) {
  return std::string(HashOf(previous_hash, content).text());
}

std::string OpenMembers(const AuditHead& previous, absl::string_view rest) {
  return absl::StrCat(kOpening, previous.hash, "\"", rest);
}

std::optional<absl::string_view> PreviousOf(absl::string_view members) {
  if (!absl::ConsumePrefix(&members, kOpening)) {
    return std::nullopt;
  }
  const absl::string_view previous = members.substr(0, kHashBytes);
  return IsSha256Hex(previous) ? std::optional<absl::string_view>(previous) : std::nullopt;
}

}  // namespace signet
