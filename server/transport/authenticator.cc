// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/authenticator.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/caller_name.h"
#include "server/service/xfcc.h"
#include "server/transport/caller_identity.h"

namespace signet {
namespace {

constexpr char kForwardedHeader[] = "x-forwarded-client-cert";
constexpr char kTokenHeader[] = "authorization";
constexpr absl::string_view kScheme = "Bearer ";

absl::Status UnknownCaller(absl::string_view why) {
  return MakeError(absl::StatusCode::kUnauthenticated, Reason::kCallerUnknown, "", why);
}

absl::Status BadToken(absl::string_view why) {
  return MakeError(absl::StatusCode::kUnauthenticated, Reason::kInvalidToken, "", why);
}

// The values of one name in a call's metadata.
std::vector<absl::string_view> MetadataOf(const grpc::ServerContextBase& server_context,
                                          const char* name) {
  std::vector<absl::string_view> values;
  const auto range = server_context.client_metadata().equal_range(name);
  for (auto entry = range.first; entry != range.second; ++entry) {
    values.emplace_back(entry->second.data(), entry->second.size());
  }
  return values;
}

std::vector<absl::string_view> ToViews(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

Authenticator::Authenticator(CallerSources sources) : sources_(std::move(sources)) {
  if (sources_.tokens != nullptr) {
    tokens_.emplace(sources_.tokens.get());
  }
}

absl::Status Authenticator::Identify(const grpc::ServerContextBase& server_context,
                                     CallContext* call) {
  // A getter that gRPC did not declare const.
  grpc_call* const c_call = const_cast<grpc::ServerContextBase&>(server_context).c_call();
  const std::optional<ConnectionCaller> caller = CallerOf(c_call, sources_.tls.get());
  if (!caller.has_value()) {
    return UnknownCaller(
        "the client certificate names no caller: it needs one SPIFFE ID, or a DNS name of more "
        "than one label, of an authority that may vouch for it");
  }
  call->caller = caller->name;
  call->proof = caller->proof;
  const std::vector<std::string>& proxies = sources_.trusted_proxies;
  if (std::find(proxies.begin(), proxies.end(), call->caller) != proxies.end()) {
    SIGNET_RETURN_IF_ERROR(TakeForwarded(server_context, call));
  }
  return tokens_.has_value() ? TakeToken(server_context, call) : absl::OkStatus();
}

absl::Status Authenticator::TakeForwarded(const grpc::ServerContextBase& server_context,
                                          CallContext* call) {
  const std::vector<absl::string_view> headers = MetadataOf(server_context, kForwardedHeader);
  if (headers.size() != 1) {
    return UnknownCaller(absl::StrCat("the proxy forwards ", headers.size(),
                                      " metadata x-forwarded-client-cert, must be 1"));
  }
  const absl::StatusOr<ForwardedCertificate> certificate = ParseForwardedCertificate(headers[0]);
  if (!certificate.ok()) {
    return UnknownCaller(certificate.status().message());
  }
  const std::optional<absl::string_view> name =
      ChooseCallerName(ToViews(certificate->uris), ToViews(certificate->dns_names));
  if (!name.has_value()) {
    return UnknownCaller(
        "the certificate in x-forwarded-client-cert names no caller: it needs one SPIFFE ID, or a "
        "DNS name of more than one label");
  }
  const auto held = std::make_shared<const std::string>(*name);
  call->caller = *held;
  call->holds_caller = held;
  call->proof = CallerProof::kXfcc;
  return absl::OkStatus();
}

absl::Status Authenticator::TakeToken(const grpc::ServerContextBase& server_context,
                                      CallContext* call) {
  const std::vector<absl::string_view> headers = MetadataOf(server_context, kTokenHeader);
  if (headers.empty()) {
    return sources_.tokens->is_required()
               ? BadToken("the call has no token, one is required in the metadata authorization")
               : absl::OkStatus();
  }
  if (headers.size() > 1 || !absl::StartsWithIgnoreCase(headers[0], kScheme)) {
    return BadToken("the metadata authorization is not one value of the form \"Bearer TOKEN\"");
  }
  SIGNET_ASSIGN_OR_RETURN(std::shared_ptr<const VerifiedToken> token,
                          tokens_->Verify(headers[0].substr(kScheme.size())));
  SIGNET_RETURN_IF_ERROR(sources_.tokens->CheckConnection(*token, call->caller));
  call->caller = token->caller;
  call->holds_caller = std::move(token);
  call->proof = CallerProof::kJwt;
  return absl::OkStatus();
}

}  // namespace signet
