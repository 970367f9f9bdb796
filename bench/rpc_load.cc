// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// A closed-loop load of one RPC: `concurrency` calls are always in flight, each
// answered one starts the next. Latencies are of answered calls alone, so an
// overloaded server looks better here than to open-loop callers.
//
//   rpc_load --target=unix:PATH --credential=dev --rpc=sign --concurrency=16 --seconds=5

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client_lib/cpp/connection.h"
#include "client_lib/cpp/signer.h"

ABSL_FLAG(std::string, target, "", "unix:PATH of the server");
ABSL_FLAG(std::string, credential, "dev", "credential to sign with");
ABSL_FLAG(std::string, rpc, "sign", "sign, lease or info");
ABSL_FLAG(int, concurrency, 16, "calls in flight, 1 to 1024");
ABSL_FLAG(double, seconds, 5, "seconds to measure, up to 60");
ABSL_FLAG(double, warmup_seconds, 1, "seconds before that, up to 60");

namespace signet {
namespace {

// One call in flight; starts the next one when it is answered.
class Call {
 public:
  virtual ~Call() = default;
  virtual void Start(Connection& connection, grpc::CompletionQueue& queue) = 0;
  const grpc::Status& status() const { return status_; }
  absl::Time started_at() const { return started_at_; }

 protected:
  grpc::ClientContext& NewContext() {
    context_ = std::make_unique<grpc::ClientContext>();
    context_->set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(10));
    started_at_ = absl::Now();
    return *context_;
  }
  grpc::Status status_;

 private:
  std::unique_ptr<grpc::ClientContext> context_;
  absl::Time started_at_;
};

template <typename Request, typename Response>
class UnaryCall final : public Call {
 public:
  using Method = std::unique_ptr<grpc::ClientAsyncResponseReader<Response>> (
      v1::SigningService::Stub::*)(grpc::ClientContext*, const Request&, grpc::CompletionQueue*);

  UnaryCall(Request request, Method method) : request_(std::move(request)), method_(method) {}

  void Start(Connection& connection, grpc::CompletionQueue& queue) override {
    reader_ = (connection.stub().*method_)(&NewContext(), request_, &queue);
    reader_->Finish(&response_, &status_, this);
  }

 private:
  const Request request_;
  const Method method_;
  Response response_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<Response>> reader_;
};

// S3 GET with five signed headers and one object a slot.
v1::SignRequestRequest SignMessage(int slot) {
  v1::SignRequestRequest request;
  request.set_credential(absl::GetFlag(FLAGS_credential));
  request.set_region("us-east-1");
  request.set_service("s3");
  request.mutable_http_request()->set_method("GET");
  request.mutable_http_request()->set_url(
      absl::StrFormat("https://examplebucket.s3.amazonaws.com/object-%d", slot));
  v1::Header* const range = request.mutable_http_request()->add_headers();
  range->set_name("range");
  range->set_value("bytes=0-9");
  return request;
}

v1::GetOrLoadKeyRequest LeaseMessage() {
  v1::GetOrLoadKeyRequest request;
  request.set_credential(absl::GetFlag(FLAGS_credential));
  request.set_region("us-east-1");
  request.set_service("s3");
  return request;
}

std::unique_ptr<Call> NewCall(const std::string& rpc, int slot) {
  using Stub = v1::SigningService::Stub;
  if (rpc == "sign") {
    return std::make_unique<UnaryCall<v1::SignRequestRequest, v1::SignRequestResponse>>(
        SignMessage(slot), &Stub::AsyncSignRequest);
  }
  if (rpc == "lease") {
    return std::make_unique<UnaryCall<v1::GetOrLoadKeyRequest, v1::GetOrLoadKeyResponse>>(
        LeaseMessage(), &Stub::AsyncGetOrLoadKey);
  }
  if (rpc == "info") {
    return std::make_unique<UnaryCall<v1::GetServerInfoRequest, v1::GetServerInfoResponse>>(
        v1::GetServerInfoRequest(), &Stub::AsyncGetServerInfo);
  }
  return nullptr;
}

struct Measurement {
  std::vector<double> micros;
  int64_t errors = 0;
  std::string first_error;
};

Measurement Run(Connection& connection, std::vector<std::unique_ptr<Call>>& calls) {
  grpc::CompletionQueue queue;
  const absl::Time measure_from = absl::Now() + absl::Seconds(absl::GetFlag(FLAGS_warmup_seconds));
  const absl::Time end = measure_from + absl::Seconds(absl::GetFlag(FLAGS_seconds));
  for (const std::unique_ptr<Call>& call : calls) {
    call->Start(connection, queue);
  }
  Measurement measurement;
  size_t in_flight = calls.size();
  void* tag = nullptr;
  bool ok = false;
  while (in_flight > 0 && queue.Next(&tag, &ok)) {
    Call* const call = static_cast<Call*>(tag);
    const absl::Time now = absl::Now();
    if (!call->status().ok()) {
      ++measurement.errors;
      measurement.first_error = call->status().error_message();
    } else if (now >= measure_from && now < end) {
      measurement.micros.push_back(absl::ToDoubleMicroseconds(now - call->started_at()));
    }
    if (now < end) {
      call->Start(connection, queue);
    } else {
      --in_flight;
    }
  }
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
  return measurement;
}

double Percentile(const std::vector<double>& sorted, double fraction) {
  return sorted.empty() ? 0 : sorted[static_cast<size_t>(fraction * (sorted.size() - 1))];
}

int Main() {
  const std::string rpc = absl::GetFlag(FLAGS_rpc);
  const int concurrency = absl::GetFlag(FLAGS_concurrency);
  const double seconds = absl::GetFlag(FLAGS_seconds);
  const double warmup = absl::GetFlag(FLAGS_warmup_seconds);
  if (concurrency < 1 || concurrency > 1024 || seconds <= 0 || seconds > 60 || warmup < 0 ||
      warmup > 60 || NewCall(rpc, 0) == nullptr) {
    std::cerr << "rpc_load: --concurrency is 1 to 1024, --seconds more than 0 and up to 60, "
                 "--warmup_seconds 0 to 60, --rpc sign, lease or info\n";
    return 2;
  }
  SignerOptions options;
  options.target = absl::GetFlag(FLAGS_target);
  const auto connection = Connection::Create(options);
  if (!connection.ok()) {
    std::cerr << "rpc_load: " << connection.status().message() << "\n";
    return 2;
  }
  std::vector<std::unique_ptr<Call>> calls;
  calls.reserve(static_cast<size_t>(concurrency));
  for (int i = 0; i < concurrency; ++i) {
    calls.push_back(NewCall(rpc, i));
  }
  Measurement measurement = Run(**connection, calls);
  std::sort(measurement.micros.begin(), measurement.micros.end());
  std::cout << absl::StreamFormat(
      "{\"rpc\": \"%s\", \"concurrency\": %d, \"seconds\": %g, \"calls\": %d, \"errors\": %d, "
      "\"calls_per_second\": %.0f, \"p50_us\": %.1f, \"p90_us\": %.1f, \"p99_us\": %.1f}\n",
      rpc, concurrency, seconds, measurement.micros.size(), measurement.errors,
      measurement.micros.size() / seconds, Percentile(measurement.micros, 0.5),
      Percentile(measurement.micros, 0.9), Percentile(measurement.micros, 0.99));
  if (measurement.errors > 0) {
    std::cerr << "rpc_load: " << measurement.errors
              << " calls failed, the last with: " << measurement.first_error << "\n";
    return 1;
  }
  return measurement.micros.empty() ? 1 : 0;
}

}  // namespace
}  // namespace signet

int main(int argc, char** argv) {
  absl::ParseCommandLine(argc, argv);
  return signet::Main();
}
