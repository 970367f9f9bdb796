// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Reading what a request does, as policy needs it before each signature. The
// counter "allocations" is of one reading, after one that warmed up.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "server/policy/request_target.h"
#include "tests/support/allocation_counter.h"

namespace signet {
namespace {

struct Request {
  absl::string_view service;
  absl::string_view method;
  absl::string_view url;
  std::vector<HeaderView> headers;
  std::optional<absl::string_view> body;
};

void Read(benchmark::State& state, const Request& request) {
  TargetInput input;
  input.service = request.service;
  input.profile = *FindTargetProfile("", request.service);
  input.request = {
      .method = request.method, .url = *ParseUrl(request.url), .headers = request.headers};
  input.body = request.body;
  const EndpointTable endpoints;
  RequestTarget target;
  bool is_ok = ResolveTarget(input, endpoints, &target).ok();
  const int64_t before = AllocationsOfThisThread();
  for (auto _ : state) {
    is_ok = ResolveTarget(input, endpoints, &target).ok() && is_ok;
    benchmark::DoNotOptimize(target.accesses.data());
  }
  const auto allocations = static_cast<double>(AllocationsOfThisThread() - before);
  state.counters["allocations"] =
      benchmark::Counter(allocations, benchmark::Counter::kAvgIterations);
  if (!is_ok) {
    state.SkipWithError("the request cannot be read");
  }
}

const std::vector<HeaderView>& SdkHeaders() {
  static const auto* const headers =
      new std::vector<HeaderView>{{"Host", "team-data.s3.us-west-2.amazonaws.com"},
                                  {"Range", "bytes=0-1048575"},
                                  {"amz-sdk-invocation-id", "3f8b2a10-0000-4000-8000-000000000000"},
                                  {"x-amz-checksum-mode", "ENABLED"}};
  return *headers;
}

void BM_S3Get(benchmark::State& state) {
  Read(state, {"s3", "GET", "https://team-data.s3.us-west-2.amazonaws.com/in/2026/11/30/part-0001",
               SdkHeaders(), ""});
}
BENCHMARK(BM_S3Get);

void BM_S3GetPathStyleEscaped(benchmark::State& state) {
  Read(state, {"s3", "GET",
               "https://s3.us-west-2.amazonaws.com/team-data/in/date%3D2026-11-30/part%200001?x-id="
               "GetObject",
               SdkHeaders(), ""});
}
BENCHMARK(BM_S3GetPathStyleEscaped);

void BM_S3List(benchmark::State& state) {
  Read(state,
       {"s3",
        "GET",
        "https://team-data.s3.us-west-2.amazonaws.com/?list-type=2&prefix=in%2F&max-keys=1000",
        {},
        ""});
}
BENCHMARK(BM_S3List);

void BM_S3UploadPart(benchmark::State& state) {
  Read(state, {"s3", "PUT",
               "https://team-data.s3.us-west-2.amazonaws.com/in/part?partNumber=7&uploadId=abcdef",
               SdkHeaders(), std::nullopt});
}
BENCHMARK(BM_S3UploadPart);

void BM_S3Copy(benchmark::State& state) {
  Read(state, {"s3",
               "PUT",
               "https://team-data.s3.us-west-2.amazonaws.com/out/part",
               {{"x-amz-copy-source", "/team-data/in/a%20b?versionId=1"}, {"x-amz-acl", "private"}},
               ""});
}
BENCHMARK(BM_S3Copy);

void BM_S3MultiDelete(benchmark::State& state) {
  std::string body = "<Delete xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">";
  for (int64_t i = 0; i < state.range(0); ++i) {
    absl::StrAppend(&body, "<Object><Key>in/2026/11/30/part-", i, "</Key></Object>");
  }
  body += "</Delete>";
  Read(state, {"s3", "POST", "https://team-data.s3.us-west-2.amazonaws.com/?delete", {}, body});
}
BENCHMARK(BM_S3MultiDelete)->Arg(1)->Arg(1000);

void BM_DynamoDbPost(benchmark::State& state) {
  Read(state, {"dynamodb",
               "POST",
               "https://dynamodb.us-east-1.amazonaws.com/",
               {{"X-Amz-Target", "DynamoDB_20120810.GetItem"},
                {"Content-Type", "application/x-amz-json-1.0"}},
               std::nullopt});
}
BENCHMARK(BM_DynamoDbPost);

void BM_StsForm(benchmark::State& state) {
  Read(state, {"sts",
               "POST",
               "https://sts.us-east-1.amazonaws.com/",
               {},
               "Action=AssumeRole&RoleArn=arn%3Aaws%3Aiam%3A%3A123456789012%3Arole%2Fdemo&"
               "RoleSessionName=test&Version=2011-06-15"});
}
BENCHMARK(BM_StsForm);

void BM_LambdaInvoke(benchmark::State& state) {
  Read(state, {"lambda",
               "POST",
               "https://lambda.us-east-1.amazonaws.com/2015-03-31/functions/f/invocations",
               {},
               std::nullopt});
}
BENCHMARK(BM_LambdaInvoke);

}  // namespace
}  // namespace signet
