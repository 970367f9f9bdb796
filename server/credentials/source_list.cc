// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/source_list.h"

#include <string>
#include <utility>

#include "server/base/status_macros.h"
#include "server/credentials/document_source.h"
#include "server/credentials/fixed_source.h"
#include "server/credentials/folder_source.h"
#include "server/credentials/profile_source.h"

namespace signet {
namespace {

using Sources = std::vector<std::unique_ptr<CredentialSource>>;

absl::StatusOr<std::string> NonEmptyText(const Document& document, const DocumentNode& entry,
                                         absl::string_view key) {
  SIGNET_ASSIGN_OR_RETURN(const DocumentNode* const node, document.Require(entry, key));
  SIGNET_ASSIGN_OR_RETURN(const absl::string_view text, document.TextOf(*node));
  if (text.empty()) {
    return document.ErrorAt(*node, "is empty");
  }
  return std::string(text);
}

absl::StatusOr<std::string> NameOf(const Document& document, const DocumentNode& entry) {
  SIGNET_ASSIGN_OR_RETURN(std::string name, NonEmptyText(document, entry, "name"));
  const absl::Status status = ValidateCredentialName(name);
  if (!status.ok()) {
    return document.ErrorAt(*entry.Find("name"), status.message());
  }
  return name;
}

// Reads the list entry by entry into sources.
class SourceListReader {
 public:
  SourceListReader(const Document& document, const EnvironmentReader& environment)
      : document_(document), environment_(environment) {}

  absl::Status Read(const DocumentNode& entry) {
    if (entry.Find("file") != nullptr) {
      return ReadFileEntry(entry);
    }
    if (entry.Find("directory") != nullptr) {
      return ReadFolderEntry(entry);
    }
    if (entry.Find("environment") != nullptr) {
      return ReadEnvironmentEntry(entry);
    }
    if (entry.Find("profile") != nullptr) {
      return ReadProfileEntry(entry);
    }
    SIGNET_ASSIGN_OR_RETURN(CredentialValue value, ParseCredentialEntry(document_, entry));
    written_.push_back(std::move(value));
    return absl::OkStatus();
  }

  Sources Finish() {
    if (!written_.empty()) {
      sources_.push_back(std::make_unique<FixedSource>(document_.name(), std::move(written_)));
    }
    return std::move(sources_);
  }

 private:
  absl::Status ReadFileEntry(const DocumentNode& entry) {
    SIGNET_RETURN_IF_ERROR(document_.CheckMap(entry, {"file"}));
    SIGNET_ASSIGN_OR_RETURN(std::string path, NonEmptyText(document_, entry, "file"));
    sources_.push_back(std::make_unique<DocumentSource>(std::move(path)));
    return absl::OkStatus();
  }

  absl::Status ReadFolderEntry(const DocumentNode& entry) {
    SIGNET_RETURN_IF_ERROR(document_.CheckMap(entry, {"name", "directory"}));
    SIGNET_ASSIGN_OR_RETURN(std::string name, NameOf(document_, entry));
    SIGNET_ASSIGN_OR_RETURN(std::string path, NonEmptyText(document_, entry, "directory"));
    sources_.push_back(std::make_unique<FolderSource>(std::move(name), std::move(path)));
    return absl::OkStatus();
  }

  absl::Status ReadEnvironmentEntry(const DocumentNode& entry) {
    SIGNET_RETURN_IF_ERROR(document_.CheckMap(entry, {"name", "environment"}));
    SIGNET_ASSIGN_OR_RETURN(const std::string name, NameOf(document_, entry));
    const DocumentNode& node = *entry.Find("environment");
    SIGNET_ASSIGN_OR_RETURN(const bool is_wanted, document_.BooleanOf(node));
    if (!is_wanted) {
      return document_.ErrorAt(node, "must be true, or the entry left out");
    }
    absl::StatusOr<CredentialValue> value = CredentialFromEnvironment(name, environment_);
    if (!value.ok()) {
      return document_.ErrorAt(node, value.status().message());
    }
    std::vector<CredentialValue> values;
    values.push_back(*std::move(value));
    sources_.push_back(std::make_unique<FixedSource>("the environment", std::move(values)));
    return absl::OkStatus();
  }

  absl::Status ReadProfileEntry(const DocumentNode& entry) {
    SIGNET_RETURN_IF_ERROR(
        document_.CheckMap(entry, {"name", "profile", "credentials_file", "config_file"}));
    SIGNET_ASSIGN_OR_RETURN(std::string name, NameOf(document_, entry));
    SIGNET_ASSIGN_OR_RETURN(const std::string profile, NonEmptyText(document_, entry, "profile"));
    ProfileLocation location = LocateProfile(profile, environment_);
    if (entry.Find("credentials_file") != nullptr) {
      SIGNET_ASSIGN_OR_RETURN(location.credentials_path,
                              NonEmptyText(document_, entry, "credentials_file"));
    }
    if (entry.Find("config_file") != nullptr) {
      SIGNET_ASSIGN_OR_RETURN(location.config_path, NonEmptyText(document_, entry, "config_file"));
    }
    sources_.push_back(std::make_unique<ProfileSource>(std::move(name), std::move(location)));
    return absl::OkStatus();
  }

  const Document& document_;
  const EnvironmentReader& environment_;
  Sources sources_;
  // Credentials whose keys stand in the list itself.
  std::vector<CredentialValue> written_;
};

}  // namespace

absl::StatusOr<Sources> ParseCredentialSources(const Document& document, const DocumentNode& list,
                                               const EnvironmentReader& environment) {
  SIGNET_RETURN_IF_ERROR(document.CheckList(list));
  SourceListReader reader(document, environment);
  for (const DocumentNode& entry : list.items()) {
    SIGNET_RETURN_IF_ERROR(reader.Read(entry));
  }
  return reader.Finish();
}

}  // namespace signet
