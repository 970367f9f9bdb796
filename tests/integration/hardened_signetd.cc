// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/integration/hardened_signetd.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/in_process_server.h"
#include "tests/support/service_fixture.h"

namespace signet {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(60);
constexpr int kLeases = 20;

std::string CredentialsJson(const std::vector<TestCredential>& credentials) {
  std::string json = R"({"credentials": [)";
  for (const TestCredential& credential : credentials) {
    absl::StrAppend(&json, json.back() == '}' ? ", " : "", R"({"name": ")", credential.name,
                    R"(", "access_key_id": ")", credential.access_key_id,
                    R"(", "secret_access_key": ")", credential.secret, R"(")",
                    credential.session_token.empty()
                        ? ""
                        : absl::StrCat(R"(, "session_token": ")", credential.session_token, R"(")"),
                    "}");
  }
  return json + "]}";
}

// Whole or not at all, readable by whoever the server runs as.
void ReplaceFile(const TempFolder& folder, const std::string& name, const std::string& text) {
  folder.Write(name + ".new", text);
  chmod(folder.Path(name + ".new").c_str(), 0644);
  EXPECT_EQ(rename(folder.Path(name + ".new").c_str(), folder.Path(name).c_str()), 0);
}

std::string Configuration(const TempFolder& folder, const std::string& more, uid_t caller) {
  return absl::StrCat(
      "{", more, R"("credentials_files": ["more.json"], "log": {"level": "debug"},)",
      R"("drain": {"delay": "0s", "grace": "5s"}, "lanes": 2,)",
      R"("key_cache": {"max_entries": 8}, "listen": {"unix": {"path": "SOCKET", "mode": "0666",)",
      R"("users": [{"name": "me", "uid": )", caller, R"(}]}, "tcp": {"address": "127.0.0.1:0",)",
      R"("cert_file": ")", folder.Path("cert.pem"), R"(", "key_file": ")", folder.Path("key.pem"),
      R"(", "client_ca_file": ")", folder.Path("ca.pem"), R"("}},)",
      R"("policy": {"rules": [{"name": "all", "callers": ["me", "client.example"],)",
      R"("operations": ["*"], "credentials": ["*"], "services": ["*"], "regions": ["*"],)",
      R"("unsigned_payload_over_http": true}]}})");
}

// A call's outcome, counted and kept.
class Outcomes {
 public:
  explicit Outcomes(Traffic* traffic) : traffic_(*traffic) {}

  void Expect(const grpc::Status& status) {
    if (!status.ok()) {
      ++traffic_.failures;
      ADD_FAILURE() << status.error_message();
    }
  }
  void ExpectError(const grpc::Status& status) {
    EXPECT_FALSE(status.ok());
    absl::StrAppend(&traffic_.errors, status.error_message(), status.error_details(), "\n");
  }

 private:
  Traffic& traffic_;
};

v1::SignRequestRequest RequestWith(const std::string& credential) {
  v1::SignRequestRequest request = GetObjectRequest();
  request.set_credential(credential);
  return request;
}

void Lease(v1::SigningService::Stub& stub, const std::string& credential, Traffic* traffic) {
  for (int i = 0; i < kLeases; ++i) {
    v1::GetOrLoadKeyRequest request;
    request.set_credential(credential);
    // More than the cache holds, so that entries are evicted; the one in question last.
    request.set_region(i + 1 == kLeases ? "us-east-1" : absl::StrCat("region-", i));
    request.set_service("s3");
    PatientContext context;
    v1::GetOrLoadKeyResponse response;
    Outcomes(traffic).Expect(stub.GetOrLoadKey(&context, request, &response));
    traffic->lease_scope = response.credential_scope();
    traffic->leased_key = response.signing_key();
  }
}

void StreamPayload(v1::SigningService::Stub& stub, const std::string& credential,
                   Traffic* traffic) {
  v1::SignRequestRequest request = RequestWith(credential);
  MakeChunkedUpload(65536, &request);
  v1::SignRequestResponse seed;
  PatientContext seed_context;
  Outcomes(traffic).Expect(stub.SignRequest(&seed_context, request, &seed));
  *request.mutable_signing_time() = seed.signing_time();
  request.set_credential_version(seed.credential_version());
  v1::SignPayloadRequest start;
  *start.mutable_start()->mutable_request() = request;
  start.mutable_start()->set_seed_signature(seed.signature());
  v1::SignPayloadRequest chunk;
  chunk.mutable_chunk()->set_sha256(std::string(32, 'x'));
  chunk.mutable_chunk()->set_length(65536);
  PatientContext context;
  v1::SignPayloadResponse response;
  const auto stream = stub.SignPayload(&context);
  for (const v1::SignPayloadRequest& message : {start, chunk}) {
    EXPECT_TRUE(stream->Write(message) && stream->Read(&response));
  }
  stream->WritesDone();
  Outcomes(traffic).Expect(stream->Finish());
}

void CallTheRest(v1::SigningService::Stub& stub, const std::string& credential, Traffic* traffic) {
  Outcomes outcomes(traffic);
  v1::BatchSignRequestsRequest batch;
  *batch.add_requests() = RequestWith(credential);
  *batch.add_requests() = RequestWith(credential);
  PatientContext batch_context;
  v1::BatchSignRequestsResponse batch_response;
  outcomes.Expect(stub.BatchSignRequests(&batch_context, batch, &batch_response));

  v1::SignPostPolicyRequest form;
  form.set_credential(credential);
  form.set_region("us-east-1");
  form.set_bucket("examplebucket");
  form.mutable_expires_in()->set_seconds(60);
  v1::PostCondition& key = *form.add_conditions();
  key.set_field("key");
  key.set_equals("a");
  PatientContext form_context;
  v1::SignPostPolicyResponse form_response;
  outcomes.Expect(stub.SignPostPolicy(&form_context, form, &form_response));

  v1::ExplainSignatureRequest explain;
  *explain.mutable_request() = RequestWith(credential);
  PatientContext explain_context;
  v1::ExplainSignatureResponse explained;
  outcomes.Expect(stub.ExplainSignature(&explain_context, explain, &explained));

  v1::SignRequestRequest asymmetric = RequestWith(credential);
  asymmetric.set_algorithm(v1::ALGORITHM_SIGV4A);
  asymmetric.clear_region();
  asymmetric.add_region_set("*");
  PatientContext asymmetric_context;
  v1::SignRequestResponse asymmetric_response;
  outcomes.Expect(stub.SignRequest(&asymmetric_context, asymmetric, &asymmetric_response));
}

// The signed request as its receiver sees it, and the same with another signature.
void Verify(v1::SigningService::Stub& stub, const std::string& credential, Traffic* traffic) {
  v1::SignRequestRequest request = RequestWith(credential);
  v1::SignRequestResponse signed_request;
  PatientContext context;
  Outcomes(traffic).Expect(stub.SignRequest(&context, request, &signed_request));
  v1::VerifyRequestRequest verify;
  *verify.mutable_http_request() = request.http_request();
  verify.mutable_http_request()->clear_headers();
  for (const v1::Header& header : signed_request.headers()) {
    *verify.mutable_http_request()->add_headers() = header;
  }
  verify.set_region("us-east-1");
  verify.set_service("s3");
  v1::VerifyRequestResponse verdict;
  PatientContext verify_context;
  Outcomes(traffic).Expect(stub.VerifyRequest(&verify_context, verify, &verdict));
}

void MakeBadCalls(v1::SigningService::Stub& stub, const std::string& credential, Traffic* traffic) {
  v1::SignRequestRequest no_url = RequestWith(credential);
  no_url.mutable_http_request()->clear_url();
  v1::SignRequestRequest no_version = RequestWith(credential);
  no_version.set_credential_version("0123456789abcdef");
  v1::SignRequestRequest own_header = RequestWith(credential);
  v1::Header& header = *own_header.mutable_http_request()->add_headers();
  header.set_name("authorization");
  header.set_value("x");
  for (const v1::SignRequestRequest& request :
       {no_url, no_version, own_header, RequestWith("nobody")}) {
    PatientContext context;
    v1::SignRequestResponse response;
    Outcomes(traffic).ExpectError(stub.SignRequest(&context, request, &response));
  }
}

}  // namespace

HardenedSignetd::HardenedSignetd(std::vector<TestCredential> credentials, const std::string& more,
                                 SignetdOptions options)
    : authority_("authority") {
  const CertificateAndKey own = authority_.Issue("DNS:localhost,IP:127.0.0.1");
  chmod(folder_.Path("").c_str(), 0755);
  ReplaceFile(folder_, "cert.pem", own.certificate);
  ReplaceFile(folder_, "key.pem", own.key);
  ReplaceFile(folder_, "ca.pem", authority_.Certificate());
  ReplaceFile(folder_, "more.json", CredentialsJson(credentials));
  process_ = SignetdProcess::StartConfigured(
      folder_.Path(""), Configuration(folder_, more, ::geteuid()), std::move(options));
  if (process_ != nullptr) {
    WaitForLog("\"ready\"");
    const std::string log = process_->Output();
    const size_t address = log.find("127.0.0.1:");
    tls_address_ = log.substr(address, log.find_first_of("\" ", address) - address);
  }
}

void HardenedSignetd::SetCredentials(const std::vector<TestCredential>& credentials) {
  const int seen = CountInLog("credential version retired") + CountInLog("version in use");
  ReplaceFile(folder_, "more.json", CredentialsJson(credentials));
  const absl::Time give_up_at = absl::Now() + kPatience;
  while (CountInLog("credential version retired") + CountInLog("version in use") == seen) {
    ASSERT_LT(absl::Now(), give_up_at) << process_->Output();
    absl::SleepFor(absl::Milliseconds(20));
  }
}

std::shared_ptr<grpc::Channel> HardenedSignetd::UnixChannel() const {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(process_->target(), grpc::InsecureChannelCredentials(),
                                   arguments);
}

std::shared_ptr<grpc::Channel> HardenedSignetd::TlsChannel() const {
  const CertificateAndKey identity = authority_.Issue("DNS:client.example");
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(tls_address_,
                                   grpc::SslCredentials({.pem_root_certs = authority_.Certificate(),
                                                         .pem_private_key = identity.key,
                                                         .pem_cert_chain = identity.certificate}),
                                   arguments);
}

void HardenedSignetd::WaitForLog(const std::string& text, int seen) const {
  const absl::Time give_up_at = absl::Now() + kPatience;
  while (CountInLog(text) <= seen) {
    ASSERT_LT(absl::Now(), give_up_at) << "no " << text << " in: " << process_->Output();
    absl::SleepFor(absl::Milliseconds(20));
  }
}

int HardenedSignetd::CountInLog(const std::string& text) const {
  const std::string log = process_->Output();
  int count = 0;
  for (size_t at = log.find(text); at != std::string::npos; at = log.find(text, at + 1)) {
    ++count;
  }
  return count;
}

Traffic MakeCalls(const std::shared_ptr<grpc::Channel>& channel, const std::string& credential,
                  int count) {
  Traffic traffic;
  const auto stub = v1::SigningService::NewStub(channel);
  v1::SignRequestRequest request = RequestWith(credential);
  for (int i = 0; i < count; ++i) {
    PatientContext context;
    v1::SignRequestResponse response;
    Outcomes(&traffic).Expect(stub->SignRequest(&context, request, &response));
    if (traffic.failures > 0) {
      return traffic;
    }
  }
  CallTheRest(*stub, credential, &traffic);
  StreamPayload(*stub, credential, &traffic);
  Verify(*stub, credential, &traffic);
  MakeBadCalls(*stub, credential, &traffic);
  Lease(*stub, credential, &traffic);
  return traffic;
}

}  // namespace signet
