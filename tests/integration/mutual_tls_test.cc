// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Who may connect over TCP, and as whom.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>

#include "absl/strings/numbers.h"
#include "gmock/gmock.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "grpc/reflection/v1/reflection.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/certificates.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"

namespace signet {
namespace {

class MutualTlsTest : public ::testing::Test {
 protected:
  MutualTlsTest() : authority_("authority"), stranger_("stranger") {
    const CertificateAndKey own = authority_.Issue("DNS:localhost,IP:127.0.0.1");
    server_.folder().Write("cert.pem", own.certificate);
    server_.folder().Write("key.pem", own.key);
    server_.folder().Write("ca.pem", authority_.Certificate());
    server_.config().tcp_listener =
        ServerConfig::TcpListener{.address = "127.0.0.1:0",
                                  .cert_file = server_.folder().Path("cert.pem"),
                                  .key_file = server_.folder().Path("key.pem"),
                                  .client_ca_file = server_.folder().Path("ca.pem")};
    server_.config().policy = *Policy::Create(
        {AllowEverything("spiffe://example/ns/a/sa/b"), AllowEverything("client.example")});
  }

  std::string Address() { return server_.server().addresses().at(1); }

  std::shared_ptr<grpc::Channel> ChannelWith(const std::optional<CertificateAndKey>& identity) {
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = authority_.Certificate();
    if (identity.has_value()) {
      options.pem_cert_chain = identity->certificate;
      options.pem_private_key = identity->key;
    }
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return grpc::CreateCustomChannel(Address(), grpc::SslCredentials(options), arguments);
  }

  // What a call with that identity comes to; the caller's name in `caller_`.
  grpc::Status CallWith(const std::shared_ptr<grpc::Channel>& channel) {
    PatientContext context;
    v1::GetServerInfoResponse info;
    const grpc::Status status =
        v1::SigningService::NewStub(channel)->GetServerInfo(&context, {}, &info);
    caller_ = info.caller();
    return status;
  }

  const TestAuthority authority_;
  const TestAuthority stranger_;
  InProcessServer server_;
  std::string caller_;
};

TEST_F(MutualTlsTest, TheCallerIsItsSpiffeId) {
  server_.Start();
  EXPECT_TRUE(
      CallWith(ChannelWith(authority_.Issue("URI:spiffe://example/ns/a/sa/b,DNS:x.example"))).ok());
  EXPECT_EQ(caller_, "spiffe://example/ns/a/sa/b");
}

TEST_F(MutualTlsTest, OrElseItsDnsName) {
  server_.Start();
  EXPECT_TRUE(CallWith(ChannelWith(authority_.Issue("DNS:client.example,DNS:other.example"))).ok());
  EXPECT_EQ(caller_, "client.example");
}

TEST_F(MutualTlsTest, SignsForACaller) {
  server_.Start();
  const auto stub =
      v1::SigningService::NewStub(ChannelWith(authority_.Issue("DNS:client.example")));
  PatientContext context;
  v1::SignRequestResponse response;
  EXPECT_TRUE(stub->SignRequest(&context, GetObjectRequest(), &response).ok());
  EXPECT_EQ(response.signature().size(), 64u);
}

TEST_F(MutualTlsTest, RefusesStrangersAndTheNameless) {
  server_.Start();
  EXPECT_EQ(CallWith(ChannelWith(std::nullopt)).error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(CallWith(ChannelWith(stranger_.Issue("DNS:client.example"))).error_code(),
            grpc::StatusCode::UNAVAILABLE);
  // Verified, but nobody: also when the name could be taken for a local user's.
  for (const char* const names :
       {"", "IP:127.0.0.1", "DNS:alice", "DNS:*.example", "URI:https://client.example/",
        "URI:spiffe://example/a,URI:spiffe://example/b", "URI:SPIFFE://example/a,DNS:c.example",
        // One URI and no other, of which nothing is made up.
        "URI:spiffe://example/a,URI:https://c.example/,DNS:c.example",
        "URI:spiffe://example/a/../b", "URI:spiffe://example", "URI:spiffe://Example/a",
        // A wildcard in any place belongs to a server for many names.
        "DNS:client.example,DNS:*.example",
        // A DNS name that reads like another kind of caller.
        "DNS:spiffe://example/ns/a/sa/b", "DNS:k8s://c/n/s.a",
        // Mail addresses name nobody; nor does the common name, which is "leaf" here.
        "email:client@client.example", "IP:127.0.0.1,email:a@client.example"}) {
    const grpc::Status status = CallWith(ChannelWith(authority_.Issue(names)));
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED) << names;
    EXPECT_EQ(ReasonOf(status), "CALLER_UNKNOWN") << names;
  }
  EXPECT_TRUE(CallWith(ChannelWith(authority_.Issue("DNS:client.example"))).ok());
}

TEST_F(MutualTlsTest, TheCommonNameNamesNobody) {
  server_.Start();
  CertificateOptions options;
  options.common_name = "client.example";
  EXPECT_EQ(ReasonOf(CallWith(ChannelWith(authority_.Issue(options)))), "CALLER_UNKNOWN");
  options.alternative_names = "DNS:client.example";
  EXPECT_TRUE(CallWith(ChannelWith(authority_.Issue(options))).ok());
}

TEST_F(MutualTlsTest, OtherNamesBesideAreIgnored) {
  server_.Start();
  EXPECT_TRUE(
      CallWith(ChannelWith(authority_.Issue(
                   "IP:10.0.0.1,email:a@x.example,URI:https://x.example/,DNS:client.example")))
          .ok());
  EXPECT_EQ(caller_, "client.example");
}

// The handshake takes a certificate of either authority.
TEST_F(MutualTlsTest, AnAuthorityCannotIssueTheNamesOfAnothersDomain) {
  const TestAuthority partner("partner");
  server_.folder().Write("partner.pem", partner.Certificate());
  server_.config().tcp_listener->trust_bundles = {
      {"partner.example", server_.folder().Path("partner.pem")}};
  server_.config().policy = *Policy::Create({AllowEverything("*")});
  server_.Start();
  const auto caller = [this](const CertificateAndKey& identity) {
    const auto channel = ChannelWith(identity);
    const grpc::Status first = CallWith(channel);
    // The answer that is kept with the connection is the same.
    EXPECT_EQ(CallWith(channel).error_code(), first.error_code());
    return first.ok() ? caller_ : ReasonOf(first);
  };
  const char* const ours = "URI:spiffe://example/ns/a/sa/b";
  const char* const theirs = "URI:spiffe://partner.example/x";
  EXPECT_EQ(caller(authority_.Issue(ours)), "spiffe://example/ns/a/sa/b");
  EXPECT_EQ(caller(partner.Issue(theirs)), "spiffe://partner.example/x");
  EXPECT_EQ(caller(authority_.Issue("DNS:client.example")), "client.example");
  EXPECT_EQ(caller(authority_.Issue(theirs)), "CALLER_UNKNOWN");
  EXPECT_EQ(caller(partner.Issue(ours)), "CALLER_UNKNOWN");
  EXPECT_EQ(caller(partner.Issue("DNS:client.example")), "CALLER_UNKNOWN");
  // Over an authority of the partner's own.
  const auto below = partner.Intermediate("below");
  CertificateAndKey identity = below->Issue(theirs);
  identity.certificate += below->Certificate();
  EXPECT_EQ(caller(identity), "spiffe://partner.example/x");
}

TEST_F(MutualTlsTest, BundlesAloneAreEnough) {
  server_.config().tcp_listener->trust_bundles = {
      {"example", server_.config().tcp_listener->client_ca_file}};
  server_.config().tcp_listener->client_ca_file = "";
  server_.Start();
  EXPECT_TRUE(CallWith(ChannelWith(authority_.Issue("URI:spiffe://example/ns/a/sa/b"))).ok());
  EXPECT_EQ(ReasonOf(CallWith(ChannelWith(authority_.Issue("DNS:client.example")))),
            "CALLER_UNKNOWN");
}

TEST_F(MutualTlsTest, SpeaksNoPlaintext) {
  server_.Start();
  const auto channel = grpc::CreateChannel(Address(), grpc::InsecureChannelCredentials());
  EXPECT_EQ(CallWith(channel).error_code(), grpc::StatusCode::UNAVAILABLE);
}

// They are for the local listener.
TEST_F(MutualTlsTest, HasNeitherHealthNorReflection) {
  server_.Start();
  const auto channel = ChannelWith(authority_.Issue("DNS:client.example"));
  PatientContext health_context;
  ::grpc::health::v1::HealthCheckResponse response;
  EXPECT_EQ(::grpc::health::v1::Health::NewStub(channel)
                ->Check(&health_context, {}, &response)
                .error_code(),
            grpc::StatusCode::UNIMPLEMENTED);
  PatientContext reflection_context;
  const auto stub = ::grpc::reflection::v1::ServerReflection::NewStub(channel);
  EXPECT_EQ(stub->ServerReflectionInfo(&reflection_context)->Finish().error_code(),
            grpc::StatusCode::UNIMPLEMENTED);
}

TEST_F(MutualTlsTest, AnAddressInUseIsOneClearError) {
  server_.Start();
  InProcessServer second;
  second.config().tcp_listener = server_.config().tcp_listener;
  second.config().tcp_listener->address = Address();
  const absl::StatusOr<std::unique_ptr<Server>> result = Server::Create(second.config(), {});
  EXPECT_EQ(result.status().message(), "the address " + Address() + " is in use");
}

}  // namespace
}  // namespace signet
