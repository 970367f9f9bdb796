// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_reader.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "google/protobuf/duration.pb.h"
#include "server/base/document_builder.h"
#include "server/base/error.h"
#include "server/base/json_text.h"
#include "signet/v1/config.pb.h"

namespace signet {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::EnumDescriptor;
using ::google::protobuf::EnumValueDescriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using Kind = DocumentNode::Kind;

absl::string_view KindName(const DocumentNode& node) {
  switch (node.kind()) {
    case Kind::kNull:
      return "nothing";
    case Kind::kScalar:
      return "a single value";
    case Kind::kList:
      return "a list";
    case Kind::kMap:
      break;
  }
  return "a map";
}

// "LOG_OUTPUT_FORMAT_" for LogOutputFormat.
std::string EnumPrefix(const EnumDescriptor& type) {
  std::string prefix;
  for (const char c : type.name()) {
    if (absl::ascii_isupper(static_cast<unsigned char>(c)) && !prefix.empty()) {
      prefix.push_back('_');
    }
    prefix.push_back(absl::ascii_toupper(static_cast<unsigned char>(c)));
  }
  return prefix + "_";
}

// "json" for LOG_OUTPUT_FORMAT_JSON.
std::string ShortName(const EnumValueDescriptor& value) {
  return absl::AsciiStrToLower(value.name().substr(EnumPrefix(*value.type()).size()));
}

// All names but that of the value for "not set".
std::string ShortNames(const EnumDescriptor& type) {
  std::vector<std::string> names;
  names.reserve(type.value_count());
  for (int i = 1; i < type.value_count(); ++i) {
    names.push_back(ShortName(*type.value(i)));
  }
  return absl::StrJoin(names, ", ");
}

bool IsDuration(const FieldDescriptor& field) {
  return field.message_type() == google::protobuf::Duration::descriptor();
}

// A decimal integer without spaces, plus sign or leading zeros.
std::optional<int64_t> ParseInteger(absl::string_view text) {
  const absl::string_view digits = absl::StartsWith(text, "-") ? text.substr(1) : text;
  const bool is_decimal = !digits.empty() && std::all_of(digits.begin(), digits.end(), [](char c) {
    return absl::ascii_isdigit(static_cast<unsigned char>(c));
  });
  int64_t value = 0;
  if (!is_decimal || (digits.size() > 1 && digits[0] == '0') || !absl::SimpleAtoi(text, &value)) {
    return std::nullopt;
  }
  return value;
}

// How many decimals of a unit are whole nanoseconds; none for no unit.
std::optional<size_t> MostDecimals(absl::string_view unit) {
  if (unit == "ns") {
    return 0;
  }
  if (unit == "us") {
    return 3;
  }
  if (unit == "ms") {
    return 6;
  }
  return unit == "s" || unit == "m" || unit == "h" ? std::optional<size_t>(9) : std::nullopt;
}

// Takes the digits, or all but the digits and points, that `text` begins with.
absl::string_view TakeDigits(absl::string_view* text) {
  const absl::string_view taken = text->substr(0, text->find_first_not_of("0123456789"));
  text->remove_prefix(taken.size());
  return taken;
}
absl::string_view TakeUnit(absl::string_view* text) {
  const absl::string_view taken = text->substr(0, text->find_first_of("0123456789."));
  text->remove_prefix(taken.size());
  return taken;
}

// One or more numbers with units. The library's parser also takes signs, "0"
// alone, and parts of a nanosecond, which it drops.
bool IsDurationText(absl::string_view text) {
  if (text.empty()) {
    return false;
  }
  while (!text.empty()) {
    if (TakeDigits(&text).empty()) {
      return false;
    }
    absl::string_view decimals;
    if (absl::ConsumePrefix(&text, ".")) {
      decimals = TakeDigits(&text);
      if (decimals.empty()) {
        return false;
      }
    }
    const std::optional<size_t> most = MostDecimals(TakeUnit(&text));
    if (!most.has_value() || decimals.size() > *most) {
      return false;
    }
  }
  return true;
}

class Reader {
 public:
  Reader(FieldMarks* marks, ConfigErrors* errors) : marks_(*marks), errors_(*errors) {}

  void ReadMessage(const DocumentNode& node, const std::string& path, Message* message) {
    if (node.kind() != Kind::kMap) {
      return Fail(node, path, absl::StrCat("is ", KindName(node), ", must be a map"));
    }
    const Descriptor& type = *message->GetDescriptor();
    const bool outer_shows_values = shows_values_;
    shows_values_ = outer_shows_values && &type != v1::CredentialConfig::descriptor();
    for (const DocumentNode::Member& member : node.members()) {
      const FieldDescriptor* const field = type.FindFieldByName(member.key);
      if (field == nullptr) {
        UnknownKey(member, path, type);
        continue;
      }
      const std::string field_path =
          path.empty() ? field->name() : absl::StrCat(path, ".", field->name());
      if (member.value.kind() == Kind::kNull) {
        // YAML has an empty value end on the next line; the key says more.
        Fail(member.key_mark, field_path,
             absl::StrCat("is nothing, must be ",
                          field->is_repeated() ? "a list" : ExpectationOf(*field)));
        continue;
      }
      ReadField(member.value, field_path, *field, message);
    }
    shows_values_ = outer_shows_values;
  }

 private:
  void Fail(TextMark mark, const std::string& path, absl::string_view message) {
    errors_.Add(InvalidField(Reason::kInvalidConfig, path, message), mark);
  }
  void Fail(const DocumentNode& node, const std::string& path, absl::string_view message) {
    Fail(node.mark(), path, message);
  }

  void UnknownKey(const DocumentNode::Member& member, const std::string& path,
                  const Descriptor& type) {
    std::vector<std::string> names;
    names.reserve(type.field_count());
    for (int i = 0; i < type.field_count(); ++i) {
      names.push_back(type.field(i)->name());
    }
    Fail(member.key_mark, path,
         absl::StrCat("unknown key", ShownKey(member.key), ", allowed ",
                      names.empty() ? "is none" : "are ", absl::StrJoin(names, ", ")));
  }

  void ReadField(const DocumentNode& node, const std::string& path, const FieldDescriptor& field,
                 Message* message) {
    marks_.Add(path, node.mark());
    if (!field.is_repeated()) {
      return ReadValue(node, path, field, message);
    }
    if (node.kind() != Kind::kList) {
      return Fail(node, path, absl::StrCat("is ", KindName(node), ", must be a list"));
    }
    // Of these lists, one that is left out stands for any: a template that leaves
    // one empty hardly means that.
    constexpr int kFirstOptionalList = 10;
    if (node.items().empty() && field.containing_type() == v1::PolicyRule::descriptor() &&
        field.number() >= kFirstOptionalList) {
      return Fail(node, path, "is an empty list, leave it out for any");
    }
    for (size_t i = 0; i < node.items().size(); ++i) {
      const DocumentNode& item = node.items()[i];
      const std::string item_path = absl::StrCat(path, "[", i, "]");
      marks_.Add(item_path, item.mark());
      ReadValue(item, item_path, field, message);
    }
  }

  // Sets the field, or adds to it where it is repeated: messages and texts are
  // the only types that are.
  void ReadValue(const DocumentNode& node, const std::string& path, const FieldDescriptor& field,
                 Message* message) {
    const auto& reflection = *message->GetReflection();
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && !IsDuration(field)) {
      return ReadMessage(node, path,
                         field.is_repeated() ? reflection.AddMessage(message, &field)
                                             : reflection.MutableMessage(message, &field));
    }
    if (node.kind() != Kind::kScalar) {
      return Fail(node, path,
                  absl::StrCat("is ", KindName(node), ", must be ", ExpectationOf(field)));
    }
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_STRING) {
      return ReadScalar(node, path, field, message);
    }
    if (field.is_repeated()) {
      reflection.AddString(message, &field, std::string(node.text()));
    } else {
      reflection.SetString(message, &field, std::string(node.text()));
    }
  }

  void ReadScalar(const DocumentNode& node, const std::string& path, const FieldDescriptor& field,
                  Message* message) {
    const auto& reflection = *message->GetReflection();
    const absl::string_view text = node.text();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_BOOL:
        if (!node.is_quoted() && (text == "true" || text == "false")) {
          reflection.SetBool(message, &field, text == "true");
          return;
        }
        break;
      case FieldDescriptor::CPPTYPE_INT64:
        if (const auto value = ParseInteger(text); value.has_value() && !node.is_quoted()) {
          reflection.SetInt64(message, &field, *value);
          return;
        }
        break;
      case FieldDescriptor::CPPTYPE_ENUM:
        for (int i = 1; i < field.enum_type()->value_count(); ++i) {
          if (text == ShortName(*field.enum_type()->value(i))) {
            reflection.SetEnum(message, &field, field.enum_type()->value(i));
            return;
          }
        }
        break;
      case FieldDescriptor::CPPTYPE_MESSAGE:
        if (ReadDuration(text, reflection.MutableMessage(message, &field))) {
          return;
        }
        break;
      default:
        break;
    }
    Fail(node, path,
         absl::StrCat(shows_values_ ? ShownConfigValue(text) : "value",
                      node.is_quoted() ? " in quotes" : "", " given, must be ",
                      ExpectationOf(field)));
  }

  static bool ReadDuration(absl::string_view text, Message* message) {
    absl::Duration value;
    // google.protobuf.Duration's own range.
    if (!IsDurationText(text) || !absl::ParseDuration(text, &value) ||
        value > absl::Seconds(315576000000)) {
      return false;
    }
    auto* const duration = static_cast<google::protobuf::Duration*>(message);
    duration->set_seconds(absl::IDivDuration(value, absl::Seconds(1), &value));
    duration->set_nanos(static_cast<int32_t>(absl::ToInt64Nanoseconds(value)));
    return true;
  }

  static std::string ExpectationOf(const FieldDescriptor& field) {
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_BOOL:
        return "true or false";
      case FieldDescriptor::CPPTYPE_INT64:
        return "a whole decimal number";
      case FieldDescriptor::CPPTYPE_ENUM:
        return "one of " + ShortNames(*field.enum_type());
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return IsDuration(field) ? "a duration with its unit, such as 90s, 1h30m or 500ms, without "
                                   "a sign and no finer than 1ns"
                                 : "a map";
      default:
        return "a text";
    }
  }

  FieldMarks& marks_;
  ConfigErrors& errors_;
  bool shows_values_ = true;
};

}  // namespace

TextMark FieldMarks::Find(absl::string_view path) const {
  while (true) {
    const auto found = marks_.find(path);
    if (found != marks_.end()) {
      return found->second;
    }
    if (path.empty()) {
      return TextMark();
    }
    const size_t end = path.find_last_of(".[");
    path = path.substr(0, end == absl::string_view::npos ? 0 : end);
  }
}

void ReadConfigMessage(const Document& document, Message* message, FieldMarks* marks,
                       ConfigErrors* errors) {
  marks->Add("", document.root().mark());
  Reader(marks, errors).ReadMessage(document.root(), "", message);
}

std::string ShownConfigValue(absl::string_view text) {
  constexpr size_t kLongest = 60;
  std::string shown;
  AppendJsonString(TruncateUtf8(text, kLongest), &shown);
  if (text.size() > kLongest) {
    absl::StrAppend(&shown, "...");
  }
  return shown;
}

}  // namespace signet
