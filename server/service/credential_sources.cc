// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/credential_sources.h"

#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"
#include "server/credentials/document_source.h"
#include "server/credentials/fixed_source.h"
#include "server/credentials/folder_source.h"
#include "server/credentials/profile_source.h"
#include "server/service/config_loader.h"

namespace signet {
namespace {

constexpr size_t kMaxConfigBytes = 4 << 20;

std::vector<CredentialValue> LiteralValues(const ServerConfig& config) {
  std::vector<CredentialValue> values;
  for (const ServerConfig::Credential& credential : config.credentials) {
    if (const auto* literal = std::get_if<ServerConfig::Literal>(&credential.source)) {
      values.push_back(*literal);
    }
  }
  return values;
}

// The credentials that stand in the configuration file itself.
class ConfigSource final : public CredentialSource {
 public:
  ConfigSource(std::string path, EnvironmentReader environment)
      : path_(std::move(path)), environment_(std::move(environment)) {}

  std::string Description() const override { return absl::StrCat("configuration ", path_); }

  absl::StatusOr<std::vector<SourcePiece>> Read() const override {
    SIGNET_ASSIGN_OR_RETURN(Secret bytes, ReadFile(path_, kMaxConfigBytes));
    std::vector<SourcePiece> pieces;
    pieces.push_back({.name = path_, .bytes = std::move(bytes)});
    return pieces;
  }

  absl::StatusOr<std::vector<CredentialValue>> Parse(
      const std::vector<SourcePiece>& pieces) const override {
    SIGNET_ASSIGN_OR_RETURN(const ServerConfig config,
                            ParseServerConfig(path_, pieces.at(0).bytes.Reveal(), environment_));
    return LiteralValues(config);
  }

 private:
  const std::string path_;
  const EnvironmentReader environment_;
};

// One entry that says where its keys are.
struct SourceMaker {
  const std::string& name;
  const EnvironmentReader& environment;

  using Result = absl::StatusOr<std::unique_ptr<CredentialSource>>;

  Result operator()(const ServerConfig::Literal& /*literal*/) const { return nullptr; }

  Result operator()(const ServerConfig::Directory& directory) const {
    return std::make_unique<FolderSource>(name, directory.path);
  }

  Result operator()(const ServerConfig::Environment& /*environment*/) const {
    SIGNET_ASSIGN_OR_RETURN(CredentialValue value, CredentialFromEnvironment(name, environment));
    std::vector<CredentialValue> values;
    values.push_back(std::move(value));
    return std::make_unique<FixedSource>("the environment", std::move(values));
  }

  Result operator()(const ServerConfig::Profile& profile) const {
    ProfileLocation location = LocateProfile(profile.name, environment);
    if (!profile.config_file.empty()) {
      location.config_path = profile.config_file;
    }
    if (!profile.credentials_file.empty()) {
      location.credentials_path = profile.credentials_file;
    }
    return std::make_unique<ProfileSource>(name, std::move(location));
  }
};

}  // namespace

absl::StatusOr<std::vector<std::unique_ptr<CredentialSource>>> MakeCredentialSources(
    const ServerConfig& config, const std::string& config_file,
    const EnvironmentReader& environment) {
  std::vector<std::unique_ptr<CredentialSource>> sources;
  if (!config_file.empty()) {
    sources.push_back(std::make_unique<ConfigSource>(config_file, environment));
  } else if (std::vector<CredentialValue> values = LiteralValues(config); !values.empty()) {
    sources.push_back(std::make_unique<FixedSource>("the configuration", std::move(values)));
  }
  for (const std::string& path : config.credentials_files) {
    sources.push_back(std::make_unique<DocumentSource>(path));
  }
  for (const ServerConfig::Credential& credential : config.credentials) {
    const SourceMaker maker{.name = credential.name, .environment = environment};
    SIGNET_ASSIGN_OR_RETURN(std::unique_ptr<CredentialSource> source,
                            std::visit(maker, credential.source));
    if (source != nullptr) {
      sources.push_back(std::move(source));
    }
  }
  return sources;
}

}  // namespace signet
