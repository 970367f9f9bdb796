// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/server_info.h"

#include <string>

#include "server/service/batch.h"
#include "server/service/validation.h"
#include "server/sigv4/http_request.h"
#include "server/sigv4/signer.h"

namespace signet {

absl::Status GetServerInfo(const ServiceContext& context, const CallContext& call,
                           const v1::GetServerInfoRequest& /*request*/,
                           v1::GetServerInfoResponse* response) {
  response->set_version(context.version);
  const google::protobuf::ServiceDescriptor* const service =
      v1::GetServerInfoResponse::descriptor()->file()->FindServiceByName("SigningService");
  for (int i = 0; i < service->method_count(); ++i) {
    response->add_features(service->method(i)->name());
  }
  response->add_features("sigv4a");
  if (context.is_development) {
    response->add_features("development-mode");
  }
  *response->mutable_server_time() = ToTimestamp(context.clock->Now());
  v1::ServerLimits& limits = *response->mutable_limits();
  limits.set_max_message_bytes(context.max_message_bytes);
  limits.set_max_batch_bytes(context.max_batch_bytes);
  limits.set_max_batch_requests(kMaxBatchRequests);
  limits.set_max_url_bytes(kMaxUrlBytes);
  limits.set_max_headers(kMaxHeaders);
  limits.set_max_expires_in_seconds(static_cast<uint32_t>(absl::ToInt64Seconds(kMaxExpiry)));
  response->set_caller(std::string(call.caller));
  return absl::OkStatus();
}

}  // namespace signet
