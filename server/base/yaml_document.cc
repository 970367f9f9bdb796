// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/document.h"

// The YAML library's buffers are its own: what it read stays in freed memory
// until that is used again. ParseJson leaves nothing.
#ifdef SIGNET_HAVE_YAML
#include <exception>
#include <istream>
#include <streambuf>
#include <string>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "server/base/document_builder.h"
#include "server/base/secret.h"
#include "server/base/status_macros.h"
#include "server/base/utf8.h"
#include "yaml-cpp/eventhandler.h"
#include "yaml-cpp/exceptions.h"
#include "yaml-cpp/parser.h"
#endif

namespace signet {

#ifdef SIGNET_HAVE_YAML
namespace {

TextMark ToTextMark(const YAML::Mark& mark) {
  return mark.is_null() ? TextMark() : TextMark{mark.line + 1, mark.column + 1};
}

// Passes the parser's events on, and refuses what makes YAML more than a tree of
// plain values.
class EventsToBuilder final : public YAML::EventHandler {
 public:
  explicit EventsToBuilder(DocumentBuilder* builder) : builder_(*builder) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      builder_.Fail(ToTextMark(mark), "a second document, allowed is one");
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    CheckPlain(mark, "", anchor);
    builder_.Null(ToTextMark(mark));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    builder_.Fail(ToTextMark(mark), "aliases are not supported");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    CheckPlain(mark, tag, anchor);
    // The library writes the escapes \N and \_ as one byte of Latin-1.
    if (ValidUtf8Prefix(value) != value.size()) {
      builder_.Fail(ToTextMark(mark),
                    "an escape whose character is not UTF-8, write it as \\u00xx");
    }
    builder_.Scalar(ToTextMark(mark), value, tag == kQuoted);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    CheckPlain(mark, tag, anchor);
    builder_.Begin(DocumentNode::Kind::kList, ToTextMark(mark));
  }
  void OnSequenceEnd() override { builder_.End(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    CheckPlain(mark, tag, anchor);
    builder_.Begin(DocumentNode::Kind::kMap, ToTextMark(mark));
  }
  void OnMapEnd() override { builder_.End(); }

 private:
  // What the parser says of scalars in quotes, and of nodes without a tag.
  static constexpr char kQuoted[] = "!";
  static constexpr char kUntagged[] = "?";

  void CheckPlain(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) {
      builder_.Fail(ToTextMark(mark), "anchors are not supported");
    } else if (!tag.empty() && tag != kQuoted && tag != kUntagged) {
      builder_.Fail(ToTextMark(mark), "tags are not supported");
    }
  }

  DocumentBuilder& builder_;
  int documents_ = 0;
};

constexpr absl::string_view kEndOfDocument = "\n...\n";

// A stream's view of a string, where a stringstream would keep a copy.
class TextBuffer final : public std::streambuf {
 public:
  explicit TextBuffer(std::string* text) {
    setg(text->data(), text->data(), text->data() + text->size());
  }
};

// The library's own words, without what may follow them from the file.
std::string Reduced(const std::string& message) { return message.substr(0, message.find(':')); }

}  // namespace

bool HasYaml() { return true; }

absl::StatusOr<Document> ParseYaml(absl::string_view name, absl::string_view text,
                                   const DocumentLimits& limits) {
  SIGNET_RETURN_IF_ERROR(CheckDocumentText(name, text, limits));
  DocumentBuilder builder(name, limits);
  // YAML has no NUL; the library takes one for a sign of UTF-16 or UTF-32.
  const size_t nul = text.find('\0');
  if (nul != absl::string_view::npos) {
    builder.Fail(MarkOf(text, nul), "a NUL byte");
    return builder.Finish();
  }
  // The library takes a quote that is never closed when the file ends with the
  // line; the end-of-document mark makes that an error.
  std::string terminated;
  terminated.reserve(text.size() + kEndOfDocument.size());
  absl::StrAppend(&terminated, text, kEndOfDocument);
  const auto wiper = absl::MakeCleanup([&terminated] { Wipe(&terminated); });
  // The library reports by exceptions; none leaves this function.
  try {
    TextBuffer buffer(&terminated);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    EventsToBuilder events(&builder);
    while (builder.ok() && parser.HandleNextDocument(events)) {
    }
  } catch (const YAML::Exception& error) {
    builder.Fail(ToTextMark(error.mark), Reduced(error.msg));
  } catch (const std::exception&) {
    builder.Fail(TextMark(), "not YAML");
  }
  return builder.Finish();
}

#else

bool HasYaml() { return false; }

absl::StatusOr<Document> ParseYaml(absl::string_view name, absl::string_view /*text*/,
                                   const DocumentLimits& /*limits*/) {
  return absl::UnimplementedError(std::string(name) +
                                  ": this build reads no YAML, write the file as JSON");
}

#endif

}  // namespace signet
