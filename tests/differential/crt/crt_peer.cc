// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0
//
// aws-c-auth as a child of the differential harness. Reads one batch (a JSON
// array of cases) a line and answers one JSON array of results a line.

#include <aws/auth/auth.h>
#include <aws/auth/credentials.h>
#include <aws/auth/private/aws_signing.h>
#include <aws/auth/signable.h>
#include <aws/auth/signing.h>
#include <aws/auth/signing_config.h>
#include <aws/auth/signing_result.h>
#include <aws/cal/ecc.h>
#include <aws/common/encoding.h>
#include <aws/common/error.h>
#include <aws/http/request_response.h>
#include <aws/io/stream.h>

#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string>

#include "nlohmann/json.hpp"

namespace {

using Json = nlohmann::json;

aws_allocator* Allocator() { return aws_default_allocator(); }

aws_byte_cursor Cursor(const std::string& text) {
  return aws_byte_cursor_from_array(text.data(), text.size());
}

std::string Text(aws_byte_cursor cursor) {
  return std::string(reinterpret_cast<const char*>(cursor.ptr), cursor.len);
}

std::string Text(const aws_byte_buf& buffer) { return Text(aws_byte_cursor_from_buf(&buffer)); }

// nlohmann's exceptions and this one end in Answer(), as an "error" result.
[[noreturn]] void Fail(const char* step) {
  throw std::runtime_error(std::string(step) + ": " + aws_error_name(aws_last_error()));
}

const std::string& Field(const Json& item, const char* name) {
  return item.at(name).get_ref<const std::string&>();
}

bool Flag(const Json& item, const char* name) { return item.value(name, false); }

// aws-c-auth is given its requests under this origin: alone, a path with ":/"
// in it would be parsed as a URL, and a URL with an IPv6 address could not be
// put together again. What is signed of the origin is the Host header.
constexpr char kOrigin[] = "http://origin";

// How many bytes "scheme://authority" takes.
size_t OriginLength(const std::string& url) {
  const size_t end = url.find_first_of("/?", url.find("://") + 3);
  return end == std::string::npos ? url.size() : end;
}

// The signing configuration of one case, and what it points to.
class Config {
 public:
  explicit Config(const Json& item) {
    const std::string token = item.value("token", "");
    credentials_ = aws_credentials_new(Allocator(), Cursor(Field(item, "access_key_id")),
                                       Cursor(Field(item, "secret")), Cursor(token), UINT64_MAX);
    if (credentials_ == nullptr) Fail("credentials");
    const bool asymmetric = item.value("algorithm", "") == "sigv4a";
    AWS_ZERO_STRUCT(value_);
    value_.config_type = AWS_SIGNING_CONFIG_AWS;
    value_.algorithm = asymmetric                 ? AWS_SIGNING_ALGORITHM_V4_ASYMMETRIC
                       : Flag(item, "s3_express") ? AWS_SIGNING_ALGORITHM_V4_S3EXPRESS
                                                  : AWS_SIGNING_ALGORITHM_V4;
    value_.region = Cursor(Field(item, "region"));
    value_.service = Cursor(Field(item, "service"));
    value_.credentials = credentials_;
    SetTime(item.at("time").get<int64_t>() * 1000);
  }
  ~Config() { aws_credentials_release(credentials_); }
  Config(const Config&) = delete;
  Config& operator=(const Config&) = delete;

  void SetTime(int64_t unix_milliseconds) {
    aws_date_time_init_epoch_millis(&value_.date, unix_milliseconds);
  }

  aws_signing_config_aws& value() { return value_; }
  const aws_signing_config_base* base() const {
    return reinterpret_cast<const aws_signing_config_base*>(&value_);
  }

 private:
  aws_signing_config_aws value_;
  aws_credentials* credentials_;
};

aws_http_message* NewMessage(const Json& item) {
  aws_http_message* message = aws_http_message_new_request(Allocator());
  const std::string& url = Field(item, "url");
  const std::string path = kOrigin + url.substr(OriginLength(url));
  aws_http_message_set_request_method(message, Cursor(Field(item, "method")));
  aws_http_message_set_request_path(message, Cursor(path));
  for (const Json& header : item.at("headers")) {
    aws_http_header entry;
    AWS_ZERO_STRUCT(entry);
    entry.name = Cursor(header.at(0).get_ref<const std::string&>());
    entry.value = Cursor(header.at(1).get_ref<const std::string&>());
    if (aws_http_message_add_header(message, entry) != AWS_OP_SUCCESS) {
      aws_http_message_release(message);
      Fail("header");
    }
  }
  const std::string body = item.value("body", "");
  if (!body.empty()) {
    // The stream keeps a cursor only: the case outlives it.
    const aws_byte_cursor cursor = Cursor(Field(item, "body"));
    aws_input_stream* stream = aws_input_stream_new_from_cursor(Allocator(), &cursor);
    aws_http_message_set_body_stream(message, stream);
    aws_input_stream_release(stream);
  }
  return message;
}

// What `profile`, `placement` and `payload` of a case mean to aws-c-auth.
void ApplyRequestFields(const Json& item, aws_signing_config_aws& config) {
  const std::string& profile = Field(item, "profile");
  config.flags.use_double_uri_encode = profile != "s3";
  config.flags.should_normalize_uri_path = profile == "default";
  config.flags.omit_session_token = Flag(item, "token_after_signing");
  if (Field(item, "placement") == "query") {
    config.signature_type = AWS_ST_HTTP_REQUEST_QUERY_PARAMS;
    config.expiration_in_seconds = item.at("expires").get<uint64_t>();
  }
  if (Flag(item, "payload_header")) {
    config.signed_body_header = AWS_SBHT_X_AMZ_CONTENT_SHA256;
  }
  const std::string& payload = Field(item, "payload");
  if (payload != "hash") config.signed_body_value = Cursor(payload);
}

struct Signed {
  aws_http_message* message = nullptr;
  std::string signature;
  int error = AWS_ERROR_SUCCESS;
};

void OnSigned(aws_signing_result* result, int error, void* user_data) {
  Signed* out = static_cast<Signed*>(user_data);
  out->error = error;
  if (result == nullptr) return;
  aws_string* signature = nullptr;
  aws_signing_result_get_property(result, g_aws_signature_property_name, &signature);
  if (signature != nullptr) {
    out->signature = Text(aws_byte_cursor_from_string(signature));
  }
  if (out->message != nullptr) {
    aws_apply_signing_result_to_http_request(out->message, Allocator(), result);
  }
}

// Signs `signable`; takes it over.
Signed Sign(aws_signable* signable, const Config& config, aws_http_message* message) {
  Signed out;
  out.message = message;
  const int code = aws_sign_request_aws(Allocator(), signable, config.base(), &OnSigned, &out);
  aws_signable_destroy(signable);
  if (code != AWS_OP_SUCCESS) Fail("sign");
  if (out.error != AWS_ERROR_SUCCESS) {
    throw std::runtime_error(aws_error_name(out.error));
  }
  return out;
}

Json RequestResult(const Json& item, const Signed& done) {
  aws_byte_cursor path;
  aws_http_message_get_request_path(done.message, &path);
  Json headers = Json::array();
  const size_t count = aws_http_message_get_header_count(done.message);
  for (size_t i = 0; i < count; ++i) {
    aws_http_header header;
    aws_http_message_get_header(done.message, &header, i);
    headers.push_back({Text(header.name), Text(header.value)});
  }
  const std::string& given = Field(item, "url");
  const std::string url =
      given.substr(0, OriginLength(given)) + Text(path).substr(sizeof(kOrigin) - 1);
  return {{"signature", done.signature}, {"url", url}, {"headers", std::move(headers)}};
}

Json SignRequest(const Json& item) {
  Config config(item);
  ApplyRequestFields(item, config.value());
  aws_http_message* message = NewMessage(item);
  try {
    const Signed done = Sign(aws_signable_new_http_request(Allocator(), message), config, message);
    Json result = RequestResult(item, done);
    aws_http_message_release(message);
    return result;
  } catch (...) {
    aws_http_message_release(message);
    throw;
  }
}

// The stages up to the string to sign, for SigV4A verification and for the
// report of a mismatch.
class Stages {
 public:
  Stages(aws_signable* signable, Config& config) : signable_(signable) {
    aws_signing_config_aws& value = config.value();
    if (value.algorithm == AWS_SIGNING_ALGORITHM_V4_ASYMMETRIC) {
      pair_ = aws_credentials_new_ecc_from_aws_credentials(Allocator(), value.credentials);
      value.credentials = pair_;
      // Signing needs the private half alone; so that is all there is yet.
      if (aws_ecc_key_pair_derive_public_key(key()) != AWS_OP_SUCCESS) {
        Destroy();
        Fail("public key");
      }
    }
    state_ = aws_signing_state_new(Allocator(), &value, signable, nullptr, nullptr);
    if (state_ == nullptr) Fail("state");
    if (aws_signing_build_canonical_request(state_) != AWS_OP_SUCCESS ||
        aws_signing_build_string_to_sign(state_) != AWS_OP_SUCCESS) {
      Destroy();
      Fail("stages");
    }
  }
  ~Stages() { Destroy(); }
  Stages(const Stages&) = delete;
  Stages& operator=(const Stages&) = delete;

  std::string canonical_request() const { return Text(state_->canonical_request); }
  std::string string_to_sign() const { return Text(state_->string_to_sign); }
  aws_ecc_key_pair* key() const { return aws_credentials_get_ecc_key_pair(pair_); }

 private:
  void Destroy() {
    if (state_ != nullptr) aws_signing_state_destroy(state_);
    if (pair_ != nullptr) aws_credentials_release(pair_);
    aws_signable_destroy(signable_);
    state_ = nullptr;
    pair_ = nullptr;
    signable_ = nullptr;
  }

  aws_signable* signable_;
  aws_credentials* pair_ = nullptr;
  aws_signing_state_aws* state_ = nullptr;
};

// True if `signature` is a SigV4A signature of the string to sign that
// aws-c-auth builds, under the key that aws-c-auth derives.
bool Verifies(const Stages& stages, const std::string& signature) {
  const std::string text = stages.string_to_sign();
  return aws_validate_v4a_authorization_value(
             Allocator(), stages.key(), Cursor(text),
             aws_trim_padded_sigv4a_signature(Cursor(signature))) == AWS_OP_SUCCESS;
}

// op "stages": canonical request and string to sign; with "signature", also
// whether it is a SigV4A signature of them.
Json ExplainRequest(const Json& item) {
  Config config(item);
  ApplyRequestFields(item, config.value());
  aws_http_message* message = NewMessage(item);
  Json result;
  try {
    const Stages stages(aws_signable_new_http_request(Allocator(), message), config);
    if (item.contains("signature")) {
      result["verified"] = Verifies(stages, Field(item, "signature"));
    } else {
      result["canonical_request"] = stages.canonical_request();
      result["string_to_sign"] = stages.string_to_sign();
    }
  } catch (...) {
    aws_http_message_release(message);
    throw;
  }
  aws_http_message_release(message);
  return result;
}

aws_signable* NewChunk(const std::string& body, const std::string& previous) {
  const aws_byte_cursor cursor = Cursor(body);
  aws_input_stream* stream = aws_input_stream_new_from_cursor(Allocator(), &cursor);
  aws_signable* signable = aws_signable_new_chunk(Allocator(), stream, Cursor(previous));
  aws_input_stream_release(stream);
  return signable;
}

aws_signable* NewTrailer(const Json& trailers, const std::string& previous) {
  aws_http_headers* headers = aws_http_headers_new(Allocator());
  for (const Json& trailer : trailers) {
    aws_http_headers_add(headers, Cursor(trailer.at(0).get_ref<const std::string&>()),
                         Cursor(trailer.at(1).get_ref<const std::string&>()));
  }
  aws_signable* signable =
      aws_signable_new_trailing_headers(Allocator(), headers, Cursor(previous));
  aws_http_headers_release(headers);
  return signable;
}

// One link of a chain: a new signature, or (with "signatures" in the case, as
// SigV4A needs) whether the given one is right after its predecessor.
class Chain {
 public:
  explicit Chain(const Json& item) : item_(item), config_(item), previous_(Field(item, "seed")) {}

  Config& config() { return config_; }
  const std::string& previous() const { return previous_; }

  void Link(aws_signature_type type, aws_signable* signable) {
    config_.value().signature_type = type;
    if (!item_.contains("signatures")) {
      previous_ = Sign(signable, config_, nullptr).signature;
      signatures_.push_back(previous_);
      return;
    }
    const std::string& given = item_["signatures"].at(checked_++).get_ref<const std::string&>();
    // Stages puts derived credentials into the configuration for its own life.
    const aws_credentials* original = config_.value().credentials;
    {
      const Stages stages(signable, config_);
      verified_ = Verifies(stages, given) && verified_;
    }
    config_.value().credentials = original;
    previous_ = given;
  }

  Json Result() const {
    if (item_.contains("signatures")) {
      return {{"verified", verified_ && checked_ == item_["signatures"].size()}};
    }
    return {{"signatures", signatures_}};
  }

 private:
  const Json& item_;
  Config config_;
  std::string previous_;
  Json signatures_ = Json::array();
  size_t checked_ = 0;
  bool verified_ = true;
};

Json SignStream(const Json& item) {
  Chain chain(item);
  for (const Json& chunk : item.at("chunks")) {
    chain.Link(AWS_ST_HTTP_REQUEST_CHUNK,
               NewChunk(chunk.get_ref<const std::string&>(), chain.previous()));
  }
  if (item.contains("trailers")) {
    chain.Link(AWS_ST_HTTP_REQUEST_TRAILING_HEADERS,
               NewTrailer(item["trailers"], chain.previous()));
  }
  return chain.Result();
}

Json SignEvents(const Json& item) {
  Chain chain(item);
  for (const Json& event : item.at("events")) {
    chain.config().SetTime(event.at("time_ms").get<int64_t>());
    chain.Link(AWS_ST_HTTP_REQUEST_EVENT, NewChunk(Field(event, "payload"), chain.previous()));
  }
  return chain.Result();
}

Json Answer(const Json& item) {
  try {
    const std::string& op = Field(item, "op");
    if (op == "request") return SignRequest(item);
    if (op == "stages") return ExplainRequest(item);
    if (op == "stream") return SignStream(item);
    if (op == "events") return SignEvents(item);
    return {{"error", "unknown op " + op}};
  } catch (const std::exception& failure) {
    return {{"error", failure.what()}};
  }
}

}  // namespace

int main() {
  aws_auth_library_init(Allocator());
  std::ios::sync_with_stdio(false);
  std::string line;
  while (std::getline(std::cin, line)) {
    Json results = Json::array();
    for (const Json& item : Json::parse(line)) results.push_back(Answer(item));
    std::cout << results.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
  }
  aws_auth_library_clean_up();
  return 0;
}
