// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What an RPC costs above the transport: parsing, the handler, serialising.
// Without a socket, so that what the machine's neighbours do matters less.

#include <string>

#include "absl/synchronization/mutex.h"
#include "bench/rpc/bench_service.h"
#include "bench/rpc/sample_calls.h"
#include "benchmark/benchmark.h"
#include "grpcpp/support/byte_buffer.h"
#include "server/service/batch.h"
#include "server/service/key_lease.h"
#include "server/service/sign_request.h"
#include "server/transport/message_codec.h"

namespace signet {
namespace {

const BenchService& Service() {
  static const BenchService* const service = BenchService::Create()->release();
  return *service;
}

CallContext BenchCall() {
  CallContext call;
  call.caller = "bench";
  return call;
}

grpc::ByteBuffer ToBytes(const google::protobuf::MessageLite& message) {
  const grpc::Slice slice(message.SerializeAsString());
  return grpc::ByteBuffer(&slice, 1);
}

template <typename Request, typename Response>
void RunCall(benchmark::State& state, const Request& sample,
             absl::Status (*handler)(const ServiceContext&, const CallContext&, const Request&,
                                     Response*)) {
  const BenchService& service = Service();
  const CallContext call = BenchCall();
  const grpc::ByteBuffer bytes = ToBytes(sample);
  Request request;
  Response response;
  for (auto _ : state) {
    grpc::ByteBuffer in = bytes;
    grpc::ByteBuffer out;
    if (!ParseMessage(&in, &request) ||
        !handler(service.context(), call, request, &response).ok()) {
      state.SkipWithError("the call failed");
    }
    SerializeMessage(response, &out);
    benchmark::DoNotOptimize(out);
    request.Clear();
    response.Clear();
  }
}

void BM_Sign(benchmark::State& state) { RunCall(state, SampleSign(), &SignRequest); }
void BM_Lease(benchmark::State& state) { RunCall(state, SampleLease(), &GetOrLoadKey); }
void BM_Batch100(benchmark::State& state) { RunCall(state, SampleBatch(100), &BatchSignRequests); }

void BM_SignHandlerOnly(benchmark::State& state) {
  const BenchService& service = Service();
  const CallContext call = BenchCall();
  const v1::SignRequestRequest request = SampleSign();
  v1::SignRequestResponse response;
  for (auto _ : state) {
    benchmark::DoNotOptimize(SignRequest(service.context(), call, request, &response));
    response.Clear();
  }
}

void BM_ParseSign(benchmark::State& state) {
  const grpc::ByteBuffer bytes = ToBytes(SampleSign());
  v1::SignRequestRequest request;
  for (auto _ : state) {
    grpc::ByteBuffer in = bytes;
    benchmark::DoNotOptimize(ParseMessage(&in, &request));
    request.Clear();
  }
}

void BM_SerializeSign(benchmark::State& state) {
  const BenchService& service = Service();
  v1::SignRequestResponse response;
  SignRequest(service.context(), BenchCall(), SampleSign(), &response).IgnoreError();
  for (auto _ : state) {
    grpc::ByteBuffer out;
    SerializeMessage(response, &out);
    benchmark::DoNotOptimize(out);
  }
}

BENCHMARK(BM_Sign);
BENCHMARK(BM_SignHandlerOnly);
BENCHMARK(BM_ParseSign);
BENCHMARK(BM_SerializeSign);
BENCHMARK(BM_Lease);
BENCHMARK(BM_Batch100);

}  // namespace
}  // namespace signet

int main(int argc, char** argv) {
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
