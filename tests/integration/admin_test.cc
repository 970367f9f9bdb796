// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The AdminService through a real socket: who may, what it answers, what it stops.

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/digest/sha256.h"
#include "tests/integration/admin_fixture.h"

namespace signet {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

// Each RPC of the service by its name, with a request that would succeed.
grpc::Status CallByName(v1::AdminService::Stub& stub, const std::string& name,
                        grpc::ClientContext* context) {
  if (name == "RevokeCredentialVersion") {
    v1::RevokeCredentialVersionRequest request;
    request.set_credential("example");
    request.set_credential_version("0123456789abcdef");
    request.set_even_if_not_held(true);
    v1::RevokeCredentialVersionResponse response;
    return stub.RevokeCredentialVersion(context, request, &response);
  }
  if (name == "PurgeKeys") {
    v1::PurgeKeysResponse response;
    return stub.PurgeKeys(context, {}, &response);
  }
  if (name == "ListCredentials") {
    v1::ListCredentialsResponse response;
    return stub.ListCredentials(context, {}, &response);
  }
  if (name == "GetCacheStats") {
    v1::GetCacheStatsResponse response;
    return stub.GetCacheStats(context, {}, &response);
  }
  v1::ReloadConfigResponse response;
  return stub.ReloadConfig(context, {}, &response);
}

// Does what the daemon's thread does, until the test ends.
class Reloader {
 public:
  explicit Reloader(Server* server)
      : thread_([this, server] {
          while (!is_done_) {
            server->reloads().Serve(absl::Now(), [] { return ReloadReport(); });
            std::this_thread::yield();
          }
        }) {}
  ~Reloader() {
    is_done_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> is_done_{false};
  std::thread thread_;
};

// Every RPC against every set of rights: one right opens one RPC and no other.
TEST(AdminTest, EachRpcNeedsARuleOfItsOwn) {
  InProcessServer server;
  server.Start();
  const Reloader reloader(&server.server());
  const auto stub = AdminStub(server);
  const std::map<std::string, Rule> identities = {
      {"signs with everything", AllowEverything("alice")},
      {"administers elsewhere", AdminRule("bob", {"admin:*"})},
      {"RevokeCredentialVersion", AdminRule("alice", {"RevokeCredentialVersion"})},
      {"PurgeKeys", AdminRule("alice", {"PurgeKeys"})},
      {"ListCredentials", AdminRule("alice", {"ListCredentials"})},
      {"GetCacheStats", AdminRule("alice", {"GetCacheStats"})},
      {"ReloadConfig", AdminRule("alice", {"ReloadConfig"})},
      {"all", AdminRule("alice", {"admin:*"})},
  };
  for (const auto& [identity, rule] : identities) {
    server.server().SetPolicy(PolicyOf({rule}));
    for (const std::string rpc : kAdminRpcs) {
      PatientContext context;
      // Who one is is known of the connection, not of what one says.
      context.AddMetadata("caller", "bob");
      context.AddMetadata("x-forwarded-client-cert", "URI=bob");
      const grpc::Status status = CallByName(*stub, rpc, &context);
      if (identity == rpc || identity == "all") {
        EXPECT_TRUE(status.ok()) << identity << " " << rpc << ": " << status.error_message();
      } else {
        EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED)
            << identity << " " << rpc;
        EXPECT_EQ(ReasonOf(status), "NOT_GRANTED");
      }
    }
  }
}

TEST(AdminTest, ACallerMayRevokeThatCredentialOnly) {
  InProcessServer server;
  Rule rule = AdminRule("alice", {"admin:*"});
  rule.credentials = {"example"};
  server.config().policy = PolicyOf({rule});
  server.Start();
  const auto stub = AdminStub(server);
  v1::RevokeCredentialVersionResponse response;
  // The same answer whether there is one or not.
  EXPECT_EQ(Revoke(*stub, "other", "0123456789abcdef", &response).error_code(),
            grpc::StatusCode::PERMISSION_DENIED);
  const grpc::Status unknown = Revoke(*stub, "example", "0123456789abcdef", &response);
  EXPECT_EQ(unknown.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(ReasonOf(unknown), "CREDENTIAL_VERSION_NOT_HELD");
  PatientContext context;
  v1::PurgeKeysResponse purged;
  EXPECT_EQ(stub->PurgeKeys(&context, {}, &purged).error_code(),
            grpc::StatusCode::PERMISSION_DENIED);
}

class RevocationTest : public ::testing::Test {
 protected:
  RevocationTest() {
    server_.config().policy = PolicyOf({AllowEverything("alice"), AdminRule("alice", {"admin:*"})});
    server_.config().lanes = 2;
  }

  void Start() {
    server_.Start();
    stub_ = server_.NewStub();
    admin_ = AdminStub(server_);
    const grpc::Status status = Sign(*stub_, &version_);
    ASSERT_TRUE(status.ok()) << status.error_message();
  }

  InProcessServer server_;
  std::unique_ptr<v1::SigningService::Stub> stub_;
  std::unique_ptr<v1::AdminService::Stub> admin_;
  std::string version_;
};

TEST_F(RevocationTest, StopsSigningAndSaysThatARestartUndoesIt) {
  Start();
  v1::RevokeCredentialVersionResponse response;
  ASSERT_TRUE(Revoke(*admin_, "example", version_, &response).ok());
  ASSERT_THAT(response.versions(), SizeIs(1));
  EXPECT_EQ(response.versions(0).access_key_id(), "AKIAIOSFODNN7EXAMPLE");
  EXPECT_TRUE(response.versions(0).latest());
  EXPECT_FALSE(response.versions(0).already_revoked());
  EXPECT_EQ(response.persistence(), v1::REVOCATION_PERSISTENCE_NOT_CONFIGURED);
  EXPECT_THAT(response.warnings(), Contains(HasSubstr("a restart undoes the revocation")));
  std::string version;
  const grpc::Status status = Sign(*stub_, &version);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(ReasonOf(status), "CREDENTIAL_REVOKED");
  // Again is the same as once.
  response.Clear();
  ASSERT_TRUE(Revoke(*admin_, "example", version_, &response).ok());
  EXPECT_TRUE(response.versions(0).already_revoked());
  // Its source goes on giving it.
  server_.server().Tick();
  EXPECT_EQ(ReasonOf(Sign(*stub_, &version)), "CREDENTIAL_REVOKED");
}

TEST_F(RevocationTest, IsSavedWhereThereIsAStateDirectory) {
  server_.config().state_directory = server_.folder().path();
  Start();
  v1::RevokeCredentialVersionResponse response;
  ASSERT_TRUE(Revoke(*admin_, "example", version_, &response).ok());
  EXPECT_EQ(response.persistence(), v1::REVOCATION_PERSISTENCE_SAVED);
  EXPECT_THAT(response.warnings(), Not(Contains(HasSubstr("restart"))));
}

TEST_F(RevocationTest, StopsOpenStreams) {
  Start();
  v1::SignRequestRequest request = GetObjectRequest();
  MakeChunkedUpload(65536, &request);
  v1::SignRequestResponse seed;
  {
    PatientContext context;
    ASSERT_TRUE(stub_->SignRequest(&context, request, &seed).ok());
  }
  *request.mutable_signing_time() = seed.signing_time();
  request.set_credential_version(seed.credential_version());
  PatientContext context;
  const auto stream = stub_->SignPayload(&context);
  v1::SignPayloadRequest message;
  *message.mutable_start()->mutable_request() = request;
  message.mutable_start()->set_seed_signature(seed.signature());
  v1::SignPayloadResponse answer;
  ASSERT_TRUE(stream->Write(message) && stream->Read(&answer));

  v1::RevokeCredentialVersionResponse response;
  ASSERT_TRUE(Revoke(*admin_, "example", version_, &response).ok());

  const Sha256Digest digest = Sha256Of(std::string(65536, 'a'));
  message.mutable_chunk()->set_sha256(digest.data(), digest.size());
  message.mutable_chunk()->set_length(65536);
  stream->Write(message);
  EXPECT_FALSE(stream->Read(&answer));
  const grpc::Status status = stream->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(ReasonOf(status), "CREDENTIAL_REVOKED");
}

TEST_F(RevocationTest, StopsSigV4aToo) {
  Start();
  v1::SignRequestRequest request = GetObjectRequest();
  request.clear_region();
  request.add_region_set("*");
  request.set_algorithm(v1::ALGORITHM_SIGV4A);
  const auto sign = [&] {
    PatientContext context;
    v1::SignRequestResponse response;
    return stub_->SignRequest(&context, request, &response);
  };
  ASSERT_TRUE(sign().ok());
  v1::GetCacheStatsResponse stats;
  {
    PatientContext context;
    ASSERT_TRUE(admin_->GetCacheStats(&context, {}, &stats).ok());
  }
  EXPECT_EQ(stats.sigv4a_entries(), 1u);
  EXPECT_EQ(stats.entries(), 1u);
  EXPECT_EQ(stats.fronts(), 2u);
  EXPECT_GT(stats.front_bytes(), 0u);
  v1::RevokeCredentialVersionResponse response;
  ASSERT_TRUE(Revoke(*admin_, "example", version_, &response).ok());
  EXPECT_EQ(ReasonOf(sign()), "CREDENTIAL_REVOKED");
  PatientContext context;
  ASSERT_TRUE(admin_->GetCacheStats(&context, {}, &stats).ok());
  EXPECT_EQ(stats.sigv4a_entries(), 0u);
}

TEST_F(RevocationTest, ByAccessKeyId) {
  Start();
  PatientContext context;
  v1::RevokeCredentialVersionRequest request;
  request.set_credential("example");
  request.set_access_key_id("AKIAIOSFODNN7EXAMPLE");
  v1::RevokeCredentialVersionResponse response;
  ASSERT_TRUE(admin_->RevokeCredentialVersion(&context, request, &response).ok());
  EXPECT_EQ(response.versions(0).credential_version(), version_);
  std::string version;
  EXPECT_EQ(ReasonOf(Sign(*stub_, &version)), "CREDENTIAL_REVOKED");
}

TEST_F(RevocationTest, RefusesMalformedRequests) {
  Start();
  using Request = v1::RevokeCredentialVersionRequest;
  struct Case {
    std::function<void(Request*)> change;
    std::string reason;
    std::string field;
  };
  const std::string kName = "INVALID_CREDENTIAL_NAME";
  const Case cases[] = {
      {[](Request* r) { r->set_credential(""); }, kName, "credential"},
      {[](Request* r) { r->set_credential("a/b"); }, kName, "credential"},
      {[](Request* r) { r->clear_which(); }, "MISSING_FIELD", "which"},
      {[](Request* r) { r->set_credential_version(""); }, "MISSING_FIELD", "which"},
      {[](Request* r) { r->set_credential_version("0123456789abcde"); }, kName,
       "credential_version"},
      {[](Request* r) { r->set_credential_version("0123456789ABCDEF"); }, kName,
       "credential_version"},
      {[](Request* r) { r->set_access_key_id(std::string(129, 'A')); }, kName, "access_key_id"},
      {[](Request* r) {
         r->set_access_key_id("AKID");
         r->set_even_if_not_held(true);
       },
       "UNSUPPORTED_COMBINATION", "even_if_not_held"},
  };
  for (const Case& bad : cases) {
    Request request;
    request.set_credential("example");
    request.set_credential_version(version_);
    bad.change(&request);
    PatientContext context;
    v1::RevokeCredentialVersionResponse response;
    const grpc::Status status = admin_->RevokeCredentialVersion(&context, request, &response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << bad.field;
    EXPECT_EQ(ReasonOf(status), bad.reason);
    EXPECT_EQ(FieldOf(status), bad.field);
  }
  std::string version;
  EXPECT_TRUE(Sign(*stub_, &version).ok());
}

TEST_F(RevocationTest, PurgingKeepsSigning) {
  Start();
  PatientContext context;
  v1::PurgeKeysRequest request;
  request.set_credential("example");
  v1::PurgeKeysResponse response;
  ASSERT_TRUE(admin_->PurgeKeys(&context, request, &response).ok());
  EXPECT_EQ(response.keys(), 1u);
  std::string version;
  EXPECT_TRUE(Sign(*stub_, &version).ok());
  PatientContext again;
  request.set_credential("none");
  EXPECT_EQ(admin_->PurgeKeys(&again, request, &response).error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST_F(RevocationTest, ListsNoSecretsAndOnlyWhatIsGranted) {
  Start();
  const auto list = [this](int32_t page_size) {
    PatientContext context;
    v1::ListCredentialsRequest request;
    request.set_page_size(page_size);
    v1::ListCredentialsResponse response;
    const grpc::Status status = admin_->ListCredentials(&context, request, &response);
    EXPECT_EQ(status.ok(), page_size >= 0 && page_size <= 1000);
    return response;
  };
  const v1::ListCredentialsResponse all = list(0);
  ASSERT_THAT(all.credentials(), SizeIs(1));
  EXPECT_EQ(all.credentials(0).name(), "example");
  EXPECT_EQ(all.credentials(0).versions(0).credential_version(), version_);
  EXPECT_EQ(all.credentials(0).source().description(), "test");
  EXPECT_THAT(all.DebugString(), Not(HasSubstr(std::string(kExampleSecret))));
  EXPECT_THAT(all.SerializeAsString(), Not(HasSubstr(std::string(kExampleSecret))));
  list(-1);
  list(1001);
  Rule other = AdminRule("alice", {"ListCredentials"});
  other.credentials = {"other"};
  server_.server().SetPolicy(PolicyOf({other}));
  EXPECT_THAT(list(1).credentials(), SizeIs(0));
}

TEST_F(RevocationTest, ReloadsEndWithTheServer) {
  Start();
  std::thread stopper([this] { server_.server().StartDraining(); });
  PatientContext context;
  v1::ReloadConfigResponse response;
  const grpc::Status status = admin_->ReloadConfig(&context, {}, &response);
  stopper.join();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(ReasonOf(status), "SHUTTING_DOWN");
}

}  // namespace
}  // namespace signet
