// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_SOURCE_TREE_H_
#define SIGNET_TESTS_SUPPORT_SOURCE_TREE_H_

#include <optional>
#include <string>

namespace signet {

// The root of the checkout (SIGNET_SOURCE_DIR, set by ctest; else the working
// directory).
std::string SourceTree();

// The folder of public test vectors: SIGNET_VECTORS_DIR, or
// ../shared/conformance beside the checkout. Nothing when it is not there; with
// CI=true that is a test failure, recorded here.
std::optional<std::string> VectorsFolder();

// The bytes of a file; a test failure and "" when it cannot be read.
std::string ReadFileOrFail(const std::string& path);

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_SOURCE_TREE_H_
