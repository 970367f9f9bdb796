// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_validator.h"

#include "gtest/gtest.h"
#include "tests/server/service/config_case.h"

namespace signet {
namespace {

TEST(ConfigValidatorTest, RefusesMalformedUnixListeners) {
  const ConfigCase cases[] = {
      {R"("path": "/run/signet.sock")", R"("path": "")",
       "14:15: listen.unix.path: is missing or empty, allowed are 1 to 107 bytes"},
      {R"("path": "/run/signet.sock")", R"("path": "run/signet.sock")",
       R"(14:15: listen.unix.path: "run/signet.sock" given, allowed is an absolute path)"},
      {R"("path": "/run/signet.sock")", R"("path": "/)" + std::string(107, 'x') + R"(")",
       "14:15: listen.unix.path: 108 bytes given, allowed are 1 to 107"},
      {R"("path": "/run/signet.sock")", R"("path": "/run/a\nb")",
       "14:15: listen.unix.path: a control character given (a line break?), allowed is none"},
      {R"("path": "/run/signet.sock",
)",
       "", "13:13: listen.unix.path: is missing or empty, allowed are 1 to 107 bytes"},
      {R"("mode": "0660")", R"("mode": "660a")",
       R"(15:15: listen.unix.mode: "660a" given, allowed is "0000" to "0777")"},
      {R"("mode": "0660")", R"("mode": "0880")",
       R"(15:15: listen.unix.mode: "0880" given, allowed is "0000" to "0777")"},
      {R"("mode": "0660")", R"("mode": "1777")",
       R"(15:15: listen.unix.mode: "1777" given, allowed is "0000" to "0777")"},
      {R"("mode": "0660")", R"("mode": 66)",
       R"(15:15: listen.unix.mode: "66" given, allowed is "0000" to "0777")"},
      {R"("mode": "0660")", R"("mode": "rw-rw----")",
       R"(15:15: listen.unix.mode: "rw-rw----" given, allowed is "0000" to "0777")"},
      {R"([{"name": "app", "uid": 1000}])", "[]",
       "16:16: listen.unix.users: 0 users given, allowed are 1 to 1000"},
      {R"("name": "app", "uid": 1000)", R"("uid": 1000)",
       "16:17: listen.unix.users[0].name: is missing or empty, allowed are 1 to 64 of a-z 0-9 _ -, "
       "beginning with a letter"},
      {R"("name": "app", "uid": 1000)", R"("name": "App", "uid": 1000)",
       R"(16:26: listen.unix.users[0].name: "App" given, allowed are 1 to 64 of a-z 0-9 _ -, beginning with a letter)"},
      {R"("name": "app", "uid": 1000)", R"("name": "app.example.org", "uid": 1000)",
       R"(16:26: listen.unix.users[0].name: "app.example.org" given, allowed are 1 to 64 of a-z 0-9 _ -, beginning with a letter)"},
      {R"("name": "app", "uid": 1000)", R"("name": "spiffe://a/b", "uid": 1000)",
       R"(16:26: listen.unix.users[0].name: "spiffe://a/b" given, allowed are 1 to 64 of a-z 0-9 _ -, beginning with a letter)"},
      {R"("name": "app", "uid": 1000)", R"("name": ")" + std::string(65, 'x') + R"(", "uid": 1000)",
       R"(16:26: listen.unix.users[0].name: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"... given, allowed are 1 to 64 of a-z 0-9 _ -, beginning with a letter)"},
      {R"("name": "app", "uid": 1000)", R"("name": "app")",
       "16:17: listen.unix.users[0]: neither uid nor gid given, allowed is exactly one"},
      {R"("uid": 1000)", R"("uid": 1000, "gid": 1000)",
       "16:17: listen.unix.users[0]: both uid and gid given, allowed is exactly one"},
      {R"("uid": 1000)", R"("uid": -1)",
       "16:40: listen.unix.users[0].uid: -1 given, allowed is 0 to 4294967294"},
      {R"("uid": 1000)", R"("uid": 4294967295)",
       "16:40: listen.unix.users[0].uid: 4294967295 given, allowed is 0 to 4294967294"},
      {R"("uid": 1000)", R"("gid": 4294967295)",
       "16:40: listen.unix.users[0].gid: 4294967295 given, allowed is 0 to 4294967294"},
      {R"({"name": "app", "uid": 1000})", R"({"name": "a", "uid": 1}, {"name": "b", "uid": 1})",
       "16:63: listen.unix.users[1].uid: given to an earlier user already, allowed is once"},
      {R"({"name": "app", "uid": 1000})", R"({"name": "a", "gid": 1}, {"name": "b", "gid": 1})",
       "16:63: listen.unix.users[1].gid: given to an earlier user already, allowed is once"},
  };
  ExpectConfigErrors("a.json", SoundJsonConfig(), cases);
}

TEST(ConfigValidatorTest, RefusesMalformedTcpListeners) {
  const ConfigCase cases[] = {
      {R"("address": "0.0.0.0:8443")", R"("address": "")",
       "19:18: listen.tcp.address: is missing or empty, allowed is HOST:PORT or [IPV6]:PORT, port "
       "0 to 65535"},
      {R"("address": "0.0.0.0:8443")", R"("address": "0.0.0.0")",
       R"(19:18: listen.tcp.address: "0.0.0.0" given, allowed is HOST:PORT or [IPV6]:PORT, port 0 to 65535)"},
      {R"("address": "0.0.0.0:8443")", R"("address": "0.0.0.0:")",
       R"(19:18: listen.tcp.address: "0.0.0.0:" given, allowed is HOST:PORT or [IPV6]:PORT, port 0 to 65535)"},
      {R"("address": "0.0.0.0:8443")", R"("address": ":8443")",
       R"(19:18: listen.tcp.address: ":8443" given, allowed is HOST:PORT or [IPV6]:PORT, port 0 to 65535)"},
      {R"("address": "0.0.0.0:8443")", R"("address": "0.0.0.0:65536")",
       R"(19:18: listen.tcp.address: "0.0.0.0:65536" given, allowed is HOST:PORT or [IPV6]:PORT, port 0 to 65535)"},
      {R"("address": "0.0.0.0:8443")", R"("address": "0.0.0.0:-1")",
       R"(19:18: listen.tcp.address: "0.0.0.0:-1" given, allowed is HOST:PORT or [IPV6]:PORT, port 0 to 65535)"},
      {R"("address": "0.0.0.0:8443")", R"("address": "::1:8443")",
       R"(19:18: listen.tcp.address: "::1:8443" given, allowed is HOST:PORT or [IPV6]:PORT, port 0 to 65535)"},
      {R"("address": "0.0.0.0:8443")", R"("address": "https://0.0.0.0:8443")",
       R"(19:18: listen.tcp.address: "https://0.0.0.0:8443" given, allowed is HOST:PORT or [IPV6]:PORT, port 0 to 65535)"},
      {R"("address": "0.0.0.0:8443",
)",
       "",
       "18:12: listen.tcp.address: is missing or empty, allowed is HOST:PORT or [IPV6]:PORT, port "
       "0 to 65535"},
      {R"("cert_file": "/tls.crt",
)",
       "", "18:12: listen.tcp.cert_file: is missing or empty, allowed are 1 to 4096 bytes"},
      {R"("key_file": "/tls.key",
)",
       "", "18:12: listen.tcp.key_file: is missing or empty, allowed are 1 to 4096 bytes"},
      {R"("key_file": "/tls.key",
      "client_ca_file": "/ca.crt")",
       R"("key_file": "/tls.key")",
       "18:12: listen.tcp.client_ca_file: is missing or empty, allowed are 1 to 4096 bytes"},
      {R"("client_ca_file": "/ca.crt")", R"("client_ca_file": "")",
       "22:25: listen.tcp.client_ca_file: is missing or empty, allowed are 1 to 4096 bytes"},
  };
  ExpectConfigErrors("a.json", SoundJsonConfig(), cases);
}

TEST(ConfigValidatorTest, RefusesNumbersAndTimesOutOfRange) {
  const ConfigCase cases[] = {
      {R"("max_entries": 10000)", R"("max_entries": 1000001)",
       "41:20: key_cache.max_entries: 1000001 given, allowed is 0 to 1000000"},
      {R"("max_entries": 10000)", R"("max_entries": -1)",
       "41:20: key_cache.max_entries: -1 given, allowed is 0 to 1000000"},
      {R"("lease_time_to_live": "1h")", R"("lease_time_to_live": "59s")",
       "43:27: key_cache.lease_time_to_live: 59s given, allowed is 1m to 24h"},
      {R"("lease_time_to_live": "1h")", R"("lease_time_to_live": "24h1ns")",
       "43:27: key_cache.lease_time_to_live: 24h0.000000001s given, allowed is 1m to 24h"},
      {R"("revocation_check_interval": "60m")", R"("revocation_check_interval": "999ms")",
       "44:34: key_cache.revocation_check_interval: 999ms given, allowed is 1s to 24h"},
      {R"("revocation_check_interval": "60m")", R"("revocation_check_interval": "25h")",
       "44:34: key_cache.revocation_check_interval: 25h given, allowed is 1s to 24h"},
      {R"("delay": "5s")", R"("delay": "61m")",
       "47:14: drain.delay: 1h1m given, allowed is 0s to 1h"},
      {R"("grace": "20s")", R"("grace": "1h1s")",
       "48:14: drain.grace: 1h1s given, allowed is 0s to 1h"},
      {R"("max_message_bytes": 262144)", R"("max_message_bytes": 4095)",
       "55:26: limits.max_message_bytes: 4095 given, allowed is 4096 to 16777216"},
      {R"("max_message_bytes": 262144)", R"("max_message_bytes": 16777217)",
       "55:26: limits.max_message_bytes: 16777217 given, allowed is 4096 to 16777216"},
      {R"("max_batch_bytes": 2097152)", R"("max_batch_bytes": 262143)",
       "56:24: limits.max_batch_bytes: 262143 given, allowed is 262144 to 67108864"},
      {R"("max_batch_bytes": 2097152)", R"("max_batch_bytes": 67108865)",
       "56:24: limits.max_batch_bytes: 67108865 given, allowed is 262144 to 67108864"},
      {R"("max_metadata_bytes": 16384)", R"("max_metadata_bytes": 1023)",
       "57:27: limits.max_metadata_bytes: 1023 given, allowed is 1024 to 1048576"},
      {R"("max_metadata_bytes": 16384)", R"("max_metadata_bytes": 1048577)",
       "57:27: limits.max_metadata_bytes: 1048577 given, allowed is 1024 to 1048576"},
      {R"("max_streams_per_connection": 256)", R"("max_streams_per_connection": 0)",
       "58:35: limits.max_streams_per_connection: 0 given, allowed is 1 to 65536"},
      {R"("max_streams_per_connection": 256)", R"("max_streams_per_connection": 65537)",
       "58:35: limits.max_streams_per_connection: 65537 given, allowed is 1 to 65536"},
      {R"("max_connections": 4096)", R"("max_connections": 0)",
       "59:24: limits.max_connections: 0 given, allowed is 1 to 1000000"},
      {R"("max_connections": 4096)", R"("max_connections": 1000001)",
       "59:24: limits.max_connections: 1000001 given, allowed is 1 to 1000000"},
      {R"("max_connections_per_peer": 1024)", R"("max_connections_per_peer": 0)",
       "60:33: limits.max_connections_per_peer: 0 given, allowed is 1 to 4096"},
      {R"("max_connections_per_peer": 1024)", R"("max_connections_per_peer": 4097)",
       "60:33: limits.max_connections_per_peer: 4097 given, allowed is 1 to 4096"},
      {R"("handshake_timeout": "5s")", R"("handshake_timeout": "99ms")",
       "61:26: limits.handshake_timeout: 99ms given, allowed is 100ms to 1m"},
      {R"("handshake_timeout": "5s")", R"("handshake_timeout": "61s")",
       "61:26: limits.handshake_timeout: 1m1s given, allowed is 100ms to 1m"},
      {R"("idle_timeout": "5m")", R"("idle_timeout": "0s")",
       "62:21: limits.idle_timeout: 0s given, allowed is 1s to 24h"},
      {R"("idle_timeout": "5m")", R"("idle_timeout": "25h")",
       "62:21: limits.idle_timeout: 25h given, allowed is 1s to 24h"},
      {R"("max_connection_age": "30m")", R"("max_connection_age": "0s")",
       "63:27: limits.max_connection_age: 0s given, allowed is 1s to 24h"},
      {R"("max_connection_age": "30m")", R"("max_connection_age": "25h")",
       "63:27: limits.max_connection_age: 25h given, allowed is 1s to 24h"},
      {R"("max_connection_age_grace": "30s")", R"("max_connection_age_grace": "25h")",
       "64:33: limits.max_connection_age_grace: 25h given, allowed is 0s to 24h"},
      {R"("syscall_filter": "kill")", R"("syscall_filter": "on")",
       R"(11:72: hardening.syscall_filter: "on" in quotes given, must be one of kill, refuse, off)"},
      {R"("allow_debugging": false)", R"("allow_debugging": 1)",
       R"(11:99: hardening.allow_debugging: "1" given, must be true or false)"},
      {R"("lanes": 2)", R"("lanes": 0)", "66:12: lanes: 0 given, allowed is 1 to 256"},
      {R"("lanes": 2)", R"("lanes": 257)", "66:12: lanes: 257 given, allowed is 1 to 256"},
      {R"("lanes": 2)", R"("lanes": -2)", "66:12: lanes: -2 given, allowed is 1 to 256"},
  };
  ExpectConfigErrors("a.json", SoundJsonConfig(), cases);
}

}  // namespace
}  // namespace signet
