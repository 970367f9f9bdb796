// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/multi_delete.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "server/base/error.h"

namespace signet {
namespace {

constexpr absl::string_view kPlain =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<Delete xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\n"
    "  <Object>\n    <Key>in/a&amp;b</Key>\n    <VersionId>v1</VersionId>\n  </Object>\n"
    "  <Object><Key>&#x41;&#66;&lt;&gt;&quot;&apos;</Key><ETag>\"e\"</ETag><Size>3</Size>"
    "<LastModifiedTime>x</LastModifiedTime></Object>\n"
    "  <Quiet>true</Quiet>\n</Delete>\n";

// "key", "key@" with a version, joined by '|'; of a refusal "REASON field".
std::string Keys(absl::string_view body) {
  std::vector<DeletedObject> objects(3);
  const absl::Status status = ParseMultiDelete(body, &objects);
  if (!status.ok()) {
    const ErrorDetail detail = GetErrorDetail(status);
    return absl::StrCat(ReasonName(detail.reason), " ", detail.field);
  }
  std::string text;
  for (const DeletedObject& object : objects) {
    absl::StrAppend(&text, text.empty() ? "" : "|", object.key, object.has_version ? "@" : "");
  }
  return text;
}

std::string OneKey(absl::string_view key) {
  return absl::StrCat("<Delete><Object><Key>", key, "</Key></Object></Delete>");
}

TEST(MultiDeleteTest, ReadsWhatClientsSend) {
  EXPECT_EQ(Keys(kPlain), "in/a&b@|AB<>\"'");
  EXPECT_EQ(Keys(OneKey("a")), "a");
  EXPECT_EQ(Keys("<Delete><Quiet>true</Quiet><Object><VersionId>v</VersionId><Key>a</Key></Object>"
                 "</Delete>"),
            "a@");
  EXPECT_EQ(Keys("<?xml version='1.0' encoding='utf-8'?><Delete xmlns='http://s3.amazonaws.com/doc/"
                 "2006-03-01/'><Object><Key>a</Key></Object></Delete>"),
            "a");
  // The same key twice is two deletes of it.
  EXPECT_EQ(Keys("<Delete><Object><Key>a</Key></Object><Object><Key>a</Key></Object></Delete>"),
            "a|a");
  EXPECT_EQ(Keys(OneKey("a b/\xc3\xa4/\xf0\x9f\x98\x80")), "a b/\xc3\xa4/\xf0\x9f\x98\x80");
  EXPECT_EQ(Keys(OneKey("a&#13;&#10;&#9;b")), "a\r\n\tb");
  EXPECT_EQ(Keys(OneKey("../%2F//&#x1F600;")), "../%2F//\xf0\x9f\x98\x80");
  EXPECT_EQ(Keys(OneKey("a]]&gt;b")), "a]]>b");
  EXPECT_EQ(Keys(OneKey("a\"'>b")), "a\"'>b");
}

TEST(MultiDeleteTest, RefusesWhatReadersOfXmlTakeDifferently) {
  for (const std::string& body : std::vector<std::string>{
           "",
           " ",
           "a",
           "<",
           "<Delete/>",
           "<Delete></Delete>",
           "<Delete><Quiet>true</Quiet></Delete>",
           // Entities and document types.
           "<!DOCTYPE Delete><Delete><Object><Key>a</Key></Object></Delete>",
           "<!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY lol2 \"&lol;&lol;&lol;\">]>"
           "<Delete><Object><Key>&lol2;</Key></Object></Delete>",
           "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>"
           "<Delete><Object><Key>&e;</Key></Object></Delete>",
           OneKey("&lol;"),
           OneKey("&e"),
           OneKey("&;"),
           OneKey("&"),
           OneKey("& amp;"),
           OneKey("&#;"),
           OneKey("&#x;"),
           OneKey("&#0;"),
           OneKey("&#x0;"),
           OneKey("&#xD800;"),
           OneKey("&#x110000;"),
           OneKey("&#xFFFE;"),
           OneKey("&#8;"),
           OneKey("&#-65;"),
           OneKey("&#+65;"),
           OneKey("&# 65;"),
           OneKey("&#65 ;"),
           OneKey("&#4294967361;"),
           OneKey("&#x100000041;"),
           OneKey("&#X41;"),
           OneKey("&AMP;"),
           OneKey("&amp"),
           // Sections, comments, instructions.
           OneKey("<![CDATA[a]]>"),
           OneKey("a<!-- -->b"),
           OneKey("a<?x?>b"),
           OneKey("a]]>b"),
           "<!-- --><Delete><Object><Key>a</Key></Object></Delete>",
           "<Delete><!-- <Object><Key>b</Key></Object> --><Object><Key>a</Key></Object></Delete>",
           "<?x?><Delete><Object><Key>a</Key></Object></Delete>",
           // Declarations of other encodings.
           "<?xml version=\"1.1\"?><Delete><Object><Key>a</Key></Object></Delete>",
           "<?xml version=\"1.0\" "
           "encoding=\"UTF-7\"?><Delete><Object><Key>a</Key></Object></Delete>",
           "<?xml version=\"1.0\" encoding=\"UTF-16\"?><Delete><Object><Key>a</Key></Object>"
           "</Delete>",
           "\xef\xbb\xbf<Delete><Object><Key>a</Key></Object></Delete>",
           " <?xml version=\"1.0\"?><Delete><Object><Key>a</Key></Object></Delete>",
           // Namespaces, prefixes, attributes.
           "<Delete xmlns=\"http://example.com/\"><Object><Key>a</Key></Object></Delete>",
           "<s3:Delete xmlns:s3=\"http://s3.amazonaws.com/doc/2006-03-01/\"><s3:Object><s3:Key>a"
           "</s3:Key></s3:Object></s3:Delete>",
           "<Delete><Object><s3:Key>a</s3:Key></Object></Delete>",
           "<Delete><Object><Key xmlns=\"\">a</Key></Object></Delete>",
           "<Delete><Object x=\"1\"><Key>a</Key></Object></Delete>",
           "<Delete ><Object><Key>a</Key></Object></Delete>",
           "<Delete><Object><Key >a</Key></Object></Delete>",
           "<Delete><Object><Key>a</Key ></Object></Delete>",
           // Structure.
           "<delete><Object><Key>a</Key></Object></delete>",
           "<Delete><Object><key>a</key></Object></Delete>",
           "<Delete><Object><Key>a</Key><Key>b</Key></Object></Delete>",
           "<Delete><Object><Key>a</Key><VersionId>1</VersionId><VersionId>2</VersionId></Object>"
           "</Delete>",
           "<Delete><Object><Key>a<Key>b</Key></Key></Object></Delete>",
           "<Delete><Object><Object><Key>a</Key></Object></Object></Delete>",
           "<Delete><Delete><Object><Key>a</Key></Object></Delete></Delete>",
           "<Delete><Object></Object></Delete>",
           "<Delete><Object/></Delete>",
           "<Delete><Object><Key/></Object></Delete>",
           "<Delete><Object><Key></Key></Object></Delete>",
           "<Delete><Object><VersionId>1</VersionId></Object></Delete>",
           "<Delete><Object><Key>a</Key><VersionId></VersionId></Object></Delete>",
           "<Delete><Object><Key>a</Key><Unknown>b</Unknown></Object></Delete>",
           "<Delete><Object><Key>a</Key><Size>1</Size><Size>2</Size></Object></Delete>",
           "<Delete><Object>x<Key>a</Key></Object></Delete>",
           "<Delete>x<Object><Key>a</Key></Object></Delete>",
           "<Delete><Prefix>x</Prefix><Object><Key>a</Key></Object></Delete>",
           "<Delete><Quiet>true</Quiet><Quiet>false</Quiet><Object><Key>a</Key></Object></Delete>",
           "<Delete><Object><Key>a</Key></Object></Delete>x",
           "<Delete><Object><Key>a</Key></Object></Delete><Delete></Delete>",
           "<Delete><Object><Key>a</Object></Key></Delete>",
           // Bytes.
           OneKey("a\rb"),
           OneKey("a\x01"),
           OneKey("a\x7f\xff"),
           OneKey("\xc0\xaf"),
           OneKey("\xed\xa0\x80"),
           OneKey("\xef\xbf\xbe"),
           OneKey(absl::string_view("a\0b", 3)),
           // Blanks that a reader may cut off.
           OneKey(" a"),
           OneKey("a "),
           OneKey("\na"),
           OneKey("a&#32;"),
           OneKey("&#13;a"),
           OneKey(" "),
       }) {
    EXPECT_EQ(Keys(body), "AMBIGUOUS_TARGET body") << body;
  }
}

TEST(MultiDeleteTest, RefusesABodyThatEndsAnywhereBeforeItsEnd) {
  const absl::string_view whole = kPlain.substr(0, kPlain.size() - 1);
  ASSERT_EQ(Keys(whole), Keys(kPlain));
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(Keys(whole.substr(0, size)), "AMBIGUOUS_TARGET body") << size;
  }
}

TEST(MultiDeleteTest, HasTheLimitsOfS3) {
  std::string body = "<Delete>";
  for (size_t i = 0; i < kMaxDeleteKeys; ++i) {
    body += "<Object><Key>a</Key></Object>";
  }
  std::vector<DeletedObject> objects;
  EXPECT_TRUE(ParseMultiDelete(body + "</Delete>", &objects).ok());
  EXPECT_EQ(objects.size(), 1000u);
  EXPECT_EQ(Keys(body + "<Object><Key>a</Key></Object></Delete>"), "LIMIT_EXCEEDED body");
  EXPECT_EQ(Keys(OneKey(std::string(1024, 'a'))), std::string(1024, 'a'));
  EXPECT_EQ(Keys(OneKey(std::string(1025, 'a'))), "LIMIT_EXCEEDED body");
}

}  // namespace
}  // namespace signet
