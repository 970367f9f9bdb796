// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/wire.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/base/utf8.h"

namespace signet {
namespace {

v1::Algorithm ToProto(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kSigV4:
      return v1::ALGORITHM_SIGV4;
    case Algorithm::kSigV4a:
      return v1::ALGORITHM_SIGV4A;
  }
  return v1::ALGORITHM_UNSPECIFIED;
}

void SetPayload(const Payload& payload, v1::Payload* out) {
  switch (payload.mode) {
    case PayloadMode::kSha256:
      out->set_sha256(payload.sha256.data(), payload.sha256.size());
      return;
    case PayloadMode::kUnsigned:
      out->set_unsigned_(true);
      return;
    case PayloadMode::kStreamingSigned:
      out->set_streaming(v1::STREAMING_MODE_SIGNED);
      return;
    case PayloadMode::kStreamingSignedTrailer:
      out->set_streaming(v1::STREAMING_MODE_SIGNED_TRAILER);
      return;
    case PayloadMode::kStreamingUnsignedTrailer:
      out->set_streaming(v1::STREAMING_MODE_UNSIGNED_TRAILER);
      return;
    case PayloadMode::kStreamingEvents:
      out->set_streaming(v1::STREAMING_MODE_EVENTS);
      return;
  }
}

void SetPlacement(const SigningRequest& request, v1::SignRequestRequest* out) {
  if (request.placement == Placement::kHeader) {
    out->mutable_header();
    return;
  }
  v1::QueryPlacement* const query = out->mutable_query();
  const int64_t seconds = absl::ToInt64Seconds(request.expires_in);
  query->mutable_expires_in()->set_seconds(seconds);
  query->mutable_expires_in()->set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(request.expires_in - absl::Seconds(seconds))));
  query->set_presign_profile(request.presign_profile);
}

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// Checks one value of `field`, the `index`-th of a repeated one (else -1).
absl::Status CheckValue(const Message& message, const FieldDescriptor& field, int index) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  const std::string path = index < 0 ? field.name() : absl::StrCat(field.name(), "[", index, "]");
  if (field.type() == FieldDescriptor::TYPE_MESSAGE) {
    const Message& inner = index < 0 ? reflection.GetMessage(message, &field)
                                     : reflection.GetRepeatedMessage(message, &field, index);
    return WithFieldPrefix(CheckText(inner), path);
  }
  if (field.type() != FieldDescriptor::TYPE_STRING) {
    return absl::OkStatus();
  }
  std::string copy;
  const std::string& text =
      index < 0 ? reflection.GetStringReference(message, &field, &copy)
                : reflection.GetRepeatedStringReference(message, &field, index, &copy);
  const size_t valid = ValidUtf8Prefix(text);
  if (valid == text.size()) {
    return absl::OkStatus();
  }
  return InvalidField(
      Reason::kInvalidMessage, path,
      absl::StrCat("byte 0x", absl::Hex(static_cast<unsigned char>(text[valid]), absl::kZeroPad2),
                   " at offset ", valid, " is not UTF-8"));
}

}  // namespace

absl::Status CheckText(const Message& message) {
  std::vector<const FieldDescriptor*> set_fields;
  message.GetReflection()->ListFields(message, &set_fields);
  for (const FieldDescriptor* const field : set_fields) {
    const int count = field->is_repeated() ? message.GetReflection()->FieldSize(message, field) : 0;
    if (!field->is_repeated()) {
      SIGNET_RETURN_IF_ERROR(CheckValue(message, *field, -1));
    }
    for (int i = 0; i < count; ++i) {
      SIGNET_RETURN_IF_ERROR(CheckValue(message, *field, i));
    }
  }
  return absl::OkStatus();
}

v1::SignRequestRequest ToProto(const SigningRequest& request) {
  v1::SignRequestRequest out;
  out.set_credential(request.credential);
  out.set_credential_version(request.credential_version);
  out.set_region(request.region);
  for (const std::string& region : request.region_set) {
    out.add_region_set(region);
  }
  out.set_service(request.service);
  v1::HttpRequest* const http = out.mutable_http_request();
  http->set_method(request.method);
  http->set_url(request.url);
  for (const Header& header : request.headers) {
    v1::Header* const added = http->add_headers();
    added->set_name(header.name);
    added->set_value(header.value);
  }
  if (request.payload.has_value()) {
    SetPayload(*request.payload, out.mutable_payload());
  }
  SetPlacement(request, &out);
  out.set_algorithm(ToProto(request.algorithm));
  out.set_profile(request.profile);
  if (request.payload_hash_header == PayloadHashHeader::kAlways) {
    out.set_payload_hash_header(v1::PAYLOAD_HASH_HEADER_ALWAYS);
  }
  if (request.token_placement == TokenPlacement::kAfterSigning) {
    out.set_token_placement(v1::TOKEN_PLACEMENT_AFTER_SIGNING);
  }
  if (request.signing_time.has_value()) {
    *out.mutable_signing_time() = ToProto(*request.signing_time);
  }
  return out;
}

SigningResult FromProto(const v1::SignRequestResponse& response) {
  SigningResult result;
  for (const v1::Header& header : response.headers()) {
    result.headers.push_back({header.name(), header.value()});
  }
  result.url = response.url();
  result.signature = response.signature();
  result.signed_headers = response.signed_headers();
  result.credential_scope = response.credential_scope();
  result.access_key_id = response.access_key_id();
  result.credential_version = response.credential_version();
  result.signing_time = FromProto(response.signing_time());
  if (response.has_expires_at()) {
    result.expires_at = FromProto(response.expires_at());
  }
  result.warnings.assign(response.warnings().begin(), response.warnings().end());
  return result;
}

google::protobuf::Timestamp ToProto(absl::Time time) {
  google::protobuf::Timestamp timestamp;
  const int64_t seconds = absl::ToUnixSeconds(time);
  timestamp.set_seconds(seconds);
  timestamp.set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(time - absl::FromUnixSeconds(seconds))));
  return timestamp;
}

absl::Time FromProto(const google::protobuf::Timestamp& timestamp) {
  return absl::FromUnixSeconds(timestamp.seconds()) + absl::Nanoseconds(timestamp.nanos());
}

}  // namespace signet
