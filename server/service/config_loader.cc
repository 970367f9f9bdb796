// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_loader.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "server/base/document.h"
#include "server/base/secret.h"
#include "server/base/status_macros.h"
#include "server/digest/sha256.h"
#include "server/service/config_credentials.h"
#include "server/service/config_environment.h"
#include "server/service/config_errors.h"
#include "server/service/config_files.h"
#include "server/service/config_places.h"
#include "server/service/config_reader.h"
#include "server/service/config_validator.h"
#include "server/service/policy_source.h"
#include "signet/v1/config.pb.h"

namespace signet {
namespace {

// "/etc/signet/" for "/etc/signet/signetd.yaml".
std::string FolderOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return std::string(path.substr(0, slash == absl::string_view::npos ? 0 : slash + 1));
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
  const FieldPlaces places(document.name(), marks);
  v1::ServerConfig message;
  const auto wiper = absl::MakeCleanup([&message] { WipeSecrets(&message); });
  ReadConfigMessage(document, &message, &marks, &errors);
  // What was not read would be missed; that is no second error.
  if (errors.empty()) {
    report.config = ValidateServerConfig(message, FolderOf(document.name()), places, &errors);
    report.config.sections = SectionsOf(&message);
  }
  if (errors.empty() && files == Files::kChecked) {
    CheckConfiguredFiles(report.config, &errors);
  }
  report.errors = places.AddTo(errors);
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

std::vector<PlacedPolicyTest> PlaceTests(const std::string& path, const v1::PolicyConfig& config,
                                         const FieldPlaces& places) {
  std::vector<PlacedPolicyTest> tests;
  tests.reserve(static_cast<size_t>(config.tests_size()));
  for (int i = 0; i < config.tests_size(); ++i) {
    tests.push_back({config.tests(i), places.Of(absl::StrCat(path, "[", i, "]"))});
  }
  return tests;
}

}  // namespace

absl::StatusOr<ServerConfig> LoadServerConfig(const std::string& path,
                                              const EnvironmentReader& environment) {
  return ConfigOf(ReadConfigFile(path, environment, Files::kLeftAlone));
}

ConfigReport CheckServerConfig(const std::string& path, const EnvironmentReader& environment) {
  return ReadConfigFile(path, environment, Files::kChecked);
}

absl::StatusOr<PolicySource> LoadPolicy(const std::string& path) {
  SIGNET_ASSIGN_OR_RETURN(const Document document, ReadDocument(path));
  ConfigErrors errors;
  FieldMarks marks;
  const FieldPlaces places(document.name(), marks);
  v1::ServerConfig message;
  const auto wiper = absl::MakeCleanup([&message] { WipeSecrets(&message); });
  ReadConfigMessage(document, &message, &marks, &errors);
  PolicySource source;
  source.tests = PlaceTests("policy.tests", message.policy(), places);
  // Which would refuse a policy that fails them.
  message.mutable_policy()->clear_tests();
  if (errors.empty()) {
    source.policy = ValidateServerConfig(message, FolderOf(path), places, &errors).policy;
  }
  if (!errors.empty()) {
    return places.AddTo(errors)[0];
  }
  return source;
}

absl::StatusOr<std::vector<PlacedPolicyTest>> LoadPolicyTests(const std::string& path) {
  SIGNET_ASSIGN_OR_RETURN(const Document document, ReadDocument(path));
  SIGNET_RETURN_IF_ERROR(document.CheckMap(document.root(), {"tests"}));
  ConfigErrors errors;
  FieldMarks marks;
  const FieldPlaces places(document.name(), marks);
  v1::PolicyConfig message;
  ReadConfigMessage(document, &message, &marks, &errors);
  if (!errors.empty()) {
    return places.AddTo(errors)[0];
  }
  return PlaceTests("tests", message, places);
}

absl::StatusOr<v1::PolicyTest> ParsePolicyQuestion(absl::string_view name, absl::string_view json) {
  SIGNET_ASSIGN_OR_RETURN(const Document document, ParseDocument(name, json));
  ConfigErrors errors;
  FieldMarks marks;
  v1::PolicyTest question;
  ReadConfigMessage(document, &question, &marks, &errors);
  if (!errors.empty()) {
    return FieldPlaces(document.name(), marks).AddTo(errors)[0];
  }
  return question;
}

absl::StatusOr<ServerConfig> ParseServerConfig(absl::string_view name, absl::string_view text,
                                               const EnvironmentReader& environment) {
  SIGNET_ASSIGN_OR_RETURN(const Document document, ParseDocument(name, text));
  return ConfigOf(ReadServerConfig(document, environment, Files::kLeftAlone));
}

}  // namespace signet
