// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_DOCUMENT_BUILDER_H_
#define SIGNET_SERVER_BASE_DOCUMENT_BUILDER_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/base/document.h"

namespace signet {

// Builds a document from a reader's events and holds the rules that all formats
// share: depth and size, no key twice, keys are scalars. In a map, events come
// as key, value, key, value. After the first error all events are ignored.
class DocumentBuilder {
 public:
  DocumentBuilder(absl::string_view name, const DocumentLimits& limits)
      : name_(name), limits_(limits) {}

  void Null(TextMark mark);
  void Scalar(TextMark mark, absl::string_view text, bool is_quoted);
  void Begin(DocumentNode::Kind kind, TextMark mark);
  void End();

  // Makes the document an error.
  void Fail(TextMark mark, absl::string_view message);

  bool ok() const { return status_.ok(); }
  absl::StatusOr<Document> Finish();

 private:
  struct Level {
    DocumentNode node;
    std::string key;
    TextMark key_mark;
    bool has_key = false;
    absl::flat_hash_set<std::string> keys;
  };

  // True when the node whose event came is a map's key or must be ignored.
  bool IsKeyPlace() const;
  bool Admit(TextMark mark);
  void TakeKey(TextMark mark, absl::string_view text);
  void Place(DocumentNode node);

  const std::string name_;
  const DocumentLimits limits_;
  absl::Status status_;
  size_t nodes_ = 0;
  bool has_root_ = false;
  DocumentNode root_;
  std::vector<Level> levels_;
};

// " 'key'" for messages, where the key reads like one of ours; nothing for other
// text, which may be a secret in the wrong place.
std::string ShownKey(absl::string_view key);

// The place of text[offset].
TextMark MarkOf(absl::string_view text, size_t offset);

// Refuses text that is too large or not UTF-8.
absl::Status CheckDocumentText(absl::string_view name, absl::string_view text,
                               const DocumentLimits& limits);

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_DOCUMENT_BUILDER_H_
