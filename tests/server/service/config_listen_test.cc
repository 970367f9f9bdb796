// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_listen.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/service/config_loader.h"
#include "tests/server/service/config_case.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A sound configuration with `more` in its "listen".
absl::StatusOr<ServerConfig> With(const std::string& more) {
  const std::string text = absl::StrReplaceAll(
      SoundJsonConfig(), {{"\"listen\": {", absl::StrCat("\"listen\": {", more, ", ")}});
  return ParseServerConfig("/etc/a.json", text, [](const char* /*name*/) { return Secret(); });
}

constexpr char kIssuer[] =
    R"("cluster": "main", "issuer": "https://i.example", "audience": "signet")";

std::string Tokens(const std::string& issuers, const std::string& more = "") {
  return absl::StrCat(R"("tokens": {"issuers": [)", issuers, "]", more, "}");
}

TEST(ConfigListenTest, ReadsTokens) {
  const absl::StatusOr<ServerConfig> config =
      With(Tokens(absl::StrCat("{", kIssuer, R"(, "jwks_file": "k.json", "max_lifetime": "10m",)",
                               R"( "connections": ["app", "a.example", "spiffe://e/x"]})"),
                  R"(, "required": true)"));
  ASSERT_OK(config);
  ASSERT_TRUE(config->tokens.has_value());
  EXPECT_TRUE(config->tokens->is_required);
  const ServerConfig::TokenIssuer& issuer = config->tokens->issuers.at(0);
  EXPECT_EQ(issuer.cluster, "main");
  EXPECT_EQ(issuer.jwks_file, "/etc/k.json");
  EXPECT_EQ(issuer.max_lifetime, absl::Minutes(10));
  EXPECT_THAT(issuer.connections, ElementsAre("app", "a.example", "spiffe://e/x"));
}

TEST(ConfigListenTest, RefusesTokensThatContradictThemselves) {
  const std::string file = R"(, "jwks_file": "k.json")";
  const std::pair<std::string, const char*> cases[] = {
      {Tokens(""), "0 issuers given"},
      {Tokens(absl::StrCat("{", kIssuer, "}")), "neither of jwks_file and jwks_url"},
      {Tokens(absl::StrCat("{", kIssuer, file, R"(, "jwks_url": "https://i/k"})")),
       "both of jwks_file and jwks_url"},
      {Tokens(absl::StrCat("{", kIssuer, file, R"(, "ca_file": "ca.pem"})")),
       "issuers[0].ca_file: given with jwks_file"},
      {Tokens(absl::StrCat("{", kIssuer, R"(, "jwks_url": "https://i/k"})")),
       "issuers[0].ca_file: is missing"},
      {Tokens(absl::StrCat("{", kIssuer, R"(, "jwks_url": "http://i/k", "ca_file": "c"})")),
       "allowed is https://HOST[:PORT]/PATH"},
      {Tokens(absl::StrCat("{", kIssuer, R"(, "jwks_url": "https://u@i/k", "ca_file": "c"})")),
       "allowed is https://HOST[:PORT]/PATH"},
      {Tokens(absl::StrCat("{", kIssuer, R"(, "jwks_url": "https://i", "ca_file": "c"})")),
       "allowed is https://HOST[:PORT]/PATH"},
      {Tokens(absl::StrCat("{", kIssuer, file, R"(, "max_lifetime": "25h"})")),
       "allowed is 1m to 24h"},
      {Tokens(absl::StrCat("{", kIssuer, file, R"(, "connections": ["bob"]})")),
       "which is not in listen.unix.users"},
      {Tokens(absl::StrCat("{", kIssuer, file, R"(, "connections": ["k8s://a/b/c"]})")),
       "connections[0]"},
      {Tokens(R"({"cluster": "a/b", "issuer": "i", "audience": "a", "jwks_file": "k"})"),
       "issuers[0].cluster"},
      {Tokens(R"({"cluster": "a", "audience": "a", "jwks_file": "k"})"), "issuers[0].issuer"},
      {Tokens(R"({"cluster": "a", "issuer": "i", "jwks_file": "k"})"), "issuers[0].audience"},
      {Tokens(absl::StrCat("{", kIssuer, file, "}, {", kIssuer, file, "}")),
       "issuers[1].cluster: is that of an earlier issuer"},
  };
  for (const auto& [more, error] : cases) {
    EXPECT_THAT(With(more), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(error))) << more;
  }
}

TEST(ConfigListenTest, TrustedProxiesMustBeAbleToConnect) {
  const absl::StatusOr<ServerConfig> config =
      With(R"("trusted_proxies": ["app", "envoy.example", "spiffe://e/envoy"])");
  ASSERT_OK(config);
  EXPECT_THAT(config->trusted_proxies, ElementsAre("app", "envoy.example", "spiffe://e/envoy"));
  for (const char* const name : {"bob", "", "*", "*.example", "spiffe://e", "k8s://a/b/c"}) {
    EXPECT_THAT(
        With(absl::StrCat(R"("trusted_proxies": [")", name, "\"]")),
        StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("listen.trusted_proxies[0]")))
        << name;
  }
}

TEST(ConfigListenTest, ReadsTrustBundlesAndTheSocketsOwner) {
  const auto changed = [](absl::string_view from, absl::string_view to) {
    return ParseServerConfig("/etc/a.json", absl::StrReplaceAll(SoundJsonConfig(), {{from, to}}),
                             [](const char* /*name*/) { return Secret(); });
  };
  constexpr absl::string_view kCa = R"("client_ca_file": "/ca.crt")";
  const auto bundles =
      changed(kCa, R"("trust_bundles": [{"trust_domain": "e.example", "ca_file": "e.pem"}])");
  ASSERT_OK(bundles);
  EXPECT_EQ(bundles->tcp_listener->client_ca_file, "");
  EXPECT_EQ(bundles->tcp_listener->trust_bundles.at(0).ca_file, "/etc/e.pem");
  for (const char* const bad :
       {R"([{"trust_domain": "E", "ca_file": "e"}])", R"([{"trust_domain": "", "ca_file": "e"}])",
        R"([{"trust_domain": "e"}])", R"([{"trust_domain": "spiffe://e", "ca_file": "e"}])",
        R"([{"trust_domain": "e", "ca_file": "e"}, {"trust_domain": "e", "ca_file": "f"}])"}) {
    EXPECT_THAT(changed(kCa, absl::StrCat(kCa, R"(, "trust_bundles": )", bad)),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("trust_bundles")))
        << bad;
  }
  const auto owner =
      changed(R"("mode": "0660")", R"("mode": "0660", "owner_uid": 7, "owner_gid": 8)");
  ASSERT_OK(owner);
  EXPECT_EQ(owner->unix_listener->owner_uid, 7u);
  EXPECT_EQ(owner->unix_listener->owner_gid, 8u);
  EXPECT_FALSE(changed(R"("mode": "0660")", R"("mode": "0660", "owner_uid": -1)").ok());
}

}  // namespace
}  // namespace signet
