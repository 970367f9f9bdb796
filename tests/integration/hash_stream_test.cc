// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// HashPayload over the wire.

#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "server/digest/hex.h"
#include "server/digest/sha256.h"
#include "tests/support/in_process_server.h"

namespace signet {
namespace {

using Writer = grpc::ClientWriter<v1::HashPayloadRequest>;

v1::HashPayloadRequest StartOf(v1::DigestAlgorithm algorithm) {
  v1::HashPayloadRequest message;
  message.mutable_start()->add_algorithms(algorithm);
  return message;
}

v1::HashPayloadRequest Data(const std::string& data) {
  v1::HashPayloadRequest message;
  message.set_data(data);
  return message;
}

TEST(HashStreamTest, HashesWhatIsStreamed) {
  InProcessServer server;
  server.Start();
  const auto stub = server.NewStub();
  PatientContext context;
  v1::HashPayloadResponse response;
  const std::unique_ptr<Writer> writer = stub->HashPayload(&context, &response);

  ASSERT_TRUE(writer->Write(StartOf(v1::DIGEST_ALGORITHM_SHA256)));
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(writer->Write(Data(std::string(65536, 'a'))));
  }
  ASSERT_TRUE(writer->WritesDone());
  const grpc::Status status = writer->Finish();

  ASSERT_TRUE(status.ok()) << status.error_message();
  ASSERT_EQ(response.digests_size(), 1);
  EXPECT_EQ(response.digests(0).hex(), ToHex(Sha256Of(std::string(6553600, 'a'))));
  EXPECT_EQ(response.length(), 6553600u);
}

TEST(HashStreamTest, EndsAtTheFirstError) {
  InProcessServer server;
  server.Start();
  const auto stub = server.NewStub();
  PatientContext context;
  v1::HashPayloadResponse response;
  const std::unique_ptr<Writer> writer = stub->HashPayload(&context, &response);

  writer->Write(Data("no start before it"));
  const grpc::Status status = writer->Finish();

  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "INVALID_CHUNK");
  EXPECT_EQ(FieldOf(status), "start");
}

TEST(HashStreamTest, ACallWithoutMessagesIsAnError) {
  InProcessServer server;
  server.Start();
  const auto stub = server.NewStub();
  PatientContext context;
  v1::HashPayloadResponse response;
  const std::unique_ptr<Writer> writer = stub->HashPayload(&context, &response);

  writer->WritesDone();
  const grpc::Status status = writer->Finish();

  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "MISSING_FIELD");
}

TEST(HashStreamTest, AnotherCallIsServedAfterOneWasCancelled) {
  InProcessServer server;
  server.Start();
  const auto stub = server.NewStub();
  {
    PatientContext context;
    v1::HashPayloadResponse response;
    const std::unique_ptr<Writer> writer = stub->HashPayload(&context, &response);
    ASSERT_TRUE(writer->Write(StartOf(v1::DIGEST_ALGORITHM_MD5)));
    context.TryCancel();
    EXPECT_EQ(writer->Finish().error_code(), grpc::StatusCode::CANCELLED);
  }
  PatientContext context;
  v1::HashPayloadResponse response;
  const std::unique_ptr<Writer> writer = stub->HashPayload(&context, &response);
  writer->Write(StartOf(v1::DIGEST_ALGORITHM_MD5));
  writer->WritesDone();
  EXPECT_TRUE(writer->Finish().ok());
  // From RFC 1321 section A.5.
  EXPECT_EQ(response.digests(0).hex(), "d41d8cd98f00b204e9800998ecf8427e");
}

}  // namespace
}  // namespace signet
