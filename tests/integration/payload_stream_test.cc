// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// SignPayload over the wire, and from one replica to another.

#include <memory>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/digest/sha256.h"
#include "tests/support/captured_log.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

using Stream = grpc::ClientReaderWriter<v1::SignPayloadRequest, v1::SignPayloadResponse>;

v1::SignPayloadRequest Chunk(const std::string& data) {
  const Sha256Digest digest = Sha256Of(data);
  v1::SignPayloadRequest message;
  message.mutable_chunk()->set_sha256(digest.data(), digest.size());
  message.mutable_chunk()->set_length(data.size());
  return message;
}

v1::SignPayloadRequest StartOf(InProcessServer& server) {
  v1::SignRequestRequest request = GetObjectRequest();
  MakeChunkedUpload(65536, &request);
  v1::SignRequestResponse response;
  PatientContext context;
  const grpc::Status status = server.NewStub()->SignRequest(&context, request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  *request.mutable_signing_time() = response.signing_time();
  request.set_credential_version(response.credential_version());
  v1::SignPayloadRequest message;
  *message.mutable_start()->mutable_request() = request;
  message.mutable_start()->set_seed_signature(response.signature());
  return message;
}

// "" when the stream has ended.
std::string Exchange(Stream& stream, const v1::SignPayloadRequest& message) {
  v1::SignPayloadResponse response;
  return stream.Write(message) && stream.Read(&response) ? response.signature() : "";
}

// Sends the start and checks that it is taken.
void Begin(Stream& stream, const v1::SignPayloadRequest& start) {
  v1::SignPayloadResponse response;
  ASSERT_TRUE(stream.Write(start) && stream.Read(&response)) << stream.Finish().error_message();
  EXPECT_EQ(response.credential_version(), start.start().request().credential_version());
}

const std::string& BigChunk() {
  static const auto* const data = new std::string(65536, 'a');
  return *data;
}

TEST(PayloadStreamTest, EndsWellWhenTheClientHasNoMore) {
  InProcessServer server;
  server.Start();
  const auto stub = server.NewStub();
  PatientContext context;
  const auto stream = stub->SignPayload(&context);
  Begin(*stream, StartOf(server));
  EXPECT_EQ(Exchange(*stream, Chunk(BigChunk())).size(), 64u);
  EXPECT_EQ(Exchange(*stream, Chunk("")).size(), 64u);
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
}

TEST(PayloadStreamTest, AnErrorEndsIt) {
  InProcessServer server;
  server.Start();
  const auto stub = server.NewStub();
  PatientContext context;
  const auto stream = stub->SignPayload(&context);
  EXPECT_EQ(Exchange(*stream, Chunk(BigChunk())), "");
  const grpc::Status status = stream->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ReasonOf(status), "INVALID_CHUNK");
  EXPECT_EQ(FieldOf(status), "start");
}

// The second server knows the credential and nothing of the first one's chain.
TEST(PayloadStreamTest, AnotherReplicaFinishesTheChain) {
  InProcessServer first;
  first.Start();
  v1::SignPayloadRequest start = StartOf(first);
  const auto first_stub = first.NewStub();
  PatientContext first_context;
  const auto first_stream = first_stub->SignPayload(&first_context);
  Begin(*first_stream, start);
  const std::string signature = Exchange(*first_stream, Chunk(BigChunk()));
  const std::string expected = Exchange(*first_stream, Chunk(""));
  first.server().Stop(absl::InfinitePast());
  EXPECT_EQ(first_stream->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);

  InProcessServer second;
  second.Start();
  start.mutable_start()->set_previous_signature(signature);
  const auto second_stub = second.NewStub();
  PatientContext second_context;
  const auto second_stream = second_stub->SignPayload(&second_context);
  Begin(*second_stream, start);
  EXPECT_EQ(Exchange(*second_stream, Chunk("")), expected);
}

TEST(PayloadStreamTest, ManyStreamsGoOnAtOnce) {
  InProcessServer server;
  server.Start();
  const v1::SignPayloadRequest start = StartOf(server);
  const auto stub = server.NewStub();
  constexpr int kStreams = 100;
  std::vector<std::unique_ptr<PatientContext>> contexts;
  std::vector<std::unique_ptr<Stream>> streams;
  for (int i = 0; i < kStreams; ++i) {
    contexts.push_back(std::make_unique<PatientContext>());
    streams.push_back(stub->SignPayload(contexts.back().get()));
    Begin(*streams.back(), start);
  }
  for (const auto& stream : streams) {
    EXPECT_EQ(Exchange(*stream, Chunk(BigChunk())).size(), 64u);
  }
}

TEST(PayloadStreamTest, ACancelledStreamLeavesTheServerWell) {
  InProcessServer server;
  server.Start();
  const v1::SignPayloadRequest start = StartOf(server);
  const auto stub = server.NewStub();
  for (int i = 0; i < 20; ++i) {
    PatientContext context;
    const auto stream = stub->SignPayload(&context);
    Begin(*stream, start);
    context.TryCancel();
    EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::CANCELLED);
  }
  EXPECT_EQ(StartOf(server).start().seed_signature().size(), 64u);
}

// What the log and the metrics say of a stream once it is over.
TEST(PayloadStreamTest, ACancelledStreamIsRecordedAsCancelled) {
  CapturedLog log;
  InProcessServer server;
  server.Start();
  const v1::SignPayloadRequest start = StartOf(server);
  const auto stub = server.NewStub();
  {
    PatientContext context;
    const auto stream = stub->SignPayload(&context);
    Begin(*stream, start);
    context.TryCancel();
    EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::CANCELLED);
  }
  {
    PatientContext context;
    const auto stream = stub->SignPayload(&context);
    Begin(*stream, start);
    stream->WritesDone();
    EXPECT_TRUE(stream->Finish().ok());
  }
  server.server().Stop(absl::InfiniteFuture());

  const std::string handled =
      "grpc_server_handled_total{grpc_type=\"bidi_stream\",grpc_service=\"signet.v1"
      ".SigningService\",grpc_method=\"SignPayload\",grpc_code=";
  const std::string metrics = server.server().metrics().PrometheusText();
  EXPECT_THAT(metrics, HasSubstr(handled + "\"Canceled\"} 1\n"));
  EXPECT_THAT(metrics, HasSubstr(handled + "\"OK\"} 1\n"));
  EXPECT_THAT(log.Lines(), Contains(AllOf(HasSubstr(R"("rpc":"SignPayload")"),
                                          HasSubstr(R"("code":"Canceled")"))));
}

}  // namespace
}  // namespace signet
