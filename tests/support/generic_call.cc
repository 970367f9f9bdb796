// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/generic_call.h"

#include "tests/support/in_process_server.h"

namespace signet {
namespace {

// Waits for the one operation that is under way.
bool Await(grpc::CompletionQueue* queue) {
  void* tag = nullptr;
  bool ok = false;
  return queue->Next(&tag, &ok) && ok;
}

}  // namespace

grpc::Status CallWithBytes(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
                           const std::vector<std::string>& messages, int* answers) {
  grpc::GenericStub stub(channel);
  PatientContext context;
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareCall(&context, method, &queue);
  call->StartCall(nullptr);
  bool is_open = Await(&queue);
  for (size_t i = 0; i < messages.size() && is_open; ++i) {
    grpc::Slice slice(messages[i]);
    call->Write(grpc::ByteBuffer(&slice, 1), nullptr);
    is_open = Await(&queue);
  }
  if (is_open) {
    call->WritesDone(nullptr);
    Await(&queue);
  }
  int count = 0;
  for (bool has_answer = true; has_answer;) {
    grpc::ByteBuffer answer;
    call->Read(&answer, nullptr);
    has_answer = Await(&queue);
    count += has_answer ? 1 : 0;
  }
  grpc::Status status;
  call->Finish(&status, nullptr);
  Await(&queue);
  if (answers != nullptr) {
    *answers = count;
  }
  return status;
}

}  // namespace signet
