// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Every published vector through the remote and the local signer: the same
// bytes from both, and the published signature.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "server/digest/hex.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/credential_scope.h"
#include "server/sigv4/sigv4a.h"
#include "server/sigv4/timestamp.h"
#include "tests/client_lib/cpp/client_fixture.h"
#include "tests/support/signing_vectors.h"
#include "tests/support/source_tree.h"

namespace signet {
namespace {

std::vector<std::pair<std::string, std::string>> Pairs(const std::vector<Header>& headers) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Header& header : headers) {
    pairs.emplace_back(header.name, header.value);
  }
  return pairs;
}

// One credential for each (access key ID, token) that a suite signs with.
class Credentials {
 public:
  std::string NameOf(const SigningVector& vector, const SigningInput& input) {
    const std::string key = absl::StrCat(input.access_key_id, "|", input.session_token);
    const auto known = names_.find(key);
    if (known != names_.end()) {
      return known->second;
    }
    const std::string name = absl::StrCat("vector-", names_.size());
    names_[key] = name;
    // Published values need no escaping in JSON.
    entries_.push_back(absl::StrCat(R"({"name": ")", name, R"(", "access_key_id": ")",
                                    input.access_key_id, R"(", "secret_access_key": ")",
                                    vector.secret_access_key(), R"(", "session_token": ")",
                                    input.session_token, R"("})"));
    return name;
  }

  std::string Json() const {
    return absl::StrCat(R"({"credentials": [)", absl::StrJoin(entries_, ", "), "]}");
  }

 private:
  std::map<std::string, std::string> names_;
  std::vector<std::string> entries_;
};

SigningRequest ToRequest(const SigningInput& input, const std::string& credential,
                         Algorithm algorithm) {
  SigningRequest request;
  request.credential = credential;
  request.algorithm = algorithm;
  if (algorithm == Algorithm::kSigV4) {
    request.region = std::string(input.region);
  } else {
    request.region_set = {std::string(input.region_set)};
  }
  request.service = std::string(input.service);
  request.method = std::string(input.request.method);
  const UrlView& url = input.request.url;
  request.url = absl::StrCat(url.scheme, "://", url.authority, url.path,
                             url.query.empty() ? "" : "?", url.query);
  for (const HeaderView& header : input.request.headers) {
    request.headers.push_back({std::string(header.name), std::string(header.value)});
  }
  request.payload = input.payload;
  request.placement = input.placement;
  request.expires_in = input.expires_in;
  request.profile = std::string(input.profile->name);
  if (input.presign_profile != nullptr) {
    request.presign_profile = std::string(input.presign_profile->name);
  }
  request.payload_hash_header = input.payload_hash_header;
  request.token_placement = input.token_placement;
  request.signing_time = input.signing_time;
  return request;
}

// What a suite signs, with the published signature beside it.
struct Case {
  std::string name;
  SigningRequest request;
  std::string expected_signature;
  // SigV4A.
  std::string string_to_sign;
  std::string public_key_json;
};

std::vector<Case> ReadCases(const std::string& suite, Credentials* credentials) {
  const Algorithm algorithm = suite == "v4" ? Algorithm::kSigV4 : Algorithm::kSigV4a;
  std::vector<Case> cases;
  for (const SigningVector& vector : ReadSigningVectors(suite)) {
    for (const Placement placement : {Placement::kHeader, Placement::kQuery}) {
      const SigningInput input = vector.Input(algorithm, placement);
      Case item;
      item.name = absl::StrCat(suite, " ", vector.name(),
                               placement == Placement::kHeader ? " header" : " query");
      item.request = ToRequest(input, credentials->NameOf(vector, input), algorithm);
      item.expected_signature = vector.Expected(placement, "signature");
      item.string_to_sign = vector.Expected(placement, "string-to-sign");
      if (algorithm == Algorithm::kSigV4a) {
        item.public_key_json = vector.File("public-key.json");
      }
      cases.push_back(std::move(item));
    }
  }
  return cases;
}

// The coordinate `name` out of {"X":"<64 hex>", "Y":"<64 hex>"}.
Sha256Digest Coordinate(const std::string& json, const std::string& name) {
  const std::string before = absl::StrCat("\"", name, "\":\"");
  const size_t begin = json.find(before);
  Sha256Digest value = {};
  EXPECT_NE(begin, std::string::npos) << json;
  if (begin != std::string::npos) {
    EXPECT_TRUE(FromHex(json.substr(begin + before.size(), 64), absl::MakeSpan(value))) << json;
  }
  return value;
}

Sigv4aPublicKey ParsePublicKey(const std::string& json) {
  return {.x = Coordinate(json, "X"), .y = Coordinate(json, "Y")};
}

class ParityTest : public ::testing::Test {
 protected:
  void Start(const std::string& suite) {
    cases_ = ReadCases(suite, &credentials_);
    if (cases_.empty()) {
      return;
    }
    server_ = SignetdProcess::StartDevelopment(folder_.Path(""), credentials_.Json());
    ASSERT_NE(server_, nullptr);
    const SignerOptions options = {.target = server_->target(), .deadline = absl::Seconds(20)};
    ASSERT_OK_AND_ASSIGN(remote_, NewRemoteSigner(options));
    ASSERT_OK_AND_ASSIGN(local_, NewLocalSigner(options));
  }

  Credentials credentials_;
  std::vector<Case> cases_;
  TempFolder folder_;
  std::unique_ptr<SignetdProcess> server_;
  std::unique_ptr<Signer> remote_;
  std::unique_ptr<Signer> local_;
};

TEST_F(ParityTest, RemoteAndLocalGiveThePublishedSigV4Bytes) {
  ASSERT_NO_FATAL_FAILURE(Start("v4"));
  if (cases_.empty()) {
    GTEST_SKIP() << "no folder of test vectors";
  }
  EXPECT_EQ(cases_.size(), 64u);
  for (const Case& item : cases_) {
    SCOPED_TRACE(item.name);
    ASSERT_OK_AND_ASSIGN(const SigningResult remote, remote_->Sign(item.request));
    ASSERT_OK_AND_ASSIGN(const SigningResult local, local_->Sign(item.request));

    EXPECT_EQ(remote.signature, item.expected_signature);
    EXPECT_EQ(local.signature, remote.signature);
    EXPECT_EQ(local.url, remote.url);
    EXPECT_EQ(Pairs(local.headers), Pairs(remote.headers));
    EXPECT_EQ(local.signed_headers, remote.signed_headers);
    EXPECT_EQ(local.credential_scope, remote.credential_scope);
    EXPECT_EQ(local.access_key_id, remote.access_key_id);
    EXPECT_EQ(local.credential_version, remote.credential_version);
    EXPECT_EQ(local.signing_time, remote.signing_time);
    EXPECT_EQ(local.expires_at, remote.expires_at);
  }
}

TEST_F(ParityTest, RemoteAndLocalSigV4aSignaturesVerify) {
  ASSERT_NO_FATAL_FAILURE(Start("v4a"));
  if (cases_.empty()) {
    GTEST_SKIP() << "no folder of test vectors";
  }
  EXPECT_EQ(cases_.size(), 64u);
  for (const Case& item : cases_) {
    SCOPED_TRACE(item.name);
    const Sigv4aPublicKey key = ParsePublicKey(item.public_key_json);
    for (Signer* const signer : {remote_.get(), local_.get()}) {
      ASSERT_OK_AND_ASSIGN(const SigningResult result, signer->Sign(item.request));

      EXPECT_TRUE(VerifySigv4a(key, item.string_to_sign, result.signature));
      EXPECT_FALSE(VerifySigv4a(key, item.string_to_sign + "x", result.signature));
    }
  }
}

struct Refusal {
  std::string field;
  std::function<void(SigningRequest*)> spoil;
};

std::vector<Refusal> Refusals() {
  const auto presign = [](absl::Duration expires_in) {
    return [expires_in](SigningRequest* request) {
      request->placement = Placement::kQuery;
      request->expires_in = expires_in;
    };
  };
  return {
      {"credential", [](SigningRequest* request) { request->credential = "no name"; }},
      {"credential_version", [](SigningRequest* request) { request->credential_version = "1"; }},
      {"service", [](SigningRequest* request) { request->service = "s 3"; }},
      {"region", [](SigningRequest* request) { request->region = ""; }},
      {"region_set", [](SigningRequest* request) { request->region_set = {"us-east-1"}; }},
      {"profile", [](SigningRequest* request) { request->profile = "none"; }},
      {"http_request.method", [](SigningRequest* request) { request->method = "G T"; }},
      {"http_request.url", [](SigningRequest* request) { request->url = "ftp://h/"; }},
      {"http_request.headers[1].name",
       [](SigningRequest* request) {
         request->headers = {{"a", "b"}, {"authorization", "x"}};
       }},
      {"http_request.headers[0].value",
       [](SigningRequest* request) {
         request->headers = {{"a", "\n"}};
       }},
      {"http_request.headers[0].value",
       [](SigningRequest* request) {
         request->headers = {{"host", "other"}};
       }},
      {"query.expires_in", presign(absl::ZeroDuration())},
      {"query.expires_in", presign(absl::Seconds(604801))},
      {"query.expires_in", presign(absl::Milliseconds(1500))},
      {"query.presign_profile",
       [presign](SigningRequest* request) {
         presign(absl::Seconds(60))(request);
         request->presign_profile = "none";
       }},
      {"payload",
       [presign](SigningRequest* request) {
         presign(absl::Seconds(60))(request);
         request->payload = Payload{.mode = PayloadMode::kStreamingSigned};
       }},
      {"signing_time",
       [](SigningRequest* request) { request->signing_time = absl::FromUnixMillis(1500); }},
      {"signing_time",
       [](SigningRequest* request) { request->signing_time = absl::FromUnixSeconds(-1); }},
      // Of two mistakes both tell the same one.
      {"profile",
       [](SigningRequest* request) {
         request->profile = "none";
         request->url = "";
       }},
  };
}

TEST_F(ClientTest, RemoteAndLocalRefuseAlike) {
  for (const Refusal& refusal : Refusals()) {
    SCOPED_TRACE(refusal.field);
    SigningRequest request = GetObject("example");
    refusal.spoil(&request);
    const absl::Status remote = remote_->Sign(request).status();
    const absl::Status local = local_->Sign(request).status();

    EXPECT_EQ(remote.code(), absl::StatusCode::kInvalidArgument) << remote;
    EXPECT_EQ(GetErrorDetail(remote).field, refusal.field);
    EXPECT_EQ(local, remote);
    EXPECT_EQ(GetErrorDetail(local).field, refusal.field);
    EXPECT_EQ(GetErrorDetail(local).reason, GetErrorDetail(remote).reason);
  }
}

TEST_F(ClientTest, RemoteAndLocalRefuseATimeAfterTheCredentialExpires) {
  SigningRequest request = GetObject("ending");
  request.signing_time = absl::FromUnixSeconds(4102444800 - 1);
  EXPECT_OK(remote_->Sign(request));
  EXPECT_OK(local_->Sign(request));
  request.signing_time = absl::FromUnixSeconds(4102444800);
  for (Signer* const signer : {remote_.get(), local_.get()}) {
    const absl::Status refusal = signer->Sign(request).status();
    EXPECT_EQ(refusal.code(), absl::StatusCode::kUnavailable) << refusal;
    EXPECT_EQ(GetErrorDetail(refusal).reason, Reason::kCredentialExpired);
  }
}

// A lease that is held signs without the server; what is malformed stays so.
TEST_F(ClientTest, LocalRefusesWithoutTheServerToo) {
  SigningRequest request = GetObject("example");
  ASSERT_OK(local_->Sign(request).status());
  server_->Kill();
  EXPECT_OK(local_->Sign(request).status());
  request.url = "ftp://h/";
  EXPECT_EQ(local_->Sign(request).status().code(), absl::StatusCode::kInvalidArgument);
}

// S3 Express has its token in a header of its own.
TEST_F(ClientTest, RemoteAndLocalPutTheTokenIntoTheSameHeader) {
  for (const char* const service : {"s3", "s3express"}) {
    SigningRequest request = GetObject("session");
    request.service = service;
    request.signing_time = absl::FromUnixSeconds(1700000000);
    ASSERT_OK_AND_ASSIGN(const SigningResult remote, remote_->Sign(request));
    ASSERT_OK_AND_ASSIGN(const SigningResult local, local_->Sign(request));
    EXPECT_EQ(Pairs(local.headers), Pairs(remote.headers));
  }
}

}  // namespace
}  // namespace signet
