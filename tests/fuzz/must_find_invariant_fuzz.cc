// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// A control: a list of signed headers of which the check for order forgets the last
// two. No memory is harmed, only a promise is broken; a fuzzer must find that too.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

bool LooksSorted(const std::vector<absl::string_view>& names) {
  return names.size() < 2 || std::adjacent_find(names.begin(), names.end() - 1,
                                                std::greater_equal<>()) == names.end() - 1;
}

void Run(absl::string_view bytes) {
  const std::vector<absl::string_view> names = absl::StrSplit(bytes, ';');
  if (names.size() < 3 || names[0] != "host" || !LooksSorted(names)) {
    return;
  }
  SIGNET_FUZZ_CHECK(std::is_sorted(names.begin(), names.end()));
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
