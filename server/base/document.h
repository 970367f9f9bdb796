// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_DOCUMENT_H_
#define SIGNET_SERVER_BASE_DOCUMENT_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/base/secret.h"

namespace signet {

// A place in a text: line and column count from 1, columns in bytes.
struct TextMark {
  int line = 1;
  int column = 1;
};

// One node of a YAML or JSON file: nothing, a scalar, a list or a map, and where
// it stands. Scalars stay text until a caller says what they should be. The text
// is wiped when the node goes, since files of credentials are read this way.
class DocumentNode {
 public:
  enum class Kind { kNull, kScalar, kList, kMap };
  struct Member;

  DocumentNode();
  DocumentNode(Kind kind, TextMark mark);
  // A scalar; `is_quoted` when it was written in quotes, so that it is no number,
  // boolean or duration.
  DocumentNode(TextMark mark, absl::string_view text, bool is_quoted);
  ~DocumentNode();
  DocumentNode(const DocumentNode& other);
  DocumentNode& operator=(const DocumentNode& other);
  DocumentNode(DocumentNode&& other) noexcept;
  DocumentNode& operator=(DocumentNode&& other) noexcept;

  Kind kind() const { return kind_; }
  TextMark mark() const { return mark_; }
  bool is_quoted() const { return is_quoted_; }

  // Of a scalar; empty for the other kinds.
  absl::string_view text() const { return text_.Reveal(); }
  // Of a list; empty for the other kinds.
  const std::vector<DocumentNode>& items() const { return items_; }
  // Of a map, in the order of the file, no key twice; empty for the other kinds.
  const std::vector<Member>& members() const { return members_; }

  // The value of `key`; null when this is no map or has no such key.
  const DocumentNode* Find(absl::string_view key) const;

  // For readers of files.
  void Append(DocumentNode item);
  void Append(std::string key, TextMark key_mark, DocumentNode value);

 private:
  Kind kind_ = Kind::kNull;
  bool is_quoted_ = false;
  TextMark mark_;
  Secret text_;
  std::vector<DocumentNode> items_;
  std::vector<Member> members_;
};

struct DocumentNode::Member {
  std::string key;
  TextMark key_mark;
  DocumentNode value;
};

// A whole file as a tree, and the means to say what is wrong with it and where.
//
// Every error is InvalidArgument, Reason::kInvalidConfig, with a message such as
// "signetd.yaml:3:5: unknown key 'regoin', allowed are region, service". Values
// never stand in a message, since they may be secret; keys do when they read like
// ours (lower case, digits, underscores).
class Document {
 public:
  Document(std::string name, DocumentNode root) : name_(std::move(name)), root_(std::move(root)) {}

  // The file's name as given.
  const std::string& name() const { return name_; }
  const DocumentNode& root() const { return root_; }

  // The error "name:line:column: message".
  absl::Status ErrorAt(TextMark mark, absl::string_view message) const;
  absl::Status ErrorAt(const DocumentNode& node, absl::string_view message) const;

  // Refuses anything but a map whose keys are all among `allowed`.
  absl::Status CheckMap(const DocumentNode& node,
                        std::initializer_list<absl::string_view> allowed) const;
  // Refuses anything but a list.
  absl::Status CheckList(const DocumentNode& node) const;
  // The value of `key` in a map; an error at the map where it is absent.
  absl::StatusOr<const DocumentNode*> Require(const DocumentNode& map, absl::string_view key) const;

  // A scalar's text, quoted or not; may be empty. Valid while the document lives.
  absl::StatusOr<absl::string_view> TextOf(const DocumentNode& node) const;
  // A decimal integer without quotes, from `min` to `max`.
  absl::StatusOr<int64_t> IntegerOf(const DocumentNode& node, int64_t min, int64_t max) const;
  // true or false without quotes.
  absl::StatusOr<bool> BooleanOf(const DocumentNode& node) const;
  // A duration with its unit such as 90s, 1h30m or 500ms; quotes allowed; not
  // negative, finite.
  absl::StatusOr<absl::Duration> DurationOf(const DocumentNode& node) const;

 private:
  std::string name_;
  DocumentNode root_;
};

// The error of a place in a file, for readers of other formats as well.
absl::Status DocumentError(absl::string_view name, TextMark mark, absl::string_view message);

// What a reader of files accepts at most.
struct DocumentLimits {
  size_t max_bytes = size_t{4} << 20;
  int max_depth = 32;
  size_t max_nodes = 200000;
};

// Reads JSON (RFC 8259, strictly: no comments, no trailing commas, UTF-8). Also
// refused: a key twice in one map, and what is beyond `limits`. `name` is for
// messages.
absl::StatusOr<Document> ParseJson(absl::string_view name, absl::string_view text,
                                   const DocumentLimits& limits = {});

// Reads one YAML 1.2 document. Also refused: a key twice in one map, keys that
// are no scalars, anchors and aliases, explicit tags, and what is beyond
// `limits`.
//
// Unimplemented: built without the YAML library (HasYaml() is false).
absl::StatusOr<Document> ParseYaml(absl::string_view name, absl::string_view text,
                                   const DocumentLimits& limits = {});

// True where ParseYaml works.
bool HasYaml();

// ParseJson when `name` ends in ".json" or there is no YAML library, else
// ParseYaml (which reads nearly all JSON as well).
absl::StatusOr<Document> ParseDocument(absl::string_view name, absl::string_view text,
                                       const DocumentLimits& limits = {});

// ParseDocument of the file at `path`.
//
// NotFound, PermissionDenied or FailedPrecondition, Reason::kInvalidConfig: the
// file cannot be read.
absl::StatusOr<Document> ReadDocument(const std::string& path, const DocumentLimits& limits = {});

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_DOCUMENT_H_
