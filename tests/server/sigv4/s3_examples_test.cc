// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The examples of "Authenticating Requests (AWS Signature Version 4)", Amazon
// S3 API Reference. The values are repeated here, so that they are checked
// where no folder of vectors is.

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/timestamp.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

constexpr char kSecret[] = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
constexpr char kBucketUrl[] = "https://examplebucket.s3.amazonaws.com";

class S3ExamplesTest : public ::testing::Test {
 protected:
  S3ExamplesTest() {
    input_.payload.sha256 = Sha256Of("");
    input_.profile = *FindTargetProfile("s3", "s3");
    input_.signing_time = *ParseAmzDate("20130524T000000Z");
    input_.region = "us-east-1";
    input_.service = "s3";
    input_.access_key_id = "AKIAIOSFODNN7EXAMPLE";
    input_.presign_profile = *FindPresignProfile("");
  }

  // The signature of a request.
  std::string Sign(const char* method, const std::string& url,
                   const std::vector<HeaderView>& headers) {
    input_.request = {method, *ParseUrl(url), headers};
    const absl::StatusOr<PreparedRequest> prepared = PrepareRequest(input_);
    EXPECT_OK(prepared);
    if (!prepared.ok()) {
      return "";
    }
    const SigningKey key = DeriveSigningKey({kSecret, "20130524", "us-east-1", "s3"});
    const std::string signature =
        SignatureOf(MakeHmacSha256Key(absl::MakeConstSpan(key.Reveal())), prepared->string_to_sign);
    signed_ = AttachSignature(*prepared, signature);
    return signature;
  }

  SigningInput input_;
  SignedRequest signed_;
};

TEST_F(S3ExamplesTest, GetObjectRange) {
  EXPECT_EQ(Sign("GET", std::string(kBucketUrl) + "/test.txt", {{"Range", "bytes=0-9"}}),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
}

TEST_F(S3ExamplesTest, GetObjectRangeAuthorizationHeader) {
  Sign("GET", std::string(kBucketUrl) + "/test.txt", {{"Range", "bytes=0-9"}});
  EXPECT_EQ(signed_.headers.back().name, "Authorization");
  EXPECT_EQ(signed_.headers.back().value,
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
            "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
            "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
}

TEST_F(S3ExamplesTest, PutObject) {
  input_.payload.sha256 = Sha256Of("Welcome to Amazon S3.");
  EXPECT_EQ(Sign("PUT", std::string(kBucketUrl) + "/test$file.text",
                 {{"Date", "Fri, 24 May 2013 00:00:00 GMT"},
                  {"x-amz-storage-class", "REDUCED_REDUNDANCY"}}),
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
}

TEST_F(S3ExamplesTest, GetBucketLifecycle) {
  EXPECT_EQ(Sign("GET", std::string(kBucketUrl) + "/?lifecycle", {}),
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
}

TEST_F(S3ExamplesTest, ListObjects) {
  EXPECT_EQ(Sign("GET", std::string(kBucketUrl) + "/?max-keys=2&prefix=J", {}),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

TEST_F(S3ExamplesTest, PresignedGet) {
  input_.placement = Placement::kQuery;
  input_.expires_in = absl::Seconds(86400);
  input_.payload.mode = PayloadMode::kUnsigned;
  EXPECT_EQ(Sign("GET", std::string(kBucketUrl) + "/test.txt", {}),
            "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
  EXPECT_EQ(signed_.url,
            "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
            "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
            "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
            "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
}

TEST_F(S3ExamplesTest, ChunkedSeed) {
  input_.payload.mode = PayloadMode::kStreamingSigned;
  EXPECT_EQ(Sign("PUT", "https://s3.amazonaws.com/examplebucket/chunkObject.txt",
                 {{"x-amz-storage-class", "REDUCED_REDUNDANCY"},
                  {"Content-Encoding", "aws-chunked"},
                  {"x-amz-decoded-content-length", "66560"},
                  {"Content-Length", "66824"}}),
            "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9");
}

// The documentation leaves Content-Length out of this one.
TEST_F(S3ExamplesTest, ChunkedTrailerSeed) {
  input_.payload.mode = PayloadMode::kStreamingSignedTrailer;
  EXPECT_EQ(Sign("PUT", "https://s3.amazonaws.com/examplebucket/chunkObject.txt",
                 {{"x-amz-storage-class", "REDUCED_REDUNDANCY"},
                  {"Content-Encoding", "aws-chunked"},
                  {"x-amz-decoded-content-length", "66560"},
                  {"x-amz-trailer", "x-amz-checksum-crc32c"}}),
            "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e");
}

}  // namespace
}  // namespace signet
