// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_reader.h"

#include "gtest/gtest.h"
#include "server/base/document.h"
#include "tests/server/service/config_case.h"

namespace signet {
namespace {

TEST(ConfigReaderTest, RefusesWhatIsNotJson) {
  const ConfigCase cases[] = {
      {R"("lanes": 2
)",
       R"("lanes": 2,
)",
       "67:1: a key in double quotes is missing"},
      {R"("lanes": 2
})",
       R"("lanes": 2
)",
       "68:1: the file ends before the document does"},
      {R"("lanes": 2
})",
       R"("lanes": 2
} x)",
       "67:3: more follows the end of the document"},
      {R"("lanes": 2)", R"("lanes": 02)", "66:12: not a JSON value"},
      {R"("lanes": 2)", R"("lanes" 2)", "66:11: ':' is missing after a key"},
      {R"("lanes": 2)", "'lanes': 2", "66:3: a key in double quotes is missing"},
      {R"("lanes": 2)", R"("lanes": 2, "lanes": 3)", "66:15: key 'lanes' is there twice"},
      {R"("name": "demo",)", R"("name": "demo", "name": "demo",)",
       "4:23: key 'name' is there twice"},
      {R"("delay": "5s")", R"("delay": "5s", "delay": "5s")", "47:20: key 'delay' is there twice"},
      {R"("delay": "5s")", R"("delay": "5s)",
       R"(47:18: a control character in a string, write it as \u00xx)"},
      {R"("delay": "5s")", R"("delay": "5\q")", "47:16: not an escape of JSON"},
      {R"("delay": "5s")", R"("delay": "5s" // soon)", "47:19: ',' or '}' is missing"},
  };
  ExpectConfigErrors("a.json", SoundJsonConfig(), cases);
}

TEST(ConfigReaderTest, RefusesUnknownKeys) {
  const ConfigCase cases[] = {
      {R"("lanes": 2)", R"("lane": 2)",
       "66:3: unknown key 'lane', allowed are credentials, credentials_files, listen, policy, "
       "key_cache, drain, log, limits, lanes, audit, hardening, "
       "state_directory"},
      {R"("lanes": 2)", R"("Lanes": 2)",
       "66:3: unknown key, allowed are credentials, credentials_files, listen, policy, key_cache, "
       "drain, log, limits, lanes, audit, hardening, "
       "state_directory"},
      {R"("lanes": 2)", R"("": 2)",
       "66:3: unknown key, allowed are credentials, credentials_files, listen, policy, key_cache, "
       "drain, log, limits, lanes, audit, hardening, "
       "state_directory"},
      {R"("drain": {)", R"("drane": {)",
       "46:3: unknown key 'drane', allowed are credentials, credentials_files, listen, policy, "
       "key_cache, drain, log, limits, lanes, audit, hardening, "
       "state_directory"},
      {R"("delay": "5s")", R"("dealy": "5s")",
       "47:5: drain: unknown key 'dealy', allowed are delay, grace"},
      {R"("max_entries": 10000)", R"("max_entires": 10000)",
       "41:5: key_cache: unknown key 'max_entires', allowed are max_entries, "
       "allow_unlocked_memory, lease_time_to_live, revocation_check_interval"},
      {R"("secret_access_key": "hunter2")", R"("secret_key": "hunter2")",
       "6:7: credentials[0]: unknown key 'secret_key', allowed are name, access_key_id, "
       "secret_access_key, session_token, directory, environment, profile, expires_at"},
      {R"("secret_access_key": "hunter2")", R"("Hunter2": "secret_access_key")",
       "6:7: credentials[0]: unknown key, allowed are name, access_key_id, secret_access_key, "
       "session_token, directory, environment, profile, expires_at"},
      {R"({"name": "prod"})", R"({"profile": "prod"})",
       "9:36: credentials[2].profile: unknown key 'profile', allowed are name, config_file, "
       "credentials_file"},
      {R"("uid": 1000)", R"("user": 1000)",
       "16:33: listen.unix.users[0]: unknown key 'user', allowed are name, uid, gid"},
      {R"("callers": ["app"])", R"("caller": ["app"])",
       "30:9: policy.rules[0]: unknown key 'caller', allowed are name, effect, callers, "
       "operations, credentials, services, regions, own_signing_time, unsigned_payload_over_http, "
       "endpoints, actions, resources, payloads, required_headers, forbidden_headers, "
       "max_expires_in, rate, bearer_tokens, allow_dot_segments, valid_until"},
      {R"({"max_skew": "15m"})", R"({"skew": "15m"})",
       "35:30: policy.rules[0].own_signing_time: unknown key 'skew', allowed are max_skew"},
      {R"("directory": "/secrets")", R"("environment": {"prefix": "A"})",
       "8:41: credentials[1].environment: unknown key 'prefix', allowed is none"},
      {R"("key_file": "/tls.key")", R"("keyfile": "/tls.key")",
       "21:7: listen.tcp: unknown key 'keyfile', allowed are address, cert_file, key_file, "
       "client_ca_file, trust_bundles"},
      {R"("level": "info")", R"("levels": "info")",
       "52:5: log: unknown key 'levels', allowed are format, level"},
      {R"("idle_timeout": "5m")", R"("idle": "5m")",
       "62:5: limits: unknown key 'idle', allowed are max_message_bytes, max_batch_bytes, "
       "max_metadata_bytes, max_streams_per_connection, max_connections, max_connections_per_peer, "
       "handshake_timeout, idle_timeout, max_connection_age, max_connection_age_grace, "
       "max_resident_bytes"},
      {R"("mode": "0660")", R"("owner": "root")",
       "15:7: listen.unix: unknown key 'owner', allowed are path, mode, users, owner_uid, "
       "owner_gid"},
      {R"("secret_access_key": "hunter2")",
       R"("secret_access_key": "hunter2", "environment": "hunter2")",
       "6:54: credentials[0].environment: is a single value, must be a map"},
      {R"("secret_access_key": "hunter2")", R"("secret_access_key": {"hunter2": 1})",
       "6:28: credentials[0].secret_access_key: is a map, must be a text"},
  };
  ExpectConfigErrors("a.json", SoundJsonConfig(), cases);
}

TEST(ConfigReaderTest, RefusesValuesOfAnotherKind) {
  const ConfigCase cases[] = {
      {R"("drain": {
    "delay": "5s",
    "grace": "20s"
  })",
       R"("drain": [])", "46:12: drain: is a list, must be a map"},
      {R"("drain": {
    "delay": "5s",
    "grace": "20s"
  })",
       R"("drain": null)", "46:3: drain: is nothing, must be a map"},
      {R"("drain": {
    "delay": "5s",
    "grace": "20s"
  })",
       R"("drain": "5s")", "46:12: drain: is a single value, must be a map"},
      {R"("delay": "5s")", R"("delay": null)",
       "47:5: drain.delay: is nothing, must be a duration with its unit, such as 90s, 1h30m or "
       "500ms, without a sign and no finer than 1ns"},
      {R"("delay": "5s")", R"("delay": ["5s"])",
       "47:14: drain.delay: is a list, must be a duration with its unit, such as 90s, 1h30m or "
       "500ms, without a sign and no finer than 1ns"},
      {R"("callers": ["app"])", R"("callers": "app")",
       "30:20: policy.rules[0].callers: is a single value, must be a list"},
      {R"("callers": ["app"])", R"("callers": {"app": true})",
       "30:20: policy.rules[0].callers: is a map, must be a list"},
      {R"("callers": ["app"])", R"("callers": null)",
       "30:9: policy.rules[0].callers: is nothing, must be a list"},
      {R"("callers": ["app"])", R"("callers": ["app", null])",
       "30:28: policy.rules[0].callers[1]: is nothing, must be a text"},
      {R"("callers": ["app"])", R"("callers": [["app"]])",
       "30:21: policy.rules[0].callers[0]: is a list, must be a text"},
      {R"([{"name": "app", "uid": 1000}])", R"({"name": "app", "uid": 1000})",
       "16:16: listen.unix.users: is a map, must be a list"},
      {R"([{"name": "app", "uid": 1000}])", R"(["app"])",
       "16:17: listen.unix.users[0]: is a single value, must be a map"},
      {R"(["/more.json"])", R"("/more.json")",
       "11:24: credentials_files: is a single value, must be a list"},
      {R"(["/more.json"])", R"([{"path": "/more.json"}])",
       "11:25: credentials_files[0]: is a map, must be a text"},
      {R"("secret_access_key": "hunter2")", R"("secret_access_key": ["hunter2"])",
       "6:28: credentials[0].secret_access_key: is a list, must be a text"},
      {R"("secret_access_key": "hunter2")", R"("secret_access_key": null)",
       "6:7: credentials[0].secret_access_key: is nothing, must be a text"},
      {R"("directory": "/secrets")", R"("environment": null)",
       "8:25: credentials[1].environment: is nothing, must be a map"},
      {R"("directory": "/secrets")", R"("environment": true)",
       "8:40: credentials[1].environment: is a single value, must be a map"},
      {R"("path": "/run/signet.sock")", R"("path": {"unix": "/run/signet.sock"})",
       "14:15: listen.unix.path: is a map, must be a text"},
  };
  ExpectConfigErrors("a.json", SoundJsonConfig(), cases);
}

TEST(ConfigReaderTest, RefusesMalformedScalars) {
  const ConfigCase cases[] = {
      {R"("max_entries": 10000)", R"("max_entries": "10000")",
       R"(41:20: key_cache.max_entries: "10000" in quotes given, must be a whole decimal number)"},
      {R"("max_entries": 10000)", R"("max_entries": 1e4)",
       R"(41:20: key_cache.max_entries: "1e4" given, must be a whole decimal number)"},
      {R"("max_entries": 10000)", R"("max_entries": 10000.0)",
       R"(41:20: key_cache.max_entries: "10000.0" given, must be a whole decimal number)"},
      {R"("max_entries": 10000)", R"("max_entries": true)",
       R"(41:20: key_cache.max_entries: "true" given, must be a whole decimal number)"},
      {R"("max_entries": 10000)", R"("max_entries": 99999999999999999999)",
       R"(41:20: key_cache.max_entries: "99999999999999999999" given, must be a whole decimal number)"},
      {R"("max_entries": 10000)", R"("max_entries": {"value": 1})",
       "41:20: key_cache.max_entries: is a map, must be a whole decimal number"},
      {R"("allow_unlocked_memory": false)", R"("allow_unlocked_memory": "false")",
       R"(42:30: key_cache.allow_unlocked_memory: "false" in quotes given, must be true or false)"},
      {R"("allow_unlocked_memory": false)", R"("allow_unlocked_memory": 0)",
       R"(42:30: key_cache.allow_unlocked_memory: "0" given, must be true or false)"},
      {R"("unsigned_payload_over_http": true)", R"("unsigned_payload_over_http": "yes")",
       R"(36:39: policy.rules[0].unsigned_payload_over_http: "yes" in quotes given, must be true or false)"},
      {R"("delay": "5s")", R"("delay": 5)",
       R"(47:14: drain.delay: "5" given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "5")",
       R"(47:14: drain.delay: "5" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "5 s")",
       R"(47:14: drain.delay: "5 s" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "-5s")",
       R"(47:14: drain.delay: "-5s" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "0")",
       R"(47:14: drain.delay: "0" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "+5s")",
       R"(47:14: drain.delay: "+5s" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "-0s")",
       R"(47:14: drain.delay: "-0s" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "0.1ns")",
       R"(47:14: drain.delay: "0.1ns" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "0.0001us")",
       R"(47:14: drain.delay: "0.0001us" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "1.0000000001s")",
       R"(47:14: drain.delay: "1.0000000001s" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": ".5s")",
       R"(47:14: drain.delay: ".5s" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "5.s")",
       R"(47:14: drain.delay: "5.s" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "1s-0s")",
       R"(47:14: drain.delay: "1s-0s" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "1s+1s")",
       R"(47:14: drain.delay: "1s+1s" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "5s ")",
       R"(47:14: drain.delay: "5s " in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "1e3s")",
       R"(47:14: drain.delay: "1e3s" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "inf")",
       R"(47:14: drain.delay: "inf" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "5d")",
       R"(47:14: drain.delay: "5d" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("delay": "5s")", R"("delay": "")",
       R"(47:14: drain.delay: "" in quotes given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {R"("format": "json")", R"("format": "xml")",
       R"(51:15: log.format: "xml" in quotes given, must be one of json, text)"},
      {R"("format": "json")", R"("format": "JSON")",
       R"(51:15: log.format: "JSON" in quotes given, must be one of json, text)"},
      {R"("format": "json")", R"("format": "unspecified")",
       R"(51:15: log.format: "unspecified" in quotes given, must be one of json, text)"},
      {R"("format": "json")", R"("format": 1)",
       R"(51:15: log.format: "1" given, must be one of json, text)"},
      {R"("level": "info")", R"("level": "verbose\u001b[2J")",
       R"(52:14: log.level: "verbose\u001b[2J" in quotes given, must be one of debug, info, warning, error)"},
      {R"("effect": "allow")", R"("effect": "Deny")",
       R"(29:19: policy.rules[0].effect: "Deny" in quotes given, must be one of allow, deny)"},
      {R"("effect": "allow")", R"("effect": "RULE_EFFECT_DENY")",
       R"(29:19: policy.rules[0].effect: "RULE_EFFECT_DENY" in quotes given, must be one of allow, deny)"},
      {R"("effect": "allow")", R"("effect": "")",
       R"(29:19: policy.rules[0].effect: "" in quotes given, must be one of allow, deny)"},
      {R"("lanes": 2)", R"("lanes": ")" + std::string(200, 'x') + R"(")",
       R"(66:12: lanes: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"... in quotes given, must be a whole decimal number)"},
  };
  ExpectConfigErrors("a.json", SoundJsonConfig(), cases);
}

TEST(ConfigReaderTest, RefusesYamlThatMeansMoreThanItSays) {
  if (!HasYaml()) {
    GTEST_SKIP() << "built without YAML";
  }
  const ConfigCase cases[] = {
      {"  delay: 5s", "\tdelay: 5s", "13:7: illegal map value"},
      {"  delay: 5s", "  delay: 5s\n   grace: 5s", "14:9: illegal map value"},
      {"  delay: 5s", "  delay: 5s\n  delay: 6s", "14:3: key 'delay' is there twice"},
      {"  delay: 5s", R"(  delay: "5s)", "18:1: illegal document indicator in scalar"},
      {"  delay: 5s", "  delay: &d 5s", "13:10: anchors are not supported"},
      {"  delay: 5s", "  delay: !!str 5s", "13:10: tags are not supported"},
      {"  delay: 5s", "  delay:",
       "13:3: drain.delay: is nothing, must be a duration with its unit, such as 90s, 1h30m or "
       "500ms, without a sign and no finer than 1ns"},
      {"  delay: 5s", "  delay: ~",
       "13:3: drain.delay: is nothing, must be a duration with its unit, such as 90s, 1h30m or "
       "500ms, without a sign and no finer than 1ns"},
      {"  delay: 5s", "  - 5s", "13:3: drain: is a list, must be a map"},
      {"  delay: 5s", "  dleay: 5s", "13:3: drain: unknown key 'dleay', allowed are delay, grace"},
      {"  delay: 5s", "  delay: 5",
       R"(13:10: drain.delay: "5" given, must be a duration with its unit, such as 90s, 1h30m or 500ms, without a sign and no finer than 1ns)"},
      {"  delay: 5s", "  ? [delay]\n  : 5s", "13:5: a key must be a scalar"},
      {"max_entries: 10000", "max_entries: 10_000",
       R"(14:26: key_cache.max_entries: "10_000" given, must be a whole decimal number)"},
      {"max_entries: 10000", "max_entries: 0x2710",
       R"(14:26: key_cache.max_entries: "0x2710" given, must be a whole decimal number)"},
      {"max_entries: 10000", "max_entries: +10000",
       R"(14:26: key_cache.max_entries: "+10000" given, must be a whole decimal number)"},
      {"max_entries: 10000", R"(max_entries: "10000")",
       R"(14:26: key_cache.max_entries: "10000" in quotes given, must be a whole decimal number)"},
      {"allow_unlocked_memory: false", "allow_unlocked_memory: no",
       R"(14:56: key_cache.allow_unlocked_memory: "no" given, must be true or false)"},
      {"allow_unlocked_memory: false", "allow_unlocked_memory: False",
       R"(14:56: key_cache.allow_unlocked_memory: "False" given, must be true or false)"},
      {"{max_entries: 10000, allow_unlocked_memory: false}", "{max_entries: 10000",
       "15:4: end of map flow not found"},
      {"secret_access_key: hunter2", "secret_access_key: |\n      hunter2",
       "5:24: credentials[0].secret_access_key: a secret access key of 8 bytes, allowed are 1 to "
       "1024 visible ASCII characters"},
      {"secret_access_key: hunter2", "secret_access_key: *hunter2",
       "5:24: the referenced anchor is not defined"},
      {"secret_access_key: hunter2", R"(secret_access_key: "hunter2\q")",
       "5:34: unknown escape character"},
      {"mode: 0660", "mode: 0o660",
       R"(9:11: listen.unix.mode: "0o660" given, allowed is "0000" to "0777")"},
      {"  level: info\n", "  level: info\n---\nlog:\n  level: info\n",
       "17:1: a second document, allowed is one"},
      {"  level: info\n", "  level: info\n  <<: *defaults\n",
       "17:7: the referenced anchor is not defined"},
  };
  ExpectConfigErrors("a.yaml", SoundYamlConfig(), cases);
}

}  // namespace
}  // namespace signet
