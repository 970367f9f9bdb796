// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_PROFILE_SOURCE_H_
#define SIGNET_SERVER_CREDENTIALS_PROFILE_SOURCE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/credentials/credential_source.h"
#include "server/credentials/environment.h"
#include "server/credentials/ini.h"

namespace signet {

// Which profile of which files.
struct ProfileLocation {
  std::string profile;
  std::string credentials_path;
  std::string config_path;
};

// `profile`, or without one AWS_PROFILE, or "default"; in the files that
// AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE name, or else ~/.aws/credentials
// and ~/.aws/config.
ProfileLocation LocateProfile(absl::string_view profile, const EnvironmentReader& environment);

// One credential from a profile of the AWS shared files: [name] in the credentials
// file, else [profile name] (or [default]) in the config file. Static keys only: a
// profile that gets its keys another way is an error that says so. A missing file
// counts as empty, unless both are missing.
class ProfileSource final : public CredentialSource {
 public:
  ProfileSource(std::string credential, ProfileLocation location)
      : credential_(std::move(credential)), location_(std::move(location)) {}

  std::string Description() const override;
  absl::StatusOr<std::vector<SourcePiece>> Read() const override;
  absl::StatusOr<std::vector<CredentialValue>> Parse(
      const std::vector<SourcePiece>& pieces) const override;

 private:
  absl::StatusOr<CredentialValue> ParseSection(const std::string& path,
                                               const IniSection& section) const;

  const std::string credential_;
  const ProfileLocation location_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_PROFILE_SOURCE_H_
