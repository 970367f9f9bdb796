// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/sign_requests.h"

#include "absl/time/civil_time.h"
#include "absl/time/time.h"
#include "server/digest/sha256.h"
#include "server/sigv4/presign_profile.h"
#include "server/sigv4/target.h"

namespace signet::bench {
namespace {

SignRequest Request(absl::string_view service, absl::string_view method, absl::string_view url) {
  SignRequest request;
  request.url = std::string(url);
  SigningInput& input = request.input;
  input.request.method = method;
  input.profile = FindTargetProfile("", service).value();
  input.presign_profile = FindPresignProfile("").value();
  input.payload.sha256 = Sha256Of("");
  input.signing_time = absl::FromCivil(absl::CivilHour(2026, 11, 30, 12), absl::UTCTimeZone());
  input.region = "us-east-1";
  input.service = service;
  input.access_key_id = "AKIDEXAMPLE";
  input.session_token = "FwoGZXIvYXdzEXAMPLETOKEN0123456789abcdefghijklmnopqrstuvwxyzABCD";
  return request;
}

}  // namespace

SignRequest S3Get() {
  SignRequest request =
      Request("s3", "GET", "https://bucket.s3.us-east-1.amazonaws.com/folder/object.bin");
  request.headers = {{"range", "bytes=0-1048575"}};
  return request;
}

SignRequest DynamoDbPost() {
  SignRequest request = Request("dynamodb", "POST", "https://dynamodb.us-east-1.amazonaws.com/");
  request.headers = {{"content-type", "application/x-amz-json-1.0"},
                     {"x-amz-target", "DynamoDB_20120810.PutItem"}};
  request.body = "{\"TableName\":\"orders\",\"Item\":{\"id\":{\"S\":\"1\"},\"note\":{\"S\":\"";
  const std::string end = "\"}}}";
  request.body.resize(1024 - end.size(), 'x');
  request.body += end;
  return request;
}

SignRequest PresignedS3Get() {
  SignRequest request = S3Get();
  request.headers.clear();
  request.input.payload.mode = PayloadMode::kUnsigned;
  request.input.placement = Placement::kQuery;
  request.input.expires_in = absl::Hours(1);
  return request;
}

SigningKeySpec KeySpec(absl::string_view service) {
  return {"wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20261130", "us-east-1", service};
}

HmacSha256Key SigningHmacKey(absl::string_view service) {
  return MakeHmacSha256Key(absl::MakeConstSpan(DeriveSigningKey(KeySpec(service)).Reveal()));
}

bool Sign(SignRequest* request, const HmacSha256Key& key, SignScratch* scratch,
          std::string* signature) {
  SigningInput& input = request->input;
  const absl::StatusOr<UrlView> url = ParseUrl(request->url);
  if (!url.ok()) {
    return false;
  }
  input.request.url = *url;
  input.request.headers = request->headers;
  if (!request->body.empty()) {
    input.payload.sha256 = Sha256Of(request->body);
  }
  if (!PrepareRequest(input, scratch).ok()) {
    return false;
  }
  SignatureOf(key, scratch->prepared().string_to_sign, signature);
  AttachSignature(*signature, scratch);
  return true;
}

}  // namespace signet::bench
