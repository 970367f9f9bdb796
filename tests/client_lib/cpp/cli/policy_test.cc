// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// signet policy: tests, explanations and suggestions, by the real server.

#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/support/program.h"
#include "tests/support/signetd_process.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

ProgramResult Signet(const std::vector<std::string>& words) { return RunProgram("signet", words); }

// A configuration whose rules, tests and mode are given.
std::string Configuration(const std::string& policy) {
  return absl::StrCat(
      R"({"credentials": [{"name": "data", "access_key_id": "AKIDEXAMPLE",)", "\n",
      R"("secret_access_key": "hunter2"}],)", "\n",
      R"("listen": {"unix": {"path": "SOCKET", "users": [{"name": "alice",)", R"("uid": )",
      ::geteuid(), "}]}},\n", R"("drain": {"delay": "0s", "grace": "1s"},)", "\n",
      R"("key_cache": {"allow_unlocked_memory": true},)", "\n\"policy\": ", policy, "}\n");
}

// On line 7.
constexpr char kReadRule[] =
    "\n"
    R"({"name": "read", "callers": ["alice"], "operations": ["SignRequest"],)"
    R"("credentials": ["data"], "services": ["s3"], "regions": ["us-east-1"],)"
    R"("resources": ["bucket/a/*"]})";

std::string TestOf(const std::string& url, const std::string& expect) {
  return absl::StrCat(R"({"caller": "alice", "credential": "data", "service": "s3",)",
                      R"("region": "us-east-1", "request": "GET )", url, R"(", "expect": ")",
                      expect, "\"}");
}

class PolicyCommandTest : public ::testing::Test {
 protected:
  // The path of a file of that text.
  std::string File(const std::string& name, const std::string& text) {
    folder_.Write(name, absl::StrReplaceAll(text, {{"SOCKET", folder_.Path("s")}}));
    return folder_.Path(name);
  }

  ProgramResult ExplainUrl(const std::string& file, const std::string& url,
                           const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {
        "policy", "explain",  file,        "--caller", "alice", "--credential", "data", "--service",
        "s3",     "--region", "us-east-1", "--url",    url};
    words.insert(words.end(), more.begin(), more.end());
    return Signet(words);
  }

  const TempFolder folder_;
};

TEST_F(PolicyCommandTest, RunsTheTestsOfAConfigurationAndTellsTheirPlaces) {
  const std::string file = File(
      "c.json",
      Configuration(absl::StrCat(R"({"rules": [)", kReadRule, R"(], "tests": [)", "\n",
                                 TestOf("https://bucket.s3.amazonaws.com/a/k", "allow"), ",\n",
                                 TestOf("https://bucket.s3.amazonaws.com/b/k", "allow"), "]}")));
  const ProgramResult result = Signet({"policy", "test", file});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.output, HasSubstr("ok      " + file + ":8: SignRequest by alice"));
  EXPECT_THAT(result.output, HasSubstr("FAILED  " + file + ":9: SignRequest by alice"));
  EXPECT_THAT(result.output, HasSubstr("expected: allow"));
  EXPECT_THAT(result.output, HasSubstr("got:      deny (no-rule, nearest is read but for its "
                                       "resource)"));
  EXPECT_THAT(result.output, HasSubstr("1 passed, 1 failed"));
  const Json json = Json::parse(Signet({"policy", "test", file, "--json"}).output);
  EXPECT_EQ(json["tests"][0]["rule_place"], file + ":7");
  EXPECT_EQ(json["failed"], 1);
}

TEST_F(PolicyCommandTest, RunsTestsThatAreKeptApart) {
  const std::string file =
      File("c.json", Configuration(absl::StrCat(R"({"rules": [)", kReadRule, "]}")));
  const std::string tests = File(
      "t.json",
      absl::StrCat(R"({"tests": [)", TestOf("https://bucket.s3.amazonaws.com/b/k", "deny"), "]}"));
  ProgramResult result = Signet({"policy", "test", file, "--tests", tests});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  EXPECT_THAT(result.output, StartsWith("ok      " + tests + ":1: "));
  result = Signet({"policy", "test", file});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.errors, HasSubstr("there are no tests"));
  File("t.json", R"({"test": []})");
  result = Signet({"policy", "test", file, "--tests", tests});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors, HasSubstr("t.json:1:2: unknown key 'test', allowed are tests"));
  File("t.json", R"({"tests": [{"caller": "alice", "expect": "allow"}]})");
  result = Signet({"policy", "test", file, "--tests", tests});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.output, HasSubstr("a test names caller, credential, service and region"));
}

TEST_F(PolicyCommandTest, ExplainsWhatEachRuleSays) {
  const std::string file =
      File("c.json",
           Configuration(absl::StrCat(R"({"rules": [)", kReadRule, ",\n",
                                      R"({"name": "secret", "effect": "deny", "callers": ["*"],)",
                                      R"("operations": ["*"], "credentials": ["*"],)",
                                      R"("services": ["*"], "regions": ["*"],)",
                                      R"("resources": ["bucket/a/secret/*"]}]})")));
  ProgramResult result = ExplainUrl(file, "https://bucket.s3.amazonaws.com/a/k");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output,
            absl::StrCat("allowed, by read (", file, ":7) (allow-rule)\n",
                         "endpoint  bucket.s3.amazonaws.com\n",
                         "access    s3:GetObject bucket/a/k\n",  //
                         "rule      allow read (", file, ":7): matches\n",
                         "rule      deny secret (", file, ":8): does not match by its resource\n"));
  result = ExplainUrl(file, "https://bucket.s3.amazonaws.com/a%2Fsecret/k");
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.output, StartsWith("denied, by secret (" + file + ":8) (deny-rule)\n"));
  result = ExplainUrl(file, "https://bucket.s3.amazonaws.com/?list-type=2&prefix=b/");
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.output, AllOf(HasSubstr("nearest is read, but for its resource"),
                                   HasSubstr("access    s3:ListBucket bucket/b/*")));
  const Json json =
      Json::parse(ExplainUrl(file, "https://minio.internal/bucket/a/k", {"--json"}).output);
  EXPECT_EQ(json["accesses"][0]["extent"], "unknown");
  EXPECT_EQ(json["allowed"], false);
}

TEST_F(PolicyCommandTest, SaysWhatIsWrongWithAQuestion) {
  const std::string file =
      File("c.json", Configuration(absl::StrCat(R"({"rules": [)", kReadRule, "]}")));
  ProgramResult result = ExplainUrl(file, "bucket/k");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors, AllOf(StartsWith("signet: "), HasSubstr("url is not absolute")));
  result = ExplainUrl(file, "https://bucket.s3.amazonaws.com/k", {"--operation", "Sign"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors, HasSubstr("\"Sign\" given, allowed are SignRequest"));
  result = ExplainUrl(file, "https://bucket.s3.amazonaws.com/k", {"--payload", "none"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors, HasSubstr("\"none\" given, allowed are signed"));
  result = ExplainUrl(folder_.Path("absent.json"), "https://bucket.s3.amazonaws.com/k");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors, HasSubstr("No such file"));
  result = Signet({"policy"});
  EXPECT_EQ(result.exit_code, 2);
}

// What a server saw in record mode, as rules that allow it and little else.
class PolicySuggestionTest : public PolicyCommandTest,
                             public ::testing::WithParamInterface<const char*> {
 protected:
  // The exit code of having that signed.
  int Sign(const std::string& method, const std::string& url) {
    return Signet({"sign", "--target", target_, "--credential", "data", "--service", "s3",
                   "--region", "us-east-1", "--method", method, "--url", url})
        .exit_code;
  }

  std::string target_;
};

TEST_P(PolicySuggestionTest, AllowsWhatWasSeenAndLittleElse) {
  const std::vector<std::pair<std::string, std::string>> seen = {
      {"GET", "https://bucket.s3.amazonaws.com/a/k"},
      {"GET", "https://bucket.s3.amazonaws.com/a/it's \"quoted\""},
      {"GET", "https://bucket.s3.amazonaws.com/b/%C3%A9?tagging"},
      {"GET", "https://bucket.s3.us-east-1.amazonaws.com/?list-type=2&prefix=logs/2026"},
      {"GET", "https://bucket.s3.amazonaws.com/?location"},
      {"PUT", "https://other.s3.amazonaws.com/in/1"},
      {"PUT", "https://other.s3.amazonaws.com/in/2"},
      {"PUT", "https://other.s3.amazonaws.com/in/3"},
  };
  std::string suggested;
  {
    const std::unique_ptr<SignetdProcess> server = SignetdProcess::StartConfigured(
        folder_.path(),
        absl::StrReplaceAll(Configuration(R"({"mode": "record"})"), {{"\"drain\"", GetParam()}}));
    ASSERT_NE(server, nullptr);
    target_ = server->target();
    for (const auto& [method, url] : seen) {
      EXPECT_EQ(Sign(method, absl::StrReplaceAll(url, {{" ", "%20"}, {"\"", "%22"}})), 0) << url;
    }
    // No rule can be written for these.
    EXPECT_EQ(Sign("GET", "https://minio.internal/bucket/k"), 0);
    EXPECT_EQ(Sign("GET", "https://bucket.s3.amazonaws.com/a/../k"), 0);
    const std::string log = File("log", server->Output());
    const ProgramResult result = Signet({"policy", "suggest", log, "--max-resources", "2"});
    ASSERT_EQ(result.exit_code, 0) << result.errors << server->Output();
    suggested = result.output;
  }
  EXPECT_THAT(suggested, AllOf(HasSubstr("# not covered: \"alice\" \"s3:GetObject\" \"bucket/k\" "
                                         "at \"minio.internal\": the host is no known store"),
                               HasSubstr("takes allow_dot_segments"),
                               HasSubstr(R"(resources: ["other/in/*"])")));
  SCOPED_TRACE(suggested);
  SignetdOptions options;
  options.config_name = "signet.yaml";
  const std::unique_ptr<SignetdProcess> server = SignetdProcess::StartConfigured(
      folder_.path(),
      absl::StrCat(R"(credentials: [{name: data, access_key_id: AKIDEXAMPLE,)",
                   " secret_access_key: hunter2}]\n",
                   "listen: {unix: {path: SOCKET, users: [{name: alice, uid: ", ::geteuid(),
                   "}]}}\nkey_cache: {allow_unlocked_memory: true}\n",
                   "drain: {delay: 0s, grace: 1s}\n", suggested),
      options);
  ASSERT_NE(server, nullptr);
  for (const auto& [method, url] : seen) {
    EXPECT_EQ(Sign(method, absl::StrReplaceAll(url, {{" ", "%20"}, {"\"", "%22"}})), 0) << url;
  }
  for (const auto& [method, url] : std::vector<std::pair<std::string, std::string>>{
           {"PUT", "https://bucket.s3.amazonaws.com/a/k"},
           {"GET", "https://bucket.s3.amazonaws.com/a/k2"},
           {"GET", "https://bucket.s3.amazonaws.com/a/k?tagging"},
           {"GET", "https://bucket.s3.amazonaws.com/b/%C3%A9"},
           {"GET", "https://bucket.s3.amazonaws.com/?list-type=2&prefix=log"},
           {"PUT", "https://other.s3.amazonaws.com/out/1"},
           {"PUT", "https://third.s3.amazonaws.com/in/1"},
           {"GET", "https://minio.internal/bucket/k"}}) {
    EXPECT_EQ(Sign(method, url), 4) << method << " " << url;
  }
}

INSTANTIATE_TEST_SUITE_P(Logs, PolicySuggestionTest,
                         ::testing::Values(R"("log": {"format": "json"}, "drain")",
                                           R"("log": {"format": "text"}, "drain")"));

TEST_F(PolicyCommandTest, SuggestsNothingFromALogWithoutRecords) {
  const std::string log = File("log", "{\"message\":\"call\"}\nnoise policy record\n");
  ProgramResult result = Signet({"policy", "suggest", log});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.output, IsEmpty());
  EXPECT_THAT(result.errors, HasSubstr("no \"policy record\" lines"));
  File("log", "\n{\"message\":\"policy record\",\"caller\":\"alice\"}\n");
  result = Signet({"policy", "suggest", log});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.errors, HasSubstr("line 2: a \"policy record\" without its operation"));
  result = Signet({"policy", "suggest", folder_.Path("absent")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("cannot read"), Not(HasSubstr("policy record"))));
}

// A line of signetd's log.
std::string RecordOf(const std::string& action, const std::string& resource,
                     const std::string& extent = "exact") {
  return Json({{"message", "policy record"},
               {"caller", "alice"},
               {"operation", "SignRequest"},
               {"credential", "data"},
               {"service", "s3"},
               {"region", "us-east-1"},
               {"endpoint", "bucket.s3.amazonaws.com"},
               {"payload", "signed"},
               {"action", action},
               {"resource", resource},
               {"extent", extent},
               {"dot_segments", false}})
             .dump() +
         "\n";
}

TEST_F(PolicyCommandTest, LetsNoCallerWriteAWildcardIntoTheSuggestedRules) {
  const std::string log =
      File("log", RecordOf("lambda:*", "/x") + RecordOf("s3:GetObject", "bucket/*") +
                      RecordOf("s3:GetObject", "bucket/a*b/c") +
                      RecordOf("s3:ListBucket", "bucket/c*d/e", "prefix"));
  ProgramResult result = Signet({"policy", "suggest", log});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, AllOf(HasSubstr(R"("lambda:*" "/x")"), HasSubstr(R"("bucket/*")"),
                                   HasSubstr(R"("bucket/a*b/c")"), HasSubstr(R"("bucket/c*d/e")"),
                                   HasSubstr("policy:\n  rules: []\n"), Not(HasSubstr("seen-1"))));
  // What ends a prefix is no part of the rule.
  File("log", RecordOf("s3:ListBucket", "bucket/a/*", "prefix"));
  result = Signet({"policy", "suggest", log});
  EXPECT_THAT(result.output, HasSubstr(R"(resources: ["bucket/a/*"])"));
}

TEST_F(PolicyCommandTest, SuggestsNoRuleThatCannotBeWrittenOrWasCut) {
  const std::string log = File("log", RecordOf("s3:GetObject", "bucket/a\x01") +
                                          RecordOf("s3:GetObject", "bucket/b\xC2\x85") +
                                          RecordOf("s3:GetObject", std::string(1024, 'b')));
  const ProgramResult result = Signet({"policy", "suggest", log});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output,
              AllOf(HasSubstr(R"("bucket/a\u0001")"), HasSubstr("control characters"),
                    HasSubstr("longer than the log shows"), HasSubstr("policy:\n  rules: []\n")));
}

TEST_F(PolicyCommandTest, PassesOverJsonLinesOfAnyShape) {
  const std::string log = File("log", "{\"message\":1}\n{\"message\":null}\n{}\n{\n[1]\n" +
                                          RecordOf("s3:GetObject", "bucket/k"));
  const ProgramResult result = Signet({"policy", "suggest", log});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr(R"(resources: ["bucket/k"])"));
}

}  // namespace
}  // namespace signet
