// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/document.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/base/document_builder.h"
#include "server/base/error.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

absl::string_view KindName(DocumentNode::Kind kind) {
  switch (kind) {
    case DocumentNode::Kind::kNull:
      return "nothing";
    case DocumentNode::Kind::kScalar:
      return "a scalar";
    case DocumentNode::Kind::kList:
      return "a list";
    case DocumentNode::Kind::kMap:
      return "a map";
  }
  return "";
}

}  // namespace

absl::Status DocumentError(absl::string_view name, TextMark mark, absl::string_view message) {
  return InvalidField(Reason::kInvalidConfig, "",
                      absl::StrCat(name, ":", mark.line, ":", mark.column, ": ", message));
}

// Here, where Member is complete.
DocumentNode::DocumentNode() = default;
DocumentNode::DocumentNode(Kind kind, TextMark mark) : kind_(kind), mark_(mark) {}
DocumentNode::DocumentNode(TextMark mark, absl::string_view text, bool is_quoted)
    : kind_(Kind::kScalar), is_quoted_(is_quoted), mark_(mark), text_(text) {}
DocumentNode::~DocumentNode() = default;
DocumentNode::DocumentNode(const DocumentNode& other) = default;
DocumentNode& DocumentNode::operator=(const DocumentNode& other) = default;
DocumentNode::DocumentNode(DocumentNode&& other) noexcept = default;
DocumentNode& DocumentNode::operator=(DocumentNode&& other) noexcept = default;

const DocumentNode* DocumentNode::Find(absl::string_view key) const {
  for (const Member& member : members_) {
    if (member.key == key) {
      return &member.value;
    }
  }
  return nullptr;
}

void DocumentNode::Append(DocumentNode item) { items_.push_back(std::move(item)); }

void DocumentNode::Append(std::string key, TextMark key_mark, DocumentNode value) {
  members_.push_back({std::move(key), key_mark, std::move(value)});
}

absl::Status Document::ErrorAt(TextMark mark, absl::string_view message) const {
  return DocumentError(name_, mark, message);
}

absl::Status Document::ErrorAt(const DocumentNode& node, absl::string_view message) const {
  return DocumentError(name_, node.mark(), message);
}

absl::Status Document::CheckMap(const DocumentNode& node,
                                std::initializer_list<absl::string_view> allowed) const {
  if (node.kind() != DocumentNode::Kind::kMap) {
    return ErrorAt(node, absl::StrCat("is ", KindName(node.kind()), ", must be a map"));
  }
  for (const DocumentNode::Member& member : node.members()) {
    if (std::find(allowed.begin(), allowed.end(), member.key) == allowed.end()) {
      return ErrorAt(member.key_mark, absl::StrCat("unknown key", ShownKey(member.key),
                                                   ", allowed are ", absl::StrJoin(allowed, ", ")));
    }
  }
  return absl::OkStatus();
}

absl::Status Document::CheckList(const DocumentNode& node) const {
  if (node.kind() != DocumentNode::Kind::kList) {
    return ErrorAt(node, absl::StrCat("is ", KindName(node.kind()), ", must be a list"));
  }
  return absl::OkStatus();
}

absl::StatusOr<const DocumentNode*> Document::Require(const DocumentNode& map,
                                                      absl::string_view key) const {
  const DocumentNode* const value = map.Find(key);
  if (value == nullptr) {
    return ErrorAt(map, absl::StrCat("key '", key, "' is missing"));
  }
  return value;
}

absl::StatusOr<absl::string_view> Document::TextOf(const DocumentNode& node) const {
  if (node.kind() != DocumentNode::Kind::kScalar) {
    return ErrorAt(node, absl::StrCat("is ", KindName(node.kind()), ", must be a text"));
  }
  return node.text();
}

absl::StatusOr<int64_t> Document::IntegerOf(const DocumentNode& node, int64_t min,
                                            int64_t max) const {
  int64_t value = 0;
  if (node.kind() != DocumentNode::Kind::kScalar || node.is_quoted() ||
      !absl::SimpleAtoi(node.text(), &value) || value < min || value > max) {
    return ErrorAt(node, absl::StrCat("must be an integer from ", min, " to ", max));
  }
  return value;
}

absl::StatusOr<bool> Document::BooleanOf(const DocumentNode& node) const {
  const bool is_true = node.text() == "true";
  if (node.is_quoted() || (!is_true && node.text() != "false")) {
    return ErrorAt(node, "must be true or false");
  }
  return is_true;
}

absl::StatusOr<absl::Duration> Document::DurationOf(const DocumentNode& node) const {
  absl::Duration value;
  if (!absl::ParseDuration(node.text(), &value) || value < absl::ZeroDuration() ||
      value == absl::InfiniteDuration()) {
    return ErrorAt(node, "must be a duration with its unit, such as 90s, 1h30m or 500ms");
  }
  return value;
}

absl::StatusOr<Document> ParseDocument(absl::string_view name, absl::string_view text,
                                       const DocumentLimits& limits) {
  if (!HasYaml() || absl::EndsWithIgnoreCase(name, ".json")) {
    return ParseJson(name, text, limits);
  }
  return ParseYaml(name, text, limits);
}

absl::StatusOr<Document> ReadDocument(const std::string& path, const DocumentLimits& limits) {
  SIGNET_ASSIGN_OR_RETURN(const Secret text, ReadFile(path, limits.max_bytes));
  return ParseDocument(path, text.Reveal(), limits);
}

}  // namespace signet
