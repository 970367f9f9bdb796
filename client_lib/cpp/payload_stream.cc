// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/payload_stream.h"

#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "client_lib/cpp/wire.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

using Stream = grpc::ClientReaderWriter<v1::SignPayloadRequest, v1::SignPayloadResponse>;

// Between two attempts to reach a server that is gone.
constexpr absl::Duration kResumePause = absl::Milliseconds(50);

class PayloadStream final : public PayloadSigner {
 public:
  PayloadStream(Connection& connection, v1::SignPayloadStart start)
      : connection_(connection), start_(std::move(start)) {}

  ~PayloadStream() override { Close().IgnoreError(); }

  // Opens the stream and has the start accepted; waits out a server that restarts.
  absl::Status Open() { return WithRetries(nullptr).status(); }

  absl::StatusOr<std::string> SignChunk(const Sha256Digest& sha256, uint64_t length) override {
    v1::SignPayloadRequest request;
    request.mutable_chunk()->set_sha256(sha256.data(), sha256.size());
    request.mutable_chunk()->set_length(length);
    SIGNET_ASSIGN_OR_RETURN(v1::SignPayloadResponse response, Exchange(request));
    return std::move(*response.mutable_signature());
  }

  absl::StatusOr<std::string> SignTrailer(absl::Span<const HeaderView> trailer) override {
    v1::SignPayloadRequest request;
    for (const HeaderView& header : trailer) {
      v1::Header* const added = request.mutable_trailer()->add_headers();
      added->set_name(std::string(header.name));
      added->set_value(std::string(header.value));
    }
    SIGNET_RETURN_IF_ERROR(CheckText(request));
    SIGNET_ASSIGN_OR_RETURN(v1::SignPayloadResponse response, Exchange(request));
    return std::move(*response.mutable_signature());
  }

  absl::StatusOr<SignedEvent> SignEvent(const Sha256Digest& sha256,
                                        std::optional<absl::Time> event_time) override {
    v1::SignPayloadRequest request;
    request.mutable_event()->set_sha256(sha256.data(), sha256.size());
    if (event_time.has_value()) {
      *request.mutable_event()->mutable_event_time() = ToProto(*event_time);
    }
    SIGNET_ASSIGN_OR_RETURN(const v1::SignPayloadResponse response, Exchange(request));
    return SignedEvent{.signature = response.signature(),
                       .event_time = FromProto(response.event_time())};
  }

 private:
  // Sends one message and returns its answer.
  absl::StatusOr<v1::SignPayloadResponse> Exchange(const v1::SignPayloadRequest& request) {
    return WithRetries(&request);
  }

  // Makes sure that a stream is open and exchanges `message`, if there is one,
  // over as many streams as it takes until the resume timeout.
  absl::StatusOr<v1::SignPayloadResponse> WithRetries(const v1::SignPayloadRequest* message) {
    const absl::Time give_up_at = absl::Now() + connection_.resume_timeout();
    while (true) {
      absl::StatusOr<v1::SignPayloadResponse> response = TryOnce(message);
      if (response.ok() || !absl::IsUnavailable(response.status()) || absl::Now() >= give_up_at) {
        return response;
      }
      absl::SleepFor(kResumePause);
    }
  }

  absl::StatusOr<v1::SignPayloadResponse> TryOnce(const v1::SignPayloadRequest* message) {
    if (stream_ == nullptr) {
      context_ = std::make_unique<grpc::ClientContext>();
      stream_ = connection_.stub().SignPayload(context_.get());
      v1::SignPayloadRequest start;
      *start.mutable_start() = start_;
      SIGNET_RETURN_IF_ERROR(WriteAndRead(start).status());
    }
    if (message == nullptr) {
      return v1::SignPayloadResponse();
    }
    SIGNET_ASSIGN_OR_RETURN(v1::SignPayloadResponse response, WriteAndRead(*message));
    // Padding is for the wire; the chain goes on from the bare signature.
    start_.set_previous_signature(response.signature().substr(0, response.signature().find('*')));
    return response;
  }

  absl::StatusOr<v1::SignPayloadResponse> WriteAndRead(const v1::SignPayloadRequest& message) {
    v1::SignPayloadResponse response;
    if (stream_->Write(message) && stream_->Read(&response)) {
      return response;
    }
    return Close();
  }

  // Ends the stream. A stream that ended well while an answer was due is a
  // server that is going away.
  absl::Status Close() {
    if (stream_ == nullptr) {
      return absl::UnavailableError("the payload stream is closed");
    }
    stream_->WritesDone();
    v1::SignPayloadResponse ignored;
    while (stream_->Read(&ignored)) {
    }
    absl::Status status = FromGrpcStatus(stream_->Finish());
    stream_ = nullptr;
    context_ = nullptr;
    return status.ok() ? absl::UnavailableError("the server ended the payload stream") : status;
  }

  Connection& connection_;
  v1::SignPayloadStart start_;
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<Stream> stream_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<PayloadSigner>> OpenPayloadStream(Connection& connection,
                                                                 const SigningRequest& request,
                                                                 const SigningResult& seed) {
  v1::SignPayloadStart start;
  *start.mutable_request() = ToProto(request);
  *start.mutable_request()->mutable_signing_time() = ToProto(seed.signing_time);
  start.mutable_request()->set_credential_version(seed.credential_version);
  start.set_seed_signature(seed.signature);
  SIGNET_RETURN_IF_ERROR(CheckText(start));
  auto stream = std::make_unique<PayloadStream>(connection, std::move(start));
  SIGNET_RETURN_IF_ERROR(stream->Open());
  return stream;
}

}  // namespace signet
