// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/service_fixture.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

std::vector<CredentialValue> FixtureCredentials() {
  CredentialValue session = ExampleCredential("session");
  session.session_token = Secret("TOKEN");
  session.expires = ExampleTime() + absl::Hours(1);
  return {ExampleCredential("example"), session};
}

std::shared_ptr<const Policy> MakePolicy(std::vector<Rule> rules) {
  absl::StatusOr<std::shared_ptr<const Policy>> policy = Policy::Create(std::move(rules));
  EXPECT_OK(policy);
  return *std::move(policy);
}

}  // namespace

absl::Time ExampleTime() {
  return absl::FromCivil(absl::CivilDay(2013, 5, 24), absl::UTCTimeZone());
}

Rule AllowEverything(const std::string& caller) {
  Rule rule;
  rule.name = absl::StrCat(caller, "-does-everything");
  rule.callers = {caller};
  rule.operations = rule.credentials = rule.services = rule.regions = {"*"};
  rule.grants.own_signing_time_max_skew = absl::InfiniteDuration();
  rule.grants.unsigned_payload_over_http = true;
  rule.grants.lease_any_date = true;
  rule.bearer_tokens = BearerTokenGrant{{"*"}};
  rule.allow_dot_segments = true;
  return rule;
}

CredentialValue ExampleCredential(const std::string& name) {
  CredentialValue value;
  value.name = name;
  value.access_key_id = std::string(kExampleAccessKeyId);
  value.secret_access_key = Secret(kExampleSecret);
  return value;
}

absl::StatusOr<std::vector<SourcePiece>> ChangeableSource::Read() const {
  std::vector<SourcePiece> pieces;
  for (const CredentialValue& value : values_) {
    pieces.push_back({.name = value.name,
                      .bytes = Secret(absl::StrCat(CredentialVersionId(value),
                                                   absl::FormatTime(value.expires)))});
  }
  return pieces;
}

absl::StatusOr<std::vector<CredentialValue>> ChangeableSource::Parse(
    const std::vector<SourcePiece>& /*pieces*/) const {
  return values_;
}

ServiceFixture::ServiceFixture()
    : clock(ExampleTime()),
      metrics(&registry),
      values(FixtureCredentials()),
      sigv4a_keys(8),
      policy(MakePolicy({AllowEverything("alice")})) {
  KeyCacheOptions options;
  options.max_entries = 100;
  options.allow_unlocked_memory = true;
  absl::StatusOr<std::unique_ptr<KeyCache>> cache = KeyCache::Create(options, clock);
  EXPECT_OK(cache);
  keys = *std::move(cache);
  std::vector<std::unique_ptr<CredentialSource>> sources;
  sources.push_back(std::make_unique<ChangeableSource>(&values));
  credentials = std::make_unique<CredentialStore>(std::move(sources), clock);
  EXPECT_OK(credentials->Load());
  context.clock = &clock;
  context.credentials = credentials.get();
  context.keys = keys.get();
  context.sigv4a_keys = &sigv4a_keys;
  context.policy = &policy;
  context.metrics = &metrics;
  context.version = "1.2.3";
  alice.caller = "alice";
}

void ServiceFixture::SetRules(std::vector<Rule> rules) { policy.Set(MakePolicy(std::move(rules))); }

void ServiceFixture::SetCredentials(std::vector<CredentialValue> new_values) {
  values = std::move(new_values);
  credentials->Reload();
}

std::string ServiceFixture::VersionOf(absl::string_view credential) {
  const absl::StatusOr<CredentialVersionPtr> version = credentials->Latest(credential);
  EXPECT_OK(version);
  return version.ok() ? (*version)->id : "";
}

v1::SignRequestRequest GetObjectRequest() {
  v1::SignRequestRequest request;
  request.set_credential("example");
  request.set_region("us-east-1");
  request.set_service("s3");
  request.mutable_http_request()->set_method("GET");
  request.mutable_http_request()->set_url("https://examplebucket.s3.amazonaws.com/test.txt");
  return request;
}

void MakeChunkedUpload(int64_t length, v1::SignRequestRequest* request) {
  request->mutable_http_request()->set_method("PUT");
  request->mutable_payload()->set_streaming(v1::STREAMING_MODE_SIGNED);
  v1::Header& header = *request->mutable_http_request()->add_headers();
  header.set_name("x-amz-decoded-content-length");
  header.set_value(std::to_string(length));
}

}  // namespace signet
