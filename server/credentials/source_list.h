// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_CREDENTIALS_SOURCE_LIST_H_
#define SIGNET_SERVER_CREDENTIALS_SOURCE_LIST_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "server/base/document.h"
#include "server/credentials/credential_source.h"
#include "server/credentials/environment.h"

namespace signet {

// The sources that a list of entries names, as in the server's configuration. Each
// entry holds its keys, as DocumentSource reads them, or says where they are:
//
//   credentials:
//   - {name: dev, access_key_id: ..., secret_access_key: ...}
//   - {file: /etc/signet/credentials.yaml}             # names are in the file
//   - {name: store, directory: /var/run/secrets/store} # a mounted Secret
//   - {name: env, environment: true}                   # AWS_ACCESS_KEY_ID ...
//   - {name: prod, profile: production}                # ~/.aws/credentials, config
//
// Entries that hold their keys become one source that never changes; the
// environment is read here, once.
//
// InvalidArgument, Reason::kInvalidConfig, with file, line and column.
absl::StatusOr<std::vector<std::unique_ptr<CredentialSource>>> ParseCredentialSources(
    const Document& document, const DocumentNode& list,
    const EnvironmentReader& environment = ProcessEnvironment());

}  // namespace signet

#endif  // SIGNET_SERVER_CREDENTIALS_SOURCE_LIST_H_
