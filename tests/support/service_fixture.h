// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_SERVICE_FIXTURE_H_
#define SIGNET_TESTS_SUPPORT_SERVICE_FIXTURE_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/credentials/credential_store.h"
#include "server/keycache/key_cache.h"
#include "server/observability/metrics.h"
#include "server/policy/policy_holder.h"
#include "server/service/call_context.h"
#include "server/service/service_context.h"
#include "signet/v1/signing.pb.h"
#include "tests/support/fake_clock.h"

namespace signet {

// The access key of the examples in the S3 API Reference.
inline constexpr absl::string_view kExampleAccessKeyId = "AKIAIOSFODNN7EXAMPLE";
inline constexpr absl::string_view kExampleSecret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

// 2013-05-24T00:00:00Z: when those examples are signed.
absl::Time ExampleTime();

// A rule that allows `caller` everything, grants included.
Rule AllowEverything(const std::string& caller);

CredentialValue ExampleCredential(const std::string& name);

// A source whose content a test changes.
class ChangeableSource final : public CredentialSource {
 public:
  explicit ChangeableSource(std::vector<CredentialValue>* values) : values_(*values) {}

  std::string Description() const override { return "test"; }
  absl::StatusOr<std::vector<SourcePiece>> Read() const override;
  absl::StatusOr<std::vector<CredentialValue>> Parse(
      const std::vector<SourcePiece>& pieces) const override;

 private:
  const std::vector<CredentialValue>& values_;
};

// What the handlers need, all of it real but the clock and the sources. There
// are: credential "example", without a token; "session", the same keys with the
// session token "TOKEN", expiring an hour after ExampleTime(). Caller "alice"
// may do everything.
class ServiceFixture {
 public:
  ServiceFixture();

  // In place of the rules so far.
  void SetRules(std::vector<Rule> rules);

  // Changes what the source holds, and reloads.
  void SetCredentials(std::vector<CredentialValue> values);

  // The id of the version in use.
  std::string VersionOf(absl::string_view credential);

  FakeClock clock;
  MetricsRegistry registry;
  ServiceMetrics metrics;
  std::vector<CredentialValue> values;
  std::unique_ptr<KeyCache> keys;
  std::unique_ptr<CredentialStore> credentials;
  Sigv4aKeyCache sigv4a_keys;
  PolicyHolder policy;
  ServiceContext context;
  CallContext alice;
};

// The headers or form fields of a response; of several with one name, the last.
template <typename Pairs>
std::map<std::string, std::string> ByName(const Pairs& pairs) {
  std::map<std::string, std::string> values;
  for (const auto& pair : pairs) {
    values[pair.name()] = pair.value();
  }
  return values;
}

// GET https://examplebucket.s3.amazonaws.com/test.txt with "example" in
// us-east-1: the first of the examples, without its Range header.
v1::SignRequestRequest GetObjectRequest();

// Makes it one of an upload of `length` bytes that is signed chunk by chunk.
void MakeChunkedUpload(int64_t length, v1::SignRequestRequest* request);

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_SERVICE_FIXTURE_H_
