// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// tests/public_bugs.md says which test attacks signet in which way; this holds it
// against the tests that there are.

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/named_tests.h"
#include "tests/support/source_tree.h"

namespace signet {
namespace {

constexpr int kRows = 50;
constexpr size_t kLeastCases = 150;

struct Row {
  int number = 0;
  std::vector<std::string> tests;
};

std::vector<Row> ReadTable() {
  std::vector<Row> rows;
  const std::string text = ReadFileOrFail(SourceTree() + "/tests/public_bugs.md");
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(text, '\n'))) {
    const std::vector<std::string> cells = TableCells(line);
    Row row;
    if (cells.size() == 4 && absl::SimpleAtoi(cells[0], &row.number)) {
      row.tests = Quoted(cells[3]);
      rows.push_back(row);
    }
  }
  return rows;
}

TEST(PublicBugsTableTest, HasEachRowOnceWithTestsThatExist) {
  const std::vector<Row> rows = ReadTable();
  const NamedTests tests = NamedTests::OfTree();
  ASSERT_EQ(rows.size(), static_cast<size_t>(kRows));
  for (int i = 0; i < kRows; ++i) {
    EXPECT_EQ(rows[i].number, i + 1);
    EXPECT_FALSE(rows[i].tests.empty()) << "row " << rows[i].number;
    for (const std::string& test : rows[i].tests) {
      EXPECT_TRUE(tests.Has(test)) << "row " << rows[i].number << ": no test " << test;
    }
  }
}

// A case is a test or a parameter whose name begins with its row.
TEST(PublicBugsTableTest, ThereAreEnoughCases) {
  std::set<std::string> cases;
  std::set<std::string> rows;
  const std::regex name("Row([0-9][0-9])[A-Za-z0-9]+");
  for (const auto& [path, text] : ReadSources("tests")) {
    if (!absl::StrContains(path, "public_bugs_") ||
        absl::EndsWith(path, "public_bugs_table_test.cc")) {
      continue;
    }
    for (std::sregex_iterator it(text.begin(), text.end(), name); it != std::sregex_iterator();
         ++it) {
      cases.insert(absl::StrCat(path, ":", (*it)[0].str()));
      rows.insert((*it)[1]);
    }
  }
  RecordProperty("cases", static_cast<int>(cases.size()));
  EXPECT_GE(cases.size(), kLeastCases);
  // Row 8 is below, row 48 in the name of row 42's, row 41 in row 38's.
  EXPECT_GE(rows.size(), static_cast<size_t>(kRows - 2));
}

// Lines that compare a signature by other means than the one function that does.
std::vector<std::string> Comparisons(const std::string& path, const std::string& text) {
  static const std::regex operators(
      R"((\b\w*signature(\(\))?\s*(==|!=)\s*[^\s=])|((==|!=)\s*\w*(\.|->)?signature\b)|(\b(mem|str|strcase)cmp\s*\())",
      std::regex::icase);
  std::vector<std::string> found;
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(text, '\n'))) {
    if (std::regex_search(line, operators) &&
        !absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "//")) {
      found.push_back(absl::StrCat(path, ": ", line));
    }
  }
  return found;
}

// MinIO issue 5334, versitygw issue 2350, chimera issue 497, s3s issue 659.
TEST(PublicBugsTableTest, Row08NoSourceComparesSignaturesByItself) {
  for (const char* const folder : {"server/sigv4", "server/service", "server/digest"}) {
    for (const auto& [path, text] : ReadSources(folder)) {
      EXPECT_THAT(Comparisons(path, text), ::testing::IsEmpty());
    }
  }
}

TEST(PublicBugsTableTest, Row08NoticesOneThatDoes) {
  for (const char* const line :
       {"return expected == received.signature;", "if (signature != other) {",
        "return SignatureOf(key, text) == b && signature() == x;",
        "memcmp(a.data(), b.data(), 32) == 0", "strcasecmp(a, b)"}) {
    EXPECT_EQ(Comparisons("f", line).size(), 1u) << line;
  }
  EXPECT_TRUE(Comparisons("f", "if (signature_length == 0) {").empty());
  EXPECT_TRUE(Comparisons("f", "// signature == other").empty());
}

}  // namespace
}  // namespace signet
