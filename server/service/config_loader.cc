// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_loader.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "server/base/document.h"
#include "server/base/error.h"
#include "server/base/secret.h"
#include "server/base/status_macros.h"
#include "server/digest/sha256.h"
#include "server/service/config_credentials.h"
#include "server/service/config_environment.h"
#include "server/service/config_errors.h"
#include "server/service/config_files.h"
#include "server/service/config_reader.h"
#include "server/service/config_validator.h"
#include "signet/v1/config.pb.h"

namespace signet {
namespace {

// "/etc/signet/" for "/etc/signet/signetd.yaml".
std::string FolderOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return std::string(path.substr(0, slash == absl::string_view::npos ? 0 : slash + 1));
}

absl::Status WithPlace(const Document& document, TextMark mark, const absl::Status& status) {
  const std::string field = GetErrorDetail(status).field;
  return InvalidField(Reason::kInvalidConfig, field,
                      absl::StrCat(document.name(), ":", mark.line, ":", mark.column, ": ",
                                   field.empty() ? "" : field + ": ", status.message()));
}

// The errors with their places, in the order of the file.
std::vector<absl::Status> WithPlaces(const Document& document, const FieldMarks& marks,
                                     const ConfigErrors& errors) {
  std::vector<std::pair<TextMark, absl::Status>> placed;
  for (const ConfigErrors::Entry& entry : errors.entries()) {
    const TextMark mark = entry.mark.value_or(marks.Find(GetErrorDetail(entry.status).field));
    placed.emplace_back(mark, WithPlace(document, mark, entry.status));
  }
  std::stable_sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) {
    return std::make_pair(a.first.line, a.first.column) <
           std::make_pair(b.first.line, b.first.column);
  });
  std::vector<absl::Status> statuses;
  statuses.reserve(placed.size());
  for (auto& [mark, status] : placed) {
    statuses.push_back(std::move(status));
  }
  return statuses;
}

// Takes each key out by itself for a moment.
ConfigSections SectionsOf(v1::ServerConfig* message) {
  ConfigSections sections;
  const google::protobuf::Reflection* const reflection = message->GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection->ListFields(*message, &fields);
  for (const google::protobuf::FieldDescriptor* const field : fields) {
    v1::ServerConfig alone;
    reflection->SwapFields(message, &alone, {field});
    std::string bytes = alone.SerializeAsString();
    sections[field->name()] = Sha256Of(bytes);
    Wipe(&bytes);
    reflection->SwapFields(message, &alone, {field});
  }
  return sections;
}

// What a configuration is looked at for, beside what it says.
enum class Files { kLeftAlone, kChecked };

ConfigReport ReadServerConfig(const Document& document, const EnvironmentReader& environment,
                              Files files) {
  ConfigReport report;
  ConfigErrors errors;
  FieldMarks marks;
  v1::ServerConfig message;
  const auto wiper = absl::MakeCleanup([&message] { WipeSecrets(&message); });
  ReadConfigMessage(document, &message, &marks, &errors);
  // What was not read would be missed; that is no second error.
  if (errors.empty()) {
    report.config = ValidateServerConfig(message, FolderOf(document.name()), &errors);
    report.config.sections = SectionsOf(&message);
  }
  if (errors.empty() && files == Files::kChecked) {
    CheckConfiguredFiles(report.config, &errors);
  }
  report.errors = WithPlaces(document, marks, errors);
  const absl::Status overridden = OverrideLogging(environment, &report.config.logging);
  if (!overridden.ok()) {
    report.errors.push_back(overridden);
  }
  return report;
}

// The first error, if there is one.
absl::StatusOr<ServerConfig> ConfigOf(ConfigReport report) {
  if (report.errors.empty()) {
    return std::move(report.config);
  }
  return report.errors[0];
}

ConfigReport ReadConfigFile(const std::string& path, const EnvironmentReader& environment,
                            Files files) {
  const absl::StatusOr<Document> document = ReadDocument(path);
  if (!document.ok()) {
    return {.config = {}, .errors = {document.status()}};
  }
  ConfigReport report = ReadServerConfig(*document, environment, files);
  for (const std::vector<std::string>& warnings :
       {ConfigModeWarnings(path, report.config), FileModeWarnings(report.config)}) {
    report.config.warnings.insert(report.config.warnings.end(), warnings.begin(), warnings.end());
  }
  return report;
}

}  // namespace

absl::StatusOr<ServerConfig> LoadServerConfig(const std::string& path,
                                              const EnvironmentReader& environment) {
  return ConfigOf(ReadConfigFile(path, environment, Files::kLeftAlone));
}

ConfigReport CheckServerConfig(const std::string& path, const EnvironmentReader& environment) {
  return ReadConfigFile(path, environment, Files::kChecked);
}

absl::StatusOr<ServerConfig> ParseServerConfig(absl::string_view name, absl::string_view text,
                                               const EnvironmentReader& environment) {
  SIGNET_ASSIGN_OR_RETURN(const Document document, ParseDocument(name, text));
  return ConfigOf(ReadServerConfig(document, environment, Files::kLeftAlone));
}

}  // namespace signet
