// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Whether the time of VerifyRequest tells a known access key from an unknown one: the
// median of each over many calls in random order, and what they differ by, as JSON. Two
// unknown keys beside them show what such a difference is worth.
//
// usage: verify_timing [CALLS]

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "server/service/sign_request.h"
#include "server/service/verify.h"
#include "tests/support/service_fixture.h"

namespace signet {
namespace {

// As many rules before the one that allows.
std::vector<Rule> Rules(int others) {
  std::vector<Rule> rules;
  for (int i = 0; i < others; ++i) {
    Rule rule = AllowEverything("alice");
    rule.name = "other-" + std::to_string(i);
    rule.credentials = {"credential-" + std::to_string(i)};
    rules.push_back(std::move(rule));
  }
  rules.push_back(AllowEverything("alice"));
  return rules;
}

// What a signed request for another access key looks like.
v1::VerifyRequestRequest WithAccessKey(v1::VerifyRequestRequest request, const std::string& id) {
  for (v1::Header& header : *request.mutable_http_request()->mutable_headers()) {
    const size_t at = header.value().find(kExampleAccessKeyId.data());
    if (at != std::string::npos) {
      header.mutable_value()->replace(at, kExampleAccessKeyId.size(), id);
    }
  }
  return request;
}

v1::VerifyRequestRequest WrongRequest(ServiceFixture* fixture, bool is_sigv4a) {
  v1::SignRequestRequest request = GetObjectRequest();
  if (is_sigv4a) {
    request.set_algorithm(v1::ALGORITHM_SIGV4A);
    request.clear_region();
    request.add_region_set("us-east-1");
  }
  v1::SignRequestResponse response;
  if (!SignRequest(fixture->context, fixture->alice, request, &response).ok()) {
    std::abort();
  }
  v1::VerifyRequestRequest wrong;
  wrong.set_service("s3");
  wrong.mutable_http_request()->set_method("PUT");
  wrong.mutable_http_request()->set_url(response.url());
  *wrong.mutable_http_request()->mutable_headers() = response.headers();
  return wrong;
}

int64_t NanosOf(ServiceFixture* fixture, const v1::VerifyRequestRequest& request) {
  v1::VerifyRequestResponse response;
  const auto start = std::chrono::steady_clock::now();
  const absl::Status status = VerifyRequest(fixture->context, fixture->alice, request, &response);
  const auto end = std::chrono::steady_clock::now();
  if (!status.ok() || response.verdict() != v1::VERDICT_INVALID) {
    std::abort();
  }
  return std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
}

int64_t Median(std::vector<int64_t>* nanos) {
  std::nth_element(nanos->begin(), nanos->begin() + nanos->size() / 2, nanos->end());
  return (*nanos)[nanos->size() / 2];
}

void Measure(const char* algorithm, int rules, int64_t calls, bool is_last) {
  ServiceFixture fixture;
  fixture.SetCredentials({ExampleCredential("example")});
  fixture.SetRules(Rules(rules));
  const v1::VerifyRequestRequest known = WrongRequest(&fixture, std::string(algorithm) == "SigV4A");
  const std::vector<v1::VerifyRequestRequest> requests = {
      known, WithAccessKey(known, "AKIAIOSFODNN7UNKNOWN"),
      WithAccessKey(known, "AKIAIOSFODNN7STRANGE")};
  std::vector<std::vector<int64_t>> nanos(requests.size());
  std::mt19937 random(1);
  for (int64_t i = 0; i < calls * static_cast<int64_t>(requests.size()); ++i) {
    const size_t which = random() % requests.size();
    nanos[which].push_back(NanosOf(&fixture, requests[which]));
  }
  const int64_t medians[] = {Median(&nanos[0]), Median(&nanos[1]), Median(&nanos[2])};
  std::printf(
      "  {\"algorithm\": \"%s\", \"rules\": %d, \"calls\": %zu, \"known_ns\": %lld, "
      "\"unknown_ns\": %lld, \"another_unknown_ns\": %lld, \"known_minus_unknown_ns\": %lld}%s\n",
      algorithm, rules + 1, nanos[0].size(), static_cast<long long>(medians[0]),
      static_cast<long long>(medians[1]), static_cast<long long>(medians[2]),
      static_cast<long long>(medians[0] - medians[1]), is_last ? "" : ",");
}

}  // namespace
}  // namespace signet

int main(int argc, char** argv) {
  const int64_t calls = argc > 1 ? std::atoll(argv[1]) : 100000;
  if (calls < 1) {
    std::fprintf(stderr, "usage: verify_timing [CALLS]\n");
    return 2;
  }
  std::printf("[\n");
  signet::Measure("SigV4", 0, calls, false);
  signet::Measure("SigV4", 99, calls, false);
  // A tenth: each takes some ten times as long.
  signet::Measure("SigV4A", 0, std::max<int64_t>(calls / 10, 1), true);
  std::printf("]\n");
  return 0;
}
