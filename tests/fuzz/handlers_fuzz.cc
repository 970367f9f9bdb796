// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The first byte chooses a method, the rest is its message as it comes over the wire;
// the handler runs for a caller who may do everything. Whatever comes, it is the
// caller's fault, with a reason, and without a partial answer.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "absl/strings/string_view.h"
#include "server/base/error.h"
#include "server/service/batch.h"
#include "server/service/explain.h"
#include "server/service/key_lease.h"
#include "server/service/post_policy.h"
#include "server/service/server_info.h"
#include "server/service/sign_request.h"
#include "server/service/verify.h"
#include "tests/fuzz/check.h"
#include "tests/support/service_fixture.h"

namespace signet {
namespace {

void CheckStatus(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kFailedPrecondition:
      break;
    case absl::StatusCode::kUnavailable:
      SIGNET_FUZZ_CHECK(GetErrorDetail(status).reason == Reason::kCredentialExpired);
      break;
    default:
      std::fprintf(stderr, "%s\n", status.ToString().c_str());
      SIGNET_FUZZ_CHECK(false);
  }
  SIGNET_FUZZ_CHECK(GetErrorDetail(status).reason != Reason::kUnspecified);
}

// Byte by byte: a fuzzer watches what memcmp() compares, and would learn the secret.
bool Contains(absl::string_view text, absl::string_view piece) {
  return std::search(text.begin(), text.end(), piece.begin(), piece.end()) != text.end();
}

// Whoever sends (a piece of) the secret may get it back: in a URL, say.
bool TellsTheSecret(absl::string_view bytes) {
  constexpr size_t kPiece = 8;
  for (size_t i = 0; i + kPiece <= kExampleSecret.size(); i += kPiece) {
    if (Contains(bytes, kExampleSecret.substr(i, kPiece))) {
      return true;
    }
  }
  return false;
}

template <typename Request, typename Response>
void Call(ServiceFixture* fixture, absl::string_view bytes,
          absl::Status (*handler)(const ServiceContext&, const CallContext&, const Request&,
                                  Response*)) {
  Request request;
  if (!request.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return;
  }
  Response response;
  const absl::Status status = handler(fixture->context, fixture->alice, request, &response);
  CheckStatus(status);
  SIGNET_FUZZ_CHECK(status.ok() || response.ByteSizeLong() == 0);
  SIGNET_FUZZ_CHECK(TellsTheSecret(bytes) ||
                    !Contains(response.SerializeAsString(), kExampleSecret));
}

void Run(absl::string_view bytes) {
  static ServiceFixture* const fixture = new ServiceFixture();
  if (bytes.empty()) {
    return;
  }
  const char method = bytes[0];
  bytes.remove_prefix(1);
  switch (method % 7) {
    case 0:
      return Call(fixture, bytes, &SignRequest);
    case 1:
      return Call(fixture, bytes, &BatchSignRequests);
    case 2:
      return Call(fixture, bytes, &SignPostPolicy);
    case 3:
      return Call(fixture, bytes, &GetOrLoadKey);
    case 4:
      return Call(fixture, bytes, &VerifyRequest);
    case 5:
      return Call(fixture, bytes, &ExplainSignature);
    default:
      return Call(fixture, bytes, &GetServerInfo);
  }
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
