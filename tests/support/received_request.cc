// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/received_request.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "server/sigv4/presign_profile.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/target.h"
#include "server/sigv4/timestamp.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

void ReplaceIn(std::string* text, absl::string_view from, absl::string_view to) {
  const std::string before = *text;
  *text = absl::StrReplaceAll(before, {{from, to}});
  EXPECT_NE(*text, before) << from << " is not there";
}

}  // namespace

Header& ReceivedByServer::Find(absl::string_view name) {
  for (Header& header : headers) {
    if (header.name == name) {
      return header;
    }
  }
  ADD_FAILURE() << "no header " << name;
  return headers.front();
}

void ReceivedByServer::Erase(absl::string_view name) {
  headers.erase(std::remove_if(headers.begin(), headers.end(),
                               [name](const Header& header) { return header.name == name; }),
                headers.end());
}

void ReceivedByServer::Replace(absl::string_view from, absl::string_view to) {
  ReplaceIn(&url, from, to);
}

void ReceivedByServer::ReplaceAuthorization(absl::string_view from, absl::string_view to) {
  ReplaceIn(&Find("Authorization").value, from, to);
}

std::vector<HeaderView> ReceivedByServer::HeaderViews() const {
  std::vector<HeaderView> views;
  for (const Header& header : headers) {
    views.push_back({header.name, header.value});
  }
  return views;
}

HmacSha256Key TestSigningKey(absl::string_view secret) {
  const SigningKey key = DeriveSigningKey({secret, "20130524", "us-east-1", "s3"});
  return MakeHmacSha256Key(absl::MakeConstSpan(key.Reveal()));
}

SigningInput TestSigningInput(const ReceivedByServer& received,
                              const std::vector<HeaderView>& headers, const SignOptions& options) {
  SigningInput input;
  input.request = {received.method, *ParseUrl(received.url), headers};
  input.payload = {options.mode, Sha256Of(options.body)};
  input.profile = *FindTargetProfile(options.profile, "s3");
  input.signing_time = *ParseAmzDate(kTestDate);
  input.region = "us-east-1";
  input.service = "s3";
  input.access_key_id = kTestAccessKeyId;
  input.session_token = options.session_token;
  input.placement = options.placement;
  input.expires_in = absl::Hours(1);
  input.presign_profile = *FindPresignProfile("");
  return input;
}

ReceivedByServer SignAsClient(ReceivedByServer received, const SignOptions& options) {
  const std::vector<HeaderView> headers = received.HeaderViews();
  const absl::StatusOr<PreparedRequest> prepared =
      PrepareRequest(TestSigningInput(received, headers, options));
  EXPECT_OK(prepared);
  if (!prepared.ok()) {
    return received;
  }
  const SignedRequest signed_request =
      AttachSignature(*prepared, SignatureOf(TestSigningKey(), prepared->string_to_sign));
  received.url = signed_request.url;
  if (options.placement == Placement::kHeader) {
    received.headers.insert(received.headers.end(), signed_request.headers.begin(),
                            signed_request.headers.end());
  }
  return received;
}

ReceivedByServer PresignAsClient(ReceivedByServer received) {
  return SignAsClient(std::move(received),
                      {.placement = Placement::kQuery, .mode = PayloadMode::kUnsigned});
}

VerifyExpectations TestExpectations() {
  VerifyExpectations expectations;
  expectations.region = "us-east-1";
  expectations.service = "s3";
  expectations.now = *ParseAmzDate(kTestDate);
  return expectations;
}

absl::StatusOr<ReceivedSignature> ParseAsServer(const ReceivedByServer& received,
                                                const VerifyExpectations& expectations) {
  const std::vector<HeaderView> headers = received.HeaderViews();
  const absl::StatusOr<UrlView> url = ParseUrl(received.url);
  if (!url.ok()) {
    return url.status();
  }
  return ParseSignedRequest({received.method, *url, headers}, expectations);
}

bool IsGenuine(const ReceivedByServer& received, const VerifyExpectations& expectations) {
  const absl::StatusOr<ReceivedSignature> parsed = ParseAsServer(received, expectations);
  return parsed.ok() && VerifySignature(*parsed, TestSigningKey());
}

}  // namespace signet
