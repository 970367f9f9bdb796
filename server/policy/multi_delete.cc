// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/multi_delete.h"

#include <cstdint>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/base/utf8.h"

namespace signet {
namespace {

constexpr absl::string_view kNamespace = "http://s3.amazonaws.com/doc/2006-03-01/";

absl::Status Ambiguous(absl::string_view message) {
  return InvalidField(Reason::kAmbiguousTarget, "body", message);
}

absl::Status TooMuch(absl::string_view message) {
  return InvalidField(Reason::kLimitExceeded, "body", message);
}

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// Characters that XML 1.0 allows (section 2.2).
bool IsXmlCharacter(uint32_t code_point) {
  return code_point == '\t' || code_point == '\n' || code_point == '\r' ||
         (code_point >= 0x20 && code_point <= 0xd7ff) ||
         (code_point >= 0xe000 && code_point <= 0xfffd) ||
         (code_point >= 0x10000 && code_point <= 0x10ffff);
}

// Raw bytes of a document: UTF-8, and only characters that stay what they are.
absl::Status CheckCharacters(absl::string_view body) {
  for (absl::string_view rest = body; !rest.empty();) {
    const std::optional<uint32_t> code_point = TakeUtf8(&rest);
    if (!code_point.has_value() || *code_point == '\r' || !IsXmlCharacter(*code_point)) {
      return Ambiguous(
          "body is not UTF-8 of XML characters, or has a raw carriage return, which is written "
          "&#13;");
    }
  }
  return absl::OkStatus();
}

// What stands between '&' and ';'.
absl::Status AppendReference(absl::string_view name, std::string* out) {
  struct Entity {
    absl::string_view name;
    char value;
  };
  constexpr Entity kEntities[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const Entity& entity : kEntities) {
    if (entity.name == name) {
      out->push_back(entity.value);
      return absl::OkStatus();
    }
  }
  if (!absl::ConsumePrefix(&name, "#")) {
    return Ambiguous("body refers to an entity, allowed are the five of XML and numbers");
  }
  const bool is_hex = absl::ConsumePrefix(&name, "x");
  uint32_t code_point = 0;
  // No sign, no blanks: SimpleAtoi() takes both.
  const absl::string_view digits = is_hex ? "0123456789abcdefABCDEF" : "0123456789";
  const bool is_number = !name.empty() && name.size() <= 8 &&
                         name.find_first_not_of(digits) == absl::string_view::npos;
  if (!is_number ||
      !(is_hex ? absl::SimpleHexAtoi(name, &code_point) : absl::SimpleAtoi(name, &code_point)) ||
      !IsXmlCharacter(code_point)) {
    return Ambiguous("body has a reference to what is no character of XML");
  }
  AppendUtf8(code_point, out);
  return absl::OkStatus();
}

// Reads one document from its front.
class Reader {
 public:
  Reader(absl::string_view body, std::vector<DeletedObject>* objects)
      : rest_(body), objects_(objects) {}

  absl::Status Read() {
    // No more than what writers of XML put first.
    if (absl::ConsumePrefix(&rest_, "<?xml ")) {
      SIGNET_RETURN_IF_ERROR(ReadDeclaration());
    }
    SkipBlanks();
    SIGNET_RETURN_IF_ERROR(ReadRootTag());
    bool has_quiet = false;
    while (SkipBlanks(), !absl::ConsumePrefix(&rest_, "</Delete>")) {
      if (absl::ConsumePrefix(&rest_, "<Object>")) {
        SIGNET_RETURN_IF_ERROR(ReadObject());
      } else if (!has_quiet && absl::ConsumePrefix(&rest_, "<Quiet>")) {
        has_quiet = true;
        SIGNET_RETURN_IF_ERROR(ReadText("</Quiet>", &scratch_));
      } else {
        return Unexpected("an Object, one Quiet or the end of Delete");
      }
    }
    SkipBlanks();
    if (!rest_.empty()) {
      return Unexpected("nothing more");
    }
    return objects_->empty() ? Ambiguous("body names no key") : absl::OkStatus();
  }

 private:
  absl::Status Unexpected(absl::string_view expected) const {
    return Ambiguous(absl::StrCat("body is no plain multi-delete: ", rest_.size(),
                                  " bytes before its end, expected is ", expected));
  }

  void SkipBlanks() {
    while (!rest_.empty() && IsBlank(rest_.front())) {
      rest_.remove_prefix(1);
    }
  }

  absl::Status ReadDeclaration() {
    for (const absl::string_view known :
         {"version=\"1.0\" encoding=\"UTF-8\"?>", "version=\"1.0\" encoding=\"utf-8\"?>",
          "version='1.0' encoding='UTF-8'?>", "version='1.0' encoding='utf-8'?>",
          "version=\"1.0\"?>", "version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"}) {
      if (absl::ConsumePrefix(&rest_, known)) {
        return absl::OkStatus();
      }
    }
    return Unexpected("XML 1.0 in UTF-8");
  }

  absl::Status ReadRootTag() {
    if (absl::ConsumePrefix(&rest_, "<Delete>") ||
        absl::ConsumePrefix(&rest_, absl::StrCat("<Delete xmlns=\"", kNamespace, "\">")) ||
        absl::ConsumePrefix(&rest_, absl::StrCat("<Delete xmlns='", kNamespace, "'>"))) {
      return absl::OkStatus();
    }
    return Unexpected("Delete, with S3's namespace or none");
  }

  absl::Status ReadObject() {
    if (objects_->size() == kMaxDeleteKeys) {
      return TooMuch(absl::StrCat("body names more than ", kMaxDeleteKeys, " keys"));
    }
    DeletedObject& object = objects_->emplace_back();
    // Conditions of a delete, which is no more than it is without them.
    struct Condition {
      absl::string_view open;
      absl::string_view close;
      bool is_read = false;
    };
    Condition conditions[] = {{"<ETag>", "</ETag>"},
                              {"<LastModifiedTime>", "</LastModifiedTime>"},
                              {"<Size>", "</Size>"}};
    while (SkipBlanks(), !absl::ConsumePrefix(&rest_, "</Object>")) {
      if (object.key.empty() && absl::ConsumePrefix(&rest_, "<Key>")) {
        SIGNET_RETURN_IF_ERROR(ReadKey(&object.key));
        continue;
      }
      if (!object.has_version && absl::ConsumePrefix(&rest_, "<VersionId>")) {
        SIGNET_RETURN_IF_ERROR(ReadText("</VersionId>", &scratch_));
        if (scratch_.empty()) {
          return Ambiguous("body has an empty VersionId");
        }
        object.has_version = true;
        continue;
      }
      Condition* found = nullptr;
      for (Condition& condition : conditions) {
        if (!condition.is_read && absl::ConsumePrefix(&rest_, condition.open)) {
          found = &condition;
          break;
        }
      }
      if (found == nullptr) {
        return Unexpected("Key, VersionId, ETag, LastModifiedTime or Size, each once");
      }
      found->is_read = true;
      SIGNET_RETURN_IF_ERROR(ReadText(found->close, &scratch_));
    }
    return object.key.empty() ? Ambiguous("body has an Object without a Key") : absl::OkStatus();
  }

  absl::Status ReadKey(std::string* key) {
    SIGNET_RETURN_IF_ERROR(ReadText("</Key>", key));
    if (key->empty()) {
      return Ambiguous("body has an empty Key");
    }
    if (key->size() > kMaxKeyBytes) {
      return TooMuch(
          absl::StrCat("body has a key of ", key->size(), " bytes, allowed are ", kMaxKeyBytes));
    }
    // Some readers of XML cut them off.
    if (absl::ascii_isspace(key->front()) || absl::ascii_isspace(key->back())) {
      return Ambiguous(
          "body has a key that begins or ends with a blank: delete it by a request of its own");
    }
    return absl::OkStatus();
  }

  // The text up to `close`, which ends the element, to `out`.
  absl::Status ReadText(absl::string_view close, std::string* out) {
    out->clear();
    for (;;) {
      const size_t stop = rest_.find_first_of("<&");
      if (stop == absl::string_view::npos) {
        return Unexpected(close);
      }
      const absl::string_view plain = rest_.substr(0, stop);
      // "]]>" may not stand in text (section 2.4).
      if (plain.find("]]>") != absl::string_view::npos) {
        return Unexpected("no ]]> in text");
      }
      out->append(plain.data(), plain.size());
      rest_.remove_prefix(stop);
      if (absl::ConsumePrefix(&rest_, close)) {
        return absl::OkStatus();
      }
      const size_t semicolon =
          rest_.front() == '&' ? rest_.substr(0, 12).find(';') : absl::string_view::npos;
      if (semicolon == absl::string_view::npos) {
        return Unexpected(close);
      }
      SIGNET_RETURN_IF_ERROR(AppendReference(rest_.substr(1, semicolon - 1), out));
      rest_.remove_prefix(semicolon + 1);
    }
  }

  absl::string_view rest_;
  std::vector<DeletedObject>* const objects_;
  // Texts that are read to be passed over.
  std::string scratch_;
};

}  // namespace

absl::Status ParseMultiDelete(absl::string_view body, std::vector<DeletedObject>* objects) {
  objects->clear();
  SIGNET_RETURN_IF_ERROR(CheckCharacters(body));
  return Reader(body, objects).Read();
}

}  // namespace signet
