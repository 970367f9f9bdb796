// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/payload_hasher.h"

#include <algorithm>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "client_lib/cpp/connection.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/digest/hex.h"

namespace signet {
namespace {

// What HashPayload takes in one message.
constexpr size_t kPieceBytes = size_t{64} * 1024;

// The API counts from 1.
v1::DigestAlgorithm ToProto(DigestAlgorithm algorithm) {
  static_assert(static_cast<int>(DigestAlgorithm::kSha256) + 1 == v1::DIGEST_ALGORITHM_SHA256);
  static_assert(static_cast<int>(DigestAlgorithm::kSha1) + 1 == v1::DIGEST_ALGORITHM_SHA1);
  static_assert(static_cast<int>(DigestAlgorithm::kMd5) + 1 == v1::DIGEST_ALGORITHM_MD5);
  static_assert(static_cast<int>(DigestAlgorithm::kCrc32) + 1 == v1::DIGEST_ALGORITHM_CRC32);
  static_assert(static_cast<int>(DigestAlgorithm::kCrc32c) + 1 == v1::DIGEST_ALGORITHM_CRC32C);
  static_assert(static_cast<int>(DigestAlgorithm::kCrc64Nvme) + 1 ==
                v1::DIGEST_ALGORITHM_CRC64NVME);
  return static_cast<v1::DigestAlgorithm>(static_cast<int>(algorithm) + 1);
}

// As HashPayload has it, fields included.
absl::Status CheckAlgorithms(absl::Span<const DigestAlgorithm> algorithms) {
  if (algorithms.empty()) {
    return InvalidField(Reason::kMissingField, "start.algorithms",
                        "algorithms is empty, allowed are 1 to 6");
  }
  for (size_t i = 0; i < algorithms.size(); ++i) {
    const absl::Span<const DigestAlgorithm> before = algorithms.subspan(0, i);
    if (std::find(before.begin(), before.end(), algorithms[i]) != before.end()) {
      return InvalidField(
          Reason::kInvalidAlgorithm, absl::StrCat("start.algorithms[", i, "]"),
          absl::StrCat(DigestAlgorithmName(algorithms[i]), " came again, allowed is each once"));
    }
  }
  return absl::OkStatus();
}

class LocalHasher final : public PayloadHasher {
 public:
  explicit LocalHasher(absl::Span<const DigestAlgorithm> algorithms)
      : algorithms_(algorithms.begin(), algorithms.end()),
        status_(CheckAlgorithms(algorithms)),
        digests_(algorithms) {}

  absl::Status Update(absl::string_view bytes) override {
    SIGNET_RETURN_IF_ERROR(status_);
    digests_.Update(bytes);
    return absl::OkStatus();
  }

  absl::StatusOr<std::vector<HashedPayload>> Finish() override {
    SIGNET_RETURN_IF_ERROR(status_);
    std::vector<HashedPayload> hashed;
    for (const DigestAlgorithm algorithm : algorithms_) {
      const DigestValue value = digests_.Finish(algorithm);
      const absl::string_view bytes(reinterpret_cast<const char*>(value.bytes().data()),
                                    value.bytes().size());
      hashed.push_back({algorithm, ToHex(value.bytes()), absl::Base64Escape(bytes)});
    }
    return hashed;
  }

 private:
  const std::vector<DigestAlgorithm> algorithms_;
  const absl::Status status_;
  DigestSet digests_;
};

class RemoteHasher final : public PayloadHasher {
 public:
  RemoteHasher(std::unique_ptr<Connection> connection, absl::Span<const DigestAlgorithm> algorithms)
      : connection_(std::move(connection)), algorithms_(algorithms.begin(), algorithms.end()) {
    stream_ = connection_->stub().HashPayload(&context_, &response_);
    v1::HashPayloadRequest start;
    start.mutable_start();
    for (const DigestAlgorithm algorithm : algorithms_) {
      start.mutable_start()->add_algorithms(ToProto(algorithm));
    }
    if (!stream_->Write(start)) {
      End();
    }
  }

  ~RemoteHasher() override {
    if (!has_ended_) {
      context_.TryCancel();
      End();
    }
  }

  absl::Status Update(absl::string_view bytes) override {
    while (!bytes.empty() && !has_ended_) {
      const absl::string_view piece = bytes.substr(0, kPieceBytes);
      message_.set_data(std::string(piece));
      if (!stream_->Write(message_)) {
        End();
      }
      bytes.remove_prefix(piece.size());
    }
    return has_ended_ ? Failure() : absl::OkStatus();
  }

  absl::StatusOr<std::vector<HashedPayload>> Finish() override {
    if (has_ended_) {
      return Failure();
    }
    stream_->WritesDone();
    End();
    SIGNET_RETURN_IF_ERROR(status_);
    if (static_cast<size_t>(response_.digests_size()) != algorithms_.size()) {
      return absl::InternalError("the server answered with other digests than it was asked for");
    }
    std::vector<HashedPayload> hashed;
    hashed.reserve(algorithms_.size());
    for (int i = 0; i < response_.digests_size(); ++i) {
      hashed.push_back({algorithms_[static_cast<size_t>(i)], response_.digests(i).hex(),
                        response_.digests(i).base64()});
    }
    return hashed;
  }

 private:
  void End() {
    status_ = FromGrpcStatus(stream_->Finish());
    has_ended_ = true;
  }

  // Why the call is over.
  absl::Status Failure() const {
    return status_.ok() ? absl::FailedPreconditionError("the hasher is over") : status_;
  }

  const std::unique_ptr<Connection> connection_;
  const std::vector<DigestAlgorithm> algorithms_;
  grpc::ClientContext context_;
  v1::HashPayloadRequest message_;
  v1::HashPayloadResponse response_;
  std::unique_ptr<grpc::ClientWriter<v1::HashPayloadRequest>> stream_;
  bool has_ended_ = false;
  absl::Status status_;
};

}  // namespace

std::unique_ptr<PayloadHasher> NewLocalPayloadHasher(absl::Span<const DigestAlgorithm> algorithms) {
  return std::make_unique<LocalHasher>(algorithms);
}

absl::StatusOr<std::unique_ptr<PayloadHasher>> NewRemotePayloadHasher(
    const SignerOptions& options, absl::Span<const DigestAlgorithm> algorithms) {
  SIGNET_ASSIGN_OR_RETURN(std::unique_ptr<Connection> connection, Connection::Create(options));
  return std::make_unique<RemoteHasher>(std::move(connection), algorithms);
}

}  // namespace signet
