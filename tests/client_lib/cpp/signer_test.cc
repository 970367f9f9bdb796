// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/signer.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client_lib/cpp/client_fixture.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

std::string ValueOf(const SigningResult& result, const std::string& name) {
  for (const Header& header : result.headers) {
    if (header.name == name) {
      return header.value;
    }
  }
  return "(none)";
}

// "GET Object", Authenticating Requests: Using the Authorization Header, S3 API
// Reference.
TEST_F(ClientTest, SignsTheDocumentedGetObject) {
  SigningRequest request = GetObject("example");
  request.headers = {{"Range", "bytes=0-9"}};
  request.signing_time = absl::FromUnixSeconds(1369353600);

  for (Signer* const signer : {remote_.get(), local_.get()}) {
    ASSERT_OK_AND_ASSIGN(const SigningResult result, signer->Sign(request));

    EXPECT_EQ(result.signature, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    EXPECT_EQ(result.signed_headers, "host;range;x-amz-content-sha256;x-amz-date");
    EXPECT_EQ(result.credential_scope, "20130524/us-east-1/s3/aws4_request");
    EXPECT_EQ(result.access_key_id, kExampleAccessKeyId);
  }
}

TEST_F(ClientTest, SignsByTheServersClockWhenNoTimeIsGiven) {
  const absl::Time before = absl::Now() - absl::Seconds(2);
  for (Signer* const signer : {remote_.get(), local_.get()}) {
    ASSERT_OK_AND_ASSIGN(const SigningResult result, signer->Sign(GetObject("example")));

    EXPECT_GE(result.signing_time, before);
    EXPECT_LE(result.signing_time, absl::Now() + absl::Seconds(2));
  }
}

TEST_F(ClientTest, SendsTheSessionTokenOfTheCredential) {
  for (Signer* const signer : {remote_.get(), local_.get()}) {
    ASSERT_OK_AND_ASSIGN(const SigningResult result, signer->Sign(GetObject("session")));

    EXPECT_THAT(result.signed_headers, HasSubstr("x-amz-security-token"));
  }
}

TEST_F(ClientTest, BatchAnswersEachRequestInOrderWithItsToken) {
  SigningRequest broken = GetObject("example");
  broken.url = "ftp://examplebucket/test.txt";
  const std::vector<SigningRequest> requests = {GetObject("session"), broken, GetObject("example"),
                                                GetObject("session")};
  for (Signer* const signer : {remote_.get(), local_.get()}) {
    ASSERT_OK_AND_ASSIGN(const auto results, signer->SignBatch(requests));

    ASSERT_EQ(results.size(), 4u);
    ASSERT_OK(results[0]);
    EXPECT_THAT(results[1].status(),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("neither http nor https")));
    EXPECT_EQ(GetErrorDetail(results[1].status()).reason, Reason::kInvalidUrl);
    ASSERT_OK(results[2]);
    ASSERT_OK(results[3]);
    EXPECT_EQ(results[0]->access_key_id, "ASIAIOSFODNN7EXAMPLE");
    EXPECT_EQ(results[2]->access_key_id, kExampleAccessKeyId);
    for (const size_t i : {0, 3}) {
      const std::string lower = ValueOf(*results[i], "x-amz-security-token");
      const std::string upper = ValueOf(*results[i], "X-Amz-Security-Token");
      EXPECT_TRUE(lower == "session-token-value" || upper == "session-token-value") << i;
    }
  }
}

TEST_F(ClientTest, ErrorsNameReasonAndField) {
  SigningRequest request = GetObject("example");
  request.placement = Placement::kQuery;
  request.expires_in = absl::Seconds(604801);

  EXPECT_THAT(remote_->Sign(request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("604801")));
  EXPECT_EQ(GetErrorDetail(remote_->Sign(request).status()).reason, Reason::kInvalidExpiry);
  EXPECT_THAT(GetErrorDetail(remote_->Sign(request).status()).field, HasSubstr("expires_in"));
}

TEST_F(ClientTest, UnknownCredentialIsToldAsTheServerTellsIt) {
  for (Signer* const signer : {remote_.get(), local_.get()}) {
    const absl::Status status = signer->Sign(GetObject("nobody")).status();

    EXPECT_TRUE(absl::IsNotFound(status) || absl::IsPermissionDenied(status)) << status;
  }
}

TEST_F(ClientTest, ARemoteCallWaitsOutARestartOfTheServer) {
  ASSERT_OK(remote_->Sign(GetObject("example")));
  server_->Kill();
  std::thread restart([this] {
    absl::SleepFor(absl::Milliseconds(200));
    server_->Restart();
  });
  // gRPC's retries span about a second; callers that need longer ask again.
  absl::Status status = absl::UnknownError("not asked");
  for (int attempt = 0; attempt < 100 && !status.ok(); ++attempt) {
    status = remote_->Sign(GetObject("example")).status();
    EXPECT_TRUE(status.ok() || absl::IsUnavailable(status)) << status;
  }
  restart.join();
  EXPECT_OK(status);
}

TEST_F(ClientTest, ALeaseOutlivesTheServer) {
  ASSERT_OK(local_->Sign(GetObject("example")));
  server_->Kill();

  EXPECT_OK(local_->Sign(GetObject("example")));
  EXPECT_FALSE(remote_->Sign(GetObject("example")).ok());
}

TEST(SignerOptionsTest, RefusesATargetThatHasNoListener) {
  EXPECT_THAT(NewRemoteSigner({.target = ""}), FailsWith(Reason::kMissingField, "target"));
  EXPECT_THAT(NewRemoteSigner({.target = "localhost:8443"}),
              FailsWith(Reason::kInvalidConfig, "target"));
  EXPECT_THAT(NewLocalSigner({.target = "localhost:8443",
                              .tls_ca_file = "/no/such/ca.pem",
                              .tls_cert_file = "/no/such/cert.pem",
                              .tls_key_file = "/no/such/key.pem"}),
              FailsWith(Reason::kInvalidConfig, "tls_ca_file"));
}

TEST(SignerOptionsTest, RefusesASocketPathThatNoKernelTakesAndTlsForASocket) {
  EXPECT_THAT(NewRemoteSigner({.target = "unix:/" + std::string(107, 'a')}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("108 bytes")));
  EXPECT_THAT(NewRemoteSigner({.target = "unix:"}), FailsWith(Reason::kInvalidConfig, "target"));
  EXPECT_THAT(NewRemoteSigner({.target = "unix:/tmp/s", .tls_ca_file = "ca.pem"}),
              FailsWith(Reason::kUnsupportedCombination, "target"));
}

TEST(SignerOptionsTest, AServerThatIsNotThereIsUnavailable) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Signer> signer,
                       NewRemoteSigner({.target = "unix:/no/such/socket"}));
  SigningRequest request;
  request.credential = "example";
  request.service = "s3";
  request.url = "https://example.com/";

  EXPECT_THAT(signer->Sign(request), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("")));
}

// Signing is granted, leasing is not: the local signer asks the server instead.
TEST(LocalSignerTest, SignsThroughTheServerWhereNoRuleGrantsALease) {
  TempFolder folder;
  const std::unique_ptr<SignetdProcess> server =
      SignetdProcess::StartConfigured(folder.Path(""), R"({
    "credentials": [{"name": "example", "access_key_id": "AKIAIOSFODNN7EXAMPLE",
                     "secret_access_key": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}],
    "listen": {"unix": {"path": "SOCKET", "mode": "0600",
                        "users": [{"name": "tester", "uid": )" +
                                                           std::to_string(getuid()) + R"(}]}},
    "policy": {"rules": [{"name": "sign", "callers": ["tester"], "operations": ["SignRequest"],
                          "credentials": ["example"], "services": ["s3"], "regions": ["*"]}]}})");
  ASSERT_NE(server, nullptr);
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Signer> signer,
                       NewLocalSigner({.target = server->target(), .deadline = absl::Seconds(20)}));
  SigningRequest request;
  request.credential = "example";
  request.region = "us-east-1";
  request.service = "s3";
  request.url = "https://examplebucket.s3.amazonaws.com/test.txt";

  EXPECT_OK(signer->Sign(request));
  request.service = "sts";
  EXPECT_THAT(signer->Sign(request), StatusIs(absl::StatusCode::kPermissionDenied,
                                              HasSubstr("to policy the caller is \"")));
}

}  // namespace
}  // namespace signet
