// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/request_template.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "server/base/document.h"
#include "server/base/status_macros.h"
#include "server/digest/hex.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/timestamp.h"

namespace signet::load {
namespace {

constexpr size_t kMaxTemplates = 1000;
constexpr int64_t kMaxWeight = 1'000'000;

absl::Status SetText(const Document& document, const DocumentNode& map, absl::string_view key,
                     std::string* out) {
  const DocumentNode* const node = map.Find(key);
  if (node == nullptr) {
    return absl::OkStatus();
  }
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view text, document.TextOf(*node));
  *out = std::string(text);
  return absl::OkStatus();
}

absl::Status SetHeaders(const Document& document, const DocumentNode& map,
                        SigningRequest* request) {
  const DocumentNode* const list = map.Find("headers");
  if (list == nullptr) {
    return absl::OkStatus();
  }
  SIGNET_RETURN_IF_ERROR(document.CheckList(*list));
  for (const DocumentNode& item : list->items()) {
    SIGNET_RETURN_IF_ERROR(document.CheckMap(item, {"name", "value"}));
    SIGNET_RETURN_IF_ERROR(document.Require(item, "name").status());
    Header header;
    SIGNET_RETURN_IF_ERROR(SetText(document, item, "name", &header.name));
    SIGNET_RETURN_IF_ERROR(SetText(document, item, "value", &header.value));
    request->headers.push_back(std::move(header));
  }
  return absl::OkStatus();
}

absl::Status SetPayload(const Document& document, const DocumentNode& map,
                        SigningRequest* request) {
  const DocumentNode* const body = map.Find("body");
  const DocumentNode* const payload = map.Find("payload");
  if (body != nullptr && payload != nullptr) {
    return document.ErrorAt(*payload, "body and payload are given, allowed is one of them");
  }
  if (body != nullptr) {
    SIGNET_ASSIGN_OR_RETURN(const absl::string_view text, document.TextOf(*body));
    request->payload = PayloadOfBody(text);
  }
  if (payload != nullptr) {
    SIGNET_ASSIGN_OR_RETURN(const absl::string_view text, document.TextOf(*payload));
    Payload hashed;
    if (text == "unsigned") {
      request->payload = Payload{.mode = PayloadMode::kUnsigned};
    } else if (FromHex(text, absl::MakeSpan(hashed.sha256))) {
      request->payload = hashed;
    } else {
      return document.ErrorAt(*payload, "payload is neither unsigned nor 64 hex digits");
    }
  }
  return absl::OkStatus();
}

// Signs it once, by an instant and a key of no meaning, so that what no server
// would accept is told with its place.
absl::Status CheckSignable(const Document& document, const DocumentNode& entry,
                           const RequestTemplate& checked) {
  const SigningRequest& request = checked.request;
  const std::string url_text = checked.UrlFor("us-east-1", 0);
  const absl::StatusOr<UrlView> url = ParseUrl(url_text);
  if (!url.ok()) {
    return document.ErrorAt(entry, url.status().message());
  }
  std::vector<HeaderView> headers;
  for (const Header& header : request.headers) {
    headers.push_back({header.name, header.value});
  }
  const absl::StatusOr<const TargetProfile*> profile =
      FindTargetProfile(request.profile, request.service);
  if (!profile.ok()) {
    return document.ErrorAt(entry, profile.status().message());
  }
  SigningInput input;
  input.request = {.method = request.method, .url = *url, .headers = headers};
  input.profile = *profile;
  input.payload = request.payload.value_or(UnstatedPayload(**profile, Placement::kHeader));
  input.region = "us-east-1";
  input.service = request.service;
  input.access_key_id = "AKIDEXAMPLE";
  const absl::Status status = PrepareRequest(input).status();
  return status.ok() ? status : document.ErrorAt(entry, status.message());
}

absl::StatusOr<RequestTemplate> ReadTemplate(const Document& document, const DocumentNode& entry) {
  SIGNET_RETURN_IF_ERROR(document.CheckMap(entry, {"name", "weight", "service", "method", "url",
                                                   "headers", "body", "payload", "profile"}));
  for (const absl::string_view key : {"service", "url"}) {
    SIGNET_RETURN_IF_ERROR(document.Require(entry, key).status());
  }
  RequestTemplate result;
  if (const DocumentNode* const weight = entry.Find("weight"); weight != nullptr) {
    SIGNET_ASSIGN_OR_RETURN(result.weight, document.IntegerOf(*weight, 1, kMaxWeight));
  }
  SigningRequest* const request = &result.request;
  SIGNET_RETURN_IF_ERROR(SetText(document, entry, "name", &result.name));
  SIGNET_RETURN_IF_ERROR(SetText(document, entry, "service", &request->service));
  SIGNET_RETURN_IF_ERROR(SetText(document, entry, "method", &request->method));
  SIGNET_RETURN_IF_ERROR(SetText(document, entry, "url", &request->url));
  SIGNET_RETURN_IF_ERROR(SetText(document, entry, "profile", &request->profile));
  SIGNET_RETURN_IF_ERROR(SetHeaders(document, entry, request));
  SIGNET_RETURN_IF_ERROR(SetPayload(document, entry, request));
  SIGNET_RETURN_IF_ERROR(CheckSignable(document, entry, result));
  return result;
}

}  // namespace

std::string RequestTemplate::UrlFor(absl::string_view region, uint64_t n) const {
  return absl::StrReplaceAll(request.url, {{"{n}", absl::StrCat(n)}, {"{region}", region}});
}

std::vector<RequestTemplate> BuiltInTemplates() {
  RequestTemplate get;
  get.name = "s3-get";
  // Moved in: GCC 12 takes a copy of two characters for one of unset bytes.
  get.request.service = std::string("s3");
  get.request.method = "GET";
  get.request.url = "https://examplebucket.s3.{region}.amazonaws.com/object-{n}";
  get.request.headers = {{"range", "bytes=0-9"}};
  return {get};
}

absl::StatusOr<std::vector<RequestTemplate>> ReadTemplates(const std::string& path) {
  SIGNET_ASSIGN_OR_RETURN(const Document document, ReadDocument(path));
  SIGNET_RETURN_IF_ERROR(document.CheckMap(document.root(), {"requests"}));
  SIGNET_ASSIGN_OR_RETURN(const DocumentNode* const list,
                          document.Require(document.root(), "requests"));
  SIGNET_RETURN_IF_ERROR(document.CheckList(*list));
  if (list->items().empty() || list->items().size() > kMaxTemplates) {
    return document.ErrorAt(*list, absl::StrCat("requests has ", list->items().size(),
                                                " entries, allowed is 1 to ", kMaxTemplates));
  }
  std::vector<RequestTemplate> templates;
  for (const DocumentNode& entry : list->items()) {
    SIGNET_ASSIGN_OR_RETURN(RequestTemplate one, ReadTemplate(document, entry));
    if (one.name.empty()) {
      one.name = absl::StrCat("request-", templates.size() + 1);
    }
    templates.push_back(std::move(one));
  }
  return templates;
}

}  // namespace signet::load
