// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/admin_output.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client_lib/cpp/wire.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/repeated_field.h"

namespace signet::cli {
namespace {

using Texts = google::protobuf::RepeatedPtrField<std::string>;
using Row = std::vector<std::string>;

// Columns as wide as their widest entry, two spaces between them, none at the end.
void PrintTable(const std::vector<Row>& rows) {
  std::vector<size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  for (const Row& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      absl::StrAppend(&line, i == 0 ? "" : "  ", row[i]);
      line.append(widths[i] - row[i].size(), ' ');
    }
    std::cout << absl::StripTrailingAsciiWhitespace(line) << "\n";
  }
}

void PrintWarnings(const Texts& warnings) {
  for (const std::string& warning : warnings) {
    std::cerr << "signet: warning: " << warning << "\n";
  }
}

Json ToJson(const Texts& texts) { return std::vector<std::string>(texts.begin(), texts.end()); }

// "in_force" for RELOAD_OUTCOME_IN_FORCE, whose enum's values begin with "RELOAD_OUTCOME_".
std::string ShortName(const std::string& name, absl::string_view prefix) {
  return absl::AsciiStrToLower(
      absl::string_view(name).substr(std::min(prefix.size(), name.size())));
}

std::string PersistenceName(v1::RevocationPersistence persistence) {
  return ShortName(v1::RevocationPersistence_Name(persistence), "REVOCATION_PERSISTENCE_");
}

std::string OutcomeName(v1::ReloadOutcome outcome) {
  return ShortName(v1::ReloadOutcome_Name(outcome), "RELOAD_OUTCOME_");
}

std::string TimeOr(bool is_set, const google::protobuf::Timestamp& time,
                   const std::string& otherwise) {
  return is_set ? Rfc3339(FromProto(time)) : otherwise;
}

Json TimeOrNull(bool is_set, const google::protobuf::Timestamp& time) {
  return is_set ? Json(Rfc3339(FromProto(time))) : Json();
}

std::string StateOf(const v1::CredentialVersionInfo& version) {
  if (version.revoked()) {
    return version.latest() ? "latest, revoked" : "replaced, revoked";
  }
  return version.latest() ? "latest" : "replaced";
}

Json ToJson(const v1::CredentialInfo& credential) {
  Json versions = Json::array();
  for (const v1::CredentialVersionInfo& version : credential.versions()) {
    versions.push_back({{"credential_version", version.credential_version()},
                        {"access_key_id", version.access_key_id()},
                        {"created_at", TimeOrNull(version.has_created_at(), version.created_at())},
                        {"expires_at", TimeOrNull(version.has_expires_at(), version.expires_at())},
                        {"revoked", version.revoked()},
                        {"latest", version.latest()}});
  }
  const v1::CredentialSourceInfo& source = credential.source();
  return {{"name", credential.name()},
          {"source",
           {{"description", source.description()},
            {"loaded_at", TimeOrNull(source.has_loaded_at(), source.loaded_at())},
            {"error", source.error()}}},
          {"versions", versions}};
}

}  // namespace

void Print(const v1::RevokeCredentialVersionResponse& response, Format format) {
  if (format == Format::kJson) {
    Json versions = Json::array();
    for (const v1::RevokedVersion& version : response.versions()) {
      versions.push_back({{"credential_version", version.credential_version()},
                          {"access_key_id", version.access_key_id()},
                          {"already_revoked", version.already_revoked()},
                          {"latest", version.latest()}});
    }
    PrintJson({{"versions", versions},
               {"persistence", PersistenceName(response.persistence())},
               {"warnings", ToJson(response.warnings())}});
    return;
  }
  std::vector<Row> rows = {{"VERSION", "ACCESS KEY ID", "REVOKED", "SAVED"}};
  for (const v1::RevokedVersion& version : response.versions()) {
    rows.push_back({version.credential_version(),
                    version.access_key_id().empty() ? "-" : version.access_key_id(),
                    version.already_revoked() ? "before" : "now",
                    PersistenceName(response.persistence())});
  }
  PrintTable(rows);
  PrintWarnings(response.warnings());
}

void Print(const v1::PurgeKeysResponse& response, Format format) {
  if (format == Format::kJson) {
    PrintJson({{"keys", response.keys()}, {"sigv4a_keys", response.sigv4a_keys()}});
    return;
  }
  std::cout << response.keys() << " keys wiped, " << response.sigv4a_keys()
            << " key pairs of SigV4A\n";
}

void Print(const v1::ListCredentialsResponse& response, Format format) {
  if (format == Format::kJson) {
    Json credentials = Json::array();
    for (const v1::CredentialInfo& credential : response.credentials()) {
      credentials.push_back(ToJson(credential));
    }
    PrintJson({{"credentials", credentials}});
    return;
  }
  std::vector<Row> rows = {
      {"CREDENTIAL", "VERSION", "ACCESS KEY ID", "STATE", "CREATED", "EXPIRES", "SOURCE"}};
  for (const v1::CredentialInfo& credential : response.credentials()) {
    for (const v1::CredentialVersionInfo& version : credential.versions()) {
      rows.push_back({credential.name(), version.credential_version(), version.access_key_id(),
                      StateOf(version), TimeOr(version.has_created_at(), version.created_at(), "-"),
                      TimeOr(version.has_expires_at(), version.expires_at(), "never"),
                      credential.source().description()});
    }
  }
  PrintTable(rows);
  for (const v1::CredentialInfo& credential : response.credentials()) {
    if (!credential.source().error().empty()) {
      std::cerr << "signet: warning: " << credential.name()
                << ": not reloaded: " << credential.source().error() << "\n";
    }
  }
}

void Print(const v1::GetCacheStatsResponse& response, Format format) {
  // All fields are numbers or flags, so new ones need no line here.
  const google::protobuf::Reflection* const reflection = response.GetReflection();
  Json json;
  std::vector<Row> rows;
  for (int i = 0; i < response.GetDescriptor()->field_count(); ++i) {
    const google::protobuf::FieldDescriptor* const field = response.GetDescriptor()->field(i);
    if (field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_BOOL) {
      const bool value = reflection->GetBool(response, field);
      json[field->name()] = value;
      rows.push_back({field->name(), value ? "true" : "false"});
    } else {
      const uint64_t value = reflection->GetUInt64(response, field);
      json[field->name()] = value;
      rows.push_back({field->name(), absl::StrCat(value)});
    }
  }
  if (format == Format::kJson) {
    PrintJson(json);
  } else {
    PrintTable(rows);
  }
}

void Print(const v1::ReloadConfigResponse& response, Format format) {
  if (format == Format::kJson) {
    Json parts = Json::object();
    for (const v1::ReloadedPart& part : response.parts()) {
      parts[part.part()] = OutcomeName(part.outcome());
    }
    PrintJson({{"parts", parts}, {"warnings", ToJson(response.warnings())}});
    return;
  }
  std::vector<Row> rows = {{"PART", "OUTCOME"}};
  for (const v1::ReloadedPart& part : response.parts()) {
    rows.push_back({part.part(), OutcomeName(part.outcome())});
  }
  PrintTable(rows);
  PrintWarnings(response.warnings());
}

}  // namespace signet::cli
