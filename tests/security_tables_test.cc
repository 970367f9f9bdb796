// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// SECURITY.md says which test holds each claim; this holds its tables against the tests
// that there are.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/named_tests.h"
#include "tests/support/source_tree.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr size_t kLeastRows = 45;

// The names in the column "test" of all tables of a document.
std::vector<std::string> TestsNamedBy(const std::string& text, size_t* rows) {
  std::vector<std::string> names;
  size_t column = 0;
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(text, '\n'))) {
    const std::vector<std::string> cells = TableCells(line);
    for (size_t i = 0; i < cells.size(); ++i) {
      column = cells[i] == "test" ? i : column;
    }
    if (cells.empty()) {
      column = absl::StartsWith(line, "|") ? column : 0;
    } else if (column > 0 && column < cells.size() && cells[column] != "test") {
      const std::vector<std::string> quoted = Quoted(cells[column]);
      names.insert(names.end(), quoted.begin(), quoted.end());
      ++*rows;
    }
  }
  return names;
}

TEST(SecurityTablesTest, NameTestsThatExist) {
  const NamedTests tests = NamedTests::OfTree();
  size_t rows = 0;
  const std::vector<std::string> names =
      TestsNamedBy(ReadFileOrFail(SourceTree() + "/SECURITY.md"), &rows);
  EXPECT_GE(rows, kLeastRows);
  EXPECT_GE(names.size(), rows);
  for (const std::string& name : names) {
    EXPECT_TRUE(tests.Has(name)) << "no test " << name;
  }
}

TEST(SecurityTablesTest, AreReadByTheirColumnOfTests) {
  size_t rows = 0;
  EXPECT_THAT(TestsNamedBy("text `A.B`\n| threat | test | figure |\n|---|---|---|\n"
                           "| `x` | `A.B`, `C.*` | `y` |\n\n| a | b |\n|---|---|\n| c | `d` |\n",
                           &rows),
              ElementsAre("A.B", "C.*"));
  EXPECT_EQ(rows, 1u);
  EXPECT_THAT(TestsNamedBy("no table", &rows), IsEmpty());
}

TEST(NamedTestsTest, NoticesATestThatIsGone) {
  const NamedTests tests(
      {{"tests/a_test.cc",
        "TEST_P(ATest, B) {}\n... Refused(\"Row01C\", x)\nTEST(DTest, E) {}\nTEST_F(F,\n G)"},
       {"tests/attack/x_test.py", "def test_one(serve):\n"},
       {"tests/hard/stages.py", "    Stage(\"policy\", \"\"\n"},
       {"tests/CMakeLists.txt", "signet_test(lane_test SOURCES lane_test.cc)\n"},
       {"bench/overload/run", ""}});
  for (const char* const name :
       {"ATest.B", "ATest.*", "ATest.Row01*", "DTest.E", "DTest.*", "F.G",
        "attack/x_test.py::test_one", "attack/x_test.py", "attack", "tests/attack",
        "tests/hard/run policy", "lane_test", "bench/overload/run"}) {
    EXPECT_TRUE(tests.Has(name)) << name;
  }
  for (const char* const name :
       {"", "DTest.B", "ETest.*", "ATest.Row02*", "DTest.Row01*", "ATest.Row01",
        "attack/x_test.py::test_two", "attack/x_test.py::test_on", "attack/y_test.py::test_one",
        "attack/y_test.py", "attac", "tests/hard/run polic", "tests/hard/run", "other_test",
        "bench/overload/ru"}) {
    EXPECT_FALSE(tests.Has(name)) << name;
  }
}

}  // namespace
}  // namespace signet
