// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/source_tree.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "gtest/gtest.h"

namespace signet {
namespace {

std::optional<std::string> Environment(const char* name) {
  const char* const value = getenv(name);
  if (value == nullptr || *value == '\0') {
    return std::nullopt;
  }
  return value;
}

}  // namespace

std::string SourceTree() {
  return Environment("SIGNET_SOURCE_DIR").value_or(std::filesystem::current_path().string());
}

std::optional<std::string> VectorsFolder() {
  const std::string folder =
      Environment("SIGNET_VECTORS_DIR").value_or(SourceTree() + "/../shared/conformance");
  if (std::filesystem::is_directory(folder)) {
    return folder;
  }
  if (Environment("CI") == "true") {
    ADD_FAILURE() << "no folder of test vectors at " << folder << "; set SIGNET_VECTORS_DIR";
  }
  return std::nullopt;
}

std::string ReadFileOrFail(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    ADD_FAILURE() << "cannot read " << path;
    return "";
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace signet
