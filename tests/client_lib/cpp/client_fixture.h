// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_CLIENT_LIB_CPP_CLIENT_FIXTURE_H_
#define SIGNET_TESTS_CLIENT_LIB_CPP_CLIENT_FIXTURE_H_

#include <memory>
#include <string>

#include "client_lib/cpp/signer.h"
#include "gtest/gtest.h"
#include "tests/support/signetd_process.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {

// The secret of the AWS documentation's S3 examples.
inline constexpr char kExampleAccessKeyId[] = "AKIAIOSFODNN7EXAMPLE";
inline constexpr char kExampleSecret[] = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

// Credentials "example" (long-term), "session" (with a token) and "ending" (with the
// beginning of 2100 as its expiry).
inline constexpr char kCredentials[] = R"({"credentials": [
  {"name": "example", "access_key_id": "AKIAIOSFODNN7EXAMPLE",
   "secret_access_key": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"},
  {"name": "session", "access_key_id": "ASIAIOSFODNN7EXAMPLE",
   "secret_access_key": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
   "session_token": "session-token-value"},
  {"name": "ending", "access_key_id": "ASIAIOSFODNN7ENDING",
   "secret_access_key": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
   "session_token": "session-token-value", "expires_at": "2100-01-01T00:00:00Z"}]})";

// A development server with kCredentials, and both kinds of signer for it.
class ClientTest : public ::testing::Test {
 protected:
  void SetUp() override {
    server_ = SignetdProcess::StartDevelopment(folder_.Path(""), kCredentials);
    ASSERT_NE(server_, nullptr);
    ASSERT_OK_AND_ASSIGN(remote_, NewRemoteSigner(Options()));
    ASSERT_OK_AND_ASSIGN(local_, NewLocalSigner(Options()));
  }

  SignerOptions Options() const {
    return {.target = server_->target(), .deadline = absl::Seconds(20)};
  }

  // A GET of an object, by `credential`.
  static SigningRequest GetObject(const std::string& credential) {
    SigningRequest request;
    request.credential = credential;
    request.region = "us-east-1";
    request.service = "s3";
    request.url = "https://examplebucket.s3.amazonaws.com/test.txt";
    return request;
  }

  TempFolder folder_;
  std::unique_ptr<SignetdProcess> server_;
  std::unique_ptr<Signer> remote_;
  std::unique_ptr<Signer> local_;
};

}  // namespace signet

#endif  // SIGNET_TESTS_CLIENT_LIB_CPP_CLIENT_FIXTURE_H_
