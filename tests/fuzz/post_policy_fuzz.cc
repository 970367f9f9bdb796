// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is lines: the bucket, then conditions "=field:value", "^field:value"
// (starts with) or "#min:max". Whatever is accepted must be a document whose
// strings are exactly those that went in, in order: nothing breaks out of a
// string.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/sigv4/post_policy.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

void AppendUtf8(uint32_t code_point, std::string* out) {
  if (code_point < 0x80) {
    out->push_back(static_cast<char>(code_point));
    return;
  }
  const int continuation_bytes = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;
  constexpr uint32_t kLead[] = {0, 0xc0, 0xe0, 0xf0};
  out->push_back(
      static_cast<char>(kLead[continuation_bytes] | code_point >> 6 * continuation_bytes));
  for (int i = continuation_bytes - 1; i >= 0; --i) {
    out->push_back(static_cast<char>(0x80 | (code_point >> 6 * i & 0x3f)));
  }
}

// Reads JSON strictly enough for documents of this shape.
class StringReader {
 public:
  explicit StringReader(absl::string_view document) : rest_(document) {}

  // The strings of the document, decoded.
  std::vector<std::string> ReadAll() {
    std::vector<std::string> strings;
    while (!rest_.empty()) {
      const char c = Take();
      if (c == '"') {
        strings.push_back(ReadString());
      } else {
        SIGNET_FUZZ_CHECK(absl::StrContains("{}[]:, 0123456789", c));
      }
    }
    return strings;
  }

 private:
  char Take() {
    SIGNET_FUZZ_CHECK(!rest_.empty());
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  // Four hex digits after "\u".
  uint32_t TakeUnit() {
    SIGNET_FUZZ_CHECK(rest_.size() >= 4);
    const uint32_t unit =
        static_cast<uint32_t>(std::strtoul(std::string(rest_.substr(0, 4)).c_str(), nullptr, 16));
    rest_.remove_prefix(4);
    return unit;
  }

  std::string ReadString() {
    std::string text;
    for (char c = Take(); c != '"'; c = Take()) {
      SIGNET_FUZZ_CHECK(c >= 0x20 && c < 0x7f);
      if (c != '\\') {
        text.push_back(c);
        continue;
      }
      const char escape = Take();
      if (escape != 'u') {
        SIGNET_FUZZ_CHECK(escape == '"' || escape == '\\');
        text.push_back(escape);
        continue;
      }
      uint32_t code_point = TakeUnit();
      if (code_point >= 0xd800 && code_point < 0xdc00) {
        SIGNET_FUZZ_CHECK(Take() == '\\' && Take() == 'u');
        code_point = 0x10000 + ((code_point - 0xd800) << 10) + (TakeUnit() - 0xdc00);
      }
      AppendUtf8(code_point, &text);
    }
    return text;
  }

  absl::string_view rest_;
};

bool ParseCondition(absl::string_view line, PostCondition* condition) {
  if (line.empty()) {
    return false;
  }
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(line.substr(1), absl::MaxSplits(':', 1));
  condition->field = parts.first;
  condition->value = parts.second;
  switch (line[0]) {
    case '=':
      condition->kind = PostCondition::Kind::kEquals;
      return true;
    case '^':
      condition->kind = PostCondition::Kind::kStartsWith;
      return true;
    case '#':
      condition->kind = PostCondition::Kind::kContentLengthRange;
      return absl::SimpleAtoi(parts.first, &condition->min_bytes) &&
             absl::SimpleAtoi(parts.second, &condition->max_bytes);
    default:
      return false;
  }
}

std::vector<std::string> ExpectedStrings(const PostPolicyInput& input) {
  std::vector<std::string> strings = {"expiration", "2015-08-30T13:36:00Z", "conditions", "bucket",
                                      std::string(input.bucket)};
  for (const PostCondition& condition : input.conditions) {
    switch (condition.kind) {
      case PostCondition::Kind::kEquals:
        strings.insert(strings.end(), {std::string(condition.field), std::string(condition.value)});
        break;
      case PostCondition::Kind::kStartsWith:
        strings.insert(strings.end(), {"starts-with", absl::StrCat("$", condition.field),
                                       std::string(condition.value)});
        break;
      case PostCondition::Kind::kContentLengthRange:
        strings.push_back("content-length-range");
        break;
    }
  }
  strings.insert(strings.end(), {"x-amz-algorithm", "AWS4-HMAC-SHA256", "x-amz-credential",
                                 "AKIDEXAMPLE/20150830/us-east-1/s3/aws4_request", "x-amz-date",
                                 "20150830T123600Z"});
  return strings;
}

void Run(absl::string_view text) {
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  std::vector<PostCondition> conditions;
  for (size_t i = 1; i < lines.size(); ++i) {
    PostCondition condition;
    if (ParseCondition(lines[i], &condition)) {
      conditions.push_back(condition);
    }
  }
  PostPolicyInput input;
  input.bucket = lines[0];
  input.conditions = conditions;
  input.signing_time = absl::FromUnixSeconds(1440938160);
  input.expires_in = absl::Hours(1);
  input.region = "us-east-1";
  input.access_key_id = "AKIDEXAMPLE";
  const auto prepared = PreparePostPolicy(input);
  if (!prepared.ok()) {
    SIGNET_FUZZ_CHECK(prepared.status().code() == absl::StatusCode::kInvalidArgument);
    return;
  }
  std::string document;
  SIGNET_FUZZ_CHECK(absl::Base64Unescape(prepared->policy_base64, &document));
  SIGNET_FUZZ_CHECK(StringReader(document).ReadAll() == ExpectedStrings(input));
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
