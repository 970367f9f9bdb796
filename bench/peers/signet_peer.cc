// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0
//
// usage: signet_peer REQUESTS.json
//
// signet's own signer as one side of bench/peers/compare.py. One operation is a
// whole request from its parts: the URL is parsed, the body hashed, the headers
// to set come out.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "bench/peers/peer.h"
#include "server/digest/hmac_sha256.h"
#include "server/digest/sha256.h"
#include "server/sigv4/sign_scratch.h"
#include "server/sigv4/signer.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/target.h"
#include "server/sigv4/timestamp.h"

namespace signet::peers {
namespace {

enum class KeySource { kCached, kDerived };

class SignetCell : public Cell {
 public:
  SignetCell(const Request& request, KeySource key_source)
      : request_(request),
        key_source_(key_source),
        date_(ScopeDate(absl::FromUnixSeconds(request.unix_seconds))),
        cached_key_(DeriveKey()) {
    for (const auto& [name, value] : request_.headers) headers_.push_back({name, value});
    input_.request.method = request_.method;
    input_.request.headers = headers_;
    input_.payload.sha256 = Sha256Of("");
    input_.profile = FindTargetProfile(request_.profile, request_.service).value();
    if (request_.has_payload_header) input_.payload_hash_header = PayloadHashHeader::kAlways;
    input_.signing_time = absl::FromUnixSeconds(request_.unix_seconds);
    input_.region = request_.region;
    input_.service = request_.service;
    input_.access_key_id = request_.access_key_id;
    input_.session_token = request_.token;
  }

  const std::string& Sign() override {
    input_.request.url = ParseUrl(request_.url).value();
    // The digest of no body is a constant; peers are given it too.
    if (!request_.body.empty()) input_.payload.sha256 = Sha256Of(request_.body);
    signature_.clear();
    if (!PrepareRequest(input_, &scratch_).ok()) return signature_;
    SignatureOf(key_source_ == KeySource::kCached ? cached_key_ : DeriveKey(),
                scratch_.prepared().string_to_sign, &signature_);
    AttachSignature(signature_, &scratch_);
    return signature_;
  }

 private:
  HmacSha256Key DeriveKey() const {
    return MakeHmacSha256Key(
        DeriveSigningKey({request_.secret, date_, request_.region, request_.service}).Reveal());
  }

  const Request request_;
  const KeySource key_source_;
  const std::string date_;
  const HmacSha256Key cached_key_;
  std::vector<HeaderView> headers_;
  SigningInput input_;
  SignScratch scratch_;
  std::string signature_;
};

int Main(const char* requests_file) {
  std::vector<NamedCell> cells;
  for (const Request& request : LoadRequests(requests_file)) {
    cells.push_back(
        {request.name + "/cached", std::make_unique<SignetCell>(request, KeySource::kCached)});
    cells.push_back(
        {request.name + "/derived", std::make_unique<SignetCell>(request, KeySource::kDerived)});
  }
  return Serve(cells);
}

}  // namespace
}  // namespace signet::peers

int main(int argc, char** argv) { return argc == 2 ? signet::peers::Main(argv[1]) : 2; }
