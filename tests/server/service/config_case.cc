// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/server/service/config_case.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/service/config_loader.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

constexpr absl::string_view kJson = R"({
  "credentials": [
    {
      "name": "demo",
      "access_key_id": "AKIDEXAMPLE",
      "secret_access_key": "hunter2"
    },
    {"name": "mounted", "directory": "/secrets"},
    {"name": "shared", "profile": {"name": "prod"}}
  ],
  "credentials_files": ["/more.json"], "hardening": {"syscall_filter": "kill", "allow_debugging": false},
  "listen": {
    "unix": {
      "path": "/run/signet.sock",
      "mode": "0660",
      "users": [{"name": "app", "uid": 1000}]
    },
    "tcp": {
      "address": "0.0.0.0:8443",
      "cert_file": "/tls.crt",
      "key_file": "/tls.key",
      "client_ca_file": "/ca.crt"
    }
  },
  "policy": {
    "rules": [
      {
        "name": "app",
        "effect": "allow",
        "callers": ["app"],
        "operations": ["SignRequest"],
        "credentials": ["demo"],
        "services": ["s3"],
        "regions": ["us-east-1"],
        "own_signing_time": {"max_skew": "15m"},
        "unsigned_payload_over_http": true
      }
    ]
  },
  "key_cache": {
    "max_entries": 10000,
    "allow_unlocked_memory": false,
    "lease_time_to_live": "1h",
    "revocation_check_interval": "60m"
  },
  "drain": {
    "delay": "5s",
    "grace": "20s"
  },
  "log": {
    "format": "json",
    "level": "info"
  },
  "limits": {
    "max_message_bytes": 262144,
    "max_batch_bytes": 2097152,
    "max_metadata_bytes": 16384,
    "max_streams_per_connection": 256,
    "max_connections": 4096,
    "max_connections_per_peer": 1024,
    "handshake_timeout": "5s",
    "idle_timeout": "5m",
    "max_connection_age": "30m",
    "max_connection_age_grace": "30s"
  },
  "lanes": 2
}
)";

constexpr absl::string_view kYaml = R"(# A comment.
credentials:
  - name: demo
    access_key_id: AKIDEXAMPLE
    secret_access_key: hunter2
listen:
  unix:
    path: /run/signet.sock
    mode: 0660
    users:
      - {name: app, uid: 1000}
drain:
  delay: 5s
key_cache: {max_entries: 10000, allow_unlocked_memory: false}
log:
  level: info
)";

Secret NoVariables(const char*) { return Secret(); }

}  // namespace

absl::string_view SoundJsonConfig() { return kJson; }
absl::string_view SoundYamlConfig() { return kYaml; }

void ExpectConfigErrors(absl::string_view name, absl::string_view sound,
                        absl::Span<const ConfigCase> cases) {
  ASSERT_OK(ParseServerConfig(name, sound, NoVariables));
  for (const ConfigCase& broken : cases) {
    const size_t position = sound.find(broken.from);
    ASSERT_NE(position, absl::string_view::npos) << broken.from;
    std::string text(sound);
    text.replace(position, broken.from.size(), broken.to);
    const absl::Status status = ParseServerConfig(name, text, NoVariables).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << broken.to;
    EXPECT_EQ(status.message(), absl::StrCat(name, ":", broken.error)) << broken.to;
    EXPECT_EQ(GetErrorDetail(status).reason, Reason::kInvalidConfig) << broken.to;
    EXPECT_THAT(std::string(status.message()), ::testing::Not(::testing::HasSubstr("hunter2")));
  }
}

}  // namespace signet
