// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// A cluster's keys from a real server over HTTPS.

#include <unistd.h>

#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "server/service/key_set_fetch.h"
#include "signet/v1/signing.grpc.pb.h"
#include "tests/support/certificates.h"
#include "tests/support/https_target.h"
#include "tests/support/in_process_server.h"
#include "tests/support/signetd_process.h"
#include "tests/support/temp_folder.h"
#include "tests/support/token_signer.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

class KeySetFetchTest : public ::testing::Test {
 protected:
  KeySetFetchTest() : authority_("authority"), target_(authority_.Issue("DNS:localhost")) {
    folder_.Write("ca.pem", authority_.Certificate());
    target_.SetBody(KeySet(signer_));
  }

  static std::string KeySet(const TokenSigner& signer) {
    return absl::StrCat(R"({"keys":[)", signer.Jwk(R"(,"kid":"a")"), "]}");
  }

  std::string Url(const std::string& host = "localhost") const {
    return absl::StrCat("https://", host, ":", target_.port(), "/keys");
  }

  absl::StatusOr<std::string> Fetch(const std::string& url) const {
    return FetchKeySet(url, folder_.Path("ca.pem"));
  }

  const TempFolder folder_;
  const TestAuthority authority_;
  const TokenSigner signer_ = TokenSigner::Ec();
  HttpsTarget target_;
};

TEST_F(KeySetFetchTest, ReadsWhatTheServerAnswers) {
  const absl::StatusOr<std::string> keys = Fetch(Url());
  ASSERT_TRUE(keys.ok()) << keys.status();
  EXPECT_EQ(*keys, KeySet(signer_));
}

TEST_F(KeySetFetchTest, RefusesAServerThatTheFileDoesNotVouchFor) {
  const TestAuthority other("authority");
  folder_.Write("ca.pem", other.Certificate());
  EXPECT_FALSE(Fetch(Url()).ok());
  EXPECT_EQ(target_.requests(), 0);
}

TEST_F(KeySetFetchTest, RefusesAServerOfAnotherName) {
  EXPECT_FALSE(Fetch(Url("127.0.0.1")).ok());
  EXPECT_EQ(target_.requests(), 0);
}

TEST_F(KeySetFetchTest, FollowsNobodyElsewhere) {
  target_.SetAnswer(absl::StrCat("HTTP/1.1 302 Found\r\nLocation: ", Url(),
                                 "/elsewhere\r\nContent-Length: 0\r\n\r\n"));
  const absl::StatusOr<std::string> keys = Fetch(Url());
  EXPECT_THAT(std::string(keys.status().message()), HasSubstr("answered with status 302"));
  EXPECT_EQ(target_.requests(), 1);
}

TEST_F(KeySetFetchTest, SaysWhatStatusTheServerHad) {
  target_.SetAnswer("HTTP/1.1 503 Busy\r\nContent-Length: 2\r\n\r\n{}");
  EXPECT_THAT(std::string(Fetch(Url()).status().message()), HasSubstr("status 503"));
}

TEST_F(KeySetFetchTest, TakesNoMoreThanAKeySetMayHave) {
  target_.SetBody(std::string(4 << 20, ' '));
  EXPECT_FALSE(Fetch(Url()).ok());
}

TEST_F(KeySetFetchTest, TakesNoHalfAnAnswer) {
  target_.SetAnswer(
      "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nConnection: close\r\n\r\n{\"keys\"");
  EXPECT_FALSE(Fetch(Url()).ok());
}

// As it is installed: by name, and behind its system call filter, which is there before
// the second fetch, half a minute after one that failed.
TEST_F(KeySetFetchTest, SignetdFetchesThemAgainBehindItsFilter) {
  target_.SetAnswer("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
  const std::string configuration = absl::StrCat(
      R"({"drain": {"delay": "0s", "grace": "1s"}, "listen": {"unix": {"path": "SOCKET",)",
      R"("users": [{"name": "me", "uid": )", ::geteuid(), R"(}]}, "tokens": {"issuers": [{)",
      R"("cluster": "main", "issuer": "https://issuer.example", "audience": "signet",)",
      R"("jwks_url": ")", Url(), R"(", "ca_file": ")", folder_.Path("ca.pem"),
      R"("}]}}, "key_cache": {"allow_unlocked_memory": true},)",
      R"("credentials": [{"name": "a", "access_key_id": "AKID", "secret_access_key": "s"}],)",
      R"("policy": {"rules": [{"name": "all", "callers": ["k8s://main/ns/billing"],)",
      R"("operations": ["*"], "credentials": ["*"], "services": ["*"], "regions": ["*"]}]}})");
  const std::unique_ptr<SignetdProcess> signetd =
      SignetdProcess::StartConfigured(folder_.path(), configuration);
  ASSERT_NE(signetd, nullptr);
  const auto stub = v1::SigningService::NewStub(
      grpc::CreateChannel(signetd->target(), grpc::InsecureChannelCredentials()));
  const auto call = [&stub](const TokenSigner& signer, const std::string& kid) {
    const int64_t now = absl::ToUnixSeconds(absl::Now());
    PatientContext context;
    context.AddMetadata(
        "authorization",
        "Bearer " + signer.Sign(absl::StrCat(R"({"alg":"ES256","kid":")", kid, "\"}"),
                                absl::StrCat(R"({"iss":"https://issuer.example","aud":"signet",)",
                                             R"("sub":"system:serviceaccount:ns:billing","iat":)",
                                             now, R"(,"exp":)", now + 600, "}")));
    v1::GetServerInfoResponse info;
    const grpc::Status status = stub->GetServerInfo(&context, {}, &info);
    return status.ok() ? info.caller() : status.error_message();
  };
  const absl::Time patience = absl::Now() + absl::Minutes(2);
  const auto wait_for_requests = [this, patience](int count) {
    while (target_.requests() < count && absl::Now() < patience) {
      absl::SleepFor(absl::Milliseconds(20));
    }
  };
  wait_for_requests(1);
  EXPECT_THAT(call(signer_, "a"), HasSubstr("token"));
  target_.SetBody(KeySet(signer_));
  wait_for_requests(2);
  std::string caller;
  while ((caller = call(signer_, "a")) != "k8s://main/ns/billing" && absl::Now() < patience) {
    absl::SleepFor(absl::Milliseconds(100));
  }
  EXPECT_EQ(caller, "k8s://main/ns/billing") << signetd->Output();
  EXPECT_EQ(target_.requests(), 2);
  EXPECT_THAT(call(TokenSigner::Ec(), "a"), HasSubstr("token"));
}

}  // namespace
}  // namespace signet
