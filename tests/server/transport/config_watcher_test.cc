// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/config_watcher.h"

#include <stdio.h>

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

constexpr absl::string_view kConfig = R"({"credentials": [
  {"name": "example", "access_key_id": "AKIDEXAMPLE", "secret_access_key": "secret"}],
 "listen": {"unix": {"path": "/nonexistent/s", "users": [{"name": "me", "uid": 1}]}},
 "policy": {"rules": [{"name": "all", "callers": ["me"], "operations": ["*"],
  "credentials": ["*"], "services": ["*"], "regions": ["*"]}MORE]}})";
constexpr absl::string_view kDeny = R"(, {"name": "never", "effect": "deny", "callers": ["me"],
  "operations": ["*"], "credentials": ["*"], "services": ["sts"], "regions": ["*"]})";

std::string ConfigWith(absl::string_view rules) {
  return absl::StrReplaceAll(kConfig, {{"MORE", rules}});
}

class ConfigWatcherTest : public ::testing::Test {
 protected:
  ConfigWatcherTest() : watcher_(WriteFirst()) {}

  std::string WriteFirst() const {
    Write("");
    return folder_.Path("signet.json");
  }
  // Writes into the file, which stays the same one.
  void Write(absl::string_view rules) const { folder_.Write("signet.json", ConfigWith(rules)); }
  // Writes another file, and renames it into place.
  void Replace(absl::string_view rules) const {
    folder_.Write("next", ConfigWith(rules));
    ASSERT_EQ(rename(folder_.Path("next").c_str(), folder_.Path("signet.json").c_str()), 0);
  }

  // Rules of the configuration that a look finds, -1 where it finds none.
  int RulesAfterALook() {
    const std::optional<ServerConfig> config = watcher_.Poll();
    return config.has_value() ? static_cast<int>(config->policy->rules().size()) : -1;
  }

  TempFolder folder_;
  ConfigWatcher watcher_;
};

TEST_F(ConfigWatcherTest, AFileThatIsRenamedIntoPlaceIsTakenAtOnce) {
  EXPECT_EQ(RulesAfterALook(), -1);
  Replace(kDeny);
  EXPECT_EQ(RulesAfterALook(), 2);
  EXPECT_EQ(RulesAfterALook(), -1);
  Replace("");
  EXPECT_EQ(RulesAfterALook(), 1);
}

TEST_F(ConfigWatcherTest, AFileThatIsWrittenToIsTakenOnceItStandsStill) {
  Replace(kDeny);
  EXPECT_EQ(RulesAfterALook(), 2);
  // As the front of a file of YAML: it reads well, and its deny rule is not there yet.
  Write("");
  EXPECT_EQ(RulesAfterALook(), -1);
  Write(kDeny);
  EXPECT_EQ(RulesAfterALook(), -1);
  EXPECT_EQ(RulesAfterALook(), -1);
  // What stays is meant.
  Write("");
  EXPECT_EQ(RulesAfterALook(), -1);
  EXPECT_EQ(RulesAfterALook(), 1);
  EXPECT_EQ(RulesAfterALook(), -1);
}

TEST_F(ConfigWatcherTest, EachLookThatSeesAnotherContentBeginsAnew) {
  for (int i = 0; i < 5; ++i) {
    Write(std::string(static_cast<size_t>(i) + 1, ' '));
    EXPECT_EQ(RulesAfterALook(), -1);
  }
  EXPECT_EQ(RulesAfterALook(), 1);
}

TEST_F(ConfigWatcherTest, WhoAsksIsToldOfTheFileAsItIs) {
  Write(kDeny);
  const absl::StatusOr<std::optional<ServerConfig>> config = watcher_.Look();
  ASSERT_TRUE(config.ok());
  ASSERT_TRUE(config->has_value());
  EXPECT_EQ((*config)->policy->rules().size(), 2u);
  EXPECT_EQ(RulesAfterALook(), -1);
}

}  // namespace
}  // namespace signet
