// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/tls_store.h"

#include <iterator>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "server/base/status_macros.h"
#include "server/observability/log.h"
#include "server/observability/metric_names.h"

namespace signet {
namespace {

// Between two looks that must agree.
constexpr absl::Duration kStandStill = absl::Milliseconds(100);

// Before the end, the furthest first. Those that are longer than half the certificate's
// life say nothing: it is renewed later than that.
constexpr absl::Duration kWarnings[] = {absl::Hours(30 * 24), absl::Hours(7 * 24), absl::Hours(24),
                                        absl::ZeroDuration()};

}  // namespace

absl::StatusOr<std::shared_ptr<TlsStore>> TlsStore::Create(const TlsFiles& files,
                                                           const Clock& clock,
                                                           MetricsRegistry* metrics) {
  SIGNET_ASSIGN_OR_RETURN(TlsBytes bytes, ReadTlsFiles(files));
  SIGNET_ASSIGN_OR_RETURN(TlsMaterial material, MakeTlsMaterial(files, bytes, clock.Now()));
  std::shared_ptr<TlsStore> store(new TlsStore(files, clock, metrics));
  store->Use(std::move(bytes), std::move(material));
  store->LookAtExpiry();
  return store;
}

TlsStore::TlsStore(const TlsFiles& files, const Clock& clock, MetricsRegistry* metrics)
    : files_(files),
      clock_(clock),
      reloads_(metrics->GetCounter(kTlsReloadsTotal, {{"result", "ok"}})),
      refusals_(metrics->GetCounter(kTlsReloadsTotal, {{"result", "refused"}})),
      expiry_(metrics->GetGauge(kTlsExpirySeconds, {{"certificate", "server"}})),
      authorities_expiry_(metrics->GetGauge(kTlsExpirySeconds, {{"certificate", "client_ca"}})) {}

bool TlsStore::Poll() {
  absl::StatusOr<TlsBytes> bytes = ReadTlsFiles(files_);
  const bool is_changed = !bytes.ok() || !(*bytes == in_use_);
  if (!is_changed) {
    refused_.clear();
    LookAtExpiry();
    return true;
  }
  absl::SleepFor(kStandStill);
  absl::StatusOr<TlsBytes> again = ReadTlsFiles(files_);
  if (bytes.ok() && again.ok() && !(*bytes == *again)) {
    LookAtExpiry();
    return false;  // Still being written.
  }
  absl::StatusOr<TlsMaterial> material =
      again.ok() ? MakeTlsMaterial(files_, *again, clock_.Now()) : again.status();
  const bool is_usable = material.ok();
  if (!is_usable) {
    Refuse(material.status());
  } else if (!(*again == in_use_)) {
    Use(*std::move(again), *std::move(material));
    reloads_->Increment();
    const std::shared_ptr<const TlsMaterial> used = current();
    Log(LogLevel::kInfo, "TLS files reloaded",
        {{"cert_file", files_.cert_file}, {"expires_in_seconds", used->not_after - clock_.Now()}});
  }
  LookAtExpiry();
  return is_usable;
}

std::shared_ptr<const TlsMaterial> TlsStore::current() const {
  MutexLock lock(&mu_);
  return current_;
}

void TlsStore::Use(TlsBytes bytes, TlsMaterial material) {
  in_use_ = std::move(bytes);
  refused_.clear();
  warnings_given_ = 0;
  {
    MutexLock lock(&mu_);
    current_ = std::make_shared<const TlsMaterial>(std::move(material));
  }
  version_.fetch_add(1, std::memory_order_release);
}

void TlsStore::Refuse(const absl::Status& why) {
  if (refused_ == why.message()) {
    return;
  }
  refused_ = std::string(why.message());
  refusals_->Increment();
  Log(LogLevel::kError, "TLS files not reloaded, the last good ones stay in use",
      {{"error", why.message()}});
}

void TlsStore::LookAtExpiry() {
  const std::shared_ptr<const TlsMaterial> material = current();
  const absl::Time now = clock_.Now();
  const absl::Duration left = material->not_after - now;
  expiry_->Set(absl::ToInt64Seconds(left));
  authorities_expiry_->Set(absl::ToInt64Seconds(material->roots_not_after - now));
  bool is_news = false;
  while (warnings_given_ < std::size(kWarnings) && left <= kWarnings[warnings_given_]) {
    is_news = kWarnings[warnings_given_] * 2 <= material->not_after - material->not_before;
    ++warnings_given_;
  }
  if (is_news && left <= absl::ZeroDuration()) {
    Log(LogLevel::kError, "the server's certificate has expired",
        {{"cert_file", files_.cert_file}, {"expires_in_seconds", left}});
  } else if (is_news) {
    Log(LogLevel::kWarning, "the server's certificate expires soon",
        {{"cert_file", files_.cert_file}, {"expires_in_seconds", left}});
  }
}

}  // namespace signet
