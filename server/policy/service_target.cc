// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/service_target.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/policy/bearer_token.h"
#include "server/policy/query_protocol.h"
#include "server/policy/service_protocol.h"
#include "server/sigv4/text.h"

namespace signet {
namespace {

constexpr absl::string_view kAmzTarget = "x-amz-target";

absl::Status Ambiguous(absl::string_view field, absl::string_view message) {
  return InvalidField(Reason::kAmbiguousTarget, field, message);
}

// What in a request may name its operation.
struct Evidence {
  // x-amz-target.
  std::optional<absl::string_view> target;
  // The parameter Action of the query; empty: none.
  std::string query_action;
  // There is something like it that may name one.
  bool has_odd_action = false;
  bool has_method_override = false;
  // The header content-encoding, its index.
  std::optional<size_t> content_encoding;
};

bool IsMethodOverride(absl::string_view name) {
  return absl::EqualsIgnoreCase(name, "x-http-method-override") ||
         absl::EqualsIgnoreCase(name, "x-http-method") ||
         absl::EqualsIgnoreCase(name, "x-method-override");
}

absl::Status ReadEvidence(const TargetInput& input, absl::Span<const QueryParameterView> query,
                          Evidence* evidence) {
  const absl::Span<const HeaderView> headers = input.request.headers;
  for (size_t i = 0; i < headers.size(); ++i) {
    const absl::string_view name = headers[i].name;
    if (absl::EqualsIgnoreCase(name, kAmzTarget)) {
      if (evidence->target.has_value()) {
        return Ambiguous(absl::StrCat("headers[", i, "].name"), "a second x-amz-target");
      }
      evidence->target = absl::StripAsciiWhitespace(headers[i].value);
    } else if (absl::EqualsIgnoreCase(name, "content-encoding")) {
      evidence->content_encoding = i;
    }
    evidence->has_method_override = evidence->has_method_override || IsMethodOverride(name);
  }
  if (IsOwnersHttp(input.service)) {
    return absl::OkStatus();
  }
  for (const QueryParameterView& parameter : query) {
    if (MayBeName(parameter.name, kAmzTarget)) {
      return Ambiguous("url", "x-amz-target stands in the query: send it as a header");
    }
  }
  absl::Status found = FindQueryAction(query, &evidence->query_action);
  const ServiceProtocols protocols = FindServiceProtocols(input.service);
  if (!found.ok() && (protocols.has_json || protocols.has_query)) {
    return found;
  }
  // Of a service that goes by method and path it is a parameter of its own.
  evidence->has_odd_action = !found.ok();
  if (evidence->target.has_value() && !evidence->query_action.empty()) {
    return Ambiguous("url", "both x-amz-target and the parameter Action name an operation");
  }
  return absl::OkStatus();
}

// The operation that x-amz-target names: what follows its last dot.
absl::string_view OperationOfTarget(absl::string_view target) {
  const size_t dot = target.rfind('.');
  if (dot == absl::string_view::npos || dot == 0) {
    return {};
  }
  for (const char c : target.substr(0, dot)) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.' && c != '-') {
      return {};
    }
  }
  const absl::string_view operation = target.substr(dot + 1);
  return IsActionName(operation) ? operation : absl::string_view();
}

// The operation of "/service/NAME/operation/NAME"; empty for any other path.
absl::string_view OperationOfPath(absl::string_view path) {
  if (!absl::ConsumePrefix(&path, "/service/")) {
    return {};
  }
  const size_t slash = path.find('/');
  if (slash == absl::string_view::npos || slash == 0) {
    return {};
  }
  path.remove_prefix(slash);
  return absl::ConsumePrefix(&path, "/operation/") && IsActionName(path) ? path
                                                                         : absl::string_view();
}

// The parameter Action of the form in the body, "" where there is none.
absl::Status ReadForm(const TargetInput& input, const Evidence& evidence, std::string* action) {
  if (!input.body.has_value()) {
    return Ambiguous("body",
                     "this service is told what to do by the body, of which no more than a hash is "
                     "known: send the body");
  }
  if (evidence.content_encoding.has_value()) {
    return Ambiguous(absl::StrCat("headers[", *evidence.content_encoding, "].name"),
                     "a form has a content-encoding: send it plain");
  }
  return FindFormAction(*input.body, action);
}

// The operation of a service that goes by Action.
absl::Status OperationOfQuery(const TargetInput& input, Evidence evidence, std::string* operation) {
  std::string form_action;
  SIGNET_RETURN_IF_ERROR(ReadForm(input, evidence, &form_action));
  if (!form_action.empty() && !evidence.query_action.empty()) {
    return Ambiguous("body", "both the query and the body have the parameter Action");
  }
  *operation = form_action.empty() ? std::move(evidence.query_action) : std::move(form_action);
  return absl::OkStatus();
}

// A service that also goes by Action may take a body for a form for another reason
// than signet knows of (a content-type that is not signed), so that no body may
// name an operation besides.
absl::Status CheckBodyAgrees(const TargetInput& input) {
  if (!input.body.has_value()) {
    return Ambiguous("body",
                     "this service may also be told what to do by the body, of which no more than "
                     "a hash is known: send the body");
  }
  return MayNameAction(*input.body)
             ? Ambiguous("body", "the body may name another operation: it holds a parameter Action")
             : absl::OkStatus();
}

// In upper case, so that no server that takes "delete" for DELETE is told more than
// policy.
void SetMethodAction(absl::string_view prefix, absl::string_view method, std::string* action) {
  AssignText(action, prefix, ":", method);
  for (size_t i = prefix.size(); i < action->size(); ++i) {
    (*action)[i] = absl::ascii_toupper(static_cast<unsigned char>((*action)[i]));
  }
}

// Sets the action of a request that is no token.
absl::Status SetServiceAction(const TargetInput& input, absl::string_view path, Evidence evidence,
                              std::string* action) {
  const ServiceProtocols protocols = FindServiceProtocols(input.service);
  const bool is_named = evidence.target.has_value() || !evidence.query_action.empty();
  const absl::string_view prefix = IamPrefix(input.service);
  action->clear();
  if (evidence.has_method_override || evidence.has_odd_action) {
    return absl::OkStatus();
  }
  // Git over HTTP: a password for a repository, and none of the service's API.
  const bool is_git = input.service == "codecommit" && input.request.method == "GIT";
  if (is_git || (IsOwnersHttp(input.service) && !protocols.has_json)) {
    SetMethodAction(prefix, input.request.method, action);
  } else if (protocols.has_cbor && !is_named && !OperationOfPath(path).empty()) {
    if (protocols.has_query) {
      SIGNET_RETURN_IF_ERROR(CheckBodyAgrees(input));
    }
    AssignText(action, prefix, ":", OperationOfPath(path));
  } else if (protocols.has_json && evidence.target.has_value()) {
    if (protocols.has_query) {
      SIGNET_RETURN_IF_ERROR(CheckBodyAgrees(input));
    }
    const absl::string_view operation = OperationOfTarget(*evidence.target);
    if (!operation.empty() && path == "/") {
      AssignText(action, prefix, ":", operation);
    }
  } else if (protocols.has_query && !evidence.target.has_value() &&
             (!protocols.has_rest || path == "/")) {
    std::string operation;
    SIGNET_RETURN_IF_ERROR(OperationOfQuery(input, std::move(evidence), &operation));
    if (IsActionName(operation)) {
      AssignText(action, prefix, ":", operation);
    }
  } else if (protocols.has_rest && !is_named &&
             (path != "/" || (!protocols.has_json && !protocols.has_query))) {
    SetMethodAction(prefix, input.request.method, action);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ResolveServiceTarget(const TargetInput& input, absl::string_view path,
                                  absl::Span<const QueryParameterView> query,
                                  RequestTarget* target) {
  AccessWriter accesses(&target->accesses);
  Access& own = accesses.Next();
  AssignText(&own.resource, path);
  own.has_dot_segments = HasDotSegments(path);
  Evidence evidence;
  SIGNET_RETURN_IF_ERROR(ReadEvidence(input, query, &evidence));
  ConnectToken token;
  if (!evidence.query_action.empty()) {
    SIGNET_RETURN_IF_ERROR(FindConnectToken(input.service, evidence.query_action, query, &token));
  }
  if (token.is_token) {
    own.action = std::move(token.action);
    if (!token.resource.empty()) {
      own.resource = std::move(token.resource);
    }
  } else {
    SIGNET_RETURN_IF_ERROR(SetServiceAction(input, path, std::move(evidence), &own.action));
  }
  target->is_bearer_token =
      token.is_token ||
      IsBearerToken(input.service, own.action, input.request.method, input.is_presigned);
  if (target->is_bearer_token) {
    const absl::string_view audience = BearerAudience(input.request.headers);
    target->bearer_audience.assign(audience.data(), audience.size());
  }
  accesses.Finish();
  return absl::OkStatus();
}

}  // namespace signet
