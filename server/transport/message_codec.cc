// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/message_codec.h"

#include <climits>
#include <cstddef>

#include "grpc/slice.h"
#include "grpcpp/support/proto_buffer_reader.h"
#include "grpcpp/support/slice.h"

namespace signet {

bool ParseMessage(grpc::ByteBuffer* bytes, google::protobuf::MessageLite* message) {
  grpc::Slice slice;
  if (bytes->TrySingleSlice(&slice).ok()) {
    return slice.size() <= INT_MAX &&
           message->ParseFromArray(slice.begin(), static_cast<int>(slice.size()));
  }
  grpc::ProtoBufferReader reader(bytes);
  return reader.status().ok() && message->ParseFromZeroCopyStream(&reader);
}

void SerializeMessage(const google::protobuf::MessageLite& message, grpc::ByteBuffer* bytes) {
  const size_t size = message.ByteSizeLong();
  grpc_slice memory = grpc_slice_malloc(size);
  // The sizes were computed just now; no message has 2 GiB.
  message.SerializeWithCachedSizesToArray(GRPC_SLICE_START_PTR(memory));
  const grpc::Slice slice(memory, grpc::Slice::STEAL_REF);
  *bytes = grpc::ByteBuffer(&slice, 1);
}

}  // namespace signet
