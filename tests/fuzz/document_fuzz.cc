// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a file: 'j' and JSON, or any other byte and YAML. What is accepted is
// a tree within the limits whose places are places of the text; what is not is
// refused by its place.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "server/base/document.h"
#include "server/base/error.h"
#include "server/base/utf8.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

constexpr DocumentLimits kLimits = {.max_bytes = 4096, .max_depth = 8, .max_nodes = 500};

class TreeChecker {
 public:
  TreeChecker(absl::string_view text, bool is_json)
      : lines_(absl::StrSplit(text, '\n')), is_json_(is_json) {}

  void Check(const DocumentNode& node, int depth) {
    using Kind = DocumentNode::Kind;
    SIGNET_FUZZ_CHECK(++nodes_ <= kLimits.max_nodes);
    SIGNET_FUZZ_CHECK(depth <= kLimits.max_depth);
    SIGNET_FUZZ_CHECK(node.kind() == Kind::kScalar || node.text().empty());
    SIGNET_FUZZ_CHECK(node.kind() == Kind::kList || node.items().empty());
    SIGNET_FUZZ_CHECK(node.kind() == Kind::kMap || node.members().empty());
    SIGNET_FUZZ_CHECK(ValidUtf8Prefix(node.text()) == node.text().size());
    if (is_json_) {
      const char first = CharacterAt(node.mark());
      SIGNET_FUZZ_CHECK((first == '{') == (node.kind() == Kind::kMap));
      SIGNET_FUZZ_CHECK((first == '[') == (node.kind() == Kind::kList));
      SIGNET_FUZZ_CHECK((first == '"') == node.is_quoted());
      SIGNET_FUZZ_CHECK((first == 'n') == (node.kind() == Kind::kNull));
    }
    for (const DocumentNode& item : node.items()) {
      Check(item, depth + 1);
    }
    absl::flat_hash_set<std::string> keys;
    for (const DocumentNode::Member& member : node.members()) {
      SIGNET_FUZZ_CHECK(keys.insert(member.key).second);
      SIGNET_FUZZ_CHECK(!is_json_ || CharacterAt(member.key_mark) == '"');
      SIGNET_FUZZ_CHECK(node.Find(member.key) == &member.value);
      Check(member.value, depth + 1);
    }
  }

 private:
  char CharacterAt(TextMark mark) const {
    SIGNET_FUZZ_CHECK(mark.line >= 1 && static_cast<size_t>(mark.line) <= lines_.size());
    const absl::string_view line = lines_[static_cast<size_t>(mark.line) - 1];
    SIGNET_FUZZ_CHECK(mark.column >= 1 && static_cast<size_t>(mark.column) <= line.size());
    return line[static_cast<size_t>(mark.column) - 1];
  }

  const std::vector<absl::string_view> lines_;
  const bool is_json_;
  size_t nodes_ = 0;
};

void Run(absl::string_view input) {
  if (input.empty()) {
    return;
  }
  const bool is_json = input[0] == 'j' || !HasYaml();
  const absl::string_view text = input.substr(1);
  const absl::StatusOr<Document> document =
      is_json ? ParseJson("f", text, kLimits) : ParseYaml("f", text, kLimits);
  if (!document.ok()) {
    SIGNET_FUZZ_CHECK(GetErrorDetail(document.status()).reason == Reason::kInvalidConfig);
    SIGNET_FUZZ_CHECK(absl::StartsWith(document.status().message(), "f:"));
    return;
  }
  TreeChecker(text, is_json).Check(document->root(), 0);
  (void)document->IntegerOf(document->root(), 0, 100);
  (void)document->DurationOf(document->root());
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
