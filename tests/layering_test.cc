// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// A module may include only what stands before it in kModules. The compiler and
// the linker accept any order, so this test is what keeps it.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/source_tree.h"

namespace signet {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// Lowest first.
const std::vector<std::string>& Modules() {
  static const auto* const modules = new std::vector<std::string>{
      "server/base",        "server/digest",   "server/sigv4", "server/keycache",
      "server/credentials", "server/policy",   "server/audit", "server/observability",
      "server/service",     "server/transport"};
  return *modules;
}

// These link neither gRPC nor Protobuf, so that clients sign locally with them.
bool IsPortable(const std::string& module) {
  static const std::set<std::string> portable = {"server/base", "server/digest", "server/sigv4",
                                                 "server/keycache", "server/credentials"};
  return portable.count(module) > 0;
}

struct Include {
  int line;
  std::string path;
};

std::vector<Include> IncludesOf(const fs::path& file) {
  static const std::regex include(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
  std::vector<Include> includes;
  std::ifstream stream(file);
  std::string text;
  for (int line = 1; std::getline(stream, text); ++line) {
    std::smatch match;
    if (std::regex_search(text, match, include)) {
      includes.push_back({line, match[1]});
    }
  }
  return includes;
}

std::vector<fs::path> SourcesBelow(const fs::path& folder) {
  std::vector<fs::path> sources;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension();
    if (entry.is_regular_file() && (extension == ".h" || extension == ".cc")) {
      sources.push_back(entry.path());
    }
  }
  return sources;
}

bool StartsWith(const std::string& text, const std::string& prefix) {
  return text.rfind(prefix, 0) == 0;
}

// The position of the module that `path` belongs to; the number of modules for
// paths above all of them (main.cc), -1 for paths that are none of ours.
int LayerOf(const std::string& path) {
  const std::vector<std::string>& modules = Modules();
  for (size_t i = 0; i < modules.size(); ++i) {
    if (StartsWith(path, modules[i] + "/")) {
      return static_cast<int>(i);
    }
  }
  return StartsWith(path, "server/") ? static_cast<int>(modules.size()) : -1;
}

// "file:line: reason" for each include of `path` (relative to the root) that
// breaks a rule.
std::vector<std::string> ViolationsOf(const std::string& path, const std::vector<Include>& found) {
  std::vector<std::string> violations;
  const int layer = LayerOf(path);
  const bool is_header = StartsWith(fs::path(path).extension(), ".h");
  const std::string module =
      layer >= 0 && layer < static_cast<int>(Modules().size()) ? Modules()[layer] : "";
  for (const Include& include : found) {
    const std::string where = path + ":" + std::to_string(include.line) + ": " + include.path;
    if (layer >= 0 && LayerOf(include.path) > layer) {
      violations.push_back(where + " stands above it");
    }
    if (StartsWith(include.path, "client_lib/") && layer >= 0) {
      violations.push_back(where + " is a client's");
    }
    if (IsPortable(module) &&
        std::regex_search(include.path, std::regex("^(grpc|google/protobuf|protos/)|\\.pb\\.h$"))) {
      violations.push_back(where + " is gRPC or Protobuf in a portable module");
    }
    if (is_header && StartsWith(include.path, "openssl/")) {
      violations.push_back(where + " is OpenSSL in a header");
    }
  }
  return violations;
}

TEST(LayeringTest, EachModuleIncludesOnlyWhatStandsBelowIt) {
  const fs::path root = SourceTree();
  std::vector<std::string> violations;
  int scanned = 0;
  for (const char* const folder : {"server", "client_lib/cpp"}) {
    for (const fs::path& file : SourcesBelow(root / folder)) {
      const std::string path = fs::relative(file, root);
      const std::vector<std::string> found = ViolationsOf(path, IncludesOf(file));
      violations.insert(violations.end(), found.begin(), found.end());
      ++scanned;
    }
  }
  EXPECT_GT(scanned, 20) << "the scan did not find the sources below " << root;
  EXPECT_THAT(violations, IsEmpty());
}

TEST(LayeringTest, ClientsUseOnlyThePortableModules) {
  const fs::path root = SourceTree();
  for (const fs::path& file : SourcesBelow(root / "client_lib/cpp")) {
    for (const Include& include : IncludesOf(file)) {
      const int layer = LayerOf(include.path);
      if (layer >= 0) {
        EXPECT_TRUE(layer < static_cast<int>(Modules().size()) && IsPortable(Modules()[layer]))
            << file << ":" << include.line << ": " << include.path;
      }
    }
  }
}

TEST(LayeringTest, FindsAnIncludeThatPointsUpwards) {
  EXPECT_THAT(ViolationsOf("server/sigv4/signer.cc", {{7, "server/keycache/key_cache.h"}}),
              UnorderedElementsAre(
                  "server/sigv4/signer.cc:7: server/keycache/key_cache.h stands above it"));
}

TEST(LayeringTest, FindsGrpcInAPortableModuleAndOpensslInAHeader) {
  EXPECT_THAT(
      ViolationsOf("server/digest/sha256.h", {{1, "openssl/sha.h"}, {2, "grpcpp/server.h"}}),
      UnorderedElementsAre("server/digest/sha256.h:1: openssl/sha.h is OpenSSL in a header",
                           "server/digest/sha256.h:2: grpcpp/server.h is gRPC or Protobuf "
                           "in a portable module"));
}

TEST(LayeringTest, EveryServerFolderIsInTheTable) {
  for (const auto& entry : fs::directory_iterator(fs::path(SourceTree()) / "server")) {
    if (entry.is_directory()) {
      const std::string name = "server/" + entry.path().filename().string();
      EXPECT_NE(std::find(Modules().begin(), Modules().end(), name), Modules().end()) << name;
    }
  }
}

}  // namespace
}  // namespace signet
