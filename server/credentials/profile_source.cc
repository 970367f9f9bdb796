// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/profile_source.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr size_t kMaxFileBytes = size_t{4} << 20;
constexpr char kAccessKeyId[] = "aws_access_key_id";
constexpr char kSecretAccessKey[] = "aws_secret_access_key";
constexpr char kSessionToken[] = "aws_session_token";

// Other ways to get keys that the shared files know.
constexpr absl::string_view kOtherWays[] = {
    "role_arn",    "source_profile", "credential_source",       "credential_process",
    "sso_session", "sso_start_url",  "web_identity_token_file", "login_session",
};

std::string Text(const Secret& value) { return std::string(value.Reveal()); }

// A path of the environment, with "~/" as the shells read it.
std::string PathFrom(const EnvironmentReader& environment, const char* variable,
                     absl::string_view default_path) {
  std::string path = Text(environment(variable));
  if (path.empty()) {
    path = std::string(default_path);
  }
  return absl::StartsWith(path, "~/") ? absl::StrCat(Text(environment("HOME")), path.substr(1))
                                      : path;
}

bool HasKeys(const IniSection& section) {
  return section.Find(kAccessKeyId) != nullptr || section.Find(kSecretAccessKey) != nullptr;
}

// The profile that a section of the config file is; "" for other kinds of section.
absl::string_view ProfileOfConfigSection(absl::string_view name) {
  if (absl::ConsumePrefix(&name, "profile ")) {
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"') {
      name = name.substr(1, name.size() - 2);
    }
    return name;
  }
  return name == "default" ? name : "";
}

}  // namespace

ProfileLocation LocateProfile(absl::string_view profile, const EnvironmentReader& environment) {
  ProfileLocation location;
  location.profile = std::string(profile);
  if (location.profile.empty()) {
    location.profile = Text(environment("AWS_PROFILE"));
  }
  if (location.profile.empty()) {
    location.profile = "default";
  }
  location.credentials_path =
      PathFrom(environment, "AWS_SHARED_CREDENTIALS_FILE", "~/.aws/credentials");
  location.config_path = PathFrom(environment, "AWS_CONFIG_FILE", "~/.aws/config");
  return location;
}

std::string ProfileSource::Description() const {
  return absl::StrCat("profile ", location_.profile, " in ", location_.credentials_path, " and ",
                      location_.config_path);
}

absl::StatusOr<std::vector<SourcePiece>> ProfileSource::Read() const {
  std::vector<SourcePiece> pieces;
  absl::Status missing;
  for (const std::string& path : {location_.credentials_path, location_.config_path}) {
    absl::StatusOr<Secret> bytes = ReadFile(path, kMaxFileBytes);
    if (absl::IsNotFound(bytes.status())) {
      missing.Update(bytes.status());
      continue;
    }
    SIGNET_RETURN_IF_ERROR(bytes.status());
    pieces.push_back({path, *std::move(bytes)});
  }
  if (pieces.empty()) {
    return missing;
  }
  return pieces;
}

absl::StatusOr<std::vector<CredentialValue>> ProfileSource::Parse(
    const std::vector<SourcePiece>& pieces) const {
  // The place for an error where no section has keys.
  absl::Status problem =
      InvalidField(Reason::kInvalidConfig, "",
                   absl::StrCat("there is no profile ", location_.profile, " in ",
                                location_.credentials_path, " or ", location_.config_path));
  for (const SourcePiece& piece : pieces) {
    SIGNET_ASSIGN_OR_RETURN(const std::vector<IniSection> sections,
                            ParseIni(piece.name, piece.bytes.Reveal()));
    const bool is_config = piece.name == location_.config_path;
    for (const IniSection& section : sections) {
      const absl::string_view profile =
          is_config ? ProfileOfConfigSection(section.name) : absl::string_view(section.name);
      if (profile != location_.profile) {
        continue;
      }
      absl::StatusOr<CredentialValue> value = ParseSection(piece.name, section);
      if (value.ok()) {
        std::vector<CredentialValue> values;
        values.push_back(*std::move(value));
        return values;
      }
      if (HasKeys(section)) {
        return value.status();
      }
      problem = value.status();
    }
  }
  return problem;
}

absl::StatusOr<CredentialValue> ProfileSource::ParseSection(const std::string& path,
                                                            const IniSection& section) const {
  CredentialValue value;
  value.name = credential_;
  const IniProperty* const access_key_id = section.Find(kAccessKeyId);
  const IniProperty* const secret = section.Find(kSecretAccessKey);
  const IniProperty* const token = section.Find(kSessionToken);
  if (access_key_id == nullptr && secret == nullptr) {
    for (const absl::string_view way : kOtherWays) {
      if (const IniProperty* const property = section.Find(way)) {
        return DocumentError(path, property->mark,
                             absl::StrCat("profile ", location_.profile, " gets its keys by ", way,
                                          ", which is not supported; give it ", kAccessKeyId,
                                          " and ", kSecretAccessKey));
      }
    }
  }
  if (access_key_id == nullptr || secret == nullptr) {
    return DocumentError(path, section.mark,
                         absl::StrCat("profile ", location_.profile, " has no ",
                                      access_key_id == nullptr ? kAccessKeyId : kSecretAccessKey));
  }
  value.access_key_id = Text(access_key_id->value);
  value.secret_access_key = secret->value;
  if (token != nullptr) {
    value.session_token = token->value;
  }
  const absl::Status status = ValidateCredential(value);
  if (!status.ok()) {
    const IniProperty* const property =
        section.Find(absl::StrCat("aws_", GetErrorDetail(status).field));
    return DocumentError(path, property == nullptr ? section.mark : property->mark,
                         status.message());
  }
  return value;
}

}  // namespace signet
