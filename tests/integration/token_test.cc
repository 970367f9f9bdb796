// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Tokens of service accounts, as a second factor on the Unix socket.

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/captured_log.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"
#include "tests/support/token_signer.h"

namespace signet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class TokenTest : public ::testing::Test {
 protected:
  TokenTest() {
    WriteKeys(signer_);
    ServerConfig::TokenIssuer issuer;
    issuer.cluster = "main";
    issuer.issuer = "https://issuer.example";
    issuer.audience = "signet";
    issuer.jwks_file = server_.folder().Path("keys.json");
    server_.config().tokens.emplace();
    server_.config().tokens->issuers = {issuer};
    server_.config().policy = *Policy::Create({AllowEverything("k8s://main/ns/billing")});
  }

  void WriteKeys(const TokenSigner& signer) {
    server_.folder().Write("keys.json", absl::StrCat(R"({"keys":[)", signer.Jwk(), "]}"));
  }

  std::string Token(const TokenSigner& signer, const std::string& account) const {
    const int64_t now = absl::ToUnixSeconds(absl::Now());
    return signer.Sign(
        R"({"alg":"ES256"})",
        absl::StrCat(R"({"iss":"https://issuer.example","aud":"signet","iat":)", now, R"(,"exp":)",
                     now + 600, R"(,"sub":"system:serviceaccount:ns:)", account, "\"}"));
  }

  // What a call with that metadata comes to; none for "".
  grpc::Status CallWith(const std::string& authorization) {
    PatientContext context;
    if (!authorization.empty()) {
      context.AddMetadata("authorization", authorization);
    }
    v1::GetServerInfoResponse info;
    const grpc::Status status = stub_->GetServerInfo(&context, {}, &info);
    caller_ = info.caller();
    return status;
  }

  void Start() {
    server_.Start();
    stub_ = server_.NewStub();
  }

  const TokenSigner signer_ = TokenSigner::Ec();
  CapturedLog log_;
  InProcessServer server_;
  std::unique_ptr<v1::SigningService::Stub> stub_;
  std::string caller_;
};

TEST_F(TokenTest, ACallIsItsTokensServiceAccounts) {
  Start();
  const std::string token = Token(signer_, "billing");
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(CallWith("Bearer " + token).ok());
    EXPECT_EQ(caller_, "k8s://main/ns/billing");
  }
  EXPECT_TRUE(CallWith("bearer " + token).ok());
  // Rules go by it.
  PatientContext context;
  context.AddMetadata("authorization", "Bearer " + token);
  v1::SignRequestResponse response;
  EXPECT_TRUE(stub_->SignRequest(&context, GetObjectRequest(), &response).ok());
  PatientContext other;
  other.AddMetadata("authorization", "Bearer " + Token(signer_, "other"));
  EXPECT_EQ(stub_->SignRequest(&other, GetObjectRequest(), &response).error_code(),
            grpc::StatusCode::PERMISSION_DENIED);
  // Without one, the connection's own.
  EXPECT_TRUE(CallWith("").ok());
  EXPECT_EQ(caller_, "alice");
}

TEST_F(TokenTest, ABadTokenIsNoTokenAtAll) {
  Start();
  const std::string token = Token(signer_, "billing");
  for (const std::string& value :
       {std::string("Bearer "), std::string("Bearer x"), "Basic " + token, token,
        "Bearer " + Token(TokenSigner::Ec(), "billing"), "Bearer  " + token,
        "Bearer " + token + "A", "Bearer " + token + " " + token}) {
    const grpc::Status status = CallWith(value);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED) << value;
    EXPECT_EQ(ReasonOf(status), "INVALID_TOKEN") << value;
  }
  PatientContext twice;
  twice.AddMetadata("authorization", "Bearer " + token);
  twice.AddMetadata("authorization", "Bearer " + token);
  v1::GetServerInfoResponse info;
  EXPECT_EQ(ReasonOf(stub_->GetServerInfo(&twice, {}, &info)), "INVALID_TOKEN");
  for (const std::string& line : log_.Lines()) {
    EXPECT_THAT(line, Not(HasSubstr(token.substr(token.size() - 20))));
  }
}

TEST_F(TokenTest, MayBeRequired) {
  server_.config().tokens->is_required = true;
  Start();
  EXPECT_EQ(ReasonOf(CallWith("")), "INVALID_TOKEN");
  EXPECT_TRUE(CallWith("Bearer " + Token(signer_, "billing")).ok());
  // Streams as well.
  PatientContext context;
  v1::HashPayloadResponse response;
  const auto writer = stub_->HashPayload(&context, &response);
  writer->WritesDone();
  EXPECT_EQ(ReasonOf(writer->Finish()), "INVALID_TOKEN");
}

TEST_F(TokenTest, MayBeBoundToConnections) {
  server_.config().tokens->issuers[0].connections = {"somebody-else"};
  Start();
  EXPECT_EQ(ReasonOf(CallWith("Bearer " + Token(signer_, "billing"))), "INVALID_TOKEN");
}

TEST_F(TokenTest, NewKeysEndTheTokensOfTheOldOnes) {
  Start();
  const std::string token = Token(signer_, "billing");
  EXPECT_TRUE(CallWith("Bearer " + token).ok());
  const TokenSigner next = TokenSigner::Ec();
  WriteKeys(next);
  // Files are looked at once a second.
  absl::SleepFor(absl::Seconds(1));
  server_.server().Tick();
  EXPECT_EQ(ReasonOf(CallWith("Bearer " + token)), "INVALID_TOKEN");
  EXPECT_TRUE(CallWith("Bearer " + Token(next, "billing")).ok());
}

TEST(UntrustedMetadataTest, NeverSaysWhoCalls) {
  InProcessServer server;
  server.Start();
  const auto stub = server.NewStub();
  for (const char* const name : {"authorization", "x-forwarded-client-cert", "x-forwarded-user",
                                 "signet_local_user", "signet_certified_caller", "x-signet-caller",
                                 "peer_spiffe_id", "x509_subject_alternative_name"}) {
    PatientContext context;
    context.AddMetadata(name, "URI=spiffe://example/evil");
    v1::GetServerInfoResponse info;
    EXPECT_TRUE(stub->GetServerInfo(&context, {}, &info).ok()) << name;
    EXPECT_EQ(info.caller(), "alice") << name;
  }
}

// A local Envoy, say, as the local user "alice".
class ForwardedCallerTest : public ::testing::Test {
 protected:
  ForwardedCallerTest() {
    server_.config().trusted_proxies = {"alice"};
    server_.config().policy = *Policy::Create({AllowEverything("spiffe://example/client")});
    server_.Start();
    stub_ = server_.NewStub();
  }

  grpc::Status CallWith(const std::vector<std::string>& headers) {
    PatientContext context;
    for (const std::string& header : headers) {
      context.AddMetadata("x-forwarded-client-cert", header);
    }
    v1::GetServerInfoResponse info;
    const grpc::Status status = stub_->GetServerInfo(&context, {}, &info);
    caller_ = info.caller();
    return status;
  }

  InProcessServer server_;
  std::unique_ptr<v1::SigningService::Stub> stub_;
  std::string caller_;
};

TEST_F(ForwardedCallerTest, IsWhomTheProxyNames) {
  EXPECT_TRUE(CallWith({"By=spiffe://example/envoy;Hash=00;URI=spiffe://example/client"}).ok());
  EXPECT_EQ(caller_, "spiffe://example/client");
  EXPECT_TRUE(CallWith({"URI=spiffe://example/evil,Hash=00;DNS=client.example"}).ok());
  EXPECT_EQ(caller_, "client.example");
  PatientContext context;
  context.AddMetadata("x-forwarded-client-cert", "URI=spiffe://example/client");
  v1::SignRequestResponse response;
  EXPECT_TRUE(stub_->SignRequest(&context, GetObjectRequest(), &response).ok());
}

TEST_F(ForwardedCallerTest, TheProxyItselfIsNobody) {
  for (const std::vector<std::string>& headers : std::vector<std::vector<std::string>>{
           {},
           {""},
           {"garbage"},
           {"By=spiffe://example/envoy;Hash=00"},
           {"URI=spiffe://example/client", "URI=spiffe://example/client"},
           {"URI=spiffe://example/client;URI=spiffe://example/other"},
           {"URI=spiffe://example/../client"},
           {"DNS=alice"},
           {"DNS=*.example"},
           {"DNS=spiffe://example.org/client"},
           {"Subject=\"CN=client.example\""},
           {"URI=spiffe://example/client,By=spiffe://example/envoy;Hash=00"}}) {
    const grpc::Status status = CallWith(headers);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
    EXPECT_EQ(ReasonOf(status), "CALLER_UNKNOWN");
  }
}

}  // namespace
}  // namespace signet
