// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <set>
#include <string>

#include "gmock/gmock.h"
#include "google/protobuf/descriptor.pb.h"
#include "grpc/reflection/v1/reflection.grpc.pb.h"
#include "grpc/reflection/v1alpha/reflection.grpc.pb.h"
#include "gtest/gtest.h"
#include "tests/support/in_process_server.h"

namespace signet {
namespace {

using ::grpc::reflection::v1::ServerReflectionRequest;
using ::grpc::reflection::v1::ServerReflectionResponse;
using ::testing::Contains;
using ::testing::IsSupersetOf;

template <typename Service>
ServerReflectionResponse Ask(InProcessServer& server, const ServerReflectionRequest& request) {
  const auto stub = Service::NewStub(server.NewChannel());
  PatientContext context;
  const auto stream = stub->ServerReflectionInfo(&context);
  ServerReflectionResponse response;
  EXPECT_TRUE(stream->Write(request) && stream->Read(&response));
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
  return response;
}

using V1 = ::grpc::reflection::v1::ServerReflection;
using V1Alpha = ::grpc::reflection::v1alpha::ServerReflection;

TEST(ReflectionTest, ListsTheServicesByBothNamesOfTheProtocol) {
  InProcessServer server;
  server.Start();
  ServerReflectionRequest request;
  request.set_list_services("*");
  for (const ServerReflectionResponse& response :
       {Ask<V1>(server, request), Ask<V1Alpha>(server, request)}) {
    std::set<std::string> names;
    for (const auto& service : response.list_services_response().service()) {
      names.insert(service.name());
    }
    EXPECT_THAT(names, IsSupersetOf({"signet.v1.SigningService", "signet.v1.AdminService",
                                     "grpc.health.v1.Health"}));
  }
}

TEST(ReflectionTest, GivesAFileWithAllThatItImports) {
  InProcessServer server;
  server.Start();
  ServerReflectionRequest request;
  request.set_file_containing_symbol("signet.v1.SigningService.SignRequest");
  const ServerReflectionResponse response = Ask<V1>(server, request);
  std::set<std::string> names;
  for (const std::string& bytes : response.file_descriptor_response().file_descriptor_proto()) {
    google::protobuf::FileDescriptorProto file;
    ASSERT_TRUE(file.ParseFromString(bytes));
    names.insert(file.name());
  }
  EXPECT_THAT(names, IsSupersetOf({"signet/v1/signing.proto", "google/protobuf/duration.proto",
                                   "google/protobuf/timestamp.proto"}));
}

TEST(ReflectionTest, SaysWhatDoesNotExist) {
  InProcessServer server;
  server.Start();
  ServerReflectionRequest request;
  request.set_file_containing_symbol("signet.v1.Nothing");
  EXPECT_EQ(Ask<V1>(server, request).error_response().error_code(), grpc::StatusCode::NOT_FOUND);
  request.set_file_by_filename("../etc/passwd");
  EXPECT_EQ(Ask<V1>(server, request).error_response().error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(Ask<V1>(server, ServerReflectionRequest()).error_response().error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
}

}  // namespace
}  // namespace signet
