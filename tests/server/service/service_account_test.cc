// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/service_account.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

const TokenTerms& Terms() {
  static const auto* const terms =
      new TokenTerms{"https://kubernetes.default.svc", "signet", absl::Hours(1)};
  return *terms;
}

const absl::Time kNow = absl::FromUnixSeconds(1'800'000'000);

constexpr char kGood[] =
    R"({"aud":["signet"],"exp":1800003000,"iat":1799999400,"iss":"https://kubernetes.default.svc",)"
    R"("kubernetes.io":{"namespace":"prod","pod":{"name":"p","uid":"u"},)"
    R"("serviceaccount":{"name":"billing","uid":"u"}},"nbf":1799999400,)"
    R"("sub":"system:serviceaccount:prod:billing"})";

absl::StatusOr<ServiceAccount> Read(const std::string& claims) {
  const absl::StatusOr<Document> document = ParseJson("claims", claims);
  EXPECT_OK(document) << claims;
  return ReadServiceAccount(*document, Terms(), kNow);
}

std::string With(const std::string& from, const std::string& to) {
  const std::string text = absl::StrReplaceAll(kGood, {{from, to}});
  EXPECT_NE(text, kGood) << from;
  return text;
}

TEST(ServiceAccountTest, IsReadFromAProjectedToken) {
  const absl::StatusOr<ServiceAccount> account = Read(kGood);
  ASSERT_OK(account);
  EXPECT_EQ(account->name_space, "prod");
  EXPECT_EQ(account->name, "billing");
  EXPECT_EQ(account->not_after, absl::FromUnixSeconds(1'800'003'030));
  EXPECT_OK(Read(With(R"(["signet"])", R"("signet")")));
  EXPECT_OK(Read(With(R"("nbf":1799999400,)", "")));
  EXPECT_OK(
      Read(R"({"aud":"signet","exp":1800000010,"iat":1800000000,)"
           R"("iss":"https://kubernetes.default.svc","sub":"system:serviceaccount:a:b.c-d"})"));
}

TEST(ServiceAccountTest, ClocksMayDifferByHalfAMinute) {
  // The token lives for an hour all the same.
  const auto at = [](int64_t issued, int64_t begins, int64_t expires) {
    return absl::StrReplaceAll(kGood,
                               {{R"("iat":1799999400)", absl::StrCat(R"("iat":)", issued)},
                                {R"("nbf":1799999400)", absl::StrCat(R"("nbf":)", begins)},
                                {R"("exp":1800003000)", absl::StrCat(R"("exp":)", expires)}});
  };
  EXPECT_OK(Read(at(1799999000, 1799999000, 1799999971)));
  EXPECT_THAT(Read(at(1799999000, 1799999000, 1799999970)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("has expired")));
  EXPECT_OK(Read(at(1800000030, 1800000030, 1800000100)));
  EXPECT_THAT(Read(at(1800000031, 1800000000, 1800000100)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not valid yet")));
  EXPECT_THAT(Read(at(1800000000, 1800000031, 1800000100)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not valid yet")));
  EXPECT_OK(Read(at(1800000000, 1800000000, 1800003600)));
  EXPECT_THAT(Read(at(1800000000, 1800000000, 1800003601)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("allowed is up to 1h")));
  EXPECT_FALSE(Read(at(1800000010, 1800000000, 1800000010)).ok());
}

TEST(ServiceAccountTest, RefusesEveryOtherClaim) {
  const std::pair<const char*, const char*> changes[] = {
      {R"("iss":"https://kubernetes.default.svc")", R"("iss":"https://kubernetes.default.svc/")"},
      {R"("iss":"https://kubernetes.default.svc")", R"("iss":"HTTPS://kubernetes.default.svc")"},
      {R"("iss":"https://kubernetes.default.svc")", R"("iss":["https://kubernetes.default.svc"])"},
      {R"("iss":"https://kubernetes.default.svc",)", ""},
      {R"("iss":"https://kubernetes.default.svc")", R"("iss":"")"},
      {R"("aud":["signet"])", R"("aud":["other"])"},
      {R"("aud":["signet"])", R"("aud":["signet","other"])"},
      {R"("aud":["signet"])", R"("aud":["signet","signet"])"},
      {R"("aud":["signet"])", R"("aud":[["signet"]])"},
      {R"("aud":["signet"])", R"("aud":{"signet":1})"},
      {R"("aud":["signet"])", R"("aud":[])"},
      {R"("aud":["signet"])", R"("aud":"")"},
      {R"("aud":["signet"])", R"("aud":"signet ")"},
      {R"("aud":["signet"])", R"("aud":"Signet")"},
      {R"("aud":["signet"])", R"("aud":null)"},
      {R"("aud":["signet"],)", ""},
      {R"("exp":1800003000,)", ""},
      {R"("exp":1800003000)", R"("exp":"1800003000")"},
      {R"("exp":1800003000)", R"("exp":1800003000.5)"},
      {R"("exp":1800003000)", R"("exp":18e8)"},
      {R"("exp":1800003000)", R"("exp":-1)"},
      {R"("exp":1800003000)", R"("exp":0)"},
      {R"("exp":1800003000)", R"("exp":true)"},
      {R"("exp":1800003000)", R"("exp":null)"},
      {R"("exp":1800003000)", R"("exp":[1800003000])"},
      {R"("exp":1800003000)", R"("exp":1800003000000)"},
      {R"("exp":1800003000)", R"("exp":99999999999999999999)"},
      {R"("iat":1799999400,)", ""},
      {R"("iat":1799999400)", R"("iat":"1799999400")"},
      {R"("nbf":1799999400)", R"("nbf":"1799999400")"},
      {R"("sub":"system:serviceaccount:prod:billing")", R"("sub":"prod:billing")"},
      {R"("sub":"system:serviceaccount:prod:billing")", R"("sub":"system:serviceaccount:prod")"},
      {R"("sub":"system:serviceaccount:prod:billing")",
       R"("sub":"system:serviceaccount:prod:billing:x")"},
      {R"("sub":"system:serviceaccount:prod:billing")",
       R"("sub":"System:serviceaccount:prod:billing")"},
      {R"("sub":"system:serviceaccount:prod:billing")",
       R"("sub":"system:serviceaccount::billing")"},
      {R"("sub":"system:serviceaccount:prod:billing")", R"("sub":"system:serviceaccount:prod:")"},
      {R"("sub":"system:serviceaccount:prod:billing")",
       R"("sub":"system:serviceaccount:prod/x:billing")"},
      {R"("sub":"system:serviceaccount:prod:billing")",
       R"("sub":"system:serviceaccount:Prod:billing")"},
      {R"("sub":"system:serviceaccount:prod:billing")",
       R"("sub":"system:serviceaccount:prod:billing/x")"},
      {R"("sub":"system:serviceaccount:prod:billing")",
       R"("sub":"system:serviceaccount:prod:billing\u0000")"},
      {R"("sub":"system:serviceaccount:prod:billing")", R"("sub":"system:serviceaccount:prod:*")"},
      {R"("sub":"system:serviceaccount:prod:billing")", R"("sub":"system:node:billing")"},
      {R"("sub":"system:serviceaccount:prod:billing")", R"("sub":["a"])"},
      {R"("namespace":"prod")", R"("namespace":"other")"},
      {R"("namespace":"prod",)", ""},
      {R"("serviceaccount":{"name":"billing")", R"("serviceaccount":{"name":"other")"},
      {R"("serviceaccount":{"name":"billing","uid":"u"})", R"("serviceaccount":"billing")"},
  };
  for (const auto& [from, to] : changes) {
    EXPECT_THAT(Read(With(from, to)),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the token")))
        << to;
  }
  const absl::StatusOr<Document> document = ParseJson("claims", kGood);
  TokenTerms other = Terms();
  other.issuer = "";
  EXPECT_FALSE(ReadServiceAccount(*document, other, kNow).ok());
}

}  // namespace
}  // namespace signet
