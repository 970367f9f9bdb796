// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What callers that are let in cannot do to the server's memory.

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "grpcpp/generic/generic_stub.h"
#include "gtest/gtest.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"
#include "tests/support/signetd_process.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

constexpr size_t kMegabyte = size_t{1} << 20;
constexpr char kCredentials[] =
    R"({"credentials": [{"name": "example", "access_key_id": "AKIDEXAMPLE", )"
    R"("secret_access_key": "secret"}]})";

// The most memory that the process ever had, in bytes.
size_t PeakMemory(pid_t pid) {
  std::ifstream status(absl::StrCat("/proc/", pid, "/status"));
  for (std::string line; std::getline(status, line);) {
    uint64_t kilobytes = 0;
    if (absl::StartsWith(line, "VmHWM:") &&
        absl::SimpleAtoi(line.substr(6, line.find(" kB") - 6), &kilobytes)) {
      return kilobytes * 1024;
    }
  }
  ADD_FAILURE() << "the process tells nothing of its memory";
  return 0;
}

// A message of that size, which takes little memory here: all of it is one megabyte.
grpc::ByteBuffer HugeMessage(size_t megabytes) {
  const grpc::Slice slice(std::string(kMegabyte, '\0'));
  const std::vector<grpc::Slice> slices(megabytes, slice);
  return grpc::ByteBuffer(slices.data(), slices.size());
}

TEST(MemoryLimitTest, AHugeMessageIsNotHeld) {
  TempFolder folder;
  const auto server = SignetdProcess::StartDevelopment(folder.Path(""), kCredentials);
  ASSERT_NE(server, nullptr);
  const auto channel = grpc::CreateChannel(server->target(), grpc::InsecureChannelCredentials());
  const size_t before = PeakMemory(server->pid());

  PatientContext context;
  grpc::CompletionQueue queue;
  grpc::GenericStub stub(channel);
  const auto call = stub.PrepareUnaryCall(&context, "/signet.v1.SigningService/SignRequest",
                                          HugeMessage(1024), &queue);
  call->StartCall();
  grpc::ByteBuffer answer;
  grpc::Status status;
  call->Finish(&answer, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  ASSERT_TRUE(queue.Next(&tag, &ok));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << status.error_message();
  EXPECT_LT(PeakMemory(server->pid()) - before, 512 * kMegabyte);

  // Others are served as before.
  v1::SignRequestResponse response;
  PatientContext next;
  const grpc::Status signed_status =
      v1::SigningService::NewStub(channel)->SignRequest(&next, GetObjectRequest(), &response);
  EXPECT_TRUE(signed_status.ok()) << signed_status.error_message();
}

}  // namespace
}  // namespace signet
