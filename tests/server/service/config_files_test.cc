// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/config_files.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/service/config_development.h"
#include "server/service/config_loader.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Secret NoVariables(const char*) { return Secret(); }

std::vector<std::string> MessagesOf(const std::vector<absl::Status>& errors) {
  std::vector<std::string> messages;
  for (const absl::Status& error : errors) {
    EXPECT_EQ(GetErrorDetail(error).reason, Reason::kInvalidConfig) << error;
    messages.emplace_back(error.message());
  }
  return messages;
}

class ConfigFilesTest : public ::testing::Test {
 protected:
  // The errors of a configuration of that text, without the folder's path.
  std::vector<std::string> ErrorsOf(const std::string& text) {
    folder_.Write("c.json", text);
    chmod(folder_.Path("c.json").c_str(), 0600);
    std::vector<std::string> messages =
        MessagesOf(CheckServerConfig(folder_.Path("c.json"), NoVariables).errors);
    const std::string prefix = folder_.Path("");
    for (std::string& message : messages) {
      for (size_t at = 0; (at = message.find(prefix)) != std::string::npos;) {
        message.erase(at, prefix.size());
      }
    }
    return messages;
  }

  TempFolder folder_;
};

constexpr char kListen[] = R"("listen": {"unix": {"path": "/tmp/s",
   "users": [{"name": "app", "uid": 1}]}})";

TEST_F(ConfigFilesTest, AllErrorsAreReportedInTheOrderOfTheFile) {
  EXPECT_THAT(ErrorsOf(R"({
  "credentials": [{"name": "a b", "access_key_id": "AKIDEXAMPLE", "secret_access_key": "a b"},
                  {"name": "two", "environment": {}, "directory": "d"}],
  "listen": {"unix": {"path": "s", "users": [{"name": "App"}]}},
  "lanes": 0,
  "policy": {"rules": [
    {"name": "r", "callers": [], "operations": ["Sign"], "credentials": ["*"], "services": ["*"],
     "regions": ["a*b*c"]},
    {"name": "r", "callers": ["*"], "operations": ["*"], "credentials": ["*"], "services": ["*"],
     "regions": [""]}]},
  "limits": {"max_connections": 0, "idle_timeout": "1ms"}})"),
              ElementsAre(HasSubstr("c.json:2:28: credentials[0].name: \"a b\" given"),
                          HasSubstr("c.json:2:88: credentials[0].secret_access_key: "),
                          HasSubstr("c.json:3:19: credentials[1]: directory beside environment"),
                          HasSubstr("c.json:4:31: listen.unix.path: \"s\" given"),
                          HasSubstr("c.json:4:46: listen.unix.users[0]: neither uid nor gid"),
                          HasSubstr("c.json:4:55: listen.unix.users[0].name: \"App\" given"),
                          HasSubstr("c.json:5:12: lanes: 0 given"),
                          HasSubstr("c.json:7:30: policy.rules[0].callers: is missing or empty"),
                          HasSubstr("policy.rules[0].operations[0]: \"Sign\" is no operation"),
                          HasSubstr("c.json:8:18: policy.rules[0].regions[0]: "),
                          HasSubstr("c.json:9:14: policy.rules[1].name: \"r\" is the name of"),
                          HasSubstr("c.json:10:18: policy.rules[1].regions[0]: "),
                          HasSubstr("c.json:11:33: limits.max_connections: 0 given"),
                          HasSubstr("limits.idle_timeout: 1ms given")));
}

TEST_F(ConfigFilesTest, AllUnknownKeysAndWrongKindsAreReported) {
  EXPECT_THAT(ErrorsOf("{\"lanes\": \"2\",\n \"lane\": 2,\n \"polcy\": {},\n \"drain\": [],\n"
                       " \"log\": {\"level\": \"loud\"}}"),
              ElementsAre(HasSubstr("c.json:1:11: lanes: \"2\" in quotes given"),
                          HasSubstr("c.json:2:2: unknown key 'lane'"),
                          HasSubstr("c.json:3:2: unknown key 'polcy'"),
                          HasSubstr("c.json:4:11: drain: is a list"),
                          HasSubstr("c.json:5:19: log.level: \"loud\" in quotes given")));
}

TEST_F(ConfigFilesTest, MissingSourcesAreNamedWithTheirPlaces) {
  folder_.Write("file", "");
  EXPECT_THAT(
      ErrorsOf(std::string(R"({"credentials_files": ["more.yaml"],
 "credentials": [{"name": "a", "directory": "secrets"}, {"name": "b", "directory": "file"},
                 {"name": "c", "profile": {"config_file": "cc", "credentials_file": "."}}],
 )") + kListen +
               "}"),
      ElementsAre(
          "c.json:1:24: credentials_files[0]: more.yaml: No such file or directory",
          "c.json:2:45: credentials[0].directory: secrets: No such file or directory",
          "c.json:2:84: credentials[1].directory: file: is not a folder",
          "c.json:3:59: credentials[2].profile.config_file: cc: No such file or directory",
          "c.json:3:85: credentials[2].profile.credentials_file: .: is not a regular file"));
}

TEST_F(ConfigFilesTest, MissingTlsFilesAreNamedWithTheirPlaces) {
  EXPECT_THAT(ErrorsOf(R"({"credentials": [{"name": "a", "environment": {}}],
 "listen": {"tcp": {"address": "127.0.0.1:0", "cert_file": "c.json", "key_file": "k",
                    "client_ca_file": "ca"}}})"),
              ElementsAre("c.json:2:82: listen.tcp.key_file: k: No such file or directory",
                          "c.json:3:39: listen.tcp.client_ca_file: ca: No such file or directory"));
}

TEST_F(ConfigFilesTest, TheSocketsFolderMustBeThereAndWritable) {
  const auto errors_of = [this](const std::string& path) {
    return ErrorsOf(R"({"credentials": [{"name": "a", "environment": {}}],
 "listen": {"unix": {"path": ")" +
                    folder_.Path(path) + R"(", "users": [{"name": "app", "uid": 1}]}}})");
  };
  EXPECT_THAT(errors_of("s"), IsEmpty());
  EXPECT_THAT(errors_of("gone/s"),
              ElementsAre("c.json:2:30: listen.unix.path: the server cannot make its socket here, "
                          "the folder gone: No such file or directory"));
  folder_.Write("file", "");
  EXPECT_THAT(errors_of("file/s"), ElementsAre(HasSubstr("the folder file: is not a folder")));
}

TEST_F(ConfigFilesTest, WhatStandsAtTheSocketsPathMustBeASocket) {
  const auto errors_of = [this](const std::string& path) {
    return ErrorsOf(R"({"credentials": [{"name": "a", "environment": {}}],
 "listen": {"unix": {"path": ")" +
                    path + R"(", "users": [{"name": "app", "uid": 1}]}}})");
  };
  folder_.Write("file", "");
  folder_.Write("folder/file", "");
  ASSERT_EQ(symlink("gone", folder_.Path("link").c_str()), 0);
  for (const char* const name : {"file", "folder", "folder/.", "link"}) {
    EXPECT_THAT(errors_of(folder_.Path(name)),
                ElementsAre(absl::StrCat("c.json:2:30: listen.unix.path: ", name,
                                         ": exists and is not a socket, allowed is a path that is "
                                         "free")));
  }
  for (const std::string& path : {std::string("/"), folder_.Path("folder") + "/"}) {
    EXPECT_THAT(errors_of(path), ElementsAre(AllOf(HasSubstr("c.json:2:30: listen.unix.path: "),
                                                   HasSubstr("does not end with '/'"))));
  }
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, folder_.Path("s").c_str(), sizeof(address.sun_path) - 1);
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  close(fd);
  EXPECT_THAT(errors_of(folder_.Path("s")), IsEmpty());

  folder_.Write("s.lock", "");
  EXPECT_THAT(errors_of(folder_.Path("s")), IsEmpty());
  folder_.Write("s.lock", "a user's own");
  EXPECT_THAT(errors_of(folder_.Path("s")), ElementsAre(HasSubstr("s.lock: is where the server")));
}

// Root may write anywhere, so this is for everybody else.
TEST_F(ConfigFilesTest, TheStateDirectoryMustBeThere) {
  const std::vector<std::string> errors =
      ErrorsOf(absl::StrCat(R"({"credentials": [{"name": "c", "environment": {}}],
                                "state_directory": "none", )",
                            kListen, "}"));
  EXPECT_THAT(errors, ::testing::Contains(::testing::HasSubstr(
                          "state_directory: none: No such file or directory")));
}

TEST_F(ConfigFilesTest, AFolderThatIsNotWritableIsNamed) {
  if (geteuid() == 0 && seteuid(4242) != 0) {
    GTEST_SKIP() << "cannot be another user";
  }
  ServerConfig config;
  config.unix_listener.emplace();
  config.unix_listener->path = "/proc/s";
  ConfigErrors errors;
  CheckConfiguredFiles(config, &errors);
  if (getuid() == 0) {
    ASSERT_EQ(seteuid(0), 0);
  }
  ASSERT_EQ(errors.entries().size(), 1u);
  EXPECT_THAT(errors.entries()[0].status, FailsWith(Reason::kInvalidConfig, "listen.unix.path"));
}

TEST_F(ConfigFilesTest, CredentialsFilesThatOthersMayReadAreWarnedOf) {
  folder_.Write("more.json", "{}");
  const std::string path = folder_.Path("more.json");
  folder_.Write("c.json", std::string(R"({"credentials_files": ["more.json"],
 "credentials": [{"name": "c", "profile": {"credentials_file": "more.json"}}],
 "policy": {"rules": [{"name": "r", "callers": ["app"], "operations": ["*"], "credentials": ["*"],
                       "services": ["*"], "regions": ["*"]}]}, )") +
                              kListen + "}");
  const auto warnings_with = [&](mode_t mode) {
    EXPECT_EQ(chmod(path.c_str(), mode), 0);
    const ConfigReport report = CheckServerConfig(folder_.Path("c.json"), NoVariables);
    EXPECT_THAT(report.errors, IsEmpty());
    return report.config.warnings;
  };
  EXPECT_THAT(warnings_with(0600), IsEmpty());
  EXPECT_THAT(warnings_with(0640),
              ElementsAre(HasSubstr(path + " holds secret access keys and its group may read it"),
                          HasSubstr("its group")));
  EXPECT_THAT(warnings_with(0604),
              ElementsAre(HasSubstr("every user may read it"), HasSubstr("every user")));

  // At the start too, and in development mode.
  ASSERT_OK_AND_ASSIGN(const ServerConfig loaded,
                       LoadServerConfig(folder_.Path("c.json"), NoVariables));
  EXPECT_EQ(loaded.warnings.size(), 2u);
  DevelopmentOptions options;
  options.credentials_file = path;
  ASSERT_OK_AND_ASSIGN(const ServerConfig development, DevelopmentConfig(options, NoVariables));
  EXPECT_THAT(development.warnings, ElementsAre(HasSubstr("every user may read it")));
}

TEST_F(ConfigFilesTest, WhatOthersMayWriteIsWarnedOf) {
  folder_.Write("more.json", "{}");
  folder_.Write("keys/access_key_id", "");
  folder_.Write("c.json", std::string(R"({"credentials_files": ["more.json"],
 "credentials": [{"name": "c", "directory": "keys"}],
 "policy": {"rules": [{"name": "r", "callers": ["app"], "operations": ["*"], "credentials": ["*"],
                       "services": ["*"], "regions": ["*"]}]}, )") +
                              kListen + "}");
  const auto warnings_with = [this](const std::string& name, mode_t mode) {
    for (const char* const file : {"c.json", "more.json", "keys/access_key_id"}) {
      EXPECT_EQ(chmod(folder_.Path(file).c_str(), 0600), 0);
    }
    EXPECT_EQ(chmod(folder_.Path("keys").c_str(), 0755), 0);
    EXPECT_EQ(chmod(folder_.Path(name).c_str(), mode), 0);
    return CheckServerConfig(folder_.Path("c.json"), NoVariables).config.warnings;
  };
  EXPECT_THAT(warnings_with("c.json", 0644), IsEmpty());
  EXPECT_THAT(warnings_with("c.json", 0620),
              ElementsAre("its group may write to " + folder_.Path("c.json") +
                          " and so decide who may sign what, use mode 0600"));
  EXPECT_THAT(warnings_with("c.json", 0602),
              ElementsAre("every user may write to " + folder_.Path("c.json") +
                          " and so decide who may sign what, use mode 0600"));
  EXPECT_THAT(warnings_with("more.json", 0622),
              ElementsAre("every user may write to " + folder_.Path("more.json") +
                          " and so decide which keys sign, use mode 0600"));
  EXPECT_THAT(warnings_with("keys", 0777),
              ElementsAre("every user may write to " + folder_.Path("keys") +
                          " and so decide which keys sign, use mode 0700"));
  EXPECT_THAT(warnings_with("keys/access_key_id", 0660),
              ElementsAre("its group may write to " + folder_.Path("keys/access_key_id") +
                          " and so decide which keys sign, use mode 0600"));
}

}  // namespace
}  // namespace signet
