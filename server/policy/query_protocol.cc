// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/query_protocol.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/digest/hex.h"

namespace signet {
namespace {

constexpr absl::string_view kAction = "Action";

// Takes a parameter if it may be Action.
absl::Status TakeParameter(absl::string_view name, absl::string_view value, absl::string_view field,
                           bool* has_action, std::string* action) {
  if (!MayBeName(name, kAction)) {
    return absl::OkStatus();
  }
  if (*has_action) {
    return InvalidField(Reason::kAmbiguousTarget, field, "parameter Action comes twice");
  }
  if (name != kAction) {
    return InvalidField(Reason::kAmbiguousTarget, field,
                        "a parameter's name is nearly Action: spell it so");
  }
  *has_action = true;
  action->assign(value.data(), value.size());
  return absl::OkStatus();
}

// Decodes one name or value of a form. False: a malformed escape.
bool DecodeFormText(absl::string_view text, std::string* out) {
  out->clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      out->push_back(' ');
    } else if (text[i] != '%') {
      out->push_back(text[i]);
    } else {
      uint8_t byte = 0;
      if (i + 2 >= text.size() || !FromHex(text.substr(i + 1, 2), absl::MakeSpan(&byte, 1))) {
        return false;
      }
      out->push_back(static_cast<char>(byte));
      i += 2;
    }
  }
  return true;
}

bool HasControl(absl::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return absl::ascii_iscntrl(static_cast<unsigned char>(c)); });
}

absl::Status CheckFormBytes(absl::string_view form) {
  unsigned char other = 0;
  for (const char c : form) {
    other |= static_cast<unsigned char>(c < ' ' || c > '~' || c == ';');
  }
  return other == 0 ? absl::OkStatus()
                    : InvalidField(Reason::kAmbiguousTarget, "body",
                                   "form holds a raw ';' or a byte that is not printable ASCII: "
                                   "percent-encode it, and send the form uncompressed");
}

}  // namespace

bool MayBeName(absl::string_view name, absl::string_view wanted) {
  // "Action[]" and "Action[0]" are Action to parsers that make lists of parameters.
  const absl::string_view bare = name.substr(0, name.find('['));
  return absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(bare), wanted);
}

absl::Status FindQueryAction(absl::Span<const QueryParameterView> query, std::string* action) {
  action->clear();
  bool has_action = false;
  for (const QueryParameterView& parameter : query) {
    SIGNET_RETURN_IF_ERROR(
        TakeParameter(parameter.name, parameter.value, "url", &has_action, action));
  }
  return absl::OkStatus();
}

absl::Status FindFormAction(absl::string_view form, std::string* action) {
  action->clear();
  SIGNET_RETURN_IF_ERROR(CheckFormBytes(form));
  bool has_action = false;
  std::string name;
  std::string value;
  for (const absl::string_view pair : absl::StrSplit(form, '&', absl::SkipEmpty())) {
    const size_t equals = std::min(pair.find('='), pair.size());
    const absl::string_view raw_value = pair.substr(std::min(equals + 1, pair.size()));
    if (!DecodeFormText(pair.substr(0, equals), &name) || !DecodeFormText(raw_value, &value)) {
      return InvalidField(Reason::kAmbiguousTarget, "body",
                          "form has a '%' that does not start two hex digits");
    }
    if (HasControl(name)) {
      return InvalidField(Reason::kAmbiguousTarget, "body",
                          "form has a parameter's name with a control byte");
    }
    SIGNET_RETURN_IF_ERROR(TakeParameter(name, value, "body", &has_action, action));
  }
  return absl::OkStatus();
}

bool MayNameAction(absl::string_view body) {
  std::string name;
  for (const absl::string_view pair : absl::StrSplit(body, absl::ByAnyChar("&;"))) {
    const absl::string_view raw = pair.substr(0, pair.find('='));
    // A name that does not decode is compared as it is.
    const bool is_decoded = DecodeFormText(raw, &name);
    absl::string_view text = is_decoded ? absl::string_view(name) : raw;
    while (!text.empty() && (absl::ascii_iscntrl(static_cast<unsigned char>(text.front())) ||
                             absl::ascii_isspace(static_cast<unsigned char>(text.front())))) {
      text.remove_prefix(1);
    }
    while (!text.empty() && (absl::ascii_iscntrl(static_cast<unsigned char>(text.back())) ||
                             absl::ascii_isspace(static_cast<unsigned char>(text.back())))) {
      text.remove_suffix(1);
    }
    if (MayBeName(text, kAction)) {
      return true;
    }
  }
  return false;
}

bool IsActionName(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c));
  });
}

}  // namespace signet
