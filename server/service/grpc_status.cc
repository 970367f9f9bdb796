// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/grpc_status.h"

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/base/utf8.h"

namespace signet {
namespace {

// Details travel in a trailer; clients take 8 KiB of those.
constexpr size_t kMaxTextBytes = 1024;

// `text`, fit for a Protobuf string: it may quote what a caller sent.
std::string Printable(absl::string_view text) {
  std::string printable;
  text = text.substr(0, kMaxTextBytes);
  while (!text.empty()) {
    const size_t valid = ValidUtf8Prefix(text);
    absl::StrAppend(&printable, text.substr(0, valid));
    text.remove_prefix(valid);
    if (!text.empty()) {
      printable.push_back('?');
      text.remove_prefix(1);
    }
  }
  return printable;
}

google::rpc::Status DetailsOf(const absl::Status& status) {
  const ErrorDetail detail = GetErrorDetail(status);
  const std::string message = Printable(status.message());
  google::rpc::ErrorInfo info;
  info.set_reason(std::string(ReasonName(detail.reason)));
  info.set_domain(kErrorDomain);
  google::rpc::Status details;
  details.set_code(static_cast<int>(status.code()));
  details.set_message(message);
  details.add_details()->PackFrom(info);
  if (!detail.field.empty() && status.code() == absl::StatusCode::kInvalidArgument) {
    google::rpc::BadRequest bad_request;
    google::rpc::BadRequest::FieldViolation& violation = *bad_request.add_field_violations();
    violation.set_field(Printable(detail.field));
    violation.set_description(message);
    details.add_details()->PackFrom(bad_request);
  }
  return details;
}

grpc::Status WithDetails(const google::rpc::Status& details) {
  return {static_cast<grpc::StatusCode>(details.code()), details.message(),
          details.SerializeAsString()};
}

}  // namespace

v1::ErrorReason ToErrorReason(Reason reason) {
  v1::ErrorReason value = v1::ERROR_REASON_UNSPECIFIED;
  v1::ErrorReason_Parse(absl::StrCat("ERROR_REASON_", ReasonName(reason)), &value);
  return value;
}

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) {
    return grpc::Status::OK;
  }
  const absl::Duration delay = GetRetryDelay(status);
  return delay > absl::ZeroDuration() ? ToGrpcStatus(status, delay)
                                      : WithDetails(DetailsOf(status));
}

grpc::Status ToGrpcStatus(const absl::Status& status, absl::Duration retry_after) {
  google::rpc::Status details = DetailsOf(status);
  google::rpc::RetryInfo retry;
  const int64_t nanos = absl::ToInt64Nanoseconds(retry_after);
  retry.mutable_retry_delay()->set_seconds(nanos / 1'000'000'000);
  retry.mutable_retry_delay()->set_nanos(static_cast<int32_t>(nanos % 1'000'000'000));
  details.add_details()->PackFrom(retry);
  return WithDetails(details);
}

v1::BatchError ToBatchError(const absl::Status& status) {
  const ErrorDetail detail = GetErrorDetail(status);
  v1::BatchError error;
  error.set_code(static_cast<int>(status.code()));
  error.set_message(Printable(status.message()));
  error.set_reason(ToErrorReason(detail.reason));
  error.set_field(Printable(detail.field));
  return error;
}

}  // namespace signet
