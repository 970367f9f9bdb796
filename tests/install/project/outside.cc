// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Signs one request through the server at argv[1] and prints its signature and
// the lengths that the generated messages and the pure library give for it.

#include <iostream>

#include "client_lib/cpp/signer.h"
#include "server/sigv4/timestamp.h"
#include "signet/v1/signing.pb.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    return 2;
  }
  const auto signer = signet::NewRemoteSigner({.target = argv[1]});
  if (!signer.ok()) {
    std::cerr << signer.status() << "\n";
    return 1;
  }
  signet::SigningRequest request;
  request.credential = "vectors";
  request.region = "us-east-1";
  request.service = "service";
  request.url = "https://example.amazonaws.com/";
  const auto time = signet::ParseAmzDate("20150830T123600Z");
  request.signing_time = time.value();
  const auto result = (*signer)->Sign(request);
  if (!result.ok()) {
    std::cerr << result.status() << "\n";
    return 1;
  }
  signet::v1::GetServerInfoRequest message;
  std::cout << result->signature << " " << message.ByteSizeLong() << "\n";
  return 0;
}
