// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/document.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string MarkText(const DocumentNode& node) {
  return absl::StrCat(node.mark().line, ":", node.mark().column);
}

// The message of the error that `text` gives; "" when it gives none.
std::string JsonError(absl::string_view text) {
  return std::string(ParseJson("f.json", text).status().message());
}

std::string YamlError(absl::string_view text) {
  return std::string(ParseYaml("f.yaml", text).status().message());
}

// Reads `text` as each format that can hold it.
class DocumentFormatTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "yaml" && !HasYaml()) {
      GTEST_SKIP() << "built without YAML";
    }
  }
  absl::StatusOr<Document> Parse(absl::string_view text, DocumentLimits limits = {}) {
    return GetParam() == "yaml" ? ParseYaml("f", text, limits) : ParseJson("f", text, limits);
  }
};

INSTANTIATE_TEST_SUITE_P(Formats, DocumentFormatTest, ::testing::Values("json", "yaml"),
                         [](const auto& param) { return param.param; });

TEST_P(DocumentFormatTest, ReadsATreeWithItsPlaces) {
  ASSERT_OK_AND_ASSIGN(const Document document, Parse("{\"a\": [1, \"é\", \"x\"],\n"
                                                      "  \"b\": {\"c\": null, \"d\": true}}"));

  const DocumentNode& root = document.root();
  ASSERT_EQ(root.members().size(), 2u);
  const DocumentNode* const a = root.Find("a");
  ASSERT_EQ(a->items().size(), 3u);
  EXPECT_EQ(a->items()[0].text(), "1");
  EXPECT_FALSE(a->items()[0].is_quoted());
  EXPECT_EQ(a->items()[1].text(), "é");
  EXPECT_TRUE(a->items()[1].is_quoted());
  EXPECT_EQ(MarkText(*a), "1:7");
  EXPECT_EQ(MarkText(a->items()[1]), "1:11");
  EXPECT_EQ(MarkText(a->items()[2]), "1:17");
  const DocumentNode* const b = root.Find("b");
  EXPECT_EQ(MarkText(*b), "2:8");
  EXPECT_EQ(b->Find("c")->kind(), DocumentNode::Kind::kNull);
  EXPECT_EQ(b->Find("d")->text(), "true");
  EXPECT_EQ(b->Find("e"), nullptr);
}

TEST_P(DocumentFormatTest, RefusesAKeyThatIsThereTwice) {
  EXPECT_THAT(Parse("{\"a\": 1, \"b\": 2, \"a\": 3}"),
              StatusIs(absl::StatusCode::kInvalidArgument, "f:1:18: key 'a' is there twice"));
  EXPECT_OK(Parse("{\"a\": {\"a\": 1}, \"b\": {\"a\": 1}}"));
}

TEST_P(DocumentFormatTest, HoldsItsLimits) {
  DocumentLimits limits = {.max_bytes = 20, .max_depth = 2, .max_nodes = 4};
  EXPECT_OK(Parse("[[1], 2]", limits));
  EXPECT_OK(Parse("[1,  1,        1  ]", limits));
  EXPECT_THAT(Parse("[[[1]]]", limits),
              StatusIs(absl::StatusCode::kInvalidArgument, "f:1:3: nested deeper than 2"));
  EXPECT_THAT(Parse("[1, 2, 3, 4]", limits),
              StatusIs(absl::StatusCode::kInvalidArgument, "f:1:11: more than 4 values"));
  EXPECT_THAT(Parse("[1,                  ]", limits),
              StatusIs(absl::StatusCode::kInvalidArgument, "f:1:1: is 22 bytes, allowed are 20"));
}

TEST_P(DocumentFormatTest, RefusesDeepNestingWithoutRecursingInto) {
  EXPECT_THAT(Parse(std::string(100000, '[')),
              StatusIs(absl::StatusCode::kInvalidArgument, StartsWith("f:1:")));
}

TEST_P(DocumentFormatTest, RefusesWhatIsNotUtf8) {
  EXPECT_THAT(Parse("[1,\n \"\xc3\xa9\xff\"]"),
              StatusIs(absl::StatusCode::kInvalidArgument, "f:2:5: not UTF-8"));
}

TEST(JsonDocumentTest, ReadsEscapes) {
  ASSERT_OK_AND_ASSIGN(
      const Document document,
      ParseJson("f", R"(["\"\\\/\b\f\n\r\t", "\u0041\u00e9\u20AC\ud83d\ude00", "\u0000"])"));
  EXPECT_EQ(document.root().items()[0].text(), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(document.root().items()[1].text(), "Aé€😀");
  EXPECT_EQ(document.root().items()[2].text(), absl::string_view("\0", 1));
}

TEST(JsonDocumentTest, ReadsEveryFormOfNumber) {
  for (const char* const number : {"0", "-0", "12", "-1.5", "1e9", "1E+9", "0.10e-2"}) {
    ASSERT_OK_AND_ASSIGN(const Document document, ParseJson("f", number));
    EXPECT_EQ(document.root().text(), number);
  }
}

// RFC 8259; what lenient readers take is refused.
TEST(JsonDocumentTest, RefusesWhatIsNotJson) {
  EXPECT_EQ(JsonError(""), "f.json:1:1: the file ends before the document does");
  EXPECT_EQ(JsonError("{"), "f.json:1:2: the file ends before the document does");
  EXPECT_EQ(JsonError("{\"a\":\n1"), "f.json:2:2: the file ends before the document does");
  EXPECT_EQ(JsonError("[1,]"), "f.json:1:4: not a JSON value");
  EXPECT_EQ(JsonError("{\"a\":1,}"), "f.json:1:8: a key in double quotes is missing");
  EXPECT_EQ(JsonError("{a:1}"), "f.json:1:2: a key in double quotes is missing");
  EXPECT_EQ(JsonError("{\"a\" 1}"), "f.json:1:6: ':' is missing after a key");
  EXPECT_EQ(JsonError("{\"a\":1 \"b\":2}"), "f.json:1:8: ',' or '}' is missing");
  EXPECT_EQ(JsonError("[1 2]"), "f.json:1:4: ',' or ']' is missing");
  EXPECT_EQ(JsonError("1 2"), "f.json:1:3: more follows the end of the document");
  EXPECT_EQ(JsonError("// no\n1"), "f.json:1:1: not a JSON value");
  for (const char* const text : {"01", "+1", ".5", "1.", "1e", "0x1", "NaN", "True", "nul"}) {
    EXPECT_EQ(JsonError(text), "f.json:1:1: not a JSON value") << text;
  }
  EXPECT_EQ(JsonError("\"abc"), "f.json:1:1: '\"' is missing at the end of a string");
  EXPECT_EQ(JsonError("\"a\nb\""),
            "f.json:1:3: a control character in a string, write it as \\u00xx");
  for (const char* const text : {R"(" \x")", R"(" \u12g4")", R"(" \")", R"(" \u)"}) {
    EXPECT_THAT(JsonError(text), StartsWith("f.json:1:")) << text;
  }
  for (const char* const text :
       {R"("\ud83d")", R"("\ud83dx")", R"("\ude00")", R"("\ud83d\u0041")"}) {
    EXPECT_EQ(JsonError(text), "f.json:1:2: half of a surrogate pair") << text;
  }
  EXPECT_EQ(JsonError(absl::string_view("[1\0]", 4)), "f.json:1:3: ',' or ']' is missing");
}

class YamlDocumentTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HasYaml()) {
      GTEST_SKIP() << "built without YAML";
    }
  }
};

TEST_F(YamlDocumentTest, ReadsBlockStyle) {
  ASSERT_OK_AND_ASSIGN(const Document document, ParseYaml("f.yaml",
                                                          "# comment\n"
                                                          "credentials:\n"
                                                          "  - name: dev\n"
                                                          "    plain: 12\n"
                                                          "    quoted: '12'\n"
                                                          "    none:\n"));
  const DocumentNode& list = *document.root().Find("credentials");
  const DocumentNode& item = list.items()[0];
  EXPECT_EQ(MarkText(item), "3:5");
  EXPECT_EQ(item.Find("name")->text(), "dev");
  EXPECT_EQ(MarkText(*item.Find("name")), "3:11");
  EXPECT_FALSE(item.Find("plain")->is_quoted());
  EXPECT_TRUE(item.Find("quoted")->is_quoted());
  EXPECT_EQ(item.Find("none")->kind(), DocumentNode::Kind::kNull);
}

TEST_F(YamlDocumentTest, ReadsAnEmptyFileAsNothing) {
  ASSERT_OK_AND_ASSIGN(const Document document, ParseYaml("f.yaml", "# only a comment\n"));
  EXPECT_EQ(document.root().kind(), DocumentNode::Kind::kNull);
}

TEST_F(YamlDocumentTest, RefusesMoreThanATreeOfValues) {
  EXPECT_EQ(YamlError("a: &x 1\nb: 2\n"), "f.yaml:1:4: anchors are not supported");
  EXPECT_THAT(YamlError("a: &x [1]\nb: *x\n"), EndsWith("anchors are not supported"));
  EXPECT_EQ(YamlError("a: !!int 1\n"), "f.yaml:1:4: tags are not supported");
  EXPECT_EQ(YamlError("? [a]\n: 1\n"), "f.yaml:1:3: a key must be a scalar");
  EXPECT_EQ(YamlError("{: 1}\n"), "f.yaml:1:2: a key is missing");
  EXPECT_THAT(YamlError("a: 1\n---\nb: 2\n"), EndsWith("a second document, allowed is one"));
}

TEST_F(YamlDocumentTest, NamesThePlaceOfASyntaxError) {
  EXPECT_EQ(YamlError("a:\n\t- b\n"), "f.yaml:2:2: illegal block entry");
  // A truncated file must not pass as one with another secret.
  EXPECT_THAT(YamlError("a: \"x\n"), StartsWith("f.yaml:"));
  EXPECT_THAT(YamlError("a: 'x\nb: 1\n"), StartsWith("f.yaml:"));
  EXPECT_THAT(YamlError("a: [1, 2\n"), StartsWith("f.yaml:"));
  EXPECT_THAT(YamlError("a: b: c\n"), StartsWith("f.yaml:1:5: "));
  EXPECT_EQ(YamlError("a: \"\\ud83d\"\n"), "f.yaml:1:11: invalid unicode");
  // Not read as UTF-16.
  EXPECT_EQ(YamlError(absl::string_view("a\0:\0 \0b\0", 8)), "f.yaml:1:2: a NUL byte");
}

// The library decodes these to one byte of Latin-1.
TEST_F(YamlDocumentTest, RefusesAnEscapeThatIsNotDecodedToUtf8) {
  constexpr absl::string_view kWhy = "an escape whose character is not UTF-8, write it as \\u00xx";
  EXPECT_EQ(YamlError("a: \"x\\N\"\n"), absl::StrCat("f.yaml:1:4: ", kWhy));
  EXPECT_EQ(YamlError("a: [\"\\_\"]\n"), absl::StrCat("f.yaml:1:5: ", kWhy));
  EXPECT_EQ(YamlError("\"\\N\": 1\n"), absl::StrCat("f.yaml:1:1: ", kWhy));
  EXPECT_EQ(YamlError("a: \"\\u0085 \\x85 \\L \\P\"\n"), "");
}

TEST_F(YamlDocumentTest, ErrorsHoldNoValues) {
  EXPECT_THAT(YamlError("secret: *topsecret\n"), Not(HasSubstr("topsecret")));
  EXPECT_THAT(YamlError("secret: [topsecret\n"), Not(HasSubstr("topsecret")));
  EXPECT_THAT(YamlError("secret: !topsecret!x a\n"), Not(HasSubstr("topsecret")));
  EXPECT_THAT(JsonError("{\"secret\": topsecret}"), Not(HasSubstr("topsecret")));
  // As a key, in the wrong place.
  EXPECT_EQ(JsonError("{\"TopSecret\": 1, \"TopSecret\": 1}"), "f.json:1:18: key is there twice");
}

TEST(DocumentTest, ConvertsScalars) {
  ASSERT_OK_AND_ASSIGN(const Document document,
                       ParseJson("f", R"({"i": 7, "b": false, "d": "1h30m", "t": ""})"));
  const DocumentNode& root = document.root();
  EXPECT_EQ(document.IntegerOf(*root.Find("i"), 7, 7).value(), 7);
  EXPECT_EQ(document.BooleanOf(*root.Find("b")).value(), false);
  EXPECT_EQ(document.DurationOf(*root.Find("d")).value(), absl::Minutes(90));
  EXPECT_EQ(document.TextOf(*root.Find("t")).value(), "");
  EXPECT_EQ(document.TextOf(*root.Find("i")).value(), "7");
}

TEST(DocumentTest, RefusesScalarsOfAnotherKind) {
  ASSERT_OK_AND_ASSIGN(
      const Document document,
      ParseJson("f", R"({"i": "7", "n": null, "l": [], "d": "90", "e": "-1s", "f": "inf"})"));
  const DocumentNode& root = document.root();
  EXPECT_THAT(
      document.IntegerOf(*root.Find("i"), 0, 10),
      StatusIs(absl::StatusCode::kInvalidArgument, "f:1:7: must be an integer from 0 to 10"));
  EXPECT_THAT(document.IntegerOf(*root.Find("n"), 0, 10), Not(IsOk()));
  EXPECT_THAT(document.BooleanOf(*root.Find("i")),
              StatusIs(absl::StatusCode::kInvalidArgument, "f:1:7: must be true or false"));
  EXPECT_THAT(document.TextOf(*root.Find("l")),
              StatusIs(absl::StatusCode::kInvalidArgument, "f:1:28: is a list, must be a text"));
  EXPECT_THAT(document.TextOf(*root.Find("n")), Not(IsOk()));
  for (const char* const key : {"d", "e", "f", "l"}) {
    EXPECT_THAT(document.DurationOf(*root.Find(key)), Not(IsOk())) << key;
  }
}

TEST(DocumentTest, RefusesIntegersOutOfRange) {
  ASSERT_OK_AND_ASSIGN(const Document document, ParseJson("f", "[1, 11, 9223372036854775808]"));
  EXPECT_OK(document.IntegerOf(document.root().items()[0], 1, 10));
  EXPECT_THAT(document.IntegerOf(document.root().items()[0], 2, 10), Not(IsOk()));
  EXPECT_THAT(document.IntegerOf(document.root().items()[1], 1, 10), Not(IsOk()));
  EXPECT_THAT(document.IntegerOf(document.root().items()[2], 1, INT64_MAX), Not(IsOk()));
}

TEST(DocumentTest, ChecksKeys) {
  ASSERT_OK_AND_ASSIGN(const Document document, ParseJson("f", "{\"a\": 1,\n\"regoin\": 2}"));
  EXPECT_OK(document.CheckMap(document.root(), {"a", "regoin"}));
  EXPECT_THAT(document.CheckMap(document.root(), {"a", "region"}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "f:2:1: unknown key 'regoin', allowed are a, region"));
  EXPECT_THAT(document.CheckMap(*document.root().Find("a"), {}),
              FailsWith(Reason::kInvalidConfig, ""));
  EXPECT_THAT(document.CheckList(document.root()),
              StatusIs(absl::StatusCode::kInvalidArgument, "f:1:1: is a map, must be a list"));
  EXPECT_OK(document.Require(document.root(), "a"));
  EXPECT_THAT(document.Require(document.root(), "b"),
              StatusIs(absl::StatusCode::kInvalidArgument, "f:1:1: key 'b' is missing"));
}

TEST(DocumentTest, ReadsAFileByItsName) {
  const TempFolder folder;
  folder.Write("a.json", "{\"a\": 1}");
  folder.Write("b.json", "a: 1");
  folder.Write("c.yaml", HasYaml() ? "a: 1" : "{\"a\": 1}");

  EXPECT_OK(ReadDocument(folder.Path("a.json")));
  EXPECT_OK(ReadDocument(folder.Path("c.yaml")));
  EXPECT_THAT(ReadDocument(folder.Path("b.json")),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       folder.Path("b.json") + ":1:1: not a JSON value"));
  EXPECT_THAT(ReadDocument(folder.Path("none")),
              StatusIs(absl::StatusCode::kNotFound, StartsWith(folder.Path("none"))));
}

}  // namespace
}  // namespace signet
