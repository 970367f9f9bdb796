// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/in_process_server.h"

#include <unistd.h>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "server/credentials/fixed_source.h"
#include "tests/support/service_fixture.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

constexpr std::chrono::seconds kPatience(60);

// The first detail of that type.
template <typename Detail>
std::optional<Detail> DetailOf(const grpc::Status& status) {
  google::rpc::Status details;
  details.ParseFromString(status.error_details());
  for (const google::protobuf::Any& any : details.details()) {
    Detail detail;
    if (any.UnpackTo(&detail)) {
      return detail;
    }
  }
  return std::nullopt;
}

}  // namespace

InProcessServer::InProcessServer() {
  ServerConfig::UnixListener listener;
  listener.path = folder_.Path("s");
  listener.users = {{"alice", ::geteuid(), std::nullopt}};
  target_ = absl::StrCat("unix:", listener.path);
  config_.unix_listener = std::move(listener);
  config_.policy = *Policy::Create({AllowEverything("alice")});
  config_.key_cache.max_entries = 100;
  config_.key_cache.allow_unlocked_memory = true;
  config_.limits.max_resident_bytes = kAnyMemory;
}

void InProcessServer::Start(const Clock& clock) {
  std::vector<std::unique_ptr<CredentialSource>> sources;
  sources.push_back(std::make_unique<FixedSource>(
      "test", std::vector<CredentialValue>{ExampleCredential("example")}));
  absl::StatusOr<std::unique_ptr<Server>> server =
      Server::Create(config_, std::move(sources), clock);
  ASSERT_OK(server);
  server_ = *std::move(server);
}

std::shared_ptr<grpc::Channel> InProcessServer::NewChannel() const {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(target_, grpc::InsecureChannelCredentials(), arguments);
}

std::unique_ptr<v1::SigningService::Stub> InProcessServer::NewStub() const {
  return v1::SigningService::NewStub(NewChannel());
}

PatientContext::PatientContext() { set_deadline(std::chrono::system_clock::now() + kPatience); }

std::string ReasonOf(const grpc::Status& status) {
  const auto info = DetailOf<google::rpc::ErrorInfo>(status);
  return info.has_value() && info->domain() == "signet" ? info->reason() : "";
}

std::string FieldOf(const grpc::Status& status) {
  const auto bad_request = DetailOf<google::rpc::BadRequest>(status);
  return bad_request.has_value() ? bad_request->field_violations(0).field() : "";
}

}  // namespace signet
