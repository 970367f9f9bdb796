// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_POLICY_TARGET_CASE_H_
#define SIGNET_TESTS_SERVER_POLICY_TARGET_CASE_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/base/error.h"
#include "server/policy/endpoint_table.h"
#include "server/policy/request_target.h"

namespace signet {

// A request as tests write it.
struct TargetCase {
  std::string method = "GET";
  std::string url;
  std::vector<HeaderView> headers = {};
  std::string service = "s3";
  // The service's own where it is empty.
  std::string profile = {};
  std::optional<std::string> body = "";
  bool is_presigned = false;
};

inline absl::StatusOr<RequestTarget> Resolve(const TargetCase& request,
                                             const EndpointTable& endpoints = EndpointTable()) {
  const absl::StatusOr<UrlView> url = ParseUrl(request.url);
  if (!url.ok()) {
    return url.status();
  }
  const absl::StatusOr<const TargetProfile*> profile =
      FindTargetProfile(request.profile, request.service);
  if (!profile.ok()) {
    return profile.status();
  }
  TargetInput input;
  input.service = request.service;
  input.profile = *profile;
  input.request = {.method = request.method, .url = *url, .headers = request.headers};
  input.is_presigned = request.is_presigned;
  if (request.body.has_value()) {
    input.body = *request.body;
  }
  RequestTarget target;
  const absl::Status status = ResolveTarget(input, endpoints, &target);
  return status.ok() ? absl::StatusOr<RequestTarget>(std::move(target)) : status;
}

// "s3:GetObject bucket/key", with "*" after a prefix, "?" where the resource is not
// known and "!" where it has dot segments; several joined by ", ".
inline std::string Text(const std::vector<Access>& accesses) {
  std::string text;
  for (const Access& access : accesses) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", access.action, " ", access.resource,
                    access.is_prefix ? "*" : "", access.is_resource_known ? "" : "?",
                    access.has_dot_segments ? "!" : "");
  }
  return text;
}

// Text() of what the request does; of a refusal "REASON field".
inline std::string Accesses(const TargetCase& request,
                            const EndpointTable& endpoints = EndpointTable()) {
  const absl::StatusOr<RequestTarget> target = Resolve(request, endpoints);
  if (target.ok()) {
    return Text(target->accesses);
  }
  const ErrorDetail detail = GetErrorDetail(target.status());
  return absl::StrCat(ReasonName(detail.reason), " ", detail.field);
}

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_POLICY_TARGET_CASE_H_
