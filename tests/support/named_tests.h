// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_NAMED_TESTS_H_
#define SIGNET_TESTS_SUPPORT_NAMED_TESTS_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace signet {

// Texts of files by their paths from the root of the checkout.
using Sources = std::map<std::string, std::string>;

// All files below `folder` of the checkout; of others than C++, Python and CMake no text.
Sources ReadSources(const std::string& folder);

// What documents call tests:
//
//   Suite.Name, Suite.*             a GoogleTest case, or any of the suite
//   Suite.Prefix*                   cases with parameters whose names begin so
//   attack/x_test.py::test_name     a case of pytest
//   name_test                       a test program
//   tests/hard/run STAGE            a stage
//   fuzz, tests/fuzz, bench/a/run   a file or folder, of the checkout or of tests/
class NamedTests {
 public:
  // `sources`: of tests, and what else may be named.
  explicit NamedTests(Sources sources);
  // Of this checkout.
  static NamedTests OfTree();

  bool Has(const std::string& name) const;

 private:
  bool HasParameter(const std::string& suite, absl::string_view name) const;
  bool HasPath(const std::string& path) const;
  bool FileHas(const std::string& path, const std::string& text) const;

  const Sources sources_;
  // "Suite.Name" of each case; suites; test programs.
  std::set<std::string> names_;
  // The files with the cases of a suite with parameters.
  std::multimap<std::string, std::string> parameterized_;
};

// The cells of a row of a Markdown table, without the outer bars and blanks; none for
// other lines and for the line below a header.
std::vector<std::string> TableCells(absl::string_view line);

// What stands between backquotes.
std::vector<std::string> Quoted(absl::string_view cell);

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_NAMED_TESTS_H_
