// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a request, its first line options, and after an empty line its
// body. What it does is read without a crash or refused for a reason that callers
// know, and it is the same for every spelling: other escapes, other letter case of
// the host, its port written out, a target that held something else before.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/policy/request_target.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/request_text.h"

namespace signet {
namespace {

constexpr absl::string_view kServices[] = {
    "s3",          "s3express",   "s3-object-lambda", "sts",       "sqs",
    "dynamodb",    "monitoring",  "lambda",           "ses",       "rds-db",
    "elasticache", "execute-api", "bedrock",          "unheard-of"};

const EndpointTable& Endpoints() {
  static const auto* const table = new EndpointTable(*EndpointTable::Create(
      {{.host = "rgw:7480", .has_virtual_hosts = true}, {.host = "minio"}},
      {{"ap-s3alias", "bucket"}, {"arn:aws:s3:us-west-2:123456789012:accesspoint/ap", "bucket"}}));
  return *table;
}

// Whether S3's answer comes from where a bucket's name is known to be one.
bool IsKnownHost(absl::string_view endpoint) {
  if (endpoint == "minio" || endpoint == "rgw:7480" || absl::EndsWith(endpoint, ".rgw:7480")) {
    return true;
  }
  endpoint = endpoint.substr(0, endpoint.find(':'));
  for (const absl::string_view suffix :
       {".amazonaws.com", ".amazonaws.com.cn", ".amazonaws.eu", ".c2s.ic.gov", ".sc2s.sgov.gov",
        ".cloud.adc-e.uk", ".csp.hci.ic.gov"}) {
    if (absl::EndsWith(endpoint, suffix)) {
      return true;
    }
  }
  return false;
}

// Writes letters and digits as escapes, and leaves escapes as they are.
std::string Escaped(absl::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      absl::StrAppend(&out, text.substr(i, 3));
      i += 2;
    } else if (absl::ascii_isalnum(static_cast<unsigned char>(text[i])) && i % 2 == 0) {
      absl::StrAppend(&out, "%", absl::Hex(static_cast<unsigned char>(text[i]), absl::kZeroPad2));
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

// All that a target says.
std::string Text(const RequestTarget& target) {
  std::string text =
      absl::StrCat(target.endpoint, "\n", target.is_bearer_token, " ", target.bearer_audience);
  for (const Access& access : target.accesses) {
    absl::StrAppend(&text, "\n", access.action, " ", access.resource, " ", access.is_prefix,
                    access.is_resource_known, access.has_dot_segments);
  }
  return text;
}

// What a request does, or why it is refused.
std::string Read(const TargetInput& input, RequestTarget* target) {
  const absl::Status status = ResolveTarget(input, Endpoints(), target);
  if (status.ok()) {
    return Text(*target);
  }
  const ErrorDetail detail = GetErrorDetail(status);
  SIGNET_FUZZ_CHECK(absl::IsInvalidArgument(status) && !detail.field.empty());
  SIGNET_FUZZ_CHECK(detail.reason == Reason::kInvalidUrl ||
                    detail.reason == Reason::kAmbiguousTarget ||
                    detail.reason == Reason::kLimitExceeded);
  return absl::StrCat("refused: ", ReasonName(detail.reason));
}

void CheckTarget(const TargetInput& input, const RequestTarget& target, size_t input_bytes) {
  // Of an access point's ARN the host has but the names.
  constexpr size_t kArnBytes = 32;
  SIGNET_FUZZ_CHECK(!target.accesses.empty());
  SIGNET_FUZZ_CHECK(target.endpoint.size() <= input_bytes);
  for (const Access& access : target.accesses) {
    SIGNET_FUZZ_CHECK(access.resource.size() <= input_bytes + kArnBytes);
    SIGNET_FUZZ_CHECK(access.action.empty() || absl::StrContains(access.action, ':'));
    if (absl::StartsWith(input.service, "s3") && access.is_resource_known) {
      SIGNET_FUZZ_CHECK(IsKnownHost(target.endpoint));
    }
  }
}

void CheckSpellings(TargetInput input, absl::string_view endpoint, const std::string& expected) {
  RequestTarget target;
  const UrlView url = input.request.url;
  // A path that another profile than S3's encodes twice is decoded once by S3.
  const bool is_decoded_as_signed =
      input.profile->path_style == PathStyle::kSingleEncoded ||
      (!absl::StartsWith(input.service, "s3") && !Endpoints().Has(endpoint));
  const std::string path = is_decoded_as_signed ? Escaped(url.path) : std::string(url.path);
  const std::string query = Escaped(url.query);
  input.request.url.path = path;
  input.request.url.query = query;
  SIGNET_FUZZ_CHECK(Read(input, &target) == expected);
  // Over what is there.
  SIGNET_FUZZ_CHECK(Read(input, &target) == expected);
  std::string authority = absl::AsciiStrToUpper(url.authority);
  const bool has_port = absl::StrContains(authority.substr(authority.rfind(']') + 1), ':');
  if (!has_port) {
    authority += absl::EqualsIgnoreCase(url.scheme, "https") ? ":443" : ":80";
  }
  input.request.url.authority = authority;
  SIGNET_FUZZ_CHECK(Read(input, &target) == expected);
}

void Run(absl::string_view text) {
  const size_t end = text.find("\n\n");
  const RequestText request = ReadRequestText(text.substr(0, end));
  const absl::StatusOr<UrlView> url = ParseUrl(request.url);
  const HttpRequest http = {
      .method = request.method, .url = url.ok() ? *url : UrlView(), .headers = request.headers};
  if (!url.ok() || request.options.empty() || !ValidateHttpRequest(http).ok()) {
    return;
  }
  TargetInput input;
  input.service =
      kServices[static_cast<unsigned char>(request.options.front()) % std::size(kServices)];
  input.profile = *FindTargetProfile(request.Has('d')   ? "default"
                                     : request.Has('r') ? "rgw"
                                                        : "",
                                     input.service);
  input.request = http;
  input.is_presigned = request.Has('p');
  if (!request.Has('h')) {
    input.body = end == absl::string_view::npos ? absl::string_view() : text.substr(end + 2);
  }
  RequestTarget target;
  const std::string expected = Read(input, &target);
  if (!absl::StartsWith(expected, "refused: ")) {
    CheckTarget(input, target, text.size());
  }
  CheckSpellings(input, target.endpoint, expected);
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
