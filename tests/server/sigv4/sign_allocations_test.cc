// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// What a signature with a reused scratch may allocate: nothing.

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "server/sigv4/payload_signature.h"
#include "server/sigv4/sign_scratch.h"
#include "server/sigv4/signing_key.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/request_signer.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

// Of a hundred runs of `work` after one that warms up.
int64_t AllocationsOf(absl::FunctionRef<void()> work) {
  work();
  const int64_t before = AllocationsOfThisThread();
  for (int i = 0; i < 100; ++i) {
    work();
  }
  return AllocationsOfThisThread() - before;
}

HmacSha256Key SigningHmacKey(const SigningInput& input) {
  const SigningKey key = DeriveSigningKey(
      {"wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20150830", input.region, input.service});
  return MakeHmacSha256Key(absl::MakeConstSpan(key.Reveal()));
}

class SignAllocationsTest : public ::testing::Test {
 protected:
  void SetUp() override {
#if defined(SIGNET_EVP_ONLY)
    GTEST_SKIP() << "EVP allocates for itself";
#endif
    if (!CanCountAllocations()) {
      GTEST_SKIP() << "a sanitizer counts nothing";
    }
  }

  void SignOnce(const RequestSigner& signer, const HmacSha256Key& key) {
    is_ok_ = is_ok_ && PrepareRequest(signer.input, &scratch_).ok();
    SignatureOf(key, scratch_.prepared().string_to_sign, &signature_);
    AttachSignature(signature_, &scratch_);
  }

  int64_t AllocationsPerHundred(const RequestSigner& signer) {
    const HmacSha256Key key = SigningHmacKey(signer.input);
    const int64_t allocations = AllocationsOf([&] { SignOnce(signer, key); });
    EXPECT_TRUE(is_ok_);
    EXPECT_EQ(signature_, signer.Sign().signature);
    return allocations;
  }

  SignScratch scratch_;
  std::string signature_;
  bool is_ok_ = true;
};

RequestSigner S3Get() {
  RequestSigner signer;
  signer.SetUrl("https://bucket.s3.us-east-1.amazonaws.com/folder/object.bin");
  signer.SetHeaders({{"Range", "bytes=0-1048575"}});
  signer.input.session_token = "FwoGZXIvYXdzEXAMPLETOKEN0123456789abcdefghijklmnopqrstuvwxyzABCD";
  return signer;
}

// Else the zeros below would say nothing.
TEST_F(SignAllocationsTest, AFreshScratchAllocates) {
  const RequestSigner signer = S3Get();
  EXPECT_GE(AllocationsOf([&] { EXPECT_OK(signer.Prepare()); }), 100);
}

TEST_F(SignAllocationsTest, S3GetWithFiveHeaders) { EXPECT_EQ(AllocationsPerHundred(S3Get()), 0); }

TEST_F(SignAllocationsTest, DynamoDbPostWithItsBodyHashed) {
  RequestSigner signer;
  signer.input.request.method = "POST";
  signer.SetUrl("https://dynamodb.us-east-1.amazonaws.com/");
  signer.SetHeaders({{"Content-Type", "application/x-amz-json-1.0"},
                     {"X-Amz-Target", "DynamoDB_20120810.PutItem"}});
  signer.SetProfile("default");
  signer.input.service = "dynamodb";
  signer.input.session_token = "FwoGZXIvYXdzEXAMPLETOKEN0123456789abcdefghijklmnopqrstuvwxyzABCD";
  const HmacSha256Key key = SigningHmacKey(signer.input);
  const std::string body(1024, 'x');
  EXPECT_EQ(AllocationsOf([&] {
              signer.input.payload.sha256 = Sha256Of(body);
              SignOnce(signer, key);
            }),
            0);
  EXPECT_TRUE(is_ok_);
}

TEST_F(SignAllocationsTest, PresignedUrl) {
  RequestSigner signer = S3Get();
  signer.SetUrl("https://bucket.s3.amazonaws.com/a%20folder/%C3%A4?versionId=1&x-id=GetObject");
  signer.Presign();
  EXPECT_EQ(AllocationsPerHundred(signer), 0);
  signer.Presign(absl::Hours(1), "js-v3");
  EXPECT_EQ(AllocationsPerHundred(signer), 0);
}

TEST_F(SignAllocationsTest, NoMoreForManyHeadersThanForFew) {
  RequestSigner signer = S3Get();
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) {
    names.push_back("X-Amz-Meta-Some-Long-Name-" + std::to_string(i % 90));
  }
  std::vector<HeaderView> headers;
  for (const std::string& name : names) {
    headers.push_back({name, "  a   value  "});
  }
  signer.SetHeaders(headers);
  EXPECT_EQ(AllocationsPerHundred(signer), 0);
}

TEST_F(SignAllocationsTest, RequestsOfSeveralFormsInTurn) {
  const RequestSigner get = S3Get();
  RequestSigner presigned = S3Get();
  presigned.Presign();
  RequestSigner plain;
  const HmacSha256Key key = SigningHmacKey(get.input);
  EXPECT_EQ(AllocationsOf([&] {
              SignOnce(get, key);
              SignOnce(presigned, key);
              SignOnce(plain, key);
            }),
            0);
  EXPECT_TRUE(is_ok_);
}

TEST_F(SignAllocationsTest, OneSecondAfterTheOther) {
  RequestSigner signer = S3Get();
  const HmacSha256Key key = SigningHmacKey(signer.input);
  EXPECT_EQ(AllocationsOf([&] {
              signer.input.signing_time += absl::Seconds(1);
              SignOnce(signer, key);
            }),
            0);
}

TEST_F(SignAllocationsTest, ChunkAndTrailer) {
  const HmacSha256Key key = SigningHmacKey(S3Get().input);
  const ChunkChain chain = {.algorithm = Algorithm::kSigV4,
                            .amz_date = "20150830T123600Z",
                            .credential_scope = "20150830/us-east-1/s3/aws4_request"};
  const Sha256Digest digest = Sha256Of("chunk");
  std::string string_to_sign;
  signature_ = std::string(64, 'a');
  EXPECT_EQ(AllocationsOf([&] {
              ChunkStringToSign(chain, signature_, digest, &string_to_sign);
              SignatureOf(key, string_to_sign, &signature_);
              TrailerStringToSign(chain, signature_, digest, &string_to_sign);
              SignatureOf(key, string_to_sign, &signature_);
            }),
            0);
}

TEST_F(SignAllocationsTest, Derivation) {
  const SigningInput input = S3Get().input;
  EXPECT_EQ(AllocationsOf([&] { SigningHmacKey(input); }), 0);
}

}  // namespace
}  // namespace signet
