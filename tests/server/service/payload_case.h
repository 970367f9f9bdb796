// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_SERVICE_PAYLOAD_CASE_H_
#define SIGNET_TESTS_SERVER_SERVICE_PAYLOAD_CASE_H_

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "server/digest/sha256.h"
#include "server/service/payload.h"
#include "server/service/sign_request.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {

inline std::string HashOf(absl::string_view data) {
  const Sha256Digest digest = Sha256Of(data);
  return std::string(digest.begin(), digest.end());
}

inline v1::SignPayloadRequest Chunk(const std::string& data) {
  v1::SignPayloadRequest message;
  message.mutable_chunk()->set_sha256(HashOf(data));
  message.mutable_chunk()->set_length(data.size());
  return message;
}

inline v1::SignPayloadRequest Trailer(const std::string& name, const std::string& value) {
  v1::SignPayloadRequest message;
  v1::Header& header = *message.mutable_trailer()->add_headers();
  header.set_name(name);
  header.set_value(value);
  return message;
}

inline v1::SignPayloadRequest Event(const std::string& data) {
  v1::SignPayloadRequest message;
  message.mutable_event()->set_sha256(HashOf(data));
  return message;
}

// The upload of 66,560 bytes in the S3 API Reference.
inline v1::SignRequestRequest UploadRequest(v1::StreamingMode mode) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.mutable_payload()->set_streaming(mode);
  v1::HttpRequest& http = *request.mutable_http_request();
  http.set_method("PUT");
  http.set_url("https://s3.amazonaws.com/examplebucket/chunkObject.txt");
  const auto add = [&http](const char* name, const char* value) {
    v1::Header& header = *http.add_headers();
    header.set_name(name);
    header.set_value(value);
  };
  add("x-amz-storage-class", "REDUCED_REDUNDANCY");
  add("Content-Encoding", "aws-chunked");
  add("x-amz-decoded-content-length", "66560");
  if (mode == v1::STREAMING_MODE_SIGNED) {
    add("Content-Length", "66824");
  } else {
    add("x-amz-trailer", "x-amz-checksum-crc32c");
  }
  return request;
}

// The same of a body of that length, with a trailer, where it has one, of the name "a".
inline v1::SignRequestRequest UploadOf(const std::string& length, v1::StreamingMode mode) {
  v1::SignRequestRequest request = UploadRequest(mode);
  for (v1::Header& header : *request.mutable_http_request()->mutable_headers()) {
    if (header.name() == "x-amz-decoded-content-length") {
      header.set_value(length);
    } else if (header.name() == "x-amz-trailer") {
      header.set_value("a");
    }
  }
  return request;
}

class PayloadTest : public ::testing::Test {
 protected:
  PayloadTest() { Restart(); }

  // As if on another replica: nothing of the session before is known.
  void Restart() { session_ = std::make_unique<PayloadSession>(fixture_.context); }

  // The start of a chain whose request SignRequest has signed.
  v1::SignPayloadRequest StartOf(v1::SignRequestRequest request) {
    v1::SignRequestResponse response;
    EXPECT_OK(SignRequest(fixture_.context, fixture_.alice, request, &response));
    *request.mutable_signing_time() = response.signing_time();
    request.set_credential_version(response.credential_version());
    v1::SignPayloadRequest message;
    *message.mutable_start()->mutable_request() = request;
    message.mutable_start()->set_seed_signature(response.signature());
    return message;
  }

  absl::Status Send(const v1::SignPayloadRequest& message) {
    response_.Clear();
    return session_->Next(fixture_.alice, message, &response_);
  }

  std::string SignatureOf(const v1::SignPayloadRequest& message) {
    EXPECT_OK(Send(message));
    return response_.signature();
  }

  ServiceFixture fixture_;
  std::unique_ptr<PayloadSession> session_;
  v1::SignPayloadResponse response_;
};

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_SERVICE_PAYLOAD_CASE_H_
