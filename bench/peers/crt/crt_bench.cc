// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0
//
// usage: crt_bench REQUESTS.json
//
// aws-c-auth as one side of bench/peers/compare.py. It caches no keys.

#include <aws/auth/auth.h>
#include <aws/auth/credentials.h>
#include <aws/auth/signable.h>
#include <aws/auth/signing.h>
#include <aws/auth/signing_config.h>
#include <aws/auth/signing_result.h>
#include <aws/common/error.h>
#include <aws/http/request_response.h>
#include <aws/io/stream.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/peers/peer.h"

namespace signet::peers {
namespace {

// What one operation takes in.
enum class Operation {
  // aws_sign_request_aws() alone: the message stands, and the result is left
  // where it is.
  kSign,
  // As an SDK uses it: the message is built, signed, and given its headers.
  kMessage,
};

aws_allocator* Allocator() { return aws_default_allocator(); }

aws_byte_cursor Cursor(const std::string& text) {
  return aws_byte_cursor_from_array(text.data(), text.size());
}

[[noreturn]] void Fail(int error) {
  std::fprintf(stderr, "aws-c-auth: %s\n", aws_error_name(error));
  std::exit(1);
}

class CrtCell : public Cell {
 public:
  CrtCell(const Request& request, Operation operation) : request_(request), operation_(operation) {
    const size_t host = request_.url.find("://") + 3;
    const size_t path = request_.url.find('/', host);
    host_ = request_.url.substr(host, path - host);
    path_ = request_.url.substr(path);
    Configure();
    if (operation_ == Operation::kSign) message_ = NewMessage();
  }
  ~CrtCell() override {
    aws_http_message_release(message_);
    aws_credentials_release(credentials_);
  }

  const std::string& Sign() override {
    if (operation_ == Operation::kMessage) message_ = NewMessage();
    aws_signable* const signable = aws_signable_new_http_request(Allocator(), message_);
    const auto* const config = reinterpret_cast<const aws_signing_config_base*>(&config_);
    if (aws_sign_request_aws(Allocator(), signable, config, &OnSigned, this) != AWS_OP_SUCCESS) {
      Fail(aws_last_error());
    }
    aws_signable_destroy(signable);
    if (operation_ == Operation::kMessage) {
      aws_http_message_release(message_);
      message_ = nullptr;
    }
    return signature_;
  }

 private:
  // With static credentials it is called before aws_sign_request_aws() returns.
  static void OnSigned(aws_signing_result* result, int error, void* user_data) {
    auto* const cell = static_cast<CrtCell*>(user_data);
    if (result == nullptr) Fail(error);
    if (cell->operation_ == Operation::kMessage) {
      aws_apply_signing_result_to_http_request(cell->message_, Allocator(), result);
    }
    aws_string* signature = nullptr;
    aws_signing_result_get_property(result, g_aws_signature_property_name, &signature);
    cell->signature_.assign(aws_string_c_str(signature), signature->len);
  }

  void Configure() {
    credentials_ = aws_credentials_new(Allocator(), Cursor(request_.access_key_id),
                                       Cursor(request_.secret), Cursor(request_.token), UINT64_MAX);
    AWS_ZERO_STRUCT(config_);
    config_.config_type = AWS_SIGNING_CONFIG_AWS;
    config_.algorithm = AWS_SIGNING_ALGORITHM_V4;
    config_.region = Cursor(request_.region);
    config_.service = Cursor(request_.service);
    config_.credentials = credentials_;
    config_.flags.use_double_uri_encode = request_.profile != "s3";
    config_.flags.should_normalize_uri_path = request_.profile == "default";
    if (request_.has_payload_header) config_.signed_body_header = AWS_SBHT_X_AMZ_CONTENT_SHA256;
    if (request_.body.empty()) config_.signed_body_value = g_aws_signed_body_value_empty_sha256;
    aws_date_time_init_epoch_millis(&config_.date,
                                    static_cast<uint64_t>(request_.unix_seconds) * 1000);
  }

  void AddHeader(aws_http_message* message, const char* name, const std::string& value) {
    aws_http_header header;
    AWS_ZERO_STRUCT(header);
    header.name = aws_byte_cursor_from_c_str(name);
    header.value = Cursor(value);
    aws_http_message_add_header(message, header);
  }

  aws_http_message* NewMessage() {
    aws_http_message* const message = aws_http_message_new_request(Allocator());
    aws_http_message_set_request_method(message, Cursor(request_.method));
    aws_http_message_set_request_path(message, Cursor(path_));
    AddHeader(message, "host", host_);
    for (const auto& [name, value] : request_.headers) AddHeader(message, name.c_str(), value);
    if (!request_.body.empty()) {
      const aws_byte_cursor body = Cursor(request_.body);
      aws_input_stream* const stream = aws_input_stream_new_from_cursor(Allocator(), &body);
      aws_http_message_set_body_stream(message, stream);
      aws_input_stream_release(stream);
    }
    return message;
  }

  const Request request_;
  const Operation operation_;
  std::string host_;
  std::string path_;
  aws_credentials* credentials_ = nullptr;
  aws_signing_config_aws config_;
  aws_http_message* message_ = nullptr;
  std::string signature_;
};

int Main(const char* requests_file) {
  aws_auth_library_init(Allocator());
  std::vector<NamedCell> cells;
  for (const Request& request : LoadRequests(requests_file)) {
    cells.push_back({request.name + "/sign", std::make_unique<CrtCell>(request, Operation::kSign)});
    cells.push_back(
        {request.name + "/message", std::make_unique<CrtCell>(request, Operation::kMessage)});
  }
  const int status = Serve(cells);
  cells.clear();
  aws_auth_library_clean_up();
  return status;
}

}  // namespace
}  // namespace signet::peers

int main(int argc, char** argv) { return argc == 2 ? signet::peers::Main(argv[1]) : 2; }
