// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/hash_payload.h"

#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/digest/hex.h"
#include "server/service/authorization.h"

namespace signet {
namespace {

// In the order of DigestAlgorithm.
constexpr v1::DigestAlgorithm kAlgorithms[kDigestAlgorithms] = {
    v1::DIGEST_ALGORITHM_SHA256, v1::DIGEST_ALGORITHM_SHA1,   v1::DIGEST_ALGORITHM_MD5,
    v1::DIGEST_ALGORITHM_CRC32,  v1::DIGEST_ALGORITHM_CRC32C, v1::DIGEST_ALGORITHM_CRC64NVME,
};

}  // namespace

v1::DigestAlgorithm ToProto(DigestAlgorithm algorithm) {
  return kAlgorithms[static_cast<size_t>(algorithm)];
}

std::optional<DigestAlgorithm> FromProto(v1::DigestAlgorithm algorithm) {
  const auto* const found = std::find(std::begin(kAlgorithms), std::end(kAlgorithms), algorithm);
  if (found == std::end(kAlgorithms)) {
    return std::nullopt;
  }
  return static_cast<DigestAlgorithm>(found - std::begin(kAlgorithms));
}

absl::Status HashSession::Take(const CallContext& call, const v1::HashPayloadRequest& message) {
  if (message.message_case() == v1::HashPayloadRequest::MESSAGE_NOT_SET) {
    return InvalidField(Reason::kMissingField, "message", "the message holds nothing");
  }
  if (message.has_start() == digests_.has_value()) {
    return InvalidField(Reason::kInvalidChunk, "start",
                        message.has_start() ? "start came again, allowed is once"
                                            : "the first message must be start");
  }
  return message.has_start() ? WithFieldPrefix(Start(call, message.start()), "start")
                             : Update(message.data());
}

absl::Status HashSession::Start(const CallContext& call, const v1::HashPayloadStart& start) {
  if (start.algorithms().empty()) {
    return InvalidField(Reason::kMissingField, "algorithms",
                        "algorithms is empty, allowed are 1 to 6");
  }
  for (int i = 0; i < start.algorithms_size(); ++i) {
    const std::optional<DigestAlgorithm> algorithm = FromProto(start.algorithms(i));
    const std::string field = absl::StrCat("algorithms[", i, "]");
    if (!algorithm.has_value()) {
      return InvalidField(Reason::kInvalidAlgorithm, field,
                          absl::StrCat(static_cast<int>(start.algorithms(i)),
                                       " is no digest algorithm, allowed are 1 to 6"));
    }
    if (std::find(algorithms_.begin(), algorithms_.end(), *algorithm) != algorithms_.end()) {
      return InvalidField(
          Reason::kInvalidAlgorithm, field,
          absl::StrCat(DigestAlgorithmName(*algorithm), " came again, allowed is each once"));
    }
    algorithms_.push_back(*algorithm);
  }
  SIGNET_RETURN_IF_ERROR(AuthorizeWithoutCredential(context_, call, Operation::kHashPayload));
  digests_.emplace(algorithms_);
  return absl::OkStatus();
}

absl::Status HashSession::Update(absl::string_view data) {
  if (data.size() > kMaxHashedPieceBytes) {
    return InvalidField(
        Reason::kLimitExceeded, "data",
        absl::StrCat("data has ", data.size(), " bytes, allowed are ", kMaxHashedPieceBytes));
  }
  if (data.size() > kMaxHashedBytes - length_) {
    return InvalidField(Reason::kLimitExceeded, "data",
                        absl::StrCat("the body has more than ", kMaxHashedBytes,
                                     " bytes, which is what S3 takes at once"));
  }
  length_ += data.size();
  digests_->Update(data);
  return absl::OkStatus();
}

absl::Status HashSession::Finish(v1::HashPayloadResponse* response) {
  if (!digests_.has_value()) {
    return InvalidField(Reason::kMissingField, "start", "the call ended without a start");
  }
  for (const DigestAlgorithm algorithm : algorithms_) {
    const DigestValue value = digests_->Finish(algorithm);
    const absl::string_view bytes(reinterpret_cast<const char*>(value.bytes().data()),
                                  value.bytes().size());
    v1::PayloadDigest& digest = *response->add_digests();
    digest.set_algorithm(ToProto(algorithm));
    digest.set_value(std::string(bytes));
    digest.set_hex(ToHex(value.bytes()));
    digest.set_base64(absl::Base64Escape(bytes));
  }
  response->set_length(length_);
  return absl::OkStatus();
}

}  // namespace signet
