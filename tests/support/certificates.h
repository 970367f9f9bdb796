// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_CERTIFICATES_H_
#define SIGNET_TESTS_SUPPORT_CERTIFICATES_H_

#include <memory>
#include <string>

namespace signet {

// A key and its certificate, PEM.
struct CertificateAndKey {
  std::string certificate;
  std::string key;
};

struct CertificateOptions {
  std::string alternative_names;
  std::string common_name = "leaf";
  // "serverAuth", "clientAuth", both comma separated.
  std::string extended_key_usage = "serverAuth,clientAuth";
  // Seconds from now.
  long not_before = -3600;
  long not_after = 24 * 3600;
};

// An authority that lives as long as a test. Aborts the test on failure of the
// crypto library.
class TestAuthority {
 public:
  explicit TestAuthority(const std::string& name);
  ~TestAuthority();
  TestAuthority(const TestAuthority&) = delete;
  TestAuthority& operator=(const TestAuthority&) = delete;

  // Its own certificate, PEM.
  std::string Certificate() const;

  // A certificate for server and client use, valid from an hour ago for a day,
  // with these names: "DNS:client.example", "URI:spiffe://example/ns/a",
  // "IP:127.0.0.1", comma separated; none for "".
  CertificateAndKey Issue(const std::string& alternative_names) const;

  // The same, for somebody who wants to say more.
  CertificateAndKey Issue(const CertificateOptions& options) const;

  // An authority of its own name that this one vouches for.
  std::unique_ptr<TestAuthority> Intermediate(const std::string& name) const;

 private:
  struct State;
  explicit TestAuthority(std::unique_ptr<State> state);

  const std::unique_ptr<State> state_;
};

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_CERTIFICATES_H_
