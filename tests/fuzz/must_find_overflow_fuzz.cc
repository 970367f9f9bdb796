// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// A control: reads as many bytes as a length says without looking whether they are
// there, behind a mark of four bytes. Fuzzing that does not find this finds nothing.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace signet {
namespace {

void Run(absl::string_view bytes) {
  if (!absl::StartsWith(bytes, "AWS4") || bytes.size() < 6) {
    return;
  }
  const std::vector<char> copy(bytes.begin() + 5, bytes.end());
  volatile char last = 0;
  for (size_t i = 0; i < static_cast<uint8_t>(bytes[4]); ++i) {
    last = copy.data()[i];
  }
  (void)last;
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
