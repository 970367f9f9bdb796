// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/folder_source.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/source_content.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

// What a mounted Secret looks like: the files are links through "..data", which
// links to a folder of one state and is replaced by a rename.
class MountedSecret {
 public:
  // The next state, of keys that all carry its number.
  void Update(int state) {
    const std::string name = absl::StrCat("..state_", state);
    folder_.Write(absl::StrCat(name, "/access_key_id"), absl::StrCat("AKID-", state));
    folder_.Write(absl::StrCat(name, "/secret_access_key"), absl::StrCat("secret-", state));
    folder_.Write(absl::StrCat(name, "/session_token"), absl::StrCat("token-", state));
    fs::create_directory_symlink(name, folder_.Path("..data_tmp"));
    fs::rename(folder_.Path("..data_tmp"), folder_.Path("..data"));
    for (const char* const file : {"access_key_id", "secret_access_key", "session_token"}) {
      if (!fs::is_symlink(folder_.Path(file))) {
        fs::create_symlink(absl::StrCat("..data/", file), folder_.Path(file));
      }
    }
    fs::remove_all(folder_.Path(absl::StrCat("..state_", state - 1)));
  }

  std::string path() const { return folder_.Path(""); }

 private:
  TempFolder folder_;
};

TEST(FolderSourceTest, ReadsAFileForEachPart) {
  const TempFolder folder;
  folder.Write("access_key_id", "AKIDEXAMPLE\n");
  folder.Write("secret_access_key", "secret\r\n");
  const FolderSource source("store", folder.Path(""));

  ASSERT_OK_AND_ASSIGN(CredentialValue value, OnlyCredentialOf(source));
  EXPECT_EQ(value.name, "store");
  EXPECT_EQ(value.access_key_id, "AKIDEXAMPLE");
  EXPECT_EQ(value.secret_access_key.Reveal(), "secret");
  EXPECT_TRUE(value.session_token.empty());
  EXPECT_EQ(value.expires, absl::InfiniteFuture());

  folder.Write("session_token", "token");
  folder.Write("expiration", "2026-12-01T00:00:00Z\n");
  ASSERT_OK_AND_ASSIGN(value, OnlyCredentialOf(source));
  EXPECT_EQ(value.session_token.Reveal(), "token");
  EXPECT_EQ(value.expires, absl::FromCivil(absl::CivilDay(2026, 12, 1), absl::UTCTimeZone()));
}

TEST(FolderSourceTest, SaysWhatIsMissingOrMalformed) {
  const TempFolder folder;
  const FolderSource source("store", folder.Path("x"));
  EXPECT_THAT(OnlyCredentialOf(source),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("access_key_id")));
  folder.Write("x/access_key_id", "AKIDEXAMPLE");
  EXPECT_THAT(OnlyCredentialOf(source),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("secret_access_key")));
  folder.Write("x/secret_access_key", "top secret");
  EXPECT_THAT(OnlyCredentialOf(source),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       ::testing::AllOf(HasSubstr("x/secret_access_key: a secret access key of 10"),
                                        Not(HasSubstr("top")))));
  folder.Write("x/secret_access_key", "secret");
  folder.Write("x/expiration", "soon");
  EXPECT_THAT(OnlyCredentialOf(source),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("x/expiration: an expiry")));
  folder.Write("x/expiration", "");
  EXPECT_OK(OnlyCredentialOf(source));
}

TEST(FolderSourceTest, FollowsAMountedSecret) {
  MountedSecret secret;
  secret.Update(1);
  const FolderSource source("store", secret.path());
  EXPECT_EQ(OnlyCredentialOf(source).value().access_key_id, "AKID-1");
  secret.Update(2);
  EXPECT_EQ(OnlyCredentialOf(source).value().access_key_id, "AKID-2");
}

// Never the access key ID of one state with the secret of another.
TEST(FolderSourceTest, ReadsOneStateWhileItChanges) {
  MountedSecret secret;
  secret.Update(1);
  const FolderSource source("store", secret.path());
  std::atomic<bool> is_done{false};
  std::thread kubelet([&] {
    for (int state = 2; state < 300; ++state) {
      secret.Update(state);
    }
    is_done = true;
  });
  while (!is_done) {
    const absl::StatusOr<CredentialValue> value = OnlyCredentialOf(source);
    if (!value.ok()) {
      EXPECT_THAT(value, StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("changing")));
      continue;
    }
    const std::string state = value->access_key_id.substr(5);
    EXPECT_EQ(value->secret_access_key.Reveal(), "secret-" + state);
    EXPECT_EQ(value->session_token.Reveal(), "token-" + state);
  }
  kubelet.join();
  EXPECT_EQ(OnlyCredentialOf(source).value().access_key_id, "AKID-299");
}

}  // namespace
}  // namespace signet
