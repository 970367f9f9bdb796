// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_ADMIN_OUTPUT_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_ADMIN_OUTPUT_H_

#include "client_lib/cpp/cli/output.h"
#include "signet/v1/admin.pb.h"

namespace signet::cli {

// Answers of the AdminService on standard output: a table for people, or one JSON object.
// Warnings of the text form go to standard error.
void Print(const v1::RevokeCredentialVersionResponse& response, Format format);
void Print(const v1::PurgeKeysResponse& response, Format format);
void Print(const v1::ListCredentialsResponse& response, Format format);
void Print(const v1::GetCacheStatsResponse& response, Format format);
void Print(const v1::ReloadConfigResponse& response, Format format);

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_ADMIN_OUTPUT_H_
