// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <utility>

#include "server/base/status_macros.h"
#include "server/digest/sha256.h"
#include "server/sigv4/payload_signature.h"
#include "server/sigv4/post_policy.h"
#include "server/sigv4/timestamp.h"
#include "tests/differential/driver.h"

namespace signet::differential {
namespace {

PostCondition ConditionOf(const Json& item) {
  PostCondition condition;
  const std::string& kind = TextField(item, "kind");
  if (kind == "range") {
    condition.kind = PostCondition::Kind::kContentLengthRange;
    condition.min_bytes = item.at("min").get<uint64_t>();
    condition.max_bytes = item.at("max").get<uint64_t>();
    return condition;
  }
  condition.kind =
      kind == "prefix" ? PostCondition::Kind::kStartsWith : PostCondition::Kind::kEquals;
  condition.field = TextField(item, "field");
  condition.value = TextField(item, "value");
  return condition;
}

// A chain of chunks and a trailer: signed, or (with "signatures" in the case,
// for SigV4A) verified.
class Chain {
 public:
  Chain(const Json& item, const CaseKey& key)
      : key_(key), algorithm_(AlgorithmOf(item)), previous_(TextField(item, "seed")) {
    if (item.contains("signatures")) given_ = &item["signatures"];
  }

  absl::Status Link(absl::string_view string_to_sign) {
    if (given_ == nullptr) {
      SIGNET_ASSIGN_OR_RETURN(previous_, key_.Sign(string_to_sign));
      signatures_.push_back(PadChunkSignature(algorithm_, previous_));
      return absl::OkStatus();
    }
    const std::string& padded = given_->at(checked_++).get_ref<const std::string&>();
    previous_ = padded.substr(0, padded.find('*'));
    verified_ =
        VerifySigv4a(key_.asymmetric()->public_key(), string_to_sign, previous_) && verified_;
    return absl::OkStatus();
  }

  const std::string& previous() const { return previous_; }

  Json Result() const {
    if (given_ == nullptr) return {{"signatures", signatures_}};
    return {{"verified", verified_ && checked_ == given_->size()}};
  }

 private:
  const CaseKey& key_;
  const Algorithm algorithm_;
  std::string previous_;
  Json signatures_ = Json::array();
  const Json* given_ = nullptr;
  size_t checked_ = 0;
  bool verified_ = true;
};

}  // namespace

absl::StatusOr<Json> SignStream(const Json& item) {
  const absl::Time time = TimeOf(item);
  SIGNET_ASSIGN_OR_RETURN(const CaseKey key, CaseKey::For(item, time));
  const Algorithm algorithm = AlgorithmOf(item);
  const ChunkChain seed = {algorithm, AmzDate(time),
                           CredentialScopeText(ScopeOf(item, time), algorithm)};
  Chain chain(item, key);
  for (const Json& chunk : item.at("chunks")) {
    const Sha256Digest digest = Sha256Of(chunk.get_ref<const std::string&>());
    SIGNET_RETURN_IF_ERROR(chain.Link(ChunkStringToSign(seed, chain.previous(), digest)));
  }
  if (item.contains("trailers")) {
    const Sha256Digest digest = TrailerSha256(HeaderViews(item["trailers"]));
    SIGNET_RETURN_IF_ERROR(chain.Link(TrailerStringToSign(seed, chain.previous(), digest)));
  }
  return chain.Result();
}

absl::StatusOr<Json> SignEvents(const Json& item) {
  std::string previous = TextField(item, "seed");
  Json signatures = Json::array();
  for (const Json& event : item.at("events")) {
    // Each event has its own date, so its own scope and key.
    const absl::Time time = absl::FromUnixMillis(event.at("time_ms").get<int64_t>());
    SIGNET_ASSIGN_OR_RETURN(const CaseKey key, CaseKey::For(item, time));
    const std::string scope = CredentialScopeText(ScopeOf(item, time), Algorithm::kSigV4);
    const Sha256Digest digest = Sha256Of(TextField(event, "payload"));
    SIGNET_ASSIGN_OR_RETURN(previous, key.Sign(EventStringToSign(time, scope, previous, digest)));
    signatures.push_back(previous);
  }
  return Json{{"signatures", std::move(signatures)}};
}

absl::StatusOr<Json> SignPost(const Json& item) {
  std::vector<PostCondition> conditions;
  for (const Json& condition : item.at("conditions")) conditions.push_back(ConditionOf(condition));
  PostPolicyInput input;
  input.bucket = TextField(item, "bucket");
  input.conditions = conditions;
  input.signing_time = TimeOf(item);
  input.expires_in = absl::Seconds(item.at("expires").get<int64_t>());
  input.region = TextField(item, "region");
  input.access_key_id = TextField(item, "access_key_id");
  if (item.contains("token")) input.session_token = TextField(item, "token");
  SIGNET_ASSIGN_OR_RETURN(const PreparedPostPolicy policy, PreparePostPolicy(input));
  SIGNET_ASSIGN_OR_RETURN(const CaseKey key, CaseKey::For(item, input.signing_time));
  SIGNET_ASSIGN_OR_RETURN(const std::string signature, key.Sign(policy.policy_base64));
  return Json{{"encoded_policy", policy.policy_base64},
              {"signature", signature},
              {"fields", HeadersJson(policy.fields)}};
}

}  // namespace signet::differential
