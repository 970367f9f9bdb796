// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_WIRE_H_
#define SIGNET_CLIENT_LIB_CPP_WIRE_H_

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client_lib/cpp/signing_request.h"
#include "google/protobuf/duration.pb.h"
#include "google/protobuf/message.h"
#include "google/protobuf/timestamp.pb.h"
#include "signet/v1/signing.pb.h"

namespace signet {

// Between the values of this library and the messages of the API.

v1::SignRequestRequest ToProto(const SigningRequest& request);
SigningResult FromProto(const v1::SignRequestResponse& response);

// InvalidArgument, kInvalidMessage, field "http_request.headers[0].name" and the
// like: a string of the message, or of one inside it, is not UTF-8. Protobuf
// itself would write to standard error and send it, and the server could not tell
// which one it is.
absl::Status CheckText(const google::protobuf::Message& message);

google::protobuf::Timestamp ToProto(absl::Time time);
absl::Time FromProto(const google::protobuf::Timestamp& timestamp);

}  // namespace signet

#endif  // SIGNET_CLIENT_LIB_CPP_WIRE_H_
