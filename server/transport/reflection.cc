// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/reflection.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "grpc/reflection/v1/reflection.grpc.pb.h"
#include "grpc/reflection/v1alpha/reflection.grpc.pb.h"
#include "server/transport/call.h"
#include "server/transport/message_codec.h"
#include "signet/v1/admin.grpc.pb.h"
#include "signet/v1/signing.grpc.pb.h"

namespace signet {
namespace {

namespace v1alpha = ::grpc::reflection::v1alpha;
using ::google::protobuf::DescriptorPool;
using ::google::protobuf::FileDescriptor;
using ::grpc::reflection::v1::ServerReflection;
using ::grpc::reflection::v1::ServerReflectionRequest;
using ::grpc::reflection::v1::ServerReflectionResponse;

// Questions are short.
constexpr size_t kMaxRequestBytes = 4096;

// Appends `file` and all that it imports, each once.
void AppendFiles(const FileDescriptor& file, std::set<const FileDescriptor*>& done,
                 ServerReflectionResponse& response) {
  if (!done.insert(&file).second) {
    return;
  }
  google::protobuf::FileDescriptorProto proto;
  file.CopyTo(&proto);
  proto.SerializeToString(response.mutable_file_descriptor_response()->add_file_descriptor_proto());
  for (int i = 0; i < file.dependency_count(); ++i) {
    AppendFiles(*file.dependency(i), done, response);
  }
}

void AnswerWithFile(const FileDescriptor* file, ServerReflectionResponse& response) {
  if (file == nullptr) {
    response.mutable_error_response()->set_error_code(grpc::StatusCode::NOT_FOUND);
    response.mutable_error_response()->set_error_message("there is no such file, symbol or type");
    return;
  }
  std::set<const FileDescriptor*> done;
  AppendFiles(*file, done, response);
}

void AnswerWithServices(ServerReflectionResponse& response) {
  for (const absl::string_view name :
       {v1::SigningService::service_full_name(), v1::AdminService::service_full_name(),
        ::grpc::health::v1::Health::service_full_name(), ServerReflection::service_full_name(),
        v1alpha::ServerReflection::service_full_name()}) {
    response.mutable_list_services_response()->add_service()->set_name(std::string(name));
  }
}

// No extensions are declared, so a type that exists has none.
void AnswerWithExtensions(const std::string& type, ServerReflectionResponse& response) {
  if (DescriptorPool::generated_pool()->FindMessageTypeByName(type) == nullptr) {
    AnswerWithFile(nullptr, response);
    return;
  }
  response.mutable_all_extension_numbers_response()->set_base_type_name(type);
}

class ReflectionSession final : public StreamSession {
 public:
  grpc::Status Next(grpc::ByteBuffer* request, grpc::ByteBuffer* response) override {
    ServerReflectionRequest message;
    if (request->Length() > kMaxRequestBytes || !ParseMessage(request, &message)) {
      return {grpc::StatusCode::INVALID_ARGUMENT,
              "the message is not a ServerReflectionRequest of at most 4096 bytes"};
    }
    SerializeMessage(Reflect(message), response);
    return grpc::Status::OK;
  }
};

class ReflectionRpcs final : public RpcSet {
 public:
  void Register(grpc::ServerBuilder& builder) override {
    builder.RegisterService(&current_);
    builder.RegisterService(&older_);
  }

  void Serve(CallQueue* queue) override {
    const auto open = [](const grpc::ServerContext&) {
      return std::make_unique<ReflectionSession>();
    };
    current_method_.open = open;
    current_method_.request_call = [this](auto* context, auto* stream, auto* cq, void* tag) {
      current_.RequestServerReflectionInfo(context, stream, cq, cq, tag);
    };
    older_method_.open = open;
    older_method_.request_call = [this](auto* context, auto* stream, auto* cq, void* tag) {
      older_.RequestServerReflectionInfo(context, stream, cq, cq, tag);
    };
    signet::Serve(&current_method_, queue);
    signet::Serve(&older_method_, queue);
  }

 private:
  ServerReflection::WithRawMethod_ServerReflectionInfo<ServerReflection::Service> current_;
  v1alpha::ServerReflection::WithRawMethod_ServerReflectionInfo<v1alpha::ServerReflection::Service>
      older_;
  StreamMethod current_method_;
  StreamMethod older_method_;
};

}  // namespace

ServerReflectionResponse Reflect(const ServerReflectionRequest& request) {
  ServerReflectionResponse response;
  response.set_valid_host(request.host());
  *response.mutable_original_request() = request;
  const DescriptorPool& pool = *DescriptorPool::generated_pool();
  switch (request.message_request_case()) {
    case ServerReflectionRequest::kFileByFilename:
      AnswerWithFile(pool.FindFileByName(request.file_by_filename()), response);
      break;
    case ServerReflectionRequest::kFileContainingSymbol:
      AnswerWithFile(pool.FindFileContainingSymbol(request.file_containing_symbol()), response);
      break;
    case ServerReflectionRequest::kFileContainingExtension:
      AnswerWithFile(nullptr, response);
      break;
    case ServerReflectionRequest::kAllExtensionNumbersOfType:
      AnswerWithExtensions(request.all_extension_numbers_of_type(), response);
      break;
    case ServerReflectionRequest::kListServices:
      AnswerWithServices(response);
      break;
    case ServerReflectionRequest::MESSAGE_REQUEST_NOT_SET:
      response.mutable_error_response()->set_error_code(grpc::StatusCode::INVALID_ARGUMENT);
      response.mutable_error_response()->set_error_message("nothing was asked");
      break;
  }
  return response;
}

std::unique_ptr<RpcSet> MakeReflectionRpcs() { return std::make_unique<ReflectionRpcs>(); }

}  // namespace signet
