// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/request_signer.h"

#include "gtest/gtest.h"
#include "server/sigv4/presign_profile.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/target.h"
#include "server/sigv4/timestamp.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

constexpr char kSecret[] = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

}  // namespace

RequestSigner::RequestSigner() {
  input.request.method = "GET";
  SetUrl("https://example.amazonaws.com/");
  SetBody("");
  SetProfile("");
  input.signing_time = *ParseAmzDate("20150830T123600Z");
  input.region = "us-east-1";
  input.service = "s3";
  input.access_key_id = "AKIDEXAMPLE";
  input.presign_profile = *FindPresignProfile("");
}

void RequestSigner::SetUrl(absl::string_view url) {
  url_ = std::string(url);
  const absl::StatusOr<UrlView> parsed = ParseUrl(url_);
  ASSERT_OK(parsed);
  input.request.url = *parsed;
}

void RequestSigner::SetHeaders(std::vector<HeaderView> headers) {
  headers_ = std::move(headers);
  input.request.headers = headers_;
}

void RequestSigner::SetProfile(absl::string_view name) {
  const absl::StatusOr<const TargetProfile*> profile =
      FindTargetProfile(name, input.service.empty() ? "s3" : input.service);
  ASSERT_OK(profile);
  input.profile = *profile;
}

void RequestSigner::SetBody(absl::string_view body) {
  input.payload = {PayloadMode::kSha256, Sha256Of(body)};
}

void RequestSigner::Presign(absl::Duration expires_in, absl::string_view profile) {
  input.placement = Placement::kQuery;
  input.expires_in = expires_in;
  const absl::StatusOr<const PresignProfile*> found = FindPresignProfile(profile);
  ASSERT_OK(found);
  input.presign_profile = *found;
}

SignedRequest RequestSigner::Sign() const {
  const absl::StatusOr<PreparedRequest> prepared = Prepare();
  EXPECT_OK(prepared);
  if (!prepared.ok()) {
    return {};
  }
  const SigningKey key =
      DeriveSigningKey({kSecret, ScopeDate(input.signing_time), input.region, input.service});
  return AttachSignature(
      *prepared,
      SignatureOf(MakeHmacSha256Key(absl::MakeConstSpan(key.Reveal())), prepared->string_to_sign));
}

std::string ValueOf(const std::vector<Header>& headers, absl::string_view name) {
  for (const Header& header : headers) {
    if (header.name == name) {
      return header.value;
    }
  }
  return "(none)";
}

}  // namespace signet
