// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/jwt.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"
#include "tests/support/token_signer.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

TEST(DecodeBase64UrlTest, ReadsWhatTheStandardHas) {
  // RFC 4648 section 10, and RFC 7515 appendix C.
  const std::pair<const char*, const char*> cases[] = {
      {"", ""},
      {"Zg", "f"},
      {"Zm8", "fo"},
      {"Zm9v", "foo"},
      {"Zm9vYg", "foob"},
      {"Zm9vYmE", "fooba"},
      {"Zm9vYmFy", "foobar"},
      {"A-z_4ME", "\x03\xec\xff\xe0\xc1"},
  };
  for (const auto& [text, bytes] : cases) {
    EXPECT_EQ(DecodeBase64Url(text), bytes) << text;
  }
}

TEST(DecodeBase64UrlTest, RefusesEveryOtherSpelling) {
  for (const char* const text :
       {"Z", "Zg=", "Zg==", "Zh", "Zm9", "Zm9w=", "Zm9vY", "Zm+v", "Zm/v", "Zm9v\n", " Zm9v",
        "Zm 9v", "Zm9v.", "Zm9vYh", "\xc3\xa4\xc3\xa4"}) {
    EXPECT_EQ(DecodeBase64Url(text), std::nullopt) << text;
  }
  EXPECT_EQ(DecodeBase64Url(absl::string_view("Zm9v\0", 5)), std::nullopt);
}

std::string TokenOf(const std::string& header, const std::string& claims = "{}") {
  return absl::StrCat(Base64Url(header), ".", Base64Url(claims), ".c2ln");
}

TEST(JwtTest, IsTakenApart) {
  const std::string text = TokenOf(R"({"alg":"ES256","kid":"k1","typ":"jwt"})", R"({"iss":"a"})");
  const absl::StatusOr<Jwt> token = ParseJwt(text);
  ASSERT_OK(token);
  EXPECT_EQ(token->algorithm, JwtAlgorithm::kEs256);
  EXPECT_EQ(token->key_id, "k1");
  EXPECT_EQ(token->signed_part, text.substr(0, text.rfind('.')));
  EXPECT_EQ(token->signature, "sig");
  EXPECT_EQ(token->claims.root().Find("iss")->text(), "a");
  EXPECT_EQ(ParseJwt(TokenOf(R"({"alg":"RS256"})"))->key_id, std::nullopt);
  EXPECT_OK(ParseJwt(TokenOf(R"({"alg":"RS256","x-other":[1]})")));
}

TEST(JwtTest, RefusesHostileHeaders) {
  for (const char* const header : {R"({"alg":"none"})",
                                   R"({"alg":"None"})",
                                   R"({"alg":"NONE"})",
                                   R"({"alg":""})",
                                   R"({"alg":"HS256"})",
                                   R"({"alg":"HS512"})",
                                   R"({"alg":"rs256"})",
                                   R"({"alg":"RS256 "})",
                                   R"({"alg":"RS384"})",
                                   R"({"alg":"RS512"})",
                                   R"({"alg":"PS256"})",
                                   R"({"alg":"ES384"})",
                                   R"({"alg":"ES256K"})",
                                   R"({"alg":"EdDSA"})",
                                   R"({"alg":"RS1"})",
                                   R"({"alg":null})",
                                   R"({"alg":true})",
                                   R"({"alg":["RS256"]})",
                                   R"({"alg":{"RS256":1}})",
                                   "{}",
                                   "[]",
                                   "null",
                                   R"("RS256")",
                                   "",
                                   "{",
                                   R"({"alg":"RS256"}x)",
                                   R"({"alg":"RS256",})",
                                   R"({"alg":"RS256","alg":"RS256"})",
                                   R"({"alg":"RS256","alg":"none"})",
                                   R"({"alg":"RS256","\u0061lg":"none"})",
                                   R"({"alg":"RS256","crit":[]})",
                                   R"({"alg":"RS256","crit":["exp"]})",
                                   R"({"alg":"RS256","b64":false})",
                                   R"({"alg":"RS256","b64":true})",
                                   R"({"alg":"RS256","jku":"https://evil.example/"})",
                                   R"({"alg":"RS256","jwk":{}})",
                                   R"({"alg":"RS256","x5u":"https://evil.example/"})",
                                   R"({"alg":"RS256","x5c":[]})",
                                   R"({"alg":"RS256","zip":"DEF"})",
                                   R"({"alg":"RS256","enc":"A128GCM"})",
                                   R"({"alg":"RS256","typ":"JWE"})",
                                   R"({"alg":"RS256","typ":1})",
                                   R"({"alg":"RS256","kid":""})",
                                   R"({"alg":"RS256","kid":1})",
                                   R"({"alg":"RS256","kid":["a"]})",
                                   R"({"alg":"RS256","kid":null})",
                                   "{'alg':'RS256'}",
                                   "\xef\xbb\xbf{\"alg\":\"RS256\"}",
                                   "{\"alg\":\"RS256\",\"a\":\"\xff\"}"}) {
    EXPECT_THAT(ParseJwt(TokenOf(header)),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the token")))
        << header;
  }
  EXPECT_FALSE(
      ParseJwt(TokenOf(absl::StrCat(R"({"alg":"RS256","kid":")", std::string(257, 'k'), R"("})")))
          .ok());
}

TEST(JwtTest, RefusesHostileForms) {
  const std::string good = TokenOf(R"({"alg":"RS256"})");
  ASSERT_OK(ParseJwt(good));
  const std::string header = Base64Url(R"({"alg":"RS256"})");
  for (const std::string& text :
       std::vector<std::string>{"",
                                std::string("."),
                                std::string(".."),
                                std::string("a.b.c"),
                                header,
                                header + ".e30",
                                header + ".e30.",
                                header + "..c2ln",
                                ".e30.c2ln",
                                good + ".",
                                good + ".x",
                                "." + good,
                                good + "=",
                                good + " ",
                                " " + good,
                                good + "\n",
                                header + "=.e30.c2ln",
                                header + ".e30=.c2ln",
                                header + ".e31.c2ln",
                                header + ".e30.c2lo+",
                                header + ".W10.c2ln",
                                header + "." + Base64Url("1") + ".c2ln",
                                header + "." + Base64Url("{} {}") + ".c2ln",
                                header + "." + Base64Url(R"({"a":1,"a":2})") + ".c2ln",
                                header + "." + Base64Url(R"({"a":{"b":1,"b":2}})") + ".c2ln",
                                header + "." + Base64Url(R"([[[[[[[[[[]]]]]]]]]])") + ".c2ln",
                                header + "." + Base64Url(R"({"a":[[[[[[[[[]]]]]]]]]})") + ".c2ln",
                                good + std::string(kMaxJwtBytes, 'A')}) {
    EXPECT_FALSE(ParseJwt(text).ok()) << text.substr(0, 100);
  }
}

TEST(JwtTest, SaysNothingOfTheTokenInItsErrors) {
  for (const std::string& text :
       {std::string("hunter2"), TokenOf(R"({"alg":"hunter2"})"),
        TokenOf(R"({"alg":"RS256","hunter2":1,"hunter2":1})"),
        TokenOf(R"({"alg":"RS256"})", "hunter2"), TokenOf(R"({"alg":"RS256","typ":"hunter2"})")}) {
    const absl::StatusOr<Jwt> token = ParseJwt(text);
    ASSERT_FALSE(token.ok());
    EXPECT_THAT(std::string(token.status().message()), ::testing::Not(HasSubstr("hunter2")));
  }
}

}  // namespace
}  // namespace signet
