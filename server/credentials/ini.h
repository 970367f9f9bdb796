// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_INI_H_
#define SIGNET_SERVER_CREDENTIALS_INI_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/base/document.h"
#include "server/base/secret.h"

namespace signet {

struct IniProperty {
  // In lower case.
  std::string key;
  Secret value;
  // Of the key.
  TextMark mark;
};

struct IniSection {
  // What stands between the brackets, with runs of blanks as one.
  std::string name;
  TextMark mark;
  std::vector<IniProperty> properties;

  // Null where there is no such property.
  const IniProperty* Find(absl::string_view key) const;
};

// Reads the format of the AWS shared config and credentials files: [sections] of
// "key = value" lines; comments are lines that begin with '#' or ';', and what
// follows a blank and one of these; an indented line goes on with the property
// before it (nested settings, whose lines are dropped).
//
// InvalidArgument, Reason::kInvalidConfig, "name:line:column: message": any other
// line, a section or a key that is there twice, more than 4 MiB. Values never stand
// in a message.
absl::StatusOr<std::vector<IniSection>> ParseIni(absl::string_view name, absl::string_view text);

// Whether `text` looks like that format: it begins with a [section], or with a
// setting of AWS's, and has a line "key = value". Says nothing of a text that is
// expected to be in it.
bool LooksLikeIni(absl::string_view text);

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_INI_H_
