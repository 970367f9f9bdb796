// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/document_builder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "server/base/utf8.h"

namespace signet {

std::string ShownKey(absl::string_view key) {
  constexpr size_t kLongest = 40;
  const bool is_name =
      !key.empty() && key.size() <= kLongest && std::all_of(key.begin(), key.end(), [](char c) {
        return absl::ascii_islower(static_cast<unsigned char>(c)) || c == '_' ||
               absl::ascii_isdigit(static_cast<unsigned char>(c));
      });
  return is_name ? absl::StrCat(" '", key, "'") : "";
}

TextMark MarkOf(absl::string_view text, size_t offset) {
  TextMark mark;
  for (const char c : text.substr(0, offset)) {
    if (c == '\n') {
      ++mark.line;
      mark.column = 1;
    } else {
      ++mark.column;
    }
  }
  return mark;
}

absl::Status CheckDocumentText(absl::string_view name, absl::string_view text,
                               const DocumentLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return DocumentError(
        name, TextMark(),
        absl::StrCat("is ", text.size(), " bytes, allowed are ", limits.max_bytes));
  }
  const size_t valid = ValidUtf8Prefix(text);
  if (valid != text.size()) {
    return DocumentError(name, MarkOf(text, valid), "not UTF-8");
  }
  return absl::OkStatus();
}

void DocumentBuilder::Fail(TextMark mark, absl::string_view message) {
  if (status_.ok()) {
    status_ = DocumentError(name_, mark, message);
  }
}

bool DocumentBuilder::IsKeyPlace() const {
  return !levels_.empty() && levels_.back().node.kind() == DocumentNode::Kind::kMap &&
         !levels_.back().has_key;
}

bool DocumentBuilder::Admit(TextMark mark) {
  if (!ok()) {
    return false;
  }
  if (++nodes_ > limits_.max_nodes) {
    Fail(mark, absl::StrCat("more than ", limits_.max_nodes, " values"));
  } else if (levels_.empty() && has_root_) {
    Fail(mark, "more follows the end of the document");
  }
  return ok();
}

void DocumentBuilder::TakeKey(TextMark mark, absl::string_view text) {
  Level& level = levels_.back();
  if (!level.keys.insert(std::string(text)).second) {
    return Fail(mark, absl::StrCat("key", ShownKey(text), " is there twice"));
  }
  level.key = std::string(text);
  level.key_mark = mark;
  level.has_key = true;
}

void DocumentBuilder::Place(DocumentNode node) {
  if (levels_.empty()) {
    root_ = std::move(node);
    has_root_ = true;
    return;
  }
  Level& level = levels_.back();
  if (level.node.kind() == DocumentNode::Kind::kList) {
    level.node.Append(std::move(node));
    return;
  }
  level.node.Append(std::move(level.key), level.key_mark, std::move(node));
  level.has_key = false;
}

void DocumentBuilder::Null(TextMark mark) {
  if (!Admit(mark)) {
    return;
  }
  if (IsKeyPlace()) {
    return Fail(mark, "a key is missing");
  }
  Place(DocumentNode(DocumentNode::Kind::kNull, mark));
}

void DocumentBuilder::Scalar(TextMark mark, absl::string_view text, bool is_quoted) {
  if (!Admit(mark)) {
    return;
  }
  if (IsKeyPlace()) {
    return TakeKey(mark, text);
  }
  Place(DocumentNode(mark, text, is_quoted));
}

void DocumentBuilder::Begin(DocumentNode::Kind kind, TextMark mark) {
  if (!Admit(mark)) {
    return;
  }
  if (IsKeyPlace()) {
    return Fail(mark, "a key must be a scalar");
  }
  if (levels_.size() >= static_cast<size_t>(limits_.max_depth)) {
    return Fail(mark, absl::StrCat("nested deeper than ", limits_.max_depth));
  }
  levels_.emplace_back().node = DocumentNode(kind, mark);
}

void DocumentBuilder::End() {
  if (!ok()) {
    return;
  }
  DocumentNode node = std::move(levels_.back().node);
  levels_.pop_back();
  Place(std::move(node));
}

absl::StatusOr<Document> DocumentBuilder::Finish() {
  if (!ok()) {
    return status_;
  }
  return Document(name_, std::move(root_));
}

}  // namespace signet
