// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_INTEGRATION_HARDENED_SIGNETD_H_
#define SIGNET_TESTS_INTEGRATION_HARDENED_SIGNETD_H_

#include <memory>
#include <string>
#include <vector>

#include "grpcpp/grpcpp.h"
#include "signet/v1/signing.grpc.pb.h"
#include "tests/support/certificates.h"
#include "tests/support/signetd_process.h"
#include "tests/support/temp_folder.h"

namespace signet {

struct TestCredential {
  std::string name;
  std::string access_key_id;
  std::string secret;
  std::string session_token;
};

// signetd with both listeners, credentials of a file that a test changes, and a
// caller who may do everything, as user or with a certificate.
class HardenedSignetd {
 public:
  // `more` stands in the configuration: "\"hardening\": {...},". A test failure
  // when it does not start.
  HardenedSignetd(std::vector<TestCredential> credentials, const std::string& more,
                  SignetdOptions options = {});

  SignetdProcess& process() { return *process_; }
  bool is_running() const { return process_ != nullptr; }
  const TempFolder& folder() const { return folder_; }

  // Replaces what the file holds and waits until the server has taken it.
  void SetCredentials(const std::vector<TestCredential>& credentials);

  // A connection of its own, to the Unix socket or by mutual TLS.
  std::shared_ptr<grpc::Channel> UnixChannel() const;
  std::shared_ptr<grpc::Channel> TlsChannel() const;

  // Waits until the log holds `text` one more time than it held it when `seen` of
  // them were there.
  void WaitForLog(const std::string& text, int seen = 0) const;
  int CountInLog(const std::string& text) const;

 private:
  TempFolder folder_;
  const TestAuthority authority_;
  std::unique_ptr<SignetdProcess> process_;
  std::string tls_address_;
};

// What calls of all kinds answered.
struct Traffic {
  // "20261201/us-east-1/s3/aws4_request", of the leases.
  std::string lease_scope;
  std::string leased_key;
  // Texts of the errors that bad calls got.
  std::string errors;
  int failures = 0;
};

// Makes `count` signatures with `credential`, and some of each other RPC: batches,
// payload streams, forms, leases, verifications, explanations, hashes; and calls that
// are refused.
Traffic MakeCalls(const std::shared_ptr<grpc::Channel>& channel, const std::string& credential,
                  int count);

}  // namespace signet

#endif  // SIGNET_TESTS_INTEGRATION_HARDENED_SIGNETD_H_
