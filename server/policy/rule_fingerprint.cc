// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/rule_fingerprint.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/digest/hex.h"
#include "server/digest/sha256.h"

namespace signet {
namespace {

// Each with its length, so that no two lists read alike.
void AppendText(absl::string_view text, std::string* out) {
  absl::StrAppend(out, text.size(), ":", text);
}

void AppendTexts(const std::vector<std::string>& texts, std::string* out) {
  absl::StrAppend(out, texts.size(), "[");
  for (const std::string& text : texts) {
    AppendText(text, out);
  }
}

void AppendRule(const Rule& rule, std::string* out) {
  AppendText(rule.name, out);
  absl::StrAppend(out, static_cast<int>(rule.effect));
  for (const std::vector<std::string>* const list :
       {&rule.callers, &rule.operations, &rule.credentials, &rule.services, &rule.regions,
        &rule.endpoints, &rule.actions, &rule.resources, &rule.payloads, &rule.forbidden_headers}) {
    AppendTexts(*list, out);
  }
  absl::StrAppend(out, rule.required_headers.size(), "{");
  for (const RequiredHeader& header : rule.required_headers) {
    AppendText(header.name, out);
    AppendTexts(header.values, out);
  }
  absl::StrAppend(
      out, absl::FormatDuration(rule.grants.own_signing_time_max_skew), ",",
      rule.grants.unsigned_payload_over_http, ",", rule.grants.lease_any_date, ",",
      absl::FormatDuration(rule.grants.max_expires_in), ",",
      absl::FormatTime(absl::RFC3339_full, rule.grants.valid_until, absl::UTCTimeZone()), ",",
      rule.allow_dot_segments, ",");
  if (rule.bearer_tokens.has_value()) {
    AppendTexts(rule.bearer_tokens->audiences, out);
  }
  if (rule.rate.has_value()) {
    absl::StrAppend(out, "/", rule.rate->requests_per_second, "/", rule.rate->burst);
  }
}

}  // namespace

std::string FingerprintOf(const std::vector<Rule>& rules) {
  constexpr size_t kDigits = 16;
  std::string text;
  for (const Rule& rule : rules) {
    AppendRule(rule, &text);
  }
  return ToHex(Sha256Of(text)).substr(0, kDigits);
}

}  // namespace signet
