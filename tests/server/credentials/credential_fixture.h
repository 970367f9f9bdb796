// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SERVER_CREDENTIALS_CREDENTIAL_FIXTURE_H_
#define SIGNET_TESTS_SERVER_CREDENTIALS_CREDENTIAL_FIXTURE_H_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "server/credentials/credential_store.h"
#include "tests/support/fake_clock.h"
#include "tests/support/status_matchers.h"

namespace signet {

// A source whose content a test sets. It is read as one piece; each change of
// content is seen.
class FakeSource final : public CredentialSource {
 public:
  // Shared with the test, as the store owns the source.
  struct Content {
    int version = 0;
    absl::Status read;
    absl::Status parse;
    std::vector<CredentialValue> values;
    int parses = 0;
  };

  FakeSource(std::string name, std::shared_ptr<Content> content)
      : name_(std::move(name)), content_(std::move(content)) {}

  std::string Description() const override { return name_; }
  absl::StatusOr<std::vector<SourcePiece>> Read() const override {
    if (!content_->read.ok()) {
      return content_->read;
    }
    std::vector<SourcePiece> pieces;
    pieces.push_back({name_, Secret(absl::StrCat(content_->version))});
    return pieces;
  }
  absl::StatusOr<std::vector<CredentialValue>> Parse(
      const std::vector<SourcePiece>& /*pieces*/) const override {
    ++content_->parses;
    if (!content_->parse.ok()) {
      return content_->parse;
    }
    return content_->values;
  }

 private:
  const std::string name_;
  const std::shared_ptr<Content> content_;
};

inline CredentialValue MakeCredential(absl::string_view name, absl::string_view id,
                                      absl::string_view secret = "secret",
                                      absl::Time expires = absl::InfiniteFuture()) {
  CredentialValue value;
  value.name = std::string(name);
  value.access_key_id = std::string(id);
  value.secret_access_key = Secret(secret);
  value.expires = expires;
  return value;
}

// A store over two fake sources, and what it told.
class CredentialStoreTest : public ::testing::Test {
 protected:
  CredentialStoreTest() { Make({}); }

  // Another store over the same sources; it tells all the same.
  void Make(CredentialStoreOptions options) {
    options.on_error = [this](const absl::Status& status) {
      errors_.push_back(std::string(status.message()));
    };
    options.on_new_version = [this](const CredentialVersion& version) {
      new_versions_.push_back(version.value.access_key_id);
    };
    options.on_retired = [this](const CredentialVersion& version) {
      retired_.push_back(version.value.access_key_id);
    };
    std::vector<std::unique_ptr<CredentialSource>> sources;
    sources.push_back(std::make_unique<FakeSource>("source a", a_));
    sources.push_back(std::make_unique<FakeSource>("source b", b_));
    store_ = std::make_unique<CredentialStore>(std::move(sources), clock_, std::move(options));
  }

  // Gives source a new content; the next Reload() sees it.
  void SetA(std::vector<CredentialValue> values) { Set(a_.get(), std::move(values)); }
  void SetB(std::vector<CredentialValue> values) { Set(b_.get(), std::move(values)); }

  absl::Time Now() const { return clock_.Now(); }
  CredentialVersionPtr Latest(absl::string_view name) { return store_->Latest(name).value(); }

  FakeClock clock_{absl::FromCivil(absl::CivilHour(2026, 11, 30, 12), absl::UTCTimeZone())};
  std::shared_ptr<FakeSource::Content> a_ = std::make_shared<FakeSource::Content>();
  std::shared_ptr<FakeSource::Content> b_ = std::make_shared<FakeSource::Content>();
  std::vector<std::string> errors_;
  std::vector<std::string> new_versions_;
  std::vector<std::string> retired_;
  std::unique_ptr<CredentialStore> store_;

 private:
  static void Set(FakeSource::Content* content, std::vector<CredentialValue> values) {
    ++content->version;
    content->values = std::move(values);
  }
};

}  // namespace signet

#endif  // SIGNET_TESTS_SERVER_CREDENTIALS_CREDENTIAL_FIXTURE_H_
