// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/post_policy.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/base/utf8.h"
#include "server/sigv4/algorithm.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/signing_parameters.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

using Kind = PostCondition::Kind;

constexpr absl::string_view kService = "s3";
constexpr absl::string_view kKeyField = "key";
constexpr absl::string_view kFilenameVariable = "${filename}";
constexpr size_t kMaxFieldBytes = 256;
constexpr size_t kMinBucketBytes = 3;
constexpr size_t kMaxBucketBytes = 255;

// What the form itself fills in, and what signatures of version 2 do; beside
// what IsSigningHeader() says.
constexpr absl::string_view kReservedFields[] = {"awsaccesskeyid", "bucket", "file", "policy",
                                                 "signature"};

bool IsReservedField(absl::string_view field) {
  const std::string name = absl::AsciiStrToLower(field);
  return IsSigningHeader(name) ||
         std::any_of(std::begin(kReservedFields), std::end(kReservedFields),
                     [&name](absl::string_view r) { return r == name; });
}

absl::Status Invalid(absl::string_view field, absl::string_view message) {
  return InvalidField(Reason::kInvalidPostPolicy, field, message);
}

bool IsWord(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || absl::StrContains("-_.", c);
  });
}

absl::Status CheckBucket(absl::string_view bucket) {
  if (bucket.size() < kMinBucketBytes || bucket.size() > kMaxBucketBytes || !IsWord(bucket)) {
    return Invalid(
        "bucket", absl::StrCat("bucket of ", bucket.size(), " bytes, allowed are ", kMinBucketBytes,
                               " to ", kMaxBucketBytes, " of A-Z a-z 0-9 '.' '-' '_'"));
  }
  return absl::OkStatus();
}

absl::Status CheckField(absl::string_view field, const std::string& path) {
  if (field.empty() || field.size() > kMaxFieldBytes || !IsWord(field)) {
    return Invalid(path, absl::StrCat("form field of ", field.size(), " bytes, allowed are 1 to ",
                                      kMaxFieldBytes, " of A-Z a-z 0-9 '-' '_' '.', without '$'"));
  }
  if (IsReservedField(field)) {
    return Invalid(path, absl::StrCat(absl::AsciiStrToLower(field), " is set by signing"));
  }
  return absl::OkStatus();
}

absl::Status CheckValue(const PostCondition& condition, const std::string& path) {
  const absl::string_view value = condition.value;
  if (value.size() > kMaxPostValueBytes) {
    return InvalidField(
        Reason::kLimitExceeded, path,
        absl::StrCat("value has ", value.size(), " bytes, allowed are ", kMaxPostValueBytes));
  }
  if (std::any_of(value.begin(), value.end(),
                  [](char c) { return absl::ascii_iscntrl(static_cast<unsigned char>(c)); })) {
    return Invalid(path, "value holds a control byte");
  }
  if (!IsUtf8(value)) {
    return Invalid(path, "value is not UTF-8");
  }
  if (condition.kind != Kind::kEquals || !absl::EqualsIgnoreCase(condition.field, kKeyField)) {
    return absl::OkStatus();
  }
  if (value.empty()) {
    return Invalid(path, "the key is empty");
  }
  if (absl::StrContains(value, kFilenameVariable)) {
    return Invalid(path, absl::StrCat("the key holds ", kFilenameVariable,
                                      ", which never stays as it is; use starts-with"));
  }
  return absl::OkStatus();
}

absl::Status CheckRange(const PostCondition& condition, const std::string& element) {
  if (condition.max_bytes > kMaxPostUploadBytes) {
    return Invalid(element + ".max_bytes", absl::StrCat("max_bytes is ", condition.max_bytes,
                                                        ", allowed is ", kMaxPostUploadBytes));
  }
  if (condition.min_bytes > condition.max_bytes) {
    return Invalid(element + ".min_bytes",
                   absl::StrCat("min_bytes ", condition.min_bytes, " is over max_bytes ",
                                condition.max_bytes));
  }
  return absl::OkStatus();
}

// Checks conditions[index] against those before it.
absl::Status CheckRepetition(absl::Span<const PostCondition> conditions, size_t index,
                             const std::string& element) {
  const PostCondition& condition = conditions[index];
  for (const PostCondition& earlier : conditions.subspan(0, index)) {
    if (condition.kind != earlier.kind || condition.kind == Kind::kStartsWith) {
      continue;
    }
    if (condition.kind == Kind::kContentLengthRange) {
      return Invalid(element, "a second content length range");
    }
    if (absl::EqualsIgnoreCase(condition.field, earlier.field)) {
      return Invalid(element + ".field", "the field is set by an earlier condition");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckConditions(absl::Span<const PostCondition> conditions) {
  if (conditions.size() > kMaxPostConditions) {
    return InvalidField(
        Reason::kLimitExceeded, "conditions",
        absl::StrCat(conditions.size(), " conditions, allowed are ", kMaxPostConditions));
  }
  bool has_key = false;
  for (size_t i = 0; i < conditions.size(); ++i) {
    const PostCondition& condition = conditions[i];
    const std::string element = absl::StrCat("conditions[", i, "]");
    if (condition.kind == Kind::kContentLengthRange) {
      SIGNET_RETURN_IF_ERROR(CheckRange(condition, element));
    } else {
      SIGNET_RETURN_IF_ERROR(CheckField(condition.field, element + ".field"));
      SIGNET_RETURN_IF_ERROR(CheckValue(condition, element + ".value"));
      has_key = has_key || absl::EqualsIgnoreCase(condition.field, kKeyField);
    }
    SIGNET_RETURN_IF_ERROR(CheckRepetition(conditions, i, element));
  }
  if (!has_key) {
    return Invalid("conditions", "no condition for key: the form could write any object");
  }
  return absl::OkStatus();
}

void AppendUtf16Escape(uint32_t unit, std::string* out) {
  absl::StrAppend(out, "\\u", absl::Hex(unit, absl::kZeroPad4));
}

// A JSON string (RFC 8259 section 7) in ASCII. Bytes that are not UTF-8 become
// U+FFFD; only the credential's own can get here.
void AppendJsonString(absl::string_view text, std::string* out) {
  out->push_back('"');
  while (!text.empty()) {
    const std::optional<uint32_t> taken = TakeUtf8(&text);
    if (!taken.has_value()) {
      text.remove_prefix(1);
    }
    const uint32_t code_point = taken.value_or(0xfffd);
    if (code_point > 0xffff) {
      AppendUtf16Escape(0xd7c0 + (code_point >> 10), out);
      AppendUtf16Escape(0xdc00 + (code_point & 0x3ff), out);
    } else if (code_point < 0x20 || code_point > 0x7e) {
      AppendUtf16Escape(code_point, out);
    } else {
      if (code_point == '"' || code_point == '\\') {
        out->push_back('\\');
      }
      out->push_back(static_cast<char>(code_point));
    }
  }
  out->push_back('"');
}

void AppendEquals(absl::string_view field, absl::string_view value, std::string* out) {
  out->push_back('{');
  AppendJsonString(field, out);
  out->append(": ");
  AppendJsonString(value, out);
  out->push_back('}');
}

void AppendCondition(const PostCondition& condition, std::string* out) {
  switch (condition.kind) {
    case Kind::kEquals:
      AppendEquals(condition.field, condition.value, out);
      return;
    case Kind::kStartsWith:
      out->append("[\"starts-with\", ");
      AppendJsonString(absl::StrCat("$", condition.field), out);
      out->append(", ");
      AppendJsonString(condition.value, out);
      out->push_back(']');
      return;
    case Kind::kContentLengthRange:
      absl::StrAppend(out, "[\"content-length-range\", ", condition.min_bytes, ", ",
                      condition.max_bytes, "]");
      return;
  }
}

std::vector<Header> CredentialFields(const PostPolicyInput& input, absl::string_view scope) {
  std::vector<Header> fields = {{"x-amz-algorithm", std::string(AlgorithmName(Algorithm::kSigV4))},
                                {"x-amz-credential", absl::StrCat(input.access_key_id, "/", scope)},
                                {"x-amz-date", AmzDate(input.signing_time)}};
  if (!input.session_token.empty()) {
    fields.push_back({"x-amz-security-token", std::string(input.session_token)});
  }
  return fields;
}

std::string PolicyDocument(const PostPolicyInput& input, const std::vector<Header>& fields) {
  std::string document =
      absl::StrCat("{\"expiration\": \"",
                   absl::FormatTime("%E4Y-%m-%dT%H:%M:%SZ", input.signing_time + input.expires_in,
                                    absl::UTCTimeZone()),
                   "\", \"conditions\": [");
  AppendEquals("bucket", input.bucket, &document);
  for (const PostCondition& condition : input.conditions) {
    document.append(", ");
    AppendCondition(condition, &document);
  }
  for (const Header& field : fields) {
    document.append(", ");
    AppendEquals(field.name, field.value, &document);
  }
  document.append("]}");
  return document;
}

}  // namespace

absl::StatusOr<PreparedPostPolicy> PreparePostPolicy(const PostPolicyInput& input) {
  SIGNET_RETURN_IF_ERROR(CheckBucket(input.bucket));
  SIGNET_RETURN_IF_ERROR(CheckConditions(input.conditions));
  SIGNET_RETURN_IF_ERROR(ValidateSigningTime(input.signing_time));
  SIGNET_RETURN_IF_ERROR(ValidateExpiry(input.expires_in));
  SIGNET_RETURN_IF_ERROR(ValidateRegion(input.region));

  PreparedPostPolicy prepared;
  prepared.credential_scope = CredentialScopeText(
      {ScopeDate(input.signing_time), std::string(input.region), std::string(kService)},
      Algorithm::kSigV4);
  prepared.fields = CredentialFields(input, prepared.credential_scope);
  prepared.policy_base64 = absl::Base64Escape(PolicyDocument(input, prepared.fields));
  if (prepared.policy_base64.size() > kMaxPostPolicyBytes) {
    return InvalidField(Reason::kLimitExceeded, "conditions",
                        absl::StrCat("policy has ", prepared.policy_base64.size(),
                                     " bytes, allowed are ", kMaxPostPolicyBytes));
  }
  for (const PostCondition& condition : input.conditions) {
    if (condition.kind == Kind::kEquals) {
      prepared.fields.push_back({std::string(condition.field), std::string(condition.value)});
    }
  }
  return prepared;
}

}  // namespace signet
