// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_SERVICE_TOKEN_VERIFIER_H_
#define SIGNET_SERVER_SERVICE_TOKEN_VERIFIER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/observability/metrics.h"
#include "server/service/config.h"
#include "server/service/service_account.h"
#include "server/service/token_keys.h"

namespace signet {

// A token that was found to be good.
struct VerifiedToken {
  // "k8s://CLUSTER/NAMESPACE/NAME"
  std::string caller;
  absl::Time not_after;
  // What it rests on: an index into the issuers, and the version of that one's keys.
  size_t issuer;
  uint64_t keys_version;
};

// Verifies tokens of the configured issuers. Safe for concurrent use, but Poll().
class TokenVerifier {
 public:
  // Reads the keys in files, and starts a thread that reads those behind URLs, where there
  // are any. `clock` and `metrics` outlive it.
  //
  // Errors as ReadFile() and JwkSet::Parse(), of files alone: what is behind a URL may come
  // later.
  static absl::StatusOr<std::shared_ptr<TokenVerifier>> Create(const ServerConfig::Tokens& config,
                                                               const Clock& clock,
                                                               MetricsRegistry* metrics);
  ~TokenVerifier();
  TokenVerifier(const TokenVerifier&) = delete;
  TokenVerifier& operator=(const TokenVerifier&) = delete;

  bool is_required() const { return is_required_; }

  // Whether a token was verified before and is still good.
  bool IsStillGood(const VerifiedToken& token) const;

  // Unauthenticated, kInvalidToken: the token is not good. Neither message nor log shows a
  // byte of it.
  absl::StatusOr<std::shared_ptr<const VerifiedToken>> Verify(absl::string_view token) const;

  // The same error: connections of that caller may not bring it.
  absl::Status CheckConnection(const VerifiedToken& token,
                               absl::string_view connection_caller) const;

  // Reads files that are due. To be called about once a second, by one thread.
  void Poll();

 private:
  struct Issuer {
    TokenTerms terms;
    std::string cluster;
    std::vector<std::string> connections;
    bool is_behind_url;
    std::unique_ptr<TokenKeys> keys;
  };

  TokenVerifier(const ServerConfig::Tokens& config, const Clock& clock, MetricsRegistry* metrics);

  absl::StatusOr<VerifiedToken> VerifyNow(absl::string_view text, absl::Time now) const;
  // What the fetching thread does.
  void FetchUntilStopped();

  const Clock& clock_;
  const bool is_required_;
  Counter* const verified_;
  Counter* const refused_;
  std::vector<Issuer> issuers_;

  Mutex mu_;
  CondVar stop_;
  bool is_stopped_ ABSL_GUARDED_BY(mu_) = false;
  std::thread fetcher_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_SERVICE_TOKEN_VERIFIER_H_
