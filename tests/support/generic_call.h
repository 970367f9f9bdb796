// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_GENERIC_CALL_H_
#define SIGNET_TESTS_SUPPORT_GENERIC_CALL_H_

#include <memory>
#include <string>
#include <vector>

#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/grpcpp.h"

namespace signet {

// Calls a method ("/signet.v1.SigningService/SignRequest") with bytes that need not be
// messages: each of `messages` in its turn, then the end. Reads whatever comes and
// gives the status. Of answers, `*answers` (may be null) is how many there were.
grpc::Status CallWithBytes(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
                           const std::vector<std::string>& messages, int* answers = nullptr);

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_GENERIC_CALL_H_
