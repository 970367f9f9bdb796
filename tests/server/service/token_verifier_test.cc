// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/token_verifier.h"

#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/service/token_cache.h"
#include "tests/support/captured_log.h"
#include "tests/support/fake_clock.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"
#include "tests/support/token_signer.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const absl::Time kNow = absl::FromUnixSeconds(1'800'000'000);

std::string SetOf(const TokenSigner& signer, const std::string& id) {
  return absl::StrCat(R"({"keys":[)", signer.Jwk(absl::StrCat(R"(,"kid":")", id, "\"")), "]}");
}

class TokenVerifierTest : public ::testing::Test {
 protected:
  TokenVerifierTest() {
    folder_.Write("keys.json", SetOf(signer_, "k"));
    config_.issuers = {{.cluster = "main",
                        .issuer = "https://issuer.example",
                        .audience = "signet",
                        .jwks_file = folder_.Path("keys.json"),
                        .jwks_url = "",
                        .ca_file = "",
                        .connections = {}}};
  }

  void Start() {
    ASSERT_OK_AND_ASSIGN(verifier_, TokenVerifier::Create(config_, clock_, &metrics_));
  }

  std::string Token(const std::string& name, const std::string& issuer = "https://issuer.example",
                    const std::string& id = "k") const {
    return signer_.Sign(absl::StrCat(R"({"alg":"ES256","kid":")", id, "\"}"),
                        absl::StrCat(R"({"iss":")", issuer,
                                     R"(","aud":"signet","iat":1800000000,"exp":1800000600,)",
                                     R"("sub":"system:serviceaccount:ns:)", name, "\"}"));
  }

  uint64_t Count(absl::string_view result) {
    return metrics_.GetCounter(kTokensVerifiedTotal, {{"result", result}})->Value();
  }

  const TokenSigner signer_ = TokenSigner::Ec();
  TempFolder folder_;
  ServerConfig::Tokens config_;
  FakeClock clock_{kNow};
  MetricsRegistry metrics_;
  CapturedLog log_;
  std::shared_ptr<TokenVerifier> verifier_;
};

TEST_F(TokenVerifierTest, ATokenIsItsServiceAccounts) {
  Start();
  const auto token = verifier_->Verify(Token("billing"));
  ASSERT_OK(token);
  EXPECT_EQ((*token)->caller, "k8s://main/ns/billing");
  EXPECT_EQ(Count("ok"), 1u);
}

TEST_F(TokenVerifierTest, RefusesOthersWithOneReason) {
  Start();
  const std::string good = Token("billing");
  std::string forged = good;
  forged[good.find('.') + 5] = forged[good.find('.') + 5] == 'A' ? 'B' : 'A';
  for (const std::string& text :
       {std::string(), std::string("x"), forged, Token("billing", "https://other.example"),
        Token("billing", "https://issuer.example", "other"), Token("b/x"), good + "A"}) {
    EXPECT_THAT(verifier_->Verify(text), FailsWith(Reason::kInvalidToken, "")) << text;
  }
  EXPECT_EQ(Count("refused"), 7u);
  clock_.Advance(absl::Seconds(630));
  EXPECT_THAT(verifier_->Verify(good), FailsWith(Reason::kInvalidToken, ""));
  for (const std::string& line : log_.Lines()) {
    EXPECT_THAT(line, Not(HasSubstr(good.substr(0, 20))));
  }
}

// Two clusters: each is believed about itself alone.
TEST_F(TokenVerifierTest, AnIssuerSpeaksForItsClusterAlone) {
  const TokenSigner second = TokenSigner::Ec();
  folder_.Write("second.json", SetOf(second, "k"));
  config_.issuers.push_back({.cluster = "second",
                             .issuer = "https://second.example",
                             .audience = "signet",
                             .jwks_file = folder_.Path("second.json"),
                             .jwks_url = "",
                             .ca_file = "",
                             .connections = {}});
  Start();
  EXPECT_EQ((*verifier_->Verify(Token("a")))->caller, "k8s://main/ns/a");
  // Signed by the first one's key, in the second one's name.
  EXPECT_FALSE(verifier_->Verify(Token("a", "https://second.example")).ok());
}

TEST_F(TokenVerifierTest, AConnectionMayBringItsOwnTokensAlone) {
  config_.issuers[0].connections = {"app", "client.example"};
  Start();
  const auto token = verifier_->Verify(Token("a"));
  ASSERT_OK(token);
  EXPECT_OK(verifier_->CheckConnection(**token, "app"));
  EXPECT_OK(verifier_->CheckConnection(**token, "client.example"));
  EXPECT_THAT(verifier_->CheckConnection(**token, "other"), FailsWith(Reason::kInvalidToken, ""));
}

TEST_F(TokenVerifierTest, KeysThatChangeAreTakenAndBadOnesAreNot) {
  Start();
  const auto before = verifier_->Verify(Token("a"));
  ASSERT_OK(before);
  EXPECT_TRUE(verifier_->IsStillGood(**before));
  folder_.Write("keys.json", "garbage");
  clock_.Advance(absl::Seconds(1));
  verifier_->Poll();
  EXPECT_TRUE(verifier_->IsStillGood(**before));
  EXPECT_OK(verifier_->Verify(Token("a")));
  folder_.Write("keys.json", SetOf(TokenSigner::Ec(), "k"));
  clock_.Advance(absl::Seconds(1));
  verifier_->Poll();
  // What rested on the old keys rests on nothing.
  EXPECT_FALSE(verifier_->IsStillGood(**before));
  EXPECT_FALSE(verifier_->Verify(Token("a")).ok());
}

TEST_F(TokenVerifierTest, DoesNotStartWithoutKeysInItsFile) {
  folder_.Write("keys.json", R"({"keys":[]})");
  EXPECT_FALSE(TokenVerifier::Create(config_, clock_, &metrics_).ok());
  config_.issuers[0].jwks_file = folder_.Path("absent");
  EXPECT_FALSE(TokenVerifier::Create(config_, clock_, &metrics_).ok());
}

TEST_F(TokenVerifierTest, ATokenIsVerifiedOnceAsLongAsItIsGood) {
  Start();
  TokenCache cache(verifier_.get());
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(cache.Verify("x").ok());
  }
  EXPECT_EQ(Count("refused"), 3u);
  EXPECT_EQ(cache.size(), 0u);
  const std::string text = Token("a");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ((*cache.Verify(text))->caller, "k8s://main/ns/a");
  }
  EXPECT_EQ(Count("ok"), 1u);
  clock_.Advance(absl::Seconds(629));
  EXPECT_OK(cache.Verify(text));
  EXPECT_EQ(Count("ok"), 1u);
  clock_.Advance(absl::Seconds(1));
  EXPECT_FALSE(cache.Verify(text).ok());
  EXPECT_EQ(cache.size(), 0u);
}

TEST_F(TokenVerifierTest, TheCacheIsBounded) {
  Start();
  TokenCache cache(verifier_.get());
  for (size_t i = 0; i < TokenCache::kMostTokens + 5; ++i) {
    ASSERT_OK(cache.Verify(Token(absl::StrCat("a", i))));
    ASSERT_LE(cache.size(), TokenCache::kMostTokens);
  }
  EXPECT_EQ(cache.size(), TokenCache::kMostTokens);
}

class TokenKeysTest : public ::testing::Test {
 protected:
  // One look of the fetching thread.
  void Look() {
    if (keys_.IsDue(clock_.Now())) {
      keys_.Read(clock_.Now()).IgnoreError();
    }
  }

  const TokenSigner signer_ = TokenSigner::Ec();
  FakeClock clock_{kNow};
  MetricsRegistry metrics_;
  CapturedLog log_;
  int fetches_ = 0;
  absl::StatusOr<std::string> answer_ = SetOf(signer_, "k");
  TokenKeys keys_{"main", TokenKeys::UrlPace(),
                  [this] {
                    ++fetches_;
                    return answer_;
                  },
                  &metrics_};
};

TEST_F(TokenKeysTest, AreFetchedEveryFiveMinutes) {
  Look();
  EXPECT_EQ(fetches_, 1);
  ASSERT_NE(keys_.current(clock_.Now()), nullptr);
  for (int i = 0; i < 299; ++i) {
    clock_.Advance(absl::Seconds(1));
    Look();
  }
  EXPECT_EQ(fetches_, 1);
  clock_.Advance(absl::Seconds(1));
  Look();
  EXPECT_EQ(fetches_, 2);
}

TEST_F(TokenKeysTest, AFloodOfUnknownKeysIsOneFetchInThirtySeconds) {
  Look();
  for (int i = 0; i < 60; ++i) {
    for (int j = 0; j < 100; ++j) {
      keys_.AskForMore();
    }
    clock_.Advance(absl::Seconds(1));
    Look();
  }
  EXPECT_EQ(fetches_, 3);
}

TEST_F(TokenKeysTest, ANewKeyIsThereHalfAMinuteAfterItIsAskedFor) {
  Look();
  const uint64_t version = keys_.version();
  answer_ = SetOf(TokenSigner::Ec(), "new");
  clock_.Advance(absl::Seconds(10));
  keys_.AskForMore();
  clock_.Advance(absl::Seconds(20));
  Look();
  EXPECT_EQ(keys_.version(), version + 1);
}

TEST_F(TokenKeysTest, TheLastGoodOnesAreKeptForADay) {
  Look();
  const uint64_t version = keys_.version();
  for (const absl::StatusOr<std::string>& bad :
       {absl::StatusOr<std::string>(absl::UnavailableError("away")),
        absl::StatusOr<std::string>("garbage"), absl::StatusOr<std::string>(R"({"keys":[]})")}) {
    answer_ = bad;
    clock_.Advance(absl::Minutes(5));
    Look();
    EXPECT_NE(keys_.current(clock_.Now()), nullptr);
  }
  EXPECT_EQ(keys_.version(), version);
  // Soon after a failure, again.
  const int fetches = fetches_;
  clock_.Advance(absl::Seconds(30));
  Look();
  EXPECT_EQ(fetches_, fetches + 1);
  clock_.SetNow(kNow + absl::Hours(24));
  Look();
  EXPECT_NE(keys_.current(clock_.Now()), nullptr);
  clock_.Advance(absl::Seconds(31));
  Look();
  EXPECT_EQ(keys_.current(clock_.Now()), nullptr);
  EXPECT_FALSE(keys_.AreKept(clock_.Now()));
  answer_ = SetOf(signer_, "k");
  clock_.Advance(absl::Seconds(30));
  Look();
  EXPECT_NE(keys_.current(clock_.Now()), nullptr);
  EXPECT_TRUE(keys_.AreKept(clock_.Now()));
}

TEST_F(TokenKeysTest, EachReasonOfAFailureIsLoggedOnce) {
  answer_ = absl::UnavailableError("away");
  for (int i = 0; i < 5; ++i) {
    Look();
    clock_.Advance(absl::Minutes(5));
  }
  int lines = 0;
  for (const std::string& line : log_.Lines()) {
    lines += absl::StrContains(line, "keys of tokens not read") ? 1 : 0;
  }
  EXPECT_EQ(lines, 1);
  EXPECT_EQ(fetches_, 5);
}

}  // namespace
}  // namespace signet
