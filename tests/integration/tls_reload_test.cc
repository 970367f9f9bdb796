// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// TLS files that change while clients connect.

#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/certificates.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kServerNames[] = "DNS:localhost,IP:127.0.0.1";

class TlsReloadTest : public ::testing::Test {
 protected:
  TlsReloadTest() {
    Write(authority_.Issue(kServerNames));
    server_.folder().Write("ca.pem", authority_.Certificate());
    server_.config().tcp_listener =
        ServerConfig::TcpListener{.address = "127.0.0.1:0",
                                  .cert_file = server_.folder().Path("cert.pem"),
                                  .key_file = server_.folder().Path("key.pem"),
                                  .client_ca_file = server_.folder().Path("ca.pem")};
    server_.config().policy = *Policy::Create({AllowEverything("client.example")});
    server_.config().lanes = 2;
    server_.Start();
  }

  void Write(const CertificateAndKey& pair) {
    server_.folder().Write("cert.pem", pair.certificate);
    server_.folder().Write("key.pem", pair.key);
  }

  std::string Address() { return server_.server().addresses().at(1); }

  // A connection of its own, by a client that trusts servers of `server_authority`.
  std::shared_ptr<grpc::Channel> Connect(const TestAuthority& client_authority,
                                         const TestAuthority& server_authority) {
    const CertificateAndKey identity = client_authority.Issue("DNS:client.example");
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = server_authority.Certificate();
    options.pem_cert_chain = identity.certificate;
    options.pem_private_key = identity.key;
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return grpc::CreateCustomChannel(Address(), grpc::SslCredentials(options), arguments);
  }

  static bool IsServed(const std::shared_ptr<grpc::Channel>& channel) {
    PatientContext context;
    v1::GetServerInfoResponse info;
    return v1::SigningService::NewStub(channel)->GetServerInfo(&context, {}, &info).ok();
  }

  // What openssl says of a handshake with these options more.
  std::string Handshake(const std::string& options) {
    const TempFolder& folder = server_.folder();
    const CertificateAndKey identity = authority_.Issue("DNS:client.example");
    folder.Write("client.pem", identity.certificate);
    folder.Write("client.key", identity.key);
    const std::string command =
        absl::StrCat("openssl s_client -alpn h2 -connect ", Address(), " -cert ",
                     folder.Path("client.pem"), " -key ", folder.Path("client.key"), " -CAfile ",
                     folder.Path("ca.pem"), " ", options, " </dev/null 2>&1");
    FILE* const pipe = popen(command.c_str(), "r");
    std::string output;
    std::array<char, 4096> part;
    for (size_t size = 1; size > 0;) {
      size = fread(part.data(), 1, part.size(), pipe);
      output.append(part.data(), size);
    }
    pclose(pipe);
    return output;
  }

  const TestAuthority authority_{"authority"};
  InProcessServer server_;
};

TEST_F(TlsReloadTest, NewConnectionsMeetTheNewFilesAndOldOnesStay) {
  const TestAuthority next("next");
  const auto old = Connect(authority_, authority_);
  ASSERT_TRUE(IsServed(old));
  EXPECT_FALSE(IsServed(Connect(next, authority_)));
  Write(next.Issue(kServerNames));
  server_.folder().Write("ca.pem", next.Certificate());
  server_.server().Tick();
  // Both lanes, hence more than one of each.
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(IsServed(Connect(next, next)));
    EXPECT_FALSE(IsServed(Connect(authority_, next)));
    EXPECT_FALSE(IsServed(Connect(next, authority_)));
  }
  EXPECT_TRUE(IsServed(old));
}

// Everything that goes wrong when certificates are renewed, while clients connect all
// the time: no handshake fails.
TEST_F(TlsReloadTest, NoHandshakeFailsWhateverIsInTheFiles) {
  std::atomic<bool> is_done = false;
  std::atomic<int> served = 0;
  std::atomic<int> failed = 0;
  std::thread clients([&] {
    while (!is_done) {
      (IsServed(Connect(authority_, authority_)) ? served : failed)++;
    }
  });
  const auto tick = [&] {
    server_.server().Tick();
    const int before = served + failed;
    while (served + failed < before + 3) {
      std::this_thread::yield();
    }
  };
  const TempFolder& folder = server_.folder();
  const TestAuthority stranger("stranger");
  CertificateOptions expired{.alternative_names = kServerNames};
  expired.not_after = -60;
  for (int round = 0; round < 3; ++round) {
    const CertificateAndKey next = authority_.Issue(kServerNames);
    folder.Write("cert.pem", next.certificate.substr(0, next.certificate.size() / 2));
    tick();
    folder.Write("cert.pem", next.certificate);
    tick();  // The key is still that of the last one.
    folder.Write("key.pem", "garbage");
    tick();
    std::filesystem::remove(folder.Path("key.pem"));
    tick();
    Write(authority_.Issue(expired));
    tick();
    folder.Write("ca.pem", "");
    tick();
    std::filesystem::remove(folder.Path("ca.pem"));
    tick();
    folder.Write("ca.pem", stranger.Certificate() + authority_.Certificate());
    Write(next);
    tick();
  }
  is_done = true;
  clients.join();
  EXPECT_EQ(failed, 0);
  EXPECT_GE(served, 72);
  const std::string metrics = server_.server().metrics().PrometheusText();
  EXPECT_THAT(metrics, HasSubstr("signet_tls_reloads_total{result=\"ok\"} 3\n"));
  // Of the seven bad states of a round, some have the error of the one before.
  EXPECT_THAT(metrics, Not(HasSubstr("signet_tls_reloads_total{result=\"refused\"} 0\n")));
}

TEST_F(TlsReloadTest, SpeaksTls12AndNothingOlderAfterAReloadToo) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(Handshake("-tls1_2"), HasSubstr("New, TLSv1.2, Cipher is "));
    EXPECT_THAT(Handshake("-tls1_3"), HasSubstr("New, TLSv1.3, Cipher is "));
    // The client would do it at this security level; it has said so.
    for (const char* const version : {"-tls1_1", "-tls1"}) {
      EXPECT_THAT(Handshake(absl::StrCat(version, " -cipher ALL:@SECLEVEL=0")),
                  AllOf(HasSubstr("New, (NONE), Cipher is (NONE)"),
                        HasSubstr("has read 0 bytes and written 1")));
    }
    Write(authority_.Issue(kServerNames));
    server_.server().Tick();
  }
}

}  // namespace
}  // namespace signet
