// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a request (request_text.h). Whatever the signer signs, the
// verifier finds genuine, and no longer once a digit of the signature or the
// method changes.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/timestamp.h"
#include "server/sigv4/verifier.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/request_text.h"

namespace signet {
namespace {

constexpr char kSecret[] = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
constexpr char kDate[] = "20150830T123600Z";

HmacSha256Key Key() {
  const SigningKey key = DeriveSigningKey({kSecret, "20150830", "us-east-1", "s3"});
  return MakeHmacSha256Key(absl::MakeConstSpan(key.Reveal()));
}

PayloadMode Mode(const RequestText& text) {
  if (text.Has('u')) {
    return PayloadMode::kUnsigned;
  }
  if (text.Has('s')) {
    return PayloadMode::kStreamingSigned;
  }
  if (text.Has('t')) {
    return PayloadMode::kStreamingUnsignedTrailer;
  }
  return text.Has('e') ? PayloadMode::kStreamingEvents : PayloadMode::kSha256;
}

// The letters of the options line choose; an upper-case letter a profile.
SigningInput Input(const RequestText& text, const UrlView& url) {
  SigningInput input;
  input.request = {text.method, url, text.headers};
  input.payload = {Mode(text), Sha256Of("body")};
  const absl::Span<const TargetProfile> profiles = AllTargetProfiles();
  const absl::Span<const PresignProfile> presign_profiles = AllPresignProfiles();
  input.profile = &profiles[0];
  input.presign_profile = &presign_profiles[0];
  for (const char c : text.options) {
    if (c >= 'A' && c <= 'Z') {
      input.profile = &profiles[static_cast<size_t>(c - 'A') % profiles.size()];
    }
    if (c >= '0' && c <= '9') {
      input.presign_profile =
          &presign_profiles[static_cast<size_t>(c - '0') % presign_profiles.size()];
    }
  }
  input.payload_hash_header =
      text.Has('h') ? PayloadHashHeader::kAlways : PayloadHashHeader::kByProfile;
  input.signing_time = *ParseAmzDate(kDate);
  input.region = "us-east-1";
  input.service = "s3";
  input.access_key_id = "AKIDEXAMPLE";
  input.session_token = text.Has('k') ? "TO/KEN==" : "";
  input.placement = text.Has('q') ? Placement::kQuery : Placement::kHeader;
  input.expires_in = absl::Hours(1);
  return input;
}

// Where neither a header nor the profile says what was signed, a verifier
// cannot know: it takes the body's hash.
bool SaysWhatWasSigned(const SigningInput& input) {
  return input.placement == Placement::kHeader || input.payload.mode != PayloadMode::kUnsigned ||
         input.profile->payload_hash_header != PayloadHashHeaderRule::kWhenAsked;
}

void Verify(const SigningInput& input, const SignedRequest& signed_request,
            const HmacSha256Key& key) {
  std::vector<HeaderView> headers;
  if (input.placement == Placement::kHeader) {
    headers.assign(input.request.headers.begin(), input.request.headers.end());
  }
  for (const Header& header : signed_request.headers) {
    headers.push_back({header.name, header.value});
  }
  VerifyExpectations expectations;
  expectations.region = "us-east-1";
  expectations.service = "s3";
  expectations.profile = input.profile;
  expectations.now = input.signing_time;
  expectations.body_sha256 = input.payload.sha256;
  const absl::StatusOr<UrlView> url = ParseUrl(signed_request.url, kSignedLimits);
  SIGNET_FUZZ_CHECK(url.ok());
  absl::StatusOr<ReceivedSignature> received =
      ParseSignedRequest({input.request.method, *url, headers}, expectations);
  if (!received.ok()) {
    std::fprintf(stderr, "%s\n", received.status().ToString().c_str());
  }
  SIGNET_FUZZ_CHECK(received.ok());
  SIGNET_FUZZ_CHECK(VerifySignature(*received, key));
  received->signature[0] = received->signature[0] == '0' ? '1' : '0';
  SIGNET_FUZZ_CHECK(!VerifySignature(*received, key));
  const absl::StatusOr<ReceivedSignature> other =
      ParseSignedRequest({"OTHER", *url, headers}, expectations);
  SIGNET_FUZZ_CHECK(input.request.method == "OTHER" || !other.ok() ||
                    !VerifySignature(*other, key));
}

void Run(absl::string_view bytes) {
  const RequestText text = ReadRequestText(bytes);
  const absl::StatusOr<UrlView> url = ParseUrl(text.url);
  if (!url.ok()) {
    return;
  }
  const SigningInput input = Input(text, *url);
  const absl::StatusOr<PreparedRequest> prepared = PrepareRequest(input);
  if (!prepared.ok()) {
    SIGNET_FUZZ_CHECK(absl::IsInvalidArgument(prepared.status()));
    return;
  }
  const HmacSha256Key key = Key();
  if (SaysWhatWasSigned(input)) {
    Verify(input, AttachSignature(*prepared, SignatureOf(key, prepared->string_to_sign)), key);
  }
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
