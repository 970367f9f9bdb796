// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_REQUEST_TEMPLATE_H_
#define SIGNET_BENCH_LOAD_REQUEST_TEMPLATE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client_lib/cpp/signing_request.h"

namespace signet::load {

// A request to sign of which each call makes its own: in the URL "{n}" becomes a
// number below kObjects and "{region}" the region.
struct RequestTemplate {
  std::string name;
  int64_t weight = 1;
  // All but credential, region and placement; the URL with its placeholders.
  SigningRequest request;

  // How many different numbers "{n}" takes.
  static constexpr uint64_t kObjects = 1'000'000;

  // The URL for one call.
  std::string UrlFor(absl::string_view region, uint64_t n) const;
};

// What is signed without a file: an S3 GET of an object, with a range.
std::vector<RequestTemplate> BuiltInTemplates();

// Those of a file (the format is in README.md of this folder).
//
// InvalidArgument, kInvalidConfig, with file, line and column: unknown or
// missing keys, a URL or header that cannot be signed. As ReadDocument: a file
// that cannot be read.
absl::StatusOr<std::vector<RequestTemplate>> ReadTemplates(const std::string& path);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_REQUEST_TEMPLATE_H_
