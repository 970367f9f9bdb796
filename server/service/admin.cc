// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/admin.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/observability/log.h"
#include "server/service/authorization.h"
#include "server/service/call_audit.h"
#include "server/service/validation.h"

namespace signet {
namespace {

constexpr int kMaxPageSize = 1000;
// As ValidateCredential() has it.
constexpr size_t kMaxAccessKeyIdBytes = 128;

// PermissionDenied, kNotGranted. `credential` empty: all of them, or none in particular.
absl::Status AuthorizeAdmin(const ServiceContext& context, const CallContext& call,
                            Operation operation, absl::string_view credential) {
  const std::shared_ptr<const Policy> policy = context.policy->Get();
  const Decision decision = policy->DecideAdmin(call.caller, operation, credential);
  context.metrics->CountDecision(operation, decision.allowed);
  if (call.audit != nullptr) {
    AuditEvent& event = call.audit->event();
    event.decision = decision.allowed ? AuditEvent::Decision::kAllow : AuditEvent::Decision::kDeny;
    event.rule.assign(decision.rule.data(), decision.rule.size());
  }
  if (decision.allowed) {
    return absl::OkStatus();
  }
  Log(LogLevel::kInfo, "denied by policy",
      {{"caller", call.caller},
       {"operation", OperationName(operation)},
       {"credential", credential},
       {"why", WhyName(decision.why)},
       {"rule", decision.rule}});
  const absl::string_view of_what = credential.empty() ? "" : " of that credential";
  return NotGranted(call, Reason::kNotGranted, "",
                    absl::StrCat("no rule lets this caller use ", OperationName(operation), of_what,
                                 " (operations \"*\" do not include it)"));
}

// What of a revocation request names the version.
absl::Status ValidateWhich(const v1::RevokeCredentialVersionRequest& request) {
  using Request = v1::RevokeCredentialVersionRequest;
  const bool is_empty = request.credential_version().empty() && request.access_key_id().empty();
  if (request.which_case() == Request::WHICH_NOT_SET || is_empty) {
    return InvalidField(Reason::kMissingField, "which",
                        "neither credential_version nor access_key_id given, allowed is one");
  }
  if (request.access_key_id().size() > kMaxAccessKeyIdBytes) {
    return InvalidField(Reason::kInvalidCredentialName, "access_key_id",
                        absl::StrCat("access_key_id has ", request.access_key_id().size(),
                                     " bytes, allowed are 1 to ", kMaxAccessKeyIdBytes));
  }
  if (request.even_if_not_held() && request.which_case() == Request::kAccessKeyId) {
    return InvalidField(Reason::kUnsupportedCombination, "even_if_not_held",
                        "even_if_not_held goes with credential_version alone: which version an "
                        "access key ID will come with is not known");
  }
  return ValidateCredentialVersionId(request.credential_version());
}

absl::StatusOr<std::vector<RevokedVersion>> Revoke(
    CredentialStore* store, const v1::RevokeCredentialVersionRequest& request) {
  if (!request.access_key_id().empty()) {
    return store->RevokeAccessKeyId(request.credential(), request.access_key_id());
  }
  using Unheld = CredentialStore::Unheld;
  SIGNET_ASSIGN_OR_RETURN(
      RevokedVersion revoked,
      store->RevokeVersion(request.credential(), request.credential_version(),
                           request.even_if_not_held() ? Unheld::kRevoke : Unheld::kRefuse));
  return std::vector<RevokedVersion>{std::move(revoked)};
}

// Names that the caller may revoke as well, so that nothing is told that was not granted.
std::vector<std::string> OtherNames(const ServiceContext& context, const CallContext& call,
                                    absl::string_view credential, absl::string_view version) {
  const std::shared_ptr<const Policy> policy = context.policy->Get();
  std::vector<std::string> names = context.admin->credentials->OtherNamesOf(credential, version);
  names.erase(std::remove_if(names.begin(), names.end(),
                             [&](const std::string& name) {
                               return !policy
                                           ->DecideAdmin(call.caller,
                                                         Operation::kRevokeCredentialVersion, name)
                                           .allowed;
                             }),
              names.end());
  return names;
}

v1::ReloadOutcome ToProto(ReloadReport::Outcome outcome) {
  switch (outcome) {
    case ReloadReport::Outcome::kUnchanged:
      return v1::RELOAD_OUTCOME_UNCHANGED;
    case ReloadReport::Outcome::kInForce:
      return v1::RELOAD_OUTCOME_IN_FORCE;
    case ReloadReport::Outcome::kNeedsRestart:
      return v1::RELOAD_OUTCOME_NEEDS_RESTART;
    case ReloadReport::Outcome::kRefused:
      break;
  }
  return v1::RELOAD_OUTCOME_REFUSED;
}

std::string InWords(const ReloadReport::Part& part) {
  switch (part.outcome) {
    case ReloadReport::Outcome::kUnchanged:
      return absl::StrCat(part.name, " unchanged");
    case ReloadReport::Outcome::kInForce:
      return absl::StrCat(part.name, " in force");
    case ReloadReport::Outcome::kNeedsRestart:
      return absl::StrCat(part.name, " needs a restart");
    case ReloadReport::Outcome::kRefused:
      break;
  }
  return absl::StrCat(part.name, " refused: ", part.error);
}

void FillIn(const CredentialSummary& summary, v1::CredentialInfo* info) {
  info->set_name(summary.name);
  v1::CredentialSourceInfo* const source = info->mutable_source();
  source->set_description(summary.source.description);
  source->set_error(summary.source.error);
  if (summary.source.loaded_at.has_value()) {
    *source->mutable_loaded_at() = ToTimestamp(*summary.source.loaded_at);
  }
  for (const VersionSummary& version : summary.versions) {
    v1::CredentialVersionInfo* const of_version = info->add_versions();
    of_version->set_credential_version(version.id);
    of_version->set_access_key_id(version.access_key_id);
    *of_version->mutable_created_at() = ToTimestamp(version.created);
    if (version.expires != absl::InfiniteFuture()) {
      *of_version->mutable_expires_at() = ToTimestamp(version.expires);
    }
    of_version->set_revoked(version.is_revoked);
    of_version->set_latest(info->versions_size() == 1);
  }
}

}  // namespace

absl::Status RevokeCredentialVersion(const ServiceContext& context, const CallContext& call,
                                     const v1::RevokeCredentialVersionRequest& request,
                                     v1::RevokeCredentialVersionResponse* response) {
  SIGNET_RETURN_IF_ERROR(ValidateCredentialName(request.credential()));
  SIGNET_RETURN_IF_ERROR(
      AuthorizeAdmin(context, call, Operation::kRevokeCredentialVersion, request.credential()));
  SIGNET_RETURN_IF_ERROR(ValidateWhich(request));
  SIGNET_ASSIGN_OR_RETURN(const std::vector<RevokedVersion> revoked,
                          Revoke(context.admin->credentials, request));
  for (const RevokedVersion& version : revoked) {
    v1::RevokedVersion* const told = response->add_versions();
    told->set_credential_version(version.id);
    told->set_access_key_id(version.access_key_id);
    told->set_already_revoked(version.was_revoked);
    told->set_latest(version.is_latest);
    if (version.is_latest) {
      response->add_warnings(absl::StrCat("version ", version.id, " is the latest: credential ",
                                          request.credential(),
                                          " signs nothing until its source has another"));
    }
    if (version.access_key_id.empty()) {
      response->add_warnings(
          absl::StrCat("version ", version.id, " is not held: it is refused should it come"));
    }
    const std::vector<std::string> others =
        OtherNames(context, call, request.credential(), version.id);
    if (!others.empty()) {
      response->add_warnings(
          absl::StrCat("the same keys still sign as ", absl::StrJoin(others, ", ")));
    }
    Log(LogLevel::kWarning, "credential version revoked",
        {{"caller", call.caller},
         {"credential", request.credential()},
         {"credential_version", version.id},
         {"again", version.was_revoked}});
  }
  return absl::OkStatus();
}

void SaveRevocation(const ServiceContext& context, v1::RevokeCredentialVersionResponse* response) {
  const AdminContext& admin = *context.admin;
  if (admin.revocations == nullptr) {
    response->set_persistence(v1::REVOCATION_PERSISTENCE_NOT_CONFIGURED);
    response->add_warnings(
        "the server has no state_directory: a restart undoes the revocation, unless the "
        "source has other keys by then");
    return;
  }
  const absl::Status saved = admin.revocations->Save(*admin.credentials);
  if (saved.ok()) {
    response->set_persistence(v1::REVOCATION_PERSISTENCE_SAVED);
    return;
  }
  Log(LogLevel::kError, "revocations not saved, a restart would undo them",
      {{"error", saved.message()}});
  response->set_persistence(v1::REVOCATION_PERSISTENCE_FAILED);
  response->add_warnings(
      absl::StrCat("revoked, but not saved, so that a restart undoes it: ", saved.message()));
}

absl::Status PurgeKeys(const ServiceContext& context, const CallContext& call,
                       const v1::PurgeKeysRequest& request, v1::PurgeKeysResponse* response) {
  const bool is_all = request.credential().empty();
  if (!is_all) {
    SIGNET_RETURN_IF_ERROR(ValidateCredentialName(request.credential()));
  }
  SIGNET_RETURN_IF_ERROR(
      AuthorizeAdmin(context, call, Operation::kPurgeKeys, request.credential()));
  if (is_all) {
    response->set_keys(context.keys->Purge());
    response->set_sigv4a_keys(context.sigv4a_keys->Clear());
    return absl::OkStatus();
  }
  SIGNET_ASSIGN_OR_RETURN(const std::vector<uint64_t> generations,
                          context.admin->credentials->GenerationsOf(request.credential()));
  for (const uint64_t generation : generations) {
    response->set_keys(response->keys() + context.keys->WipeGeneration(generation));
    response->set_sigv4a_keys(response->sigv4a_keys() +
                              (context.sigv4a_keys->Remove(generation) ? 1 : 0));
  }
  return absl::OkStatus();
}

absl::Status ListCredentials(const ServiceContext& context, const CallContext& call,
                             const v1::ListCredentialsRequest& request,
                             v1::ListCredentialsResponse* response) {
  if (request.page_size() < 0 || request.page_size() > kMaxPageSize) {
    return InvalidField(
        Reason::kLimitExceeded, "page_size",
        absl::StrCat("page_size is ", request.page_size(), ", allowed is 0 to ", kMaxPageSize));
  }
  const std::shared_ptr<const Policy> policy = context.policy->Get();
  if (!policy->AllowsSomewhere(call.caller, Operation::kListCredentials)) {
    return AuthorizeAdmin(context, call, Operation::kListCredentials, "");
  }
  context.metrics->CountDecision(Operation::kListCredentials, true);
  if (call.audit != nullptr) {
    call.audit->event().decision = AuditEvent::Decision::kAllow;
  }
  const int page_size = request.page_size() == 0 ? kMaxPageSize : request.page_size();
  for (const CredentialSummary& summary : context.admin->credentials->Inventory()) {
    // The token is the name that the page before ended with.
    if (summary.name <= request.page_token() ||
        !policy->DecideAdmin(call.caller, Operation::kListCredentials, summary.name).allowed) {
      continue;
    }
    if (response->credentials_size() == page_size) {
      response->set_next_page_token(response->credentials(page_size - 1).name());
      break;
    }
    FillIn(summary, response->add_credentials());
  }
  return absl::OkStatus();
}

absl::Status GetCacheStats(const ServiceContext& context, const CallContext& call,
                           const v1::GetCacheStatsRequest& /*request*/,
                           v1::GetCacheStatsResponse* response) {
  SIGNET_RETURN_IF_ERROR(AuthorizeAdmin(context, call, Operation::kGetCacheStats, ""));
  const KeyCacheStats stats = context.keys->stats();
  response->set_hits(stats.hits);
  response->set_front_hits(stats.front_hits);
  response->set_misses(stats.misses);
  response->set_loads(stats.loads);
  response->set_load_errors(stats.load_errors);
  response->set_waits(stats.waits);
  response->set_bypasses(stats.bypasses);
  response->set_evictions(stats.evictions);
  response->set_expiries(stats.expiries);
  response->set_revoked_hits(stats.revoked_hits);
  response->set_entries(stats.entries);
  response->set_bytes(stats.bytes);
  response->set_fronts(stats.fronts);
  response->set_front_bytes(stats.front_bytes);
  response->set_sigv4a_entries(context.sigv4a_keys->size());
  response->set_memory_locked(context.keys->is_memory_locked());
  return absl::OkStatus();
}

absl::Status AuthorizeReload(const ServiceContext& context, const CallContext& call) {
  return AuthorizeAdmin(context, call, Operation::kReloadConfig, "");
}

absl::Status AnswerReload(const absl::StatusOr<ReloadReport>& report,
                          v1::ReloadConfigResponse* response) {
  SIGNET_RETURN_IF_ERROR(report.status());
  std::vector<std::string> words;
  std::string refused;
  for (const ReloadReport::Part& part : report->parts) {
    v1::ReloadedPart* const told = response->add_parts();
    told->set_part(part.name);
    told->set_outcome(ToProto(part.outcome));
    words.push_back(InWords(part));
    if (refused.empty() && part.outcome == ReloadReport::Outcome::kRefused) {
      refused = part.name;
    }
  }
  response->mutable_warnings()->Assign(report->warnings.begin(), report->warnings.end());
  if (refused.empty()) {
    return absl::OkStatus();
  }
  return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kReloadRefused, refused,
                   absl::StrJoin(words, "; "));
}

CallSubject SubjectOf(const v1::RevokeCredentialVersionRequest& request) {
  CallSubject subject;
  subject.credential = request.credential();
  return subject;
}

CallSubject SubjectOf(const v1::PurgeKeysRequest& request) {
  CallSubject subject;
  subject.credential = request.credential();
  return subject;
}

CallSubject SubjectOf(const v1::ListCredentialsRequest& /*request*/) { return {}; }
CallSubject SubjectOf(const v1::GetCacheStatsRequest& /*request*/) { return {}; }
CallSubject SubjectOf(const v1::ReloadConfigRequest& /*request*/) { return {}; }

}  // namespace signet
