// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/output.h"

#include <cstdio>
#include <iostream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"

namespace signet::cli {
namespace {

// Bytes that are no UTF-8 (a header value may hold them) are replaced, since
// JSON cannot carry them.
constexpr Json::error_handler_t kOnInvalidUtf8 = Json::error_handler_t::replace;

struct FieldFlag {
  absl::string_view field;
  absl::string_view flag;
};

// Where fields of the API, by the beginning of their paths, stand on the command
// line. The longer of two that begin alike comes first.
constexpr FieldFlag kFlags[] = {
    {"body_file", "--body-file"},
    {"credential_version", "--credential-version"},
    {"credential", "--credential"},
    {"date", "--date"},
    {"header", "--header"},
    {"http_request.headers", "--header"},
    {"http_request.method", "--method"},
    {"http_request.url", "--url"},
    {"output", "--output"},
    {"payload_hash_header", "--payload-hash-header"},
    {"payload_sha256", "--payload-sha256"},
    {"payload.unsigned", "--unsigned-payload"},
    {"payload.streaming", "--streaming"},
    {"profile", "--profile"},
    {"query.presign_profile", "--presign-profile"},
    {"query.expires_in", "--presign, --expires"},
    {"expires_in", "--presign, --expires"},
    {"region_set", "--region-set"},
    {"region", "--region"},
    {"service", "--service"},
    {"signing_time", "--signing-time"},
    {"start.algorithms", "--algorithm"},
    {"target_answer", "--target-answer"},
    {"target_canonical_request", "--target-answer"},
    {"target", "--target"},
    {"tls_ca_file", "--tls-ca"},
    {"tls_cert_file", "--tls-cert"},
    {"tls_key_file", "--tls-key"},
    {"token_placement", "--token-after-signing"},
};

// " (--region)" for "region", "" for a field without a flag.
std::string FlagOf(absl::string_view field) {
  // explain puts the request into a message of its own.
  absl::ConsumePrefix(&field, "request.");
  for (const FieldFlag& entry : kFlags) {
    absl::string_view rest = field;
    if (absl::ConsumePrefix(&rest, entry.field) &&
        (rest.empty() || rest[0] == '.' || rest[0] == '[')) {
      return absl::StrCat(" (", entry.flag, ")");
    }
  }
  return "";
}

// The value under a header's name in any case; null when there is none.
Json* ValueOfName(absl::string_view name, Json* headers) {
  for (const auto& entry : headers->items()) {
    if (absl::EqualsIgnoreCase(entry.key(), name)) {
      return &entry.value();
    }
  }
  return nullptr;
}

}  // namespace

ExitCode ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return kSuccess;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kOutOfRange:
      return kInvalidRequest;
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kUnauthenticated:
      return kNotAllowed;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kResourceExhausted:
      return kUnavailable;
    default:
      return kFailure;
  }
}

ExitCode PrintError(const absl::Status& status, Format format) {
  const ErrorDetail detail = GetErrorDetail(status);
  const std::string code = absl::StatusCodeToString(status.code());
  if (format == Format::kJson) {
    PrintJson({{"error",
                {{"code", code},
                 {"reason", std::string(ReasonName(detail.reason))},
                 {"field", detail.field},
                 {"message", std::string(status.message())}}}});
  } else {
    const std::string where =
        detail.field.empty() ? "" : absl::StrCat(detail.field, FlagOf(detail.field), ": ");
    const std::string reason = detail.reason == Reason::kUnspecified
                                   ? ""
                                   : absl::StrCat(" (", ReasonName(detail.reason), ")");
    std::cerr << "signet: " << code << ": " << where << status.message() << reason << "\n";
  }
  return ExitCodeOf(status);
}

void PrintJson(const Json& json) {
  std::cout << json.dump(2, ' ', false, kOnInvalidUtf8) << std::endl;
}

ExitCode AfterOutput(ExitCode code) {
  std::cout.flush();
  if (std::cout.good() && fflush(stdout) == 0 && ferror(stdout) == 0) {
    return code;
  }
  std::cerr << "signet: the output could not be written to standard output\n";
  return code == kSuccess ? kFailure : code;
}

Json ToJson(const SigningResult& result) {
  Json headers = Json::object();
  for (const Header& header : result.headers) {
    // A name that comes twice is one header, its values joined as they were for
    // signing: by a comma alone.
    Json* const sooner = ValueOfName(header.name, &headers);
    if (sooner == nullptr) {
      headers[header.name] = header.value;
    } else {
      *sooner = absl::StrCat(sooner->get<std::string>(), ",", header.value);
    }
  }
  Json json;
  json["headers"] = std::move(headers);
  json["url"] = result.url;
  json["signature"] = result.signature;
  json["signed_headers"] = result.signed_headers;
  json["credential_scope"] = result.credential_scope;
  json["access_key_id"] = result.access_key_id;
  json["credential_version"] = result.credential_version;
  json["signing_time"] = Rfc3339(result.signing_time);
  json["expires_at"] = result.expires_at.has_value() ? Json(Rfc3339(*result.expires_at)) : Json();
  if (!result.warnings.empty()) {
    json["warnings"] = result.warnings;
  }
  return json;
}

std::string Rfc3339(absl::Time time) {
  return absl::FormatTime("%E4Y-%m-%dT%H:%M:%SZ", time, absl::UTCTimeZone());
}

}  // namespace signet::cli
