// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/signing_vectors.h"

#include <algorithm>
#include <filesystem>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "server/base/document.h"
#include "server/digest/sha256.h"
#include "server/sigv4/presign_profile.h"
#include "server/sigv4/target.h"
#include "tests/support/source_tree.h"

namespace signet {
namespace {

namespace fs = std::filesystem;
std::string Text(const DocumentNode& object, const std::string& key) {
  const DocumentNode* const value = object.Find(key);
  return value == nullptr ? "" : std::string(value->text());
}

bool Flag(const DocumentNode& object, const std::string& key) {
  return Text(object, key) == "true";
}

std::string WithoutNewline(std::string text) {
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  return text;
}

std::string Prefix(Placement placement) {
  return placement == Placement::kHeader ? "header-" : "query-";
}

}  // namespace

SigningVector::SigningVector(const std::string& folder)
    : folder_(folder), name_(fs::path(folder).filename()) {
  ReadRequest();
  ReadContext();
}

std::string SigningVector::File(const std::string& file) const {
  return ReadFileOrFail(absl::StrCat(folder_, "/", file));
}

std::string SigningVector::Expected(Placement placement, const std::string& stage) const {
  return WithoutNewline(File(absl::StrCat(Prefix(placement), stage, ".txt")));
}

// "GET /path HTTP/1.1", header lines, an empty line and the body. The target
// may hold blanks.
void SigningVector::ReadRequest() {
  const std::string text = File("request.txt");
  const std::pair<std::string, std::string> head_and_body =
      absl::StrSplit(text, absl::MaxSplits("\n\n", 1));
  body_ = head_and_body.second;
  const std::vector<std::string> lines =
      absl::StrSplit(head_and_body.first, '\n', absl::SkipEmpty());
  ASSERT_FALSE(lines.empty()) << name_;
  absl::string_view target = lines[0];
  method_ = std::string(target.substr(0, target.find(' ')));
  target.remove_prefix(method_.size() + 1);
  ASSERT_TRUE(absl::ConsumeSuffix(&target, " HTTP/1.1")) << name_;
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::pair<std::string, std::string> header =
        absl::StrSplit(lines[i], absl::MaxSplits(':', 1));
    headers_.push_back({header.first, header.second});
  }
  for (const Header& header : headers_) {
    header_views_.push_back({header.name, header.value});
  }
  url_ = absl::StrCat("https://example.amazonaws.com", target);
}

void SigningVector::ReadContext() {
  const absl::StatusOr<Document> document = ParseJson("context.json", File("context.json"));
  ASSERT_TRUE(document.ok()) << name_ << ": " << document.status();
  const DocumentNode& context = document->root();
  const DocumentNode* const credentials = context.Find("credentials");
  int64_t expiration_seconds = 0;
  ASSERT_TRUE(credentials != nullptr &&
              absl::SimpleAtoi(Text(context, "expiration_in_seconds"), &expiration_seconds))
      << name_;
  access_key_id_ = Text(*credentials, "access_key_id");
  secret_access_key_ = Text(*credentials, "secret_access_key");
  session_token_ = Text(*credentials, "token");
  region_ = Text(context, "region");
  service_ = Text(context, "service");
  normalize_ = Flag(context, "normalize");
  sign_body_ = Flag(context, "sign_body");
  omit_session_token_ = Flag(context, "omit_session_token");
  expires_in_ = absl::Seconds(expiration_seconds);
  std::string error;
  ASSERT_TRUE(absl::ParseTime(absl::RFC3339_full, Text(context, "timestamp"), &time_, &error))
      << name_ << ": " << error;
}

SigningInput SigningVector::Input(Algorithm algorithm, Placement placement) const {
  SigningInput input;
  input.algorithm = algorithm;
  input.request.method = method_;
  input.request.url = *ParseUrl(url_);
  input.request.headers = header_views_;
  input.payload.sha256 = Sha256Of(body_);
  input.profile = *FindTargetProfile(normalize_ ? "default" : "default-unnormalized", service_);
  input.payload_hash_header =
      sign_body_ ? PayloadHashHeader::kAlways : PayloadHashHeader::kByProfile;
  input.signing_time = time_;
  if (algorithm == Algorithm::kSigV4a) {
    input.region_set = region_;
  } else {
    input.region = region_;
  }
  input.service = service_;
  input.access_key_id = access_key_id_;
  input.session_token = session_token_;
  input.token_placement =
      omit_session_token_ ? TokenPlacement::kAfterSigning : TokenPlacement::kSigned;
  input.placement = placement;
  input.expires_in = expires_in_;
  input.presign_profile = *FindPresignProfile("");
  return input;
}

std::vector<SigningVector> ReadSigningVectors(const std::string& suite) {
  std::vector<SigningVector> vectors;
  const std::optional<std::string> root = VectorsFolder();
  if (!root.has_value()) {
    return vectors;
  }
  std::vector<std::string> folders;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(absl::StrCat(*root, "/aws-signing-test-suite/", suite))) {
    if (entry.is_directory()) {
      folders.push_back(entry.path());
    }
  }
  std::sort(folders.begin(), folders.end());
  for (const std::string& folder : folders) {
    vectors.emplace_back(folder);
  }
  return vectors;
}

}  // namespace signet
