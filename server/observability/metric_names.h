// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_OBSERVABILITY_METRIC_NAMES_H_
#define SIGNET_SERVER_OBSERVABILITY_METRIC_NAMES_H_

#include "absl/strings/string_view.h"

namespace signet {

enum class MetricKind { kCounter, kGauge, kHistogram };

// A family of metrics. Names end with their unit: _total for counts, _seconds,
// _bytes; gauges of plain numbers say what they count.
struct MetricDefinition {
  absl::string_view name;
  MetricKind kind;
  absl::string_view help;
};

// Names and labels (grpc_type, grpc_service, grpc_method, grpc_code) as the
// gRPC ecosystem's dashboards expect them.
inline constexpr MetricDefinition kGrpcServerStartedTotal{
    "grpc_server_started_total", MetricKind::kCounter, "RPCs started on the server."};
inline constexpr MetricDefinition kGrpcServerHandledTotal{
    "grpc_server_handled_total", MetricKind::kCounter,
    "RPCs completed on the server, successful or not."};
inline constexpr MetricDefinition kGrpcServerHandlingSeconds{
    "grpc_server_handling_seconds", MetricKind::kHistogram,
    "Time from the start of an RPC to its status."};

inline constexpr MetricDefinition kSignaturesTotal{"signet_signatures_total", MetricKind::kCounter,
                                                   "Signatures made, by operation."};
inline constexpr MetricDefinition kPolicyDecisionsTotal{
    "signet_policy_decisions_total", MetricKind::kCounter,
    "Policy decisions, by operation and decision (allow or deny)."};
inline constexpr MetricDefinition kPolicyWouldDenyTotal{
    "signet_policy_would_deny_total", MetricKind::kCounter,
    "Calls that policy.mode record let through though no rule allows them, by operation."};
inline constexpr MetricDefinition kConnectionsTotal{
    "signet_connections_total", MetricKind::kCounter, "Connections taken, by listener and result."};
inline constexpr MetricDefinition kConnectionsOpen{"signet_connections_open", MetricKind::kGauge,
                                                   "Connections open now, by listener."};
inline constexpr MetricDefinition kConnectionsShedTotal{
    "signet_connections_shed_total", MetricKind::kCounter,
    "Connections closed because memory ran out."};
inline constexpr MetricDefinition kMemoryResidentBytes{
    "signet_memory_resident_bytes", MetricKind::kGauge, "Resident memory of the process."};
inline constexpr MetricDefinition kMemoryLimitBytes{
    "signet_memory_limit_bytes", MetricKind::kGauge,
    "What resident memory is held below (limits.max_resident_bytes)."};
inline constexpr MetricDefinition kCallsInFlight{"signet_calls_in_flight", MetricKind::kGauge,
                                                 "RPCs running now."};
inline constexpr MetricDefinition kCallWaitSeconds{
    "signet_call_wait_seconds", MetricKind::kHistogram,
    "Time that a call waited for its turn before the server worked on it."};
inline constexpr MetricDefinition kCallsRefusedTotal{
    "signet_calls_refused_total", MetricKind::kCounter,
    "Calls that were not worked on, by why (overloaded, or deadline: it passed while they "
    "waited)."};
inline constexpr MetricDefinition kDraining{"signet_draining", MetricKind::kGauge,
                                            "1 while the server drains, else 0."};

inline constexpr MetricDefinition kKeyCacheHitsTotal{"signet_key_cache_hits_total",
                                                     MetricKind::kCounter, "Key cache hits."};
inline constexpr MetricDefinition kKeyCacheFrontHitsTotal{
    "signet_key_cache_front_hits_total", MetricKind::kCounter,
    "Those of the hits that a lane answered from its own copies."};
inline constexpr MetricDefinition kKeyCacheMissesTotal{"signet_key_cache_misses_total",
                                                       MetricKind::kCounter, "Key cache misses."};
inline constexpr MetricDefinition kKeyCacheLoadsTotal{
    "signet_key_cache_loads_total", MetricKind::kCounter, "Signing keys loaded by the cache."};
inline constexpr MetricDefinition kKeyCacheLoadErrorsTotal{
    "signet_key_cache_load_errors_total", MetricKind::kCounter, "Loads that failed."};
inline constexpr MetricDefinition kKeyCacheWaitsTotal{
    "signet_key_cache_waits_total", MetricKind::kCounter,
    "Callers that waited for another caller's load."};
inline constexpr MetricDefinition kKeyCacheBypassesTotal{
    "signet_key_cache_bypasses_total", MetricKind::kCounter,
    "Keys derived without the cache because it was contended."};
inline constexpr MetricDefinition kKeyCacheEvictionsTotal{
    "signet_key_cache_evictions_total", MetricKind::kCounter, "Keys evicted for want of room."};
inline constexpr MetricDefinition kKeyCacheExpiriesTotal{
    "signet_key_cache_expiries_total", MetricKind::kCounter, "Keys dropped at their expiry."};
inline constexpr MetricDefinition kKeyCacheRevokedHitsTotal{"signet_key_cache_revoked_hits_total",
                                                            MetricKind::kCounter,
                                                            "Look-ups that found a revoked key."};
inline constexpr MetricDefinition kKeyCacheEntries{"signet_key_cache_entries", MetricKind::kGauge,
                                                   "Keys in the cache."};
inline constexpr MetricDefinition kKeyCacheBytes{"signet_key_cache_bytes", MetricKind::kGauge,
                                                 "Memory of the cache's keys."};
inline constexpr MetricDefinition kUnlockedMemory{
    "signet_unlocked_memory", MetricKind::kGauge,
    "1 when key memory could not be locked and allow_unlocked_memory let it be, else 0."};

inline constexpr MetricDefinition kCredentialReloadsTotal{
    "signet_credential_reloads_total", MetricKind::kCounter,
    "Reloads of credentials, by credential and result (ok or error)."};
inline constexpr MetricDefinition kCredentialExpirySeconds{
    "signet_credential_expiry_timestamp_seconds", MetricKind::kGauge,
    "When the credential's current version expires, in Unix time."};
inline constexpr MetricDefinition kTlsReloadsTotal{
    "signet_tls_reloads_total", MetricKind::kCounter,
    "Changes of the TLS files, by result (ok or refused)."};
inline constexpr MetricDefinition kTlsExpirySeconds{
    "signet_tls_certificate_expires_in_seconds", MetricKind::kGauge,
    "Time until the first certificate in use ends, by certificate (server or client_ca)."};
inline constexpr MetricDefinition kAuditLinesTotal{"signet_audit_lines_total", MetricKind::kCounter,
                                                   "Decisions written to the audit log."};
inline constexpr MetricDefinition kAuditBytesTotal{"signet_audit_bytes_total", MetricKind::kCounter,
                                                   "Bytes of those lines."};
inline constexpr MetricDefinition kAuditLinesDroppedTotal{
    "signet_audit_lines_dropped_total", MetricKind::kCounter,
    "Decisions that could not be written to the audit log."};
inline constexpr MetricDefinition kAuditRefusalsUnlistedTotal{
    "signet_audit_refusals_unlisted_total", MetricKind::kCounter,
    "Refused calls without a line in the audit log, since their caller had too many."};
inline constexpr MetricDefinition kAuditWriteErrorsTotal{"signet_audit_write_errors_total",
                                                         MetricKind::kCounter,
                                                         "Writes to the audit log that failed."};
inline constexpr MetricDefinition kAuditSyncErrorsTotal{
    "signet_audit_sync_errors_total", MetricKind::kCounter, "Syncs of the audit log that failed."};
inline constexpr MetricDefinition kAuditSyncSeconds{
    "signet_audit_sync_seconds", MetricKind::kHistogram,
    "Time that the disk took to have the audit log."};
inline constexpr MetricDefinition kAuditQueuedBytes{"signet_audit_queued_bytes", MetricKind::kGauge,
                                                    "Audit lines that wait to be written."};
inline constexpr MetricDefinition kAuditHeadSeq{"signet_audit_head_seq", MetricKind::kGauge,
                                                "Number of the last line of the audit log."};
inline constexpr MetricDefinition kAuditAvailable{
    "signet_audit_available", MetricKind::kGauge,
    "1 while decisions can be written to the audit log, else 0."};
inline constexpr MetricDefinition kTokensVerifiedTotal{
    "signet_tokens_verified_total", MetricKind::kCounter,
    "Tokens of service accounts looked at anew, by result (ok or refused)."};
inline constexpr MetricDefinition kTokenKeyReadsTotal{
    "signet_token_key_reads_total", MetricKind::kCounter,
    "Changes of the keys that tokens are verified with, and reads that failed, by cluster and "
    "result (ok or refused)."};
inline constexpr MetricDefinition kLogLinesLostTotal{
    "signet_log_lines_lost_total", MetricKind::kCounter, "Log lines that could not be written."};

}  // namespace signet

#endif  // SIGNET_SERVER_OBSERVABILITY_METRIC_NAMES_H_
