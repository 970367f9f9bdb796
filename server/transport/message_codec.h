// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_MESSAGE_CODEC_H_
#define SIGNET_SERVER_TRANSPORT_MESSAGE_CODEC_H_

#include "google/protobuf/message_lite.h"
#include "grpcpp/support/byte_buffer.h"

namespace signet {

// False, with `message` in any state, when the bytes are no such message. gRPC's
// own parsing would answer that with INTERNAL, as if it were the server's fault.
bool ParseMessage(grpc::ByteBuffer* bytes, google::protobuf::MessageLite* message);

void SerializeMessage(const google::protobuf::MessageLite& message, grpc::ByteBuffer* bytes);

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_MESSAGE_CODEC_H_
