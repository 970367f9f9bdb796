// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0
//
// usage: instruction_probe NAME COUNT
//
// Does one thing COUNT times: what bench/instructions counts the instructions of.

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/numbers.h"
#include "absl/time/time.h"
#include "bench/sign_requests.h"
#include "server/base/clock.h"
#include "server/keycache/key_cache.h"
#include "server/sigv4/payload_signature.h"

namespace signet {
namespace {

bool Repeat(int count, absl::FunctionRef<bool()> work) {
  for (int i = 0; i < count; ++i) {
    if (!work()) {
      return false;
    }
  }
  return true;
}

bool SignRepeatedly(bench::SignRequest request, int count) {
  const HmacSha256Key key = bench::SigningHmacKey(request.input.service);
  SignScratch scratch;
  std::string signature;
  return Repeat(count, [&] { return bench::Sign(&request, key, &scratch, &signature); });
}

bool SignChunks(int count) {
  const HmacSha256Key key = bench::SigningHmacKey("s3");
  const ChunkChain chain = {.algorithm = Algorithm::kSigV4,
                            .amz_date = "20261130T120000Z",
                            .credential_scope = "20261130/us-east-1/s3/aws4_request"};
  const Sha256Digest digest = Sha256Of("chunk");
  std::string string_to_sign;
  std::string signature(64, 'a');
  return Repeat(count, [&] {
    ChunkStringToSign(chain, signature, digest, &string_to_sign);
    SignatureOf(key, string_to_sign, &signature);
    return true;
  });
}

bool Derive(int count) {
  return Repeat(count,
                [] { return DeriveSigningKey(bench::KeySpec("s3")).Reveal() != Sha256Digest{}; });
}

bool HitCache(int count) {
  const absl::Time noon = absl::FromCivil(absl::CivilHour(2026, 11, 30, 12), absl::UTCTimeZone());
  KeyCacheOptions options;
  options.allow_unlocked_memory = true;
  const absl::StatusOr<std::unique_ptr<KeyCache>> cache = KeyCache::Create(options, Clock::Real());
  if (!cache.ok()) {
    return false;
  }
  KeyOrigin origin;
  origin.generation = 1;
  origin.created = noon;
  CachedKey key;
  return Repeat(
      count, [&] { return (*cache)->GetOrDerive(origin, bench::KeySpec("s3"), noon, &key).ok(); });
}

bool Run(absl::string_view name, int count) {
  if (name == "sign_s3_get") {
    return SignRepeatedly(bench::S3Get(), count);
  }
  if (name == "sign_dynamodb_post") {
    return SignRepeatedly(bench::DynamoDbPost(), count);
  }
  if (name == "presign_s3_get") {
    return SignRepeatedly(bench::PresignedS3Get(), count);
  }
  if (name == "sign_chunk") {
    return SignChunks(count);
  }
  if (name == "derive") {
    return Derive(count);
  }
  return name == "cache_hit" && HitCache(count);
}

}  // namespace
}  // namespace signet

int main(int argc, char** argv) {
  int count = 0;
  if (argc != 3 || !absl::SimpleAtoi(argv[2], &count) || !signet::Run(argv[1], count)) {
    std::cerr << "usage: instruction_probe NAME COUNT\n";
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
