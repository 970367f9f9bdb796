// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/message_codec.h"

#include "grpcpp/impl/codegen/proto_utils.h"
#include "grpcpp/support/proto_buffer_reader.h"

namespace signet {

bool ParseMessage(grpc::ByteBuffer* bytes, google::protobuf::MessageLite* message) {
  grpc::ProtoBufferReader reader(bytes);
  return reader.status().ok() && message->ParseFromZeroCopyStream(&reader);
}

void SerializeMessage(const google::protobuf::MessageLite& message, grpc::ByteBuffer* bytes) {
  bool own_buffer = false;
  // Fails only for messages over 2 GiB.
  grpc::GenericSerialize<grpc::ProtoBufferWriter, google::protobuf::MessageLite>(message, bytes,
                                                                                 &own_buffer);
}

}  // namespace signet
