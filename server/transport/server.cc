// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/server.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "server/base/error.h"
#include "server/base/secret_memory.h"
#include "server/base/status_macros.h"
#include "server/observability/log.h"
#include "server/observability/metric_names.h"
#include "server/service/config_audit.h"

namespace signet {
namespace {

// Versions of credentials that may have a SigV4A key at once.
constexpr size_t kMaxSigv4aKeys = 1024;

struct CacheFigure {
  MetricDefinition definition;
  uint64_t KeyCacheStats::*value;
};

constexpr CacheFigure kCacheFigures[] = {
    {kKeyCacheHitsTotal, &KeyCacheStats::hits},
    {kKeyCacheFrontHitsTotal, &KeyCacheStats::front_hits},
    {kKeyCacheMissesTotal, &KeyCacheStats::misses},
    {kKeyCacheLoadsTotal, &KeyCacheStats::loads},
    {kKeyCacheLoadErrorsTotal, &KeyCacheStats::load_errors},
    {kKeyCacheWaitsTotal, &KeyCacheStats::waits},
    {kKeyCacheBypassesTotal, &KeyCacheStats::bypasses},
    {kKeyCacheEvictionsTotal, &KeyCacheStats::evictions},
    {kKeyCacheExpiriesTotal, &KeyCacheStats::expiries},
    {kKeyCacheRevokedHitsTotal, &KeyCacheStats::revoked_hits},
    {kKeyCacheEntries, &KeyCacheStats::entries},
    {kKeyCacheBytes, &KeyCacheStats::bytes},
};

struct AuditFigure {
  MetricDefinition definition;
  uint64_t AuditStats::*value;
};

constexpr AuditFigure kAuditFigures[] = {
    {kAuditLinesTotal, &AuditStats::lines},
    {kAuditBytesTotal, &AuditStats::bytes},
    {kAuditLinesDroppedTotal, &AuditStats::dropped},
    {kAuditRefusalsUnlistedTotal, &AuditStats::unlisted},
    {kAuditWriteErrorsTotal, &AuditStats::write_errors},
    {kAuditSyncErrorsTotal, &AuditStats::sync_errors},
    {kAuditQueuedBytes, &AuditStats::queued_bytes},
    {kAuditHeadSeq, &AuditStats::head_seq},
};

// The head is what a verifier needs to know from elsewhere.
void LogAuditNews(const AuditNews& news) {
  LogLevel level = LogLevel::kInfo;
  switch (news.kind) {
    case AuditNews::Kind::kBroken:
    case AuditNews::Kind::kFailed:
    case AuditNews::Kind::kSyncFailed:
      level = LogLevel::kError;
      break;
    case AuditNews::Kind::kTorn:
    case AuditNews::Kind::kMoved:
      level = LogLevel::kWarning;
      break;
    default:
      break;
  }
  Log(level, "audit log",
      {{"news", AuditNewsName(news.kind)},
       {"head", AuditHeadText(news.head)},
       {"detail", news.detail}});
}

// Keys that all lanes' fronts hold together, and each at least and at most: 4 MiB of
// memory that must be locked.
constexpr size_t kAllFrontEntries = 16384;
constexpr size_t kMinFrontEntries = 256;
constexpr size_t kMaxFrontEntries = 4096;

size_t FrontEntries(const ServerConfig& config) {
  const size_t listeners =
      (config.unix_listener.has_value() ? 1 : 0) + (config.tcp_listener.has_value() ? 1 : 0);
  const size_t lanes = std::max<size_t>(1, listeners * static_cast<size_t>(config.lanes));
  return std::clamp(std::bit_floor(kAllFrontEntries / lanes), kMinFrontEntries, kMaxFrontEntries);
}

}  // namespace

Server::Server(const ServerConfig& config, const Clock& clock)
    : clock_(clock),
      service_metrics_(&metrics_),
      policy_(config.policy),
      sigv4a_keys_(kMaxSigv4aKeys) {}

absl::StatusOr<std::unique_ptr<Server>> Server::Create(
    const ServerConfig& config, std::vector<std::unique_ptr<CredentialSource>> sources,
    const Clock& clock) {
  std::unique_ptr<Server> server(new Server(config, clock));
  KeyCacheOptions cache_options;
  cache_options.max_entries = config.key_cache.max_entries;
  cache_options.revocation_check_interval = config.key_cache.revocation_check_interval;
  cache_options.allow_unlocked_memory = config.key_cache.allow_unlocked_memory;
  cache_options.front_entries = FrontEntries(config);
  SIGNET_ASSIGN_OR_RETURN(server->keys_, KeyCache::Create(cache_options, clock));
  server->ExportKeyCacheStats();
  if (!config.state_directory.empty()) {
    SIGNET_ASSIGN_OR_RETURN(server->revocations_,
                            RevocationKeeper::Open(config.state_directory, clock));
  }
  SIGNET_RETURN_IF_ERROR(server->LoadCredentials(std::move(sources)));
  SIGNET_RETURN_IF_ERROR(server->CheckSecretMemory(config.key_cache.allow_unlocked_memory));
  SIGNET_RETURN_IF_ERROR(server->OpenAudit(config));
  server->admin_ = {.credentials = server->credentials_.get(),
                    .revocations = server->revocations_.get(),
                    .reloads = &server->reloads_,
                    .post = [worker = &server->worker_](std::function<void()> task) {
                      return worker->Post(std::move(task));
                    }};
  server->context_ = {
      .clock = &clock,
      .credentials = server->credentials_.get(),
      .keys = server->keys_.get(),
      .sigv4a_keys = &server->sigv4a_keys_,
      .policy = &server->policy_,
      .metrics = &server->service_metrics_,
      .audit = server->audit_.get(),
      .admin = &server->admin_,
      .lease_time_to_live = config.key_cache.lease_time_to_live,
      .is_development = config.is_development,
      .max_message_bytes = static_cast<uint64_t>(config.limits.max_message_bytes),
      .max_batch_bytes = static_cast<uint64_t>(config.limits.max_batch_bytes),
      .version = SIGNET_VERSION,
  };
  SIGNET_ASSIGN_OR_RETURN(
      server->listeners_,
      Listeners::Start(config, server->context_, &server->health_, &server->metrics_));
  server->is_started_ = true;
  server->health_.SetServing(true);
  return server;
}

Server::~Server() { Stop(absl::InfinitePast()); }

absl::Status Server::OpenAudit(const ServerConfig& config) {
  if (!config.audit.has_value()) {
    return absl::OkStatus();
  }
  SIGNET_ASSIGN_OR_RETURN(AuditOptions options, ToAuditOptions(*config.audit));
  options.clock = &clock_;
  options.on_news = &LogAuditNews;
  options.on_synced = [seconds = metrics_.GetHistogram(kAuditSyncSeconds)](absl::Duration time) {
    seconds->Observe(time);
  };
  SIGNET_ASSIGN_OR_RETURN(audit_, AuditLog::Open(options));
  for (const AuditFigure& figure : kAuditFigures) {
    metrics_.AddCallback(figure.definition, {}, [this, value = figure.value] {
      return static_cast<double>(audit_->stats().*value);
    });
  }
  metrics_.AddCallback(kAuditAvailable, {},
                       [this] { return audit_->stats().is_available ? 1.0 : 0.0; });
  return absl::OkStatus();
}

absl::Status Server::LoadCredentials(std::vector<std::unique_ptr<CredentialSource>> sources) {
  credentials_ = std::make_unique<CredentialStore>(std::move(sources), clock_, StoreOptions());
  return credentials_->Load();
}

absl::Status Server::CheckSecretMemory(bool allows_unlocked) {
  const size_t unlocked = SecretMemory::UnlockedBytes();
  if (unlocked == 0) {
    return absl::OkStatus();
  }
  if (!allows_unlocked) {
    return MakeError(absl::StatusCode::kResourceExhausted, Reason::kKeyMemoryExhausted,
                     "key_cache.allow_unlocked_memory",
                     absl::StrCat("the memory of ", unlocked, " bytes of credentials cannot be ",
                                  "locked (RLIMIT_MEMLOCK); raise the limit, or set "
                                  "key_cache.allow_unlocked_memory"));
  }
  metrics_.GetGauge(kUnlockedMemory)->Set(1);
  Log(LogLevel::kWarning, "credential memory is not locked: it may be swapped out",
      {{"bytes", unlocked}});
  return absl::OkStatus();
}

CredentialStoreOptions Server::StoreOptions() {
  CredentialStoreOptions options;
  if (revocations_ != nullptr) {
    options.revoked = revocations_->initial();
  }
  options.on_error = [this](const absl::Status& status) {
    metrics_.GetCounter(kCredentialReloadsTotal, {{"result", "error"}})->Increment();
    if (is_started_) {
      Log(LogLevel::kError, "credentials not reloaded, the last good ones stay in use",
          {{"error", status.message()}});
    }
  };
  options.on_new_version = [this](const CredentialVersion& version) {
    const absl::string_view name = version.value.name;
    keys_->ForgetLatest(name);
    metrics_.GetCounter(kCredentialReloadsTotal, {{"credential", name}, {"result", "ok"}})
        ->Increment();
    if (version.value.expires != absl::InfiniteFuture()) {
      metrics_.GetGauge(kCredentialExpirySeconds, {{"credential", name}})
          ->Set(absl::ToUnixSeconds(version.value.expires));
    }
    if (is_started_) {
      Log(LogLevel::kInfo, "credential version in use",
          {{"credential", name}, {"credential_version", version.id}});
    }
  };
  options.on_retired = [this](const CredentialVersion& version) {
    // The keys of a version that was replaced go by themselves; to remember each
    // rotation for ever would be a leak.
    if (version.is_revoked()) {
      keys_->Revoke(version.generation);
    }
    keys_->WipeGeneration(version.generation);
    sigv4a_keys_.Remove(version.generation);
    Log(LogLevel::kInfo, "credential version retired",
        {{"credential", version.value.name}, {"credential_version", version.id}});
  };
  return options;
}

void Server::ExportKeyCacheStats() {
  for (const CacheFigure& figure : kCacheFigures) {
    metrics_.AddCallback(figure.definition, {}, [this, value = figure.value] {
      return static_cast<double>(keys_->stats().*value);
    });
  }
  metrics_.AddCallback(kLogLinesLostTotal, {}, [] { return static_cast<double>(LostLogLines()); });
  metrics_.GetGauge(kUnlockedMemory)->Set(keys_->is_memory_locked() ? 0 : 1);
  if (!keys_->is_memory_locked()) {
    Log(LogLevel::kWarning, "key memory is not locked: it may be swapped out");
  }
}

bool Server::Tick() {
  const bool are_credentials_taken = credentials_->Reload();
  keys_->Sweep(clock_.Now());
  is_tls_taken_ = listeners_->PollFiles();
  LookAfterRevocations();
  return are_credentials_taken;
}

void Server::LookAfterRevocations() {
  if (revocations_ == nullptr) {
    return;
  }
  if (const absl::Status status = revocations_->Poll(credentials_.get()); !status.ok()) {
    Log(LogLevel::kError, "revocations not read, those known stay in force",
        {{"error", status.message()}});
  }
  if (revocations_->has_unsaved()) {
    worker_.Post([this] {
      if (revocations_->has_unsaved() && revocations_->Save(*credentials_).ok()) {
        Log(LogLevel::kInfo, "revocations saved");
      }
    });
  }
}

void Server::SetPolicy(std::shared_ptr<const Policy> policy) { policy_.Set(std::move(policy)); }

void Server::ReopenAudit() {
  if (audit_ != nullptr) {
    audit_->Reopen();
  }
}

void Server::StartDraining() {
  metrics_.GetGauge(kDraining)->Set(1);
  reloads_.Close();
  health_.SetServing(false);
}

void Server::Stop(absl::Time deadline) {
  health_.SetServing(false);
  // Calls that wait for them are answered while their lanes still run.
  reloads_.Close();
  worker_.Stop();
  if (listeners_ != nullptr) {
    listeners_->Shutdown(deadline);
  }
}

}  // namespace signet
