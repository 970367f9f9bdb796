// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Signing without a server: derivation, the signature of a string to sign, and
// whole requests with the key at hand. The counter "allocations" is how many heap
// allocations one operation makes, after one that warmed up.

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "bench/sign_requests.h"
#include "benchmark/benchmark.h"
#include "server/digest/hmac_sha256.h"
#include "server/digest/sha256.h"
#include "server/sigv4/payload_signature.h"
#include "server/sigv4/sign_scratch.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/sigv4a.h"
#include "tests/support/allocation_counter.h"

namespace signet {
namespace {

// Runs `operation` as the benchmark asks and counts its allocations. It returns
// whether it worked.
template <typename Operation>
void Measure(benchmark::State& state, Operation operation) {
  bool is_ok = operation();
  const int64_t before = AllocationsOfThisThread();
  for (auto _ : state) {
    is_ok = operation() && is_ok;
  }
  const auto allocations = static_cast<double>(AllocationsOfThisThread() - before);
  state.counters["allocations"] =
      benchmark::Counter(allocations, benchmark::Counter::kAvgIterations);
  if (!is_ok) {
    state.SkipWithError("the operation failed");
  }
}

void BM_Derive(benchmark::State& state) {
  Measure(state, [] {
    const SigningKey key = DeriveSigningKey(bench::KeySpec("s3"));
    benchmark::DoNotOptimize(key.Reveal()[0]);
    return true;
  });
}
BENCHMARK(BM_Derive);

// The string to sign of a request has a little under 140 bytes.
void BM_SignatureOf(benchmark::State& state) {
  const HmacSha256Key key = bench::SigningHmacKey("s3");
  const std::string string_to_sign(140, 'x');
  std::string signature;
  Measure(state, [&] {
    SignatureOf(key, string_to_sign, &signature);
    benchmark::DoNotOptimize(signature.data());
    return true;
  });
}
BENCHMARK(BM_SignatureOf);

void BM_Sha256(benchmark::State& state) {
  const std::string bytes(static_cast<size_t>(state.range(0)), 'x');
  Measure(state, [&] {
    benchmark::DoNotOptimize(Sha256Of(bytes));
    return true;
  });
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_Sha256)->Arg(32)->Arg(1024)->Arg(65536);

void SignWith(benchmark::State& state, bench::SignRequest request) {
  const HmacSha256Key key = bench::SigningHmacKey(request.input.service);
  SignScratch scratch;
  std::string signature;
  Measure(state, [&] { return bench::Sign(&request, key, &scratch, &signature); });
}

void BM_SignS3Get(benchmark::State& state) { SignWith(state, bench::S3Get()); }
BENCHMARK(BM_SignS3Get);

void BM_SignDynamoDbPost(benchmark::State& state) { SignWith(state, bench::DynamoDbPost()); }
BENCHMARK(BM_SignDynamoDbPost);

void BM_PresignS3Get(benchmark::State& state) { SignWith(state, bench::PresignedS3Get()); }
BENCHMARK(BM_PresignS3Get);

// Every request with a scratch of its own: what the forms that return cost.
void BM_SignS3GetFresh(benchmark::State& state) {
  bench::SignRequest request = bench::S3Get();
  const absl::StatusOr<UrlView> url = ParseUrl(request.url);
  if (!url.ok()) {
    state.SkipWithError("no url");
    return;
  }
  request.input.request.url = *url;
  request.input.request.headers = request.headers;
  const HmacSha256Key key = bench::SigningHmacKey("s3");
  Measure(state, [&] {
    const absl::StatusOr<PreparedRequest> prepared = PrepareRequest(request.input);
    if (prepared.ok()) {
      benchmark::DoNotOptimize(
          AttachSignature(*prepared, SignatureOf(key, prepared->string_to_sign)));
    }
    return prepared.ok();
  });
}
BENCHMARK(BM_SignS3GetFresh);

void BM_SignChunk(benchmark::State& state) {
  const HmacSha256Key key = bench::SigningHmacKey("s3");
  const ChunkChain chain = {.algorithm = Algorithm::kSigV4,
                            .amz_date = "20261130T120000Z",
                            .credential_scope = "20261130/us-east-1/s3/aws4_request"};
  const Sha256Digest digest = Sha256Of("chunk");
  std::string string_to_sign;
  std::string signature(64, 'a');
  Measure(state, [&] {
    ChunkStringToSign(chain, signature, digest, &string_to_sign);
    SignatureOf(key, string_to_sign, &signature);
    return true;
  });
}
BENCHMARK(BM_SignChunk);

// A SigV4A signature that was verified before it is given away.
void BM_SignSigv4a(benchmark::State& state) {
  const auto key = Sigv4aKey::Derive("AKIDEXAMPLE", bench::KeySpec("s3").secret_access_key);
  if (!key.ok()) {
    state.SkipWithError("no key");
    return;
  }
  const std::string string_to_sign(140, 'x');
  Measure(state, [&] { return (*key)->Sign(string_to_sign).ok(); });
}
BENCHMARK(BM_SignSigv4a);

void BM_DeriveSigv4a(benchmark::State& state) {
  Measure(state, [] {
    return Sigv4aKey::Derive("AKIDEXAMPLE", bench::KeySpec("s3").secret_access_key).ok();
  });
}
BENCHMARK(BM_DeriveSigv4a);

}  // namespace
}  // namespace signet
