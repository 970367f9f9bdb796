// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a file of AWS profiles. What is accepted holds only text of its own
// lines, nothing twice; what is not is refused by its place. As a credentials file
// it gives a valid credential or an error.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "server/base/error.h"
#include "server/credentials/ini.h"
#include "server/credentials/profile_source.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

void CheckSections(absl::string_view text, const std::vector<IniSection>& sections) {
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  absl::flat_hash_set<std::string> names;
  for (const IniSection& section : sections) {
    SIGNET_FUZZ_CHECK(!section.name.empty());
    SIGNET_FUZZ_CHECK(names.insert(section.name).second);
    absl::flat_hash_set<std::string> keys;
    for (const IniProperty& property : section.properties) {
      SIGNET_FUZZ_CHECK(!property.key.empty());
      SIGNET_FUZZ_CHECK(keys.insert(property.key).second);
      SIGNET_FUZZ_CHECK(property.mark.line > section.mark.line);
      SIGNET_FUZZ_CHECK(static_cast<size_t>(property.mark.line) <= lines.size());
      const absl::string_view line = lines[static_cast<size_t>(property.mark.line) - 1];
      SIGNET_FUZZ_CHECK(absl::StrContains(line, property.value.Reveal()));
      SIGNET_FUZZ_CHECK(section.Find(property.key) == &property);
    }
  }
}

void Run(absl::string_view text) {
  const absl::StatusOr<std::vector<IniSection>> sections = ParseIni("f", text);
  if (sections.ok()) {
    CheckSections(text, *sections);
  } else {
    SIGNET_FUZZ_CHECK(absl::StartsWith(sections.status().message(), "f:"));
  }
  const ProfileSource source("c", {"default", "f", "g"});
  std::vector<SourcePiece> pieces;
  pieces.push_back({"f", Secret(text)});
  const absl::StatusOr<std::vector<CredentialValue>> values = source.Parse(pieces);
  if (values.ok()) {
    SIGNET_FUZZ_CHECK(values->size() == 1 && ValidateCredential(values->front()).ok());
  } else {
    SIGNET_FUZZ_CHECK(GetErrorDetail(values.status()).reason == Reason::kInvalidConfig);
  }
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
