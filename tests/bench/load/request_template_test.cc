// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/request_template.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/source_tree.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet::load {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// JSON, which every build reads.
absl::StatusOr<std::vector<RequestTemplate>> Read(const std::string& text) {
  const TempFolder folder;
  folder.Write("requests.json", text);
  return ReadTemplates(folder.Path("requests.json"));
}

TEST(RequestTemplateTest, FillsPlaceholders) {
  const std::vector<RequestTemplate> built_in = BuiltInTemplates();
  ASSERT_THAT(built_in, SizeIs(1));
  EXPECT_EQ(built_in[0].UrlFor("eu-west-1", 17),
            "https://examplebucket.s3.eu-west-1.amazonaws.com/object-17");
}

TEST(RequestTemplateTest, ReadsAFile) {
  ASSERT_OK_AND_ASSIGN(const std::vector<RequestTemplate> templates, Read(R"({"requests": [
      {"service": "s3", "url": "https://b.s3.amazonaws.com/{n}"},
      {"name": "put", "weight": 3, "service": "dynamodb", "method": "POST",
       "url": "https://dynamodb.{region}.amazonaws.com/",
       "headers": [{"name": "x-amz-target", "value": "DynamoDB_20120810.PutItem"}],
       "body": "{}"},
      {"service": "s3", "method": "PUT", "url": "https://b.s3.amazonaws.com/k",
       "payload": "unsigned"}]})"));
  ASSERT_THAT(templates, SizeIs(3));
  EXPECT_EQ(templates[0].name, "request-1");
  EXPECT_EQ(templates[0].weight, 1);
  EXPECT_EQ(templates[0].request.method, "GET");
  EXPECT_EQ(templates[1].weight, 3);
  EXPECT_EQ(templates[1].request.headers[0].value, "DynamoDB_20120810.PutItem");
  EXPECT_EQ(templates[1].UrlFor("us-west-2", 0), "https://dynamodb.us-west-2.amazonaws.com/");
  // printf '{}' | sha256sum
  EXPECT_EQ(templates[1].request.payload->sha256[0], 0x44);
  EXPECT_EQ(templates[2].request.payload->mode, PayloadMode::kUnsigned);
}

TEST(RequestTemplateTest, TheExampleIsValid) {
  EXPECT_THAT(ReadTemplates(SourceTree() + "/bench/load/requests.example.json"), IsOk());
}

TEST(RequestTemplateTest, RefusesWhatCannotBeSignedWithItsPlace) {
  const std::string good_url = R"("url": "https://b.s3.amazonaws.com/k")";
  for (const auto& [entry, says] : std::vector<std::pair<std::string, std::string>>{
           {R"({"service": "s3"})", "url"},
           {R"({"url": "https://b.s3.amazonaws.com/"})", "service"},
           {R"({"service": "s3", "url": "b.s3.amazonaws.com/k"})", "url"},
           {R"({"service": "s3", "uri": "x"})", "uri"},
           {R"({"service": "s3", "weight": 0, )" + good_url + "}", "1 to 1000000"},
           {R"({"service": "s3", "body": "a", "payload": "unsigned", )" + good_url + "}",
            "one of them"},
           {R"({"service": "s3", "payload": "abc", )" + good_url + "}", "64 hex digits"},
           {R"({"service": "s3", "profile": "no-such", )" + good_url + "}", "profile"},
           {R"({"service": "s3", "headers": [{"name": "authorization", "value": "x"}], )" +
                good_url + "}",
            "authorization"},
           {R"({"service": "s3", "headers": [{"value": "x"}], )" + good_url + "}", "name"},
           {R"({"service": "s3", "headers": {}, )" + good_url + "}", "list"}}) {
    EXPECT_THAT(Read("{\"requests\": [\n" + entry + "]}"),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         AllOf(HasSubstr("requests.json:2:"), HasSubstr(says))))
        << entry;
  }
}

TEST(RequestTemplateTest, RefusesOtherFiles) {
  EXPECT_FALSE(Read("[]").ok());
  EXPECT_FALSE(Read("{}").ok());
  EXPECT_THAT(Read(R"({"requests": []})"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("1 to 1000")));
  EXPECT_FALSE(ReadTemplates("/no/such/file.json").ok());
}

}  // namespace
}  // namespace signet::load
