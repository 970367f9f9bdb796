// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_lines.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "server/base/error.h"
#include "server/base/json_text.h"
#include "server/digest/hex.h"
#include "server/digest/sha256.h"

namespace signet {
namespace {

// Names are shorter where they are valid, but a call may be refused for one.
constexpr size_t kMaxTextBytes = 512;
constexpr size_t kMaxResourceBytes = 2048;
constexpr size_t kKeptBytes = size_t{64} * 1024;
constexpr size_t kMicrosDigits = 6;

// `,"name":"value"`, unless the value is empty. `prefix` is `,"name":`.
void AddText(absl::string_view prefix, absl::string_view value, std::string* out) {
  if (!value.empty()) {
    out->append(prefix.data(), prefix.size());
    AppendJsonString(TruncateUtf8(value, kMaxTextBytes), out);
  }
}

void AddNumber(absl::string_view prefix, int64_t value, std::string* out) {
  absl::StrAppend(out, prefix, value);
}

void AddHex(absl::string_view prefix, absl::Span<const uint8_t> bytes, std::string* out) {
  out->append(prefix.data(), prefix.size());
  out->push_back('"');
  const size_t size = out->size();
  out->resize(size + 2 * bytes.size());
  PutHex(bytes, out->data() + size);
  out->push_back('"');
}

// A call that policy allowed is denied where what it asks for needs a grant.
absl::string_view DecisionName(const AuditEvent& event, const absl::Status& status) {
  if (status.ok()) {
    return "allow";
  }
  if (absl::IsUnauthenticated(status)) {
    return "unauthenticated";
  }
  const bool is_denied =
      event.decision == AuditEvent::Decision::kDeny || absl::IsPermissionDenied(status);
  return is_denied ? "deny" : "error";
}

}  // namespace

absl::string_view AuditLines::SecondText::Of(int64_t unix_seconds) {
  if (unix_seconds != second_) {
    const std::string text = absl::FormatTime(
        "%E4Y-%m-%dT%H:%M:%S", absl::FromUnixSeconds(unix_seconds), absl::UTCTimeZone());
    std::copy_n(text.begin(), std::min(text.size(), kBytes), text_.begin());
    second_ = unix_seconds;
  }
  return absl::string_view(text_.data(), text_.size());
}

void AuditLines::AddTime(absl::Time now) {
  constexpr int64_t kMicrosInSecond = 1'000'000;
  const int64_t micros = absl::ToUnixMicros(now);
  const int64_t second = micros / kMicrosInSecond;
  const absl::string_view date_time = now_text_.Of(second);
  std::array<char, kMicrosDigits> digits;
  int64_t rest = micros - second * kMicrosInSecond;
  for (size_t i = kMicrosDigits; i > 0; --i) {
    digits[i - 1] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  }
  absl::StrAppend(&text_, ",\"time\":\"", date_time, ".",
                  absl::string_view(digits.data(), digits.size()), "Z\"");
}

void AuditLines::AddOutcome(const AuditEvent& event, const absl::Status& status) {
  AddText(",\"decision\":", DecisionName(event, status), &text_);
  if (!status.ok()) {
    AddText(",\"code\":", absl::StatusCodeToString(status.code()), &text_);
    AddText(",\"reason\":", ReasonName(GetErrorDetail(status).reason), &text_);
  }
  AddText(",\"rule\":", event.rule, &text_);
  AddText(",\"policy\":", event.policy, &text_);
}

void AuditLines::AddResource(const AuditEvent& event) {
  if (event.resource.empty()) {
    return;
  }
  const bool is_shown = resources_ == AuditedResources::kShown;
  if (is_shown) {
    text_.append(",\"resource\":");
    AppendJsonString(TruncateUtf8(event.resource, kMaxResourceBytes), &text_);
  }
  if (!is_shown || event.resource.size() > kMaxResourceBytes) {
    AddHex(",\"resource_sha256\":", Sha256Of(event.resource), &text_);
  }
}

void AuditLines::AddTarget(const AuditEvent& event) {
  AddText(",\"credential\":", event.credential, &text_);
  AddText(",\"access_key_id\":", event.access_key_id, &text_);
  AddText(",\"credential_version\":", event.credential_version, &text_);
  AddText(",\"region\":", event.region, &text_);
  AddText(",\"service\":", event.service, &text_);
  AddText(",\"host\":", event.host, &text_);
  AddText(",\"method\":", event.method, &text_);
  AddText(",\"action\":", event.action, &text_);
  AddResource(event);
  AddText(",\"payload\":", event.payload_mode, &text_);
  AddText(",\"placement\":", event.placement, &text_);
}

void AuditLines::AddResults(const AuditEvent& event) {
  if (event.expires_in > 0) {
    AddNumber(",\"expires_in\":", event.expires_in, &text_);
  }
  if (event.signing_time.has_value()) {
    absl::StrAppend(&text_, ",\"signing_time\":\"",
                    signing_time_text_.Of(absl::ToUnixSeconds(*event.signing_time)), "Z\"");
  }
  if (event.signature.has_value()) {
    AddHex(",\"signature_sha256\":", *event.signature, &text_);
  }
  if (event.key.has_value()) {
    AddHex(",\"key_sha256\":", *event.key, &text_);
  }
  AddText(",\"verdict\":", event.verdict, &text_);
  if (event.parts >= 0) {
    AddNumber(",\"parts\":", event.parts, &text_);
  }
  if (event.bytes >= 0) {
    AddNumber(",\"bytes\":", event.bytes, &text_);
  }
  AddText(",\"trace_id\":", event.trace_id, &text_);
}

void AuditLines::Add(const AuditEvent& event, const absl::Status& status, absl::Time now) {
  uint64_t unlisted = 0;
  if (!status.ok() && refusals_ != nullptr) {
    const std::optional<uint64_t> before = refusals_->Take(event.caller, now);
    if (!before.has_value()) {
      return;
    }
    unlisted = *before;
  }
  text_.append("\"kind\":\"call\"");
  AddTime(now);
  AddText(",\"caller\":", event.caller, &text_);
  AddText(",\"proof\":", event.proof, &text_);
  AddText(",\"operation\":", event.operation, &text_);
  AddText(",\"phase\":", event.phase, &text_);
  if (event.entry >= 0) {
    AddNumber(",\"entry\":", event.entry, &text_);
  }
  AddOutcome(event, status);
  AddTarget(event);
  AddResults(event);
  if (unlisted > 0) {
    AddNumber(",\"refusals_unlisted\":", static_cast<int64_t>(unlisted), &text_);
  }
  text_.push_back('\n');
  ++count_;
}

void AuditLines::Clear() {
  if (text_.capacity() > kKeptBytes) {
    text_ = std::string();
  } else {
    text_.clear();
  }
  count_ = 0;
}

}  // namespace signet
