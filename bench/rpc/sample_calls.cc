// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rpc/sample_calls.h"

#include "absl/strings/str_cat.h"

namespace signet {
namespace {

constexpr int kBatchEntries = 100;

}  // namespace

v1::SignRequestRequest SampleSign() {
  v1::SignRequestRequest request;
  request.set_credential(std::string(kBenchCredential));
  request.set_region("us-east-1");
  request.set_service("s3");
  v1::HttpRequest& http_request = *request.mutable_http_request();
  http_request.set_method("GET");
  http_request.set_url("https://examplebucket.s3.us-east-1.amazonaws.com/photos/2026/cat.jpg");
  // With host, x-amz-date, x-amz-content-sha256 and x-amz-security-token: five.
  v1::Header& range = *http_request.add_headers();
  range.set_name("range");
  range.set_value("bytes=0-1048575");
  return request;
}

v1::GetOrLoadKeyRequest SampleLease() {
  v1::GetOrLoadKeyRequest request;
  request.set_credential(std::string(kBenchCredential));
  request.set_region("us-east-1");
  request.set_service("s3");
  return request;
}

v1::BatchSignRequestsRequest SampleBatch(int entries) {
  v1::BatchSignRequestsRequest batch;
  for (int i = 0; i < entries; ++i) {
    v1::SignRequestRequest& request = *batch.add_requests();
    request = SampleSign();
    request.mutable_http_request()->set_url(absl::StrCat(
        "https://examplebucket.s3.us-east-1.amazonaws.com/photos/2026/cat-", i, ".jpg"));
  }
  return batch;
}

std::optional<SampleCall> FindSampleCall(absl::string_view name) {
  constexpr absl::string_view kSigning = "/signet.v1.SigningService/";
  constexpr absl::string_view kEcho = "/signet.bench.v1.Echo/";
  if (name == "sign") {
    return SampleCall{absl::StrCat(kSigning, "SignRequest"), SampleSign().SerializeAsString()};
  }
  if (name == "lease") {
    return SampleCall{absl::StrCat(kSigning, "GetOrLoadKey"), SampleLease().SerializeAsString()};
  }
  if (name == "batch") {
    return SampleCall{absl::StrCat(kSigning, "BatchSignRequests"),
                      SampleBatch(kBatchEntries).SerializeAsString()};
  }
  if (name == "info") {
    return SampleCall{absl::StrCat(kSigning, "GetServerInfo"), ""};
  }
  if (name == "echo_sign") {
    return SampleCall{absl::StrCat(kEcho, "Sign"), SampleSign().SerializeAsString()};
  }
  if (name == "echo_lease") {
    return SampleCall{absl::StrCat(kEcho, "Lease"), SampleLease().SerializeAsString()};
  }
  return std::nullopt;
}

}  // namespace signet
