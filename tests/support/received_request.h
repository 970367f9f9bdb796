// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_RECEIVED_REQUEST_H_
#define SIGNET_TESTS_SUPPORT_RECEIVED_REQUEST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/digest/hmac_sha256.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/payload.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/verifier.h"

namespace signet {

// The credential, time and scope of every request here.
inline constexpr char kTestAccessKeyId[] = "AKIAIOSFODNN7EXAMPLE";
inline constexpr char kTestSecret[] = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
inline constexpr char kTestDate[] = "20130524T000000Z";

// A request as a server receives it; tests sign one and then spoil it.
struct ReceivedByServer {
  std::string method = "GET";
  std::string url = "https://examplebucket.s3.amazonaws.com/test.txt?a=b";
  std::vector<Header> headers = {{"Host", "examplebucket.s3.amazonaws.com"},
                                 {"x-amz-meta-color", "blue"}};

  // The header of exactly that name; a test failure without one.
  Header& Find(absl::string_view name);
  void Erase(absl::string_view name);

  // Replaces text in the URL or the Authorization header; a test failure where
  // it is not there.
  void Replace(absl::string_view from, absl::string_view to);
  void ReplaceAuthorization(absl::string_view from, absl::string_view to);

  // Views into this object.
  std::vector<HeaderView> HeaderViews() const;
};

// The key that signs: of `secret`, 20130524, us-east-1, s3.
HmacSha256Key TestSigningKey(absl::string_view secret = kTestSecret);

struct SignOptions {
  Placement placement = Placement::kHeader;
  PayloadMode mode = PayloadMode::kSha256;
  std::string body = "";
  std::string session_token = "";
  std::string profile = "s3";
};

// What the signer takes to sign `received`; `headers` are its HeaderViews().
SigningInput TestSigningInput(const ReceivedByServer& received,
                              const std::vector<HeaderView>& headers, const SignOptions& options);

// Signs as a client does. A presigned URL has an unsigned body and lives an
// hour.
ReceivedByServer SignAsClient(ReceivedByServer received, const SignOptions& options = {});
ReceivedByServer PresignAsClient(ReceivedByServer received = {});

// Region, service and time of the requests here.
VerifyExpectations TestExpectations();

absl::StatusOr<ReceivedSignature> ParseAsServer(
    const ReceivedByServer& received, const VerifyExpectations& expectations = TestExpectations());

// Parsed, and signed by TestSigningKey().
bool IsGenuine(const ReceivedByServer& received,
               const VerifyExpectations& expectations = TestExpectations());

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_RECEIVED_REQUEST_H_
