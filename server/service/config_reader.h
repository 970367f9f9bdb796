// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_CONFIG_READER_H_
#define SIGNET_SERVER_SERVICE_CONFIG_READER_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"
#include "server/base/document.h"
#include "server/service/config_errors.h"

namespace signet {

// Where each field of a message stands in the file it was read from, by its
// path: "policy.rules[2].callers[0]"; "" is the whole document.
class FieldMarks {
 public:
  void Add(const std::string& path, TextMark mark) { marks_[path] = mark; }

  // The place of the field, or of the nearest field around it that has one.
  TextMark Find(absl::string_view path) const;

 private:
  absl::flat_hash_map<std::string, TextMark> marks_;
};

// Fills `message` from a document, by the message's descriptor alone: a map is a
// message and its keys are the field names, a list is a repeated field;
// google.protobuf.Duration is written "90s" and an enum value "json" (without
// the type's prefix). Nothing is converted silently.
//
// An error, with its place, for each unknown key, null, other kind of value,
// malformed or too large number or duration, unknown enum value; what it is about
// stays unset. Values are shown, except below fields of the type
// signet.v1.CredentialConfig.
void ReadConfigMessage(const Document& document, google::protobuf::Message* message,
                       FieldMarks* marks, ConfigErrors* errors);

// `text` for error messages: quoted, escaped, cut at 60 bytes.
std::string ShownConfigValue(absl::string_view text);

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_CONFIG_READER_H_
