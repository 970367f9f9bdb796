// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Thousands of messages that are nearly right, from one seed, to every method of a
// running server: each is the caller's fault, said with a reason, and the server goes
// on.

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "server/digest/sha256.h"
#include "signet/v1/signing.pb.h"
#include "tests/integration/admin_fixture.h"
#include "tests/support/generic_call.h"
#include "tests/support/in_process_server.h"
#include "tests/support/knob.h"
#include "tests/support/service_fixture.h"

namespace signet {
namespace {

int MessagesOfEachMethod() { return static_cast<int>(Knob("SIGNET_HOSTILE_MESSAGES", 400)); }
uint64_t Seed() { return Knob("SIGNET_SEED", 20261201); }

// Changes messages. The same sequence on every run.
class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}

  size_t Below(size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  std::string Spoil(std::string bytes) {
    const size_t changes = 1 + Below(4);
    for (size_t i = 0; i < changes; ++i) {
      Change(&bytes);
    }
    return bytes;
  }

 private:
  void Change(std::string* bytes) {
    const size_t at = Below(bytes->size() + 1);
    switch (Below(8)) {
      case 0:
        if (!bytes->empty()) {
          (*bytes)[Below(bytes->size())] ^= static_cast<char>(1 << Below(8));
        }
        break;
      case 1:
        if (!bytes->empty()) {
          (*bytes)[Below(bytes->size())] = static_cast<char>(Below(256));
        }
        break;
      case 2:
        bytes->resize(at);
        break;
      case 3:
        bytes->insert(at, bytes->substr(Below(bytes->size() + 1), Below(40)));
        break;
      case 4:
        bytes->erase(at, 1 + Below(8));
        break;
      case 5:
        // The longest number, and one byte more than a number has.
        bytes->insert(at, std::string(9 + Below(2), '\xff') + "\x01");
        break;
      case 6:
        bytes->insert(at, std::string(1 + Below(3), static_cast<char>(Below(256))));
        break;
      default:
        // Text of another kind: controls, escapes, no UTF-8.
        static constexpr const char* kTexts[] = {"\r\n", "%00", "../", "\xc0\xaf",     "\x7f",
                                                 "*",    "'\"", "://", "\xed\xa0\x80", "a b"};
        bytes->insert(at, kTexts[Below(std::size(kTexts))]);
        break;
    }
  }

  std::mt19937_64 random_;
};

// A method, with its service where that is not the SigningService, and a good conversation
// with it.
struct Method {
  std::string name;
  std::vector<std::string> messages;
};

std::vector<Method> Methods(InProcessServer& server) {
  v1::SignRequestRequest sign = GetObjectRequest();
  v1::Header& header = *sign.mutable_http_request()->add_headers();
  header.set_name("x-amz-meta-a");
  header.set_value("b");
  sign.mutable_payload()->set_body("body");
  v1::BatchSignRequestsRequest batch;
  *batch.add_requests() = sign;
  *batch.add_requests() = GetObjectRequest();
  v1::SignPostPolicyRequest form;
  form.set_credential("example");
  form.set_region("us-east-1");
  form.set_bucket("examplebucket");
  form.mutable_expires_in()->set_seconds(600);
  form.add_conditions()->set_field("key");
  form.mutable_conditions(0)->set_starts_with("user/");
  v1::GetOrLoadKeyRequest lease;
  lease.set_credential("example");
  lease.set_region("us-east-1");
  lease.set_service("s3");
  v1::ExplainSignatureRequest explain;
  *explain.mutable_request() = sign;
  explain.set_target_canonical_request("GET\n/\n\nhost:h\n\nhost\nUNSIGNED-PAYLOAD");

  PatientContext context;
  v1::SignRequestResponse signed_request;
  EXPECT_TRUE(server.NewStub()->SignRequest(&context, sign, &signed_request).ok());
  v1::VerifyRequestRequest verify;
  verify.set_service("s3");
  *verify.mutable_http_request() = sign.http_request();
  verify.mutable_http_request()->mutable_headers()->MergeFrom(signed_request.headers());

  v1::SignRequestRequest upload = GetObjectRequest();
  upload.mutable_http_request()->set_method("PUT");
  upload.mutable_payload()->set_streaming(v1::STREAMING_MODE_EVENTS);
  PatientContext upload_context;
  v1::SignRequestResponse seed;
  EXPECT_TRUE(server.NewStub()->SignRequest(&upload_context, upload, &seed).ok());
  *upload.mutable_signing_time() = seed.signing_time();
  upload.set_credential_version(seed.credential_version());
  v1::SignPayloadRequest start;
  *start.mutable_start()->mutable_request() = upload;
  start.mutable_start()->set_seed_signature(seed.signature());
  v1::SignPayloadRequest event;
  const Sha256Digest digest = Sha256Of("event");
  event.mutable_event()->set_sha256(digest.data(), digest.size());
  v1::HashPayloadRequest hash_start;
  hash_start.mutable_start()->add_algorithms(v1::DIGEST_ALGORITHM_SHA256);
  hash_start.mutable_start()->add_algorithms(v1::DIGEST_ALGORITHM_CRC32C);
  v1::HashPayloadRequest hash_data;
  hash_data.set_data("data");
  return {{"SignRequest", {sign.SerializeAsString()}},
          {"BatchSignRequests", {batch.SerializeAsString()}},
          {"SignPostPolicy", {form.SerializeAsString()}},
          {"GetOrLoadKey", {lease.SerializeAsString()}},
          {"VerifyRequest", {verify.SerializeAsString()}},
          {"ExplainSignature", {explain.SerializeAsString()}},
          {"GetServerInfo", {std::string("\x7a\x00", 2)}},
          {"SignPayload", {start.SerializeAsString(), event.SerializeAsString()}},
          {"HashPayload", {hash_start.SerializeAsString(), hash_data.SerializeAsString()}}};
}

// But ReloadConfig, which asks the daemon.
std::vector<Method> AdminMethods() {
  v1::RevokeCredentialVersionRequest revoke;
  revoke.set_credential("example");
  revoke.set_credential_version("0123456789abcdef");
  revoke.set_even_if_not_held(true);
  v1::PurgeKeysRequest purge;
  purge.set_credential("example");
  v1::ListCredentialsRequest list;
  list.set_page_size(10);
  return {{"AdminService/RevokeCredentialVersion", {revoke.SerializeAsString()}},
          {"AdminService/PurgeKeys", {purge.SerializeAsString()}},
          {"AdminService/ListCredentials", {list.SerializeAsString()}},
          {"AdminService/GetCacheStats", {std::string("\x7a\x00", 2)}}};
}

bool IsTheCallersFault(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::OK:
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::NOT_FOUND:
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
    case grpc::StatusCode::FAILED_PRECONDITION:
      return true;
    default:
      return false;
  }
}

std::string Hex(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    char digits[3];
    snprintf(digits, sizeof(digits), "%02x", static_cast<unsigned char>(c));
    text += digits;
  }
  return text;
}

class HostileMessagesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    server_.config().policy = PolicyOf({AllowEverything("alice"), AdminRule("alice", {"admin:*"})});
    server_.Start();
    channel_ = server_.NewChannel();
  }

  grpc::Status Send(const Method& method, const std::vector<std::string>& messages) {
    const bool has_service = absl::StrContains(method.name, '/');
    return CallWithBytes(
        channel_, absl::StrCat("/signet.v1.", has_service ? "" : "SigningService/", method.name),
        messages);
  }

  InProcessServer server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::map<grpc::StatusCode, int> counts_;
};

TEST_F(HostileMessagesTest, EachIsTheCallersFaultAndTheServerGoesOn) {
  Mutator mutator(Seed());
  int refused = 0;
  int sent = 0;
  std::vector<Method> methods = Methods(server_);
  for (Method& method : AdminMethods()) {
    methods.push_back(std::move(method));
  }
  for (const Method& method : methods) {
    SCOPED_TRACE(method.name);
    const grpc::Status sound = Send(method, method.messages);
    ASSERT_TRUE(sound.ok()) << sound.error_message();
    int refused_by_method = 0;
    for (int i = 0; i < MessagesOfEachMethod(); ++i) {
      std::vector<std::string> messages = method.messages;
      std::string& message = messages[mutator.Below(messages.size())];
      message = mutator.Spoil(message);
      const grpc::Status status = Send(method, messages);
      ++sent;
      ++counts_[status.error_code()];
      ASSERT_TRUE(IsTheCallersFault(status.error_code()))
          << "seed " << Seed() << ", message " << i << ": " << status.error_code() << " "
          << status.error_message() << "\n"
          << Hex(message);
      if (!status.ok()) {
        ++refused_by_method;
        EXPECT_NE(ReasonOf(status), "") << status.error_message() << "\n" << Hex(message);
      }
    }
    // Nearly all are refused, but those where the change falls into a free text.
    EXPECT_GT(refused_by_method, MessagesOfEachMethod() / 5);
    EXPECT_TRUE(Send(method, method.messages).ok());
    refused += refused_by_method;
  }
  RecordProperty("sent", sent);
  RecordProperty("refused", refused);
  EXPECT_GE(refused, 2000);
  for (const auto& [code, count] : counts_) {
    std::printf("code %d: %d\n", static_cast<int>(code), count);
  }
}

}  // namespace
}  // namespace signet
