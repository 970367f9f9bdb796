// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Public bugs of servers behind gRPC. Rows are those of tests/public_bugs.md.

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/generic_call.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"

namespace signet {
namespace {

using ::testing::AnyOf;

class PublicBugsGrpcTest : public ::testing::Test {
 protected:
  void SetUp() override { server_.Start(); }

  bool Serves() {
    PatientContext context;
    v1::SignRequestResponse response;
    return server_.NewStub()->SignRequest(&context, GetObjectRequest(), &response).ok();
  }

  int Connect() {
    const std::string path = server_.target().substr(strlen("unix:"));
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
    EXPECT_EQ(connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    return fd;
  }

  InProcessServer server_;
};

// RustFS GHSA-6r96: headers of the request took the place of what the server had
// found out.
TEST_F(PublicBugsGrpcTest, Row40MetadataSetsNoIdentity) {
  for (const char* const name :
       {"caller", "x-caller", "x-signet-caller", "uds_identity", "x-forwarded-client-cert",
        "x-forwarded-user", "authorization", "x-spiffe-id", "peer_uri"}) {
    PatientContext context;
    context.AddMetadata(name, "bob");
    v1::GetServerInfoResponse info;
    const grpc::Status status = server_.NewStub()->GetServerInfo(&context, {}, &info);
    // A name that carries credentials may be refused, never obeyed.
    if (status.ok()) {
      EXPECT_EQ(info.caller(), "alice") << name;
    } else {
      EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED) << name;
    }
  }
}

// RustFS GHSA-5qfg, GHSA-jxrr: claims were used before they were verified; libjwt
// CVE-2026-44699, Ceph RGW CVE-2024-48916: algorithms of the sender's choice.
TEST_F(PublicBugsGrpcTest, Row42And48AnUnverifiedTokenIsNoIdentity) {
  const auto token = [](const std::string& header, const std::string& signature) {
    const std::string claims = R"({"sub":"bob","iss":"https://issuer","aud":"signet"})";
    return "Bearer " + absl::WebSafeBase64Escape(header) + "." + absl::WebSafeBase64Escape(claims) +
           "." + absl::WebSafeBase64Escape(signature);
  };
  for (const std::string& value :
       {token(R"({"alg":"none"})", ""), token(R"({"alg":"None","typ":"JWT"})", ""),
        token(R"({"alg":"HS256"})", std::string(32, 's')), token(R"({"alg":"RS256"})", "x"),
        token("{}", ""), std::string("Bearer "), std::string("Bearer bob")}) {
    PatientContext context;
    context.AddMetadata("authorization", value);
    v1::GetServerInfoResponse info;
    const grpc::Status status = server_.NewStub()->GetServerInfo(&context, {}, &info);
    if (status.ok()) {
      EXPECT_EQ(info.caller(), "alice") << value;
    } else {
      EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED) << value;
    }
  }
}

// MinIO CVE-2020-11012, CVE-2023-28432: what runs the server was open, and told all.
TEST_F(PublicBugsGrpcTest, Row38And41NothingElseIsServedToAnOrdinaryCaller) {
  for (const char* const method :
       {"/signet.v1.AdminService/ListCredentials", "/signet.v1.AdminService/PurgeKeys",
        "/signet.v1.AdminService/RevokeCredentialVersion", "/signet.v1.AdminService/ReloadConfig",
        "/signet.v1.AdminService/GetCacheStats", "/grpc.channelz.v1.Channelz/GetServers",
        "/signet.v1.SigningService/../AdminService/PurgeKeys", "/", "/signet.v1.SigningService/"}) {
    const grpc::Status status = CallWithBytes(server_.NewChannel(), method,
                                              {"\n\x01"
                                               "c"});
    EXPECT_THAT(status.error_code(),
                AnyOf(grpc::StatusCode::PERMISSION_DENIED, grpc::StatusCode::UNIMPLEMENTED))
        << method << " " << status.error_message();
  }
}

// CVE-2023-4785, CVE-2023-33953, CVE-2023-44487 and kin, as far as one connection goes:
// bytes that are no HTTP/2, half of a preface, streams that are reset at once.
// AcceptLoopTest and ConnectionCapsTest have descriptors and connections.
TEST_F(PublicBugsGrpcTest, Row47ConnectionsThatMisbehaveHurtNoOther) {
  const std::string preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  const std::string settings("\x00\x00\x00\x04\x00\x00\x00\x00\x00", 9);
  std::string resets = preface + settings;
  for (int i = 0; i < 1000; ++i) {
    const int id = 2 * i + 1;
    // An empty HEADERS frame that ends nothing, and a RST_STREAM (RFC 9113 section 6).
    const std::string stream = {0, 0, static_cast<char>(id >> 8), static_cast<char>(id)};
    resets += std::string("\x00\x00\x00\x01\x04", 5) + stream;
    resets += std::string("\x00\x00\x04\x03\x00", 5) + stream + std::string("\x00\x00\x00\x08", 4);
  }
  std::string continuations = preface + settings;
  continuations += std::string("\x00\x00\x00\x01\x00\x00\x00\x00\x01", 9);
  for (int i = 0; i < 1000; ++i) {
    continuations += std::string("\x00\x00\x02\x09\x00\x00\x00\x00\x01\x88\x88", 11);
  }
  std::vector<int> connections;
  for (const std::string& bytes :
       {std::string("GET / HTTP/1.1\r\nHost: h\r\n\r\n"), std::string(4096, '\0'),
        preface.substr(0, 10), preface, resets, continuations,
        preface + std::string("\xff\xff\xff\x00\x00\x00\x00\x00\x00", 9)}) {
    connections.push_back(Connect());
    // The server may hang up while it is sent to.
    send(connections.back(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    EXPECT_TRUE(Serves());
  }
  for (const int fd : connections) {
    close(fd);
  }
  EXPECT_TRUE(Serves());
}

// RustFS GHSA-gw2x: a malformed message ended the process.
TEST_F(PublicBugsGrpcTest, Row49MalformedMessagesAreInvalidArguments) {
  for (const char* const method :
       {"SignRequest", "BatchSignRequests", "SignPostPolicy", "GetOrLoadKey", "VerifyRequest",
        "ExplainSignature", "GetServerInfo", "SignPayload", "HashPayload"}) {
    for (const std::string& bytes :
         {std::string("\xff\xff\xff"), std::string("\x0a\xff\xff\xff\xff\x0f"),
          std::string("\x0a\x05"
                      "ab"),
          std::string("\x0b"), std::string(64, '\x0b'), std::string("\x00\x01", 2),
          std::string("\x80", 1)}) {
      const grpc::Status status = CallWithBytes(
          server_.NewChannel(), std::string("/signet.v1.SigningService/") + method, {bytes});
      EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT)
          << method << " " << status.error_message();
    }
  }
  EXPECT_TRUE(Serves());
}

}  // namespace
}  // namespace signet
