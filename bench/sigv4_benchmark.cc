// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Signing without a server: derivation, the signature of a string to sign, and a
// whole request with the key at hand.

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "benchmark/benchmark.h"
#include "server/digest/hmac_sha256.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/target.h"

namespace signet {
namespace {

SigningKeySpec Spec() {
  return {"wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20261130", "us-east-1", "s3"};
}

HmacSha256Key SigningHmacKey() {
  return MakeHmacSha256Key(absl::MakeConstSpan(DeriveSigningKey(Spec()).Reveal()));
}

void BM_Derive(benchmark::State& state) {
  const SigningKeySpec spec = Spec();
  for (auto _ : state) {
    const SigningKey key = DeriveSigningKey(spec);
    benchmark::DoNotOptimize(key.Reveal()[0]);
  }
}
BENCHMARK(BM_Derive);

// The string to sign of a request has a little under 140 bytes.
void BM_SignatureOf(benchmark::State& state) {
  const HmacSha256Key key = SigningHmacKey();
  const std::string string_to_sign(140, 'x');
  for (auto _ : state) {
    benchmark::DoNotOptimize(SignatureOf(key, string_to_sign));
  }
}
BENCHMARK(BM_SignatureOf);

// A GET of an S3 object with five headers of the caller's own.
SigningInput S3Get(absl::Span<const HeaderView> headers) {
  SigningInput input;
  input.request.method = "GET";
  input.request.url =
      ParseUrl("https://bucket.s3.us-east-1.amazonaws.com/folder/object.bin").value();
  input.request.headers = headers;
  input.payload.mode = PayloadMode::kUnsigned;
  input.profile = FindTargetProfile("s3", "s3").value();
  input.signing_time = absl::FromCivil(absl::CivilHour(2026, 11, 30, 12), absl::UTCTimeZone());
  input.region = "us-east-1";
  input.service = "s3";
  input.access_key_id = "AKIDEXAMPLE";
  return input;
}

void BM_SignS3Get(benchmark::State& state) {
  const std::vector<HeaderView> headers = {
      {"range", "bytes=0-1048575"},         {"if-match", "\"0123456789abcdef\""},
      {"x-amz-checksum-mode", "ENABLED"},   {"x-amz-expected-bucket-owner", "123456789012"},
      {"x-amz-request-payer", "requester"},
  };
  const SigningInput input = S3Get(headers);
  const HmacSha256Key key = SigningHmacKey();
  for (auto _ : state) {
    const absl::StatusOr<PreparedRequest> prepared = PrepareRequest(input);
    if (!prepared.ok()) {
      state.SkipWithError(std::string(prepared.status().message()).c_str());
      return;
    }
    benchmark::DoNotOptimize(
        AttachSignature(*prepared, SignatureOf(key, prepared->string_to_sign)));
  }
}
BENCHMARK(BM_SignS3Get);

}  // namespace
}  // namespace signet
