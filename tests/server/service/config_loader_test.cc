// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_loader.h"

#include <sys/stat.h>

#include <string>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/base/document.h"
#include "tests/support/fake_environment.h"
#include "tests/support/source_tree.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

absl::StatusOr<ServerConfig> Parse(absl::string_view text, absl::string_view name = "a.json") {
  return ParseServerConfig(name, text, FakeEnvironment());
}

// Every field, in JSON so that builds without YAML read it too.
constexpr absl::string_view kFull = R"({
  "credentials": [
    {"name": "demo", "access_key_id": "AKIDEXAMPLE", "secret_access_key": "wJalr/XUtn+=",
     "session_token": "token==", "expires_at": "2015-08-30T12:36:00Z"},
    {"name": "mounted", "directory": "secrets/demo"},
    {"name": "env", "environment": {}},
    {"name": "shared", "profile": {"name": "prod", "config_file": "/c", "credentials_file": "d"}}
  ],
  "credentials_files": ["more.yaml", "/etc/signet/credentials.yaml"],
  "listen": {
    "unix": {"path": "/run/signet/signet.sock", "mode": "0660",
             "users": [{"name": "app", "uid": 10001}, {"name": "group", "gid": 0}]},
    "tcp": {"address": "0.0.0.0:8443", "cert_file": "/tls/tls.crt", "key_file": "tls.key",
            "client_ca_file": "/tls/ca.crt"}
  },
  "policy": {"rules": [
    {"name": "app", "callers": ["app"], "operations": ["SignRequest"], "credentials": ["*"],
     "services": ["s3"], "regions": ["us-*"], "own_signing_time": {"max_skew": "15m"},
     "unsigned_payload_over_http": true},
    {"name": "no-gov", "effect": "deny", "callers": ["*"], "operations": ["*"],
     "credentials": ["*"], "services": ["*"], "regions": ["us-gov-*"]}
  ]},
  "key_cache": {"max_entries": 500, "allow_unlocked_memory": true,
                "lease_time_to_live": "30m", "revocation_check_interval": "90s"},
  "drain": {"delay": "1500ms", "grace": "1m30s"},
  "log": {"format": "text", "level": "warning"},
  "limits": {"max_message_bytes": 8192, "max_batch_bytes": 16384, "max_metadata_bytes": 2048,
             "max_streams_per_connection": 3, "max_connections": 5,
             "max_connections_per_peer": 4, "handshake_timeout": "1s", "idle_timeout": "2s",
             "max_connection_age": "3s", "max_connection_age_grace": "0s"},
  "lanes": 2
})";

TEST(ConfigLoaderTest, ReadsCredentialsOfEverySource) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Parse(kFull, "/etc/signet/signetd.json"));

  ASSERT_THAT(config.credentials, SizeIs(4));
  const auto& literal = std::get<ServerConfig::Literal>(config.credentials[0].source);
  EXPECT_EQ(config.credentials[0].name, "demo");
  EXPECT_EQ(literal.access_key_id, "AKIDEXAMPLE");
  EXPECT_EQ(literal.secret_access_key.Reveal(), "wJalr/XUtn+=");
  EXPECT_EQ(literal.session_token.Reveal(), "token==");
  EXPECT_EQ(literal.expires, absl::FromUnixSeconds(1440938160));
  EXPECT_EQ(std::get<ServerConfig::Directory>(config.credentials[1].source).path,
            "/etc/signet/secrets/demo");
  EXPECT_TRUE(std::holds_alternative<ServerConfig::Environment>(config.credentials[2].source));
  const auto& profile = std::get<ServerConfig::Profile>(config.credentials[3].source);
  EXPECT_EQ(profile.name, "prod");
  EXPECT_EQ(profile.config_file, "/c");
  EXPECT_EQ(profile.credentials_file, "/etc/signet/d");
  EXPECT_THAT(config.credentials_files,
              ElementsAre("/etc/signet/more.yaml", "/etc/signet/credentials.yaml"));
}

TEST(ConfigLoaderTest, ReadsListeners) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Parse(kFull, "/etc/signet/signetd.json"));

  ASSERT_TRUE(config.unix_listener.has_value());
  EXPECT_EQ(config.unix_listener->path, "/run/signet/signet.sock");
  EXPECT_EQ(config.unix_listener->mode, 0660u);
  ASSERT_THAT(config.unix_listener->users, SizeIs(2));
  EXPECT_EQ(config.unix_listener->users[0].name, "app");
  EXPECT_EQ(config.unix_listener->users[0].uid, 10001u);
  EXPECT_FALSE(config.unix_listener->users[0].gid.has_value());
  EXPECT_EQ(config.unix_listener->users[1].gid, 0u);
  EXPECT_FALSE(config.unix_listener->users[1].uid.has_value());
  ASSERT_TRUE(config.tcp_listener.has_value());
  EXPECT_EQ(config.tcp_listener->address, "0.0.0.0:8443");
  EXPECT_EQ(config.tcp_listener->cert_file, "/tls/tls.crt");
  EXPECT_EQ(config.tcp_listener->key_file, "/etc/signet/tls.key");
  EXPECT_EQ(config.tcp_listener->client_ca_file, "/tls/ca.crt");
}

TEST(ConfigLoaderTest, ReadsPolicy) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Parse(kFull));

  const absl::string_view region = "us-east-1";
  const Decision decision =
      config.policy->Decide({"app", Operation::kSignRequest, "demo", "s3", {&region, 1}});
  EXPECT_TRUE(decision.allowed);
  EXPECT_EQ(decision.rule, "app");
  EXPECT_EQ(decision.grants.own_signing_time_max_skew, absl::Minutes(15));
  EXPECT_TRUE(decision.grants.unsigned_payload_over_http);
  EXPECT_FALSE(decision.grants.lease_any_date);
  const absl::string_view gov = "us-gov-west-1";
  EXPECT_EQ(config.policy->Decide({"app", Operation::kSignRequest, "demo", "s3", {&gov, 1}}).rule,
            "no-gov");
}

TEST(ConfigLoaderTest, TellsWhatOfItWasGiven) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Parse(kFull));
  ASSERT_OK_AND_ASSIGN(
      const ServerConfig changed,
      Parse(absl::StrReplaceAll(kFull, {{R"("max_entries": 500)", R"("max_entries": 501)"}})));
  ASSERT_EQ(config.sections.count("key_cache"), 1u);
  EXPECT_EQ(config.sections.count("lanez"), 0u);
  for (const auto& [name, digest] : config.sections) {
    EXPECT_EQ(changed.sections.at(name) == digest, name != "key_cache") << name;
  }
}

TEST(ConfigLoaderTest, TheStateDirectoryStartsAtTheFilesFolder) {
  const auto with = [](const std::string& path) {
    return Parse(
        absl::StrCat(R"({"state_directory": ")", path, R"(", )",
                     absl::string_view(kFull).substr(absl::string_view(kFull).find('{') + 1)),
        "/etc/signet/signetd.json");
  };
  EXPECT_EQ(with("state")->state_directory, "/etc/signet/state");
  EXPECT_EQ(with("/var/lib/signet")->state_directory, "/var/lib/signet");
  EXPECT_EQ(with("")->state_directory, "");
  EXPECT_THAT(with(std::string(4097, 's')), FailsWith(Reason::kInvalidConfig, "state_directory"));
}

TEST(ConfigLoaderTest, ReadsTheRest) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Parse(kFull));

  EXPECT_EQ(config.key_cache.max_entries, 500u);
  EXPECT_TRUE(config.key_cache.allow_unlocked_memory);
  EXPECT_EQ(config.key_cache.lease_time_to_live, absl::Minutes(30));
  EXPECT_EQ(config.key_cache.revocation_check_interval, absl::Seconds(90));
  EXPECT_EQ(config.drain.delay, absl::Milliseconds(1500));
  EXPECT_EQ(config.drain.grace, absl::Seconds(90));
  EXPECT_EQ(config.logging.format, LogFormat::kText);
  EXPECT_EQ(config.logging.level, LogLevel::kWarning);
  EXPECT_EQ(config.limits.max_message_bytes, 8192);
  EXPECT_EQ(config.limits.max_batch_bytes, 16384);
  EXPECT_EQ(config.limits.max_metadata_bytes, 2048);
  EXPECT_EQ(config.limits.max_streams_per_connection, 3);
  EXPECT_EQ(config.limits.max_connections, 5);
  EXPECT_EQ(config.limits.max_connections_per_peer, 4);
  EXPECT_EQ(config.limits.handshake_timeout, absl::Seconds(1));
  EXPECT_EQ(config.limits.idle_timeout, absl::Seconds(2));
  EXPECT_EQ(config.limits.max_connection_age, absl::Seconds(3));
  EXPECT_EQ(config.limits.max_connection_age_grace, absl::ZeroDuration());
  EXPECT_EQ(config.lanes, 2);
  EXPECT_FALSE(config.is_development);
}

constexpr absl::string_view kLeast = R"({
  "credentials": [{"name": "demo", "environment": {}}],
  "listen": {"unix": {"path": "/s", "users": [{"name": "app", "uid": 1}]}}
})";

// The figures are those of config.proto and of the design.
TEST(ConfigLoaderTest, DefaultsAreThoseTheSchemaStates) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Parse(kLeast));

  EXPECT_EQ(config.unix_listener->mode, 0600u);
  EXPECT_FALSE(config.tcp_listener.has_value());
  EXPECT_EQ(config.key_cache.max_entries, 10000u);
  EXPECT_FALSE(config.key_cache.allow_unlocked_memory);
  EXPECT_EQ(config.key_cache.lease_time_to_live, absl::Hours(1));
  EXPECT_EQ(config.key_cache.revocation_check_interval, absl::Minutes(60));
  EXPECT_EQ(config.drain.delay, absl::Seconds(5));
  EXPECT_EQ(config.drain.grace, absl::Seconds(20));
  EXPECT_EQ(config.logging.format, LogFormat::kJson);
  EXPECT_EQ(config.logging.level, LogLevel::kInfo);
  EXPECT_EQ(config.limits.max_message_bytes, 262144);
  EXPECT_EQ(config.limits.max_batch_bytes, 2097152);
  EXPECT_EQ(config.limits.max_metadata_bytes, 16384);
  EXPECT_EQ(config.limits.max_streams_per_connection, 256);
  EXPECT_EQ(config.limits.max_connections, 4096);
  EXPECT_EQ(config.limits.max_connections_per_peer, 1024);
  EXPECT_EQ(config.limits.handshake_timeout, absl::Seconds(5));
  EXPECT_EQ(config.limits.idle_timeout, absl::Minutes(5));
  EXPECT_EQ(config.limits.max_connection_age, absl::Minutes(30));
  EXPECT_EQ(config.limits.max_connection_age_grace, absl::Seconds(30));
  EXPECT_GE(config.lanes, 1);
  EXPECT_TRUE(config.policy->rules().empty());
  EXPECT_THAT(config.warnings, ElementsAre("policy has no rules: nobody may do anything"));
}

TEST(ConfigLoaderTest, TheEnvironmentOverridesTheLog) {
  const auto config = ParseServerConfig(
      "a.json", kFull,
      FakeEnvironment({{"SIGNET_LOG_FORMAT", "json"}, {"SIGNET_LOG_LEVEL", "debug"}}));
  ASSERT_OK(config);
  EXPECT_EQ(config->logging.format, LogFormat::kJson);
  EXPECT_EQ(config->logging.level, LogLevel::kDebug);

  EXPECT_THAT(ParseServerConfig("a.json", kFull, FakeEnvironment({{"SIGNET_LOG_LEVEL", "loud"}})),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "SIGNET_LOG_LEVEL: \"loud\" given, allowed is one of debug, info, warning, "
                       "error"));
  EXPECT_THAT(ParseServerConfig("a.json", kFull, FakeEnvironment({{"SIGNET_LOG_FORMAT", "xml"}})),
              FailsWith(Reason::kInvalidConfig, "SIGNET_LOG_FORMAT"));
  EXPECT_OK(ParseServerConfig("a.json", kFull, FakeEnvironment({{"SIGNET_LOG_FORMAT", ""}})));
}

TEST(ConfigLoaderTest, WarnsOfNamesThatAreNotThere) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Parse(R"({
    "credentials": [{"name": "demo", "environment": {}}],
    "listen": {"unix": {"path": "/s", "users": [{"name": "app", "uid": 1}]}},
    "policy": {"rules": [
      {"name": "r", "callers": ["ap", "app", "app*", "spiffe://x/y"], "operations": ["*"],
       "credentials": ["dmo", "demo", "d*"], "services": ["s3"], "regions": ["*"]}]}
  })"));
  EXPECT_THAT(config.warnings,
              ElementsAre("rule \"r\" names credential \"dmo\", which is not configured",
                          "rule \"r\" names local user \"ap\", who is not in listen.unix.users"));
}

TEST(ConfigLoaderTest, WarnsOfLeasesThatARuleMakesImpossible) {
  ASSERT_OK_AND_ASSIGN(const ServerConfig config, Parse(R"({
    "credentials": [{"name": "demo", "environment": {}}],
    "listen": {"unix": {"path": "/s", "users": [{"name": "app", "uid": 1}]}},
    "policy": {"rules": [
      {"name": "lease", "callers": ["app"], "operations": ["GetOrLoadKey"],
       "credentials": ["demo"], "services": ["s3"], "regions": ["*"]},
      {"name": "no-forms", "effect": "deny", "callers": ["*"], "operations": ["SignPostPolicy"],
       "credentials": ["*"], "services": ["*"], "regions": ["*"]}]}
  })"));
  EXPECT_THAT(config.warnings, ElementsAre(HasSubstr("bypass deny rule \"no-forms\"")));
}

TEST(ConfigLoaderTest, WarnsOfSecretsThatEveryoneMayRead) {
  const TempFolder folder;
  folder.Write("signetd.json", kFull);
  const std::string path = folder.Path("signetd.json");
  ASSERT_EQ(chmod(path.c_str(), 0644), 0);
  ASSERT_OK_AND_ASSIGN(const ServerConfig open, LoadServerConfig(path, FakeEnvironment()));
  EXPECT_THAT(open.warnings,
              ElementsAre(path + " holds secret access keys and every user may read it"));

  ASSERT_EQ(chmod(path.c_str(), 0600), 0);
  ASSERT_OK_AND_ASSIGN(const ServerConfig closed, LoadServerConfig(path, FakeEnvironment()));
  EXPECT_THAT(closed.warnings, IsEmpty());
}

TEST(ConfigLoaderTest, NamesWhatIsMissingAltogether) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "a.json:1:1: the file ends before the document does"},
      {"null", "a.json:1:1: is nothing, must be a map"},
      {"[]", "a.json:1:1: is a list, must be a map"},
      {"{}",
       "a.json:1:1: credentials: is missing or empty, credentials or credentials_files needs at "
       "least one entry"},
      {R"({"credentials_files": ["x"]})",
       "a.json:1:1: listen: is missing or empty, at least one of listen.unix and listen.tcp is "
       "needed"},
      {R"({"credentials_files": ["x"], "listen": {}})",
       "a.json:1:40: listen: no listener given, at least one of unix and tcp is needed"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_THAT(Parse(text), StatusIs(absl::StatusCode::kInvalidArgument, message)) << text;
  }
}

// A file that was written in part.
TEST(ConfigLoaderTest, RefusesEveryTruncation) {
  for (size_t size = 0; size < kFull.size(); ++size) {
    EXPECT_THAT(Parse(kFull.substr(0, size)),
                StatusIs(absl::StatusCode::kInvalidArgument, StartsWith("a.json:")))
        << size;
  }
}

TEST(ConfigLoaderTest, AFileThatIsNotThereIsNamed) {
  EXPECT_THAT(LoadServerConfig("/no/such/signetd.json", FakeEnvironment()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/no/such/signetd.json")));
}

// What the manifests ship.
TEST(ConfigLoaderTest, ReadsTheShippedConfigurations) {
  if (!HasYaml()) {
    GTEST_SKIP() << "built without YAML";
  }
  for (const char* const file : {"k8s/base/signetd.yaml", "k8s/overlays/sidecar/signetd.yaml"}) {
    const auto config =
        ParseServerConfig(file, ReadFileOrFail(SourceTree() + "/" + file), FakeEnvironment());
    EXPECT_OK(config) << file;
    if (config.ok()) {
      EXPECT_THAT(config->warnings, IsEmpty()) << file;
    }
  }
}

}  // namespace
}  // namespace signet
