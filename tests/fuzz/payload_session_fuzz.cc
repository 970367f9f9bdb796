// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is a conversation of SignPayload: messages, each after its length in two
// bytes. It starts well, or as its first byte says with a start of its own. Chunks,
// trailers and events in any order: refused with a reason, or signed by a signature of
// their own.

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "server/base/error.h"
#include "server/service/payload.h"
#include "server/service/sign_request.h"
#include "tests/fuzz/check.h"
#include "tests/support/service_fixture.h"

namespace signet {
namespace {

v1::SignPayloadRequest StartOf(const ServiceFixture& fixture, v1::StreamingMode mode) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_payload()->set_streaming(mode);
  v1::Header& length = *request.mutable_http_request()->add_headers();
  length.set_name("x-amz-decoded-content-length");
  length.set_value("16384");
  if (mode == v1::STREAMING_MODE_SIGNED_TRAILER) {
    v1::Header& trailer = *request.mutable_http_request()->add_headers();
    trailer.set_name("x-amz-trailer");
    trailer.set_value("a");
  }
  v1::SignRequestResponse response;
  SIGNET_FUZZ_CHECK(SignRequest(fixture.context, fixture.alice, request, &response).ok());
  *request.mutable_signing_time() = response.signing_time();
  request.set_credential_version(response.credential_version());
  v1::SignPayloadRequest message;
  *message.mutable_start()->mutable_request() = request;
  message.mutable_start()->set_seed_signature(response.signature());
  return message;
}

// Takes the next message off; false at the end.
bool Next(absl::string_view* bytes, absl::string_view* message) {
  if (bytes->size() < 2) {
    return false;
  }
  const size_t length =
      static_cast<uint8_t>((*bytes)[0]) * size_t{256} + static_cast<uint8_t>((*bytes)[1]);
  *message = bytes->substr(2, length);
  bytes->remove_prefix(2 + message->size());
  return true;
}

void CheckRefusal(const absl::Status& status) {
  SIGNET_FUZZ_CHECK(GetErrorDetail(status).reason != Reason::kUnspecified);
  SIGNET_FUZZ_CHECK(absl::IsInvalidArgument(status) || absl::IsNotFound(status) ||
                    absl::IsPermissionDenied(status) || absl::IsFailedPrecondition(status) ||
                    GetErrorDetail(status).reason == Reason::kCredentialExpired);
}

void Run(absl::string_view bytes) {
  static ServiceFixture* const fixture = new ServiceFixture();
  if (bytes.empty()) {
    return;
  }
  const int choice = static_cast<uint8_t>(bytes[0]) % 4;
  bytes.remove_prefix(1);
  PayloadSession session(fixture->context);
  if (choice != 3) {
    constexpr v1::StreamingMode kModes[] = {
        v1::STREAMING_MODE_SIGNED, v1::STREAMING_MODE_SIGNED_TRAILER, v1::STREAMING_MODE_EVENTS};
    static const v1::SignPayloadRequest* const starts = new v1::SignPayloadRequest[3]{
        StartOf(*fixture, kModes[0]), StartOf(*fixture, kModes[1]), StartOf(*fixture, kModes[2])};
    v1::SignPayloadResponse response;
    SIGNET_FUZZ_CHECK(session.Next(fixture->alice, starts[choice], &response).ok());
  }
  std::set<std::string> signatures;
  absl::string_view text;
  while (Next(&bytes, &text)) {
    v1::SignPayloadRequest message;
    if (!message.ParseFromArray(text.data(), static_cast<int>(text.size()))) {
      return;
    }
    v1::SignPayloadResponse response;
    const absl::Status status = session.Next(fixture->alice, message, &response);
    if (!status.ok()) {
      return CheckRefusal(status);
    }
    // Each covers the one before, so that none comes twice.
    SIGNET_FUZZ_CHECK(message.has_start() || signatures.insert(response.signature()).second);
  }
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
