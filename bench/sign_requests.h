// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_SIGN_REQUESTS_H_
#define SIGNET_BENCH_SIGN_REQUESTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/digest/hmac_sha256.h"
#include "server/sigv4/sign_scratch.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/signing_key.h"

namespace signet::bench {

// The requests that every measurement of signing signs, all on 30 November 2026
// in us-east-1 with the credential of the AWS documentation.

struct SignRequest {
  SigningInput input;
  // What `input` refers to.
  std::string url;
  std::vector<HeaderView> headers;
  // Hashed anew for each signature, if there is one.
  std::string body;
};

// Signs five headers: host, range, x-amz-content-sha256, x-amz-date,
// x-amz-security-token.
SignRequest S3Get();
// PutItem with a body of 1 KiB; signs content-type, host, x-amz-date,
// x-amz-security-token, x-amz-target.
SignRequest DynamoDbPost();
// S3Get() as a URL that holds for an hour.
SignRequest PresignedS3Get();

SigningKeySpec KeySpec(absl::string_view service);
HmacSha256Key SigningHmacKey(absl::string_view service);

// One whole signature: takes the URL apart, hashes the body, leaves what to send
// in `scratch`. False where that failed.
bool Sign(SignRequest* request, const HmacSha256Key& key, SignScratch* scratch,
          std::string* signature);

}  // namespace signet::bench

#endif  // SIGNET_BENCH_SIGN_REQUESTS_H_
