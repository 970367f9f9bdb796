// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/revocation_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/base/error.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const absl::Time kNoon = absl::FromUnixSeconds(1796040000);  // 2026-11-30T12:00:00Z

constexpr char kText[] =
    "signet-revocations 1\n"
    "2026-11-30T12:00:00Z demo a2954c57f72042f2\n"
    "2026-11-30T12:00:05Z other 0123456789abcdef\n";

Revocation Demo() { return {"demo", "a2954c57f72042f2", kNoon}; }
Revocation Other() { return {"other", "0123456789abcdef", kNoon + absl::Seconds(5)}; }

bool NoneHeld(const Revocation& /*revocation*/) { return false; }

std::string ReadAll(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> Names(const std::vector<Revocation>& revocations) {
  std::vector<std::string> names;
  for (const Revocation& revocation : revocations) {
    names.push_back(absl::StrCat(revocation.credential, "/", revocation.version));
  }
  return names;
}

TEST(RevocationFileTest, IsTextThatEndsWithItsHash) {
  const std::string text = RevocationText({Other(), Demo()});
  EXPECT_THAT(text, ::testing::StartsWith(absl::StrCat(kText, "end 2 ")));
  ASSERT_OK_AND_ASSIGN(const auto read, ParseRevocationText(text));
  EXPECT_THAT(Names(read), ElementsAre("demo/a2954c57f72042f2", "other/0123456789abcdef"));
  EXPECT_EQ(read[0].revoked_at, kNoon);
  EXPECT_THAT(*ParseRevocationText(RevocationText({})), IsEmpty());
}

TEST(RevocationFileTest, EveryTruncationIsFound) {
  const std::string text = RevocationText({Demo(), Other()});
  for (size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(ParseRevocationText(text.substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(ParseRevocationText(text + "\n").ok());
  EXPECT_FALSE(ParseRevocationText(text + text).ok());
}

TEST(RevocationFileTest, EveryFlippedBitIsFound) {
  const std::string text = RevocationText({Demo(), Other()});
  for (size_t i = 0; i < text.size() * 8; ++i) {
    std::string flipped = text;
    flipped[i / 8] = static_cast<char>(flipped[i / 8] ^ (1 << i % 8));
    EXPECT_FALSE(ParseRevocationText(flipped).ok()) << i;
  }
}

TEST(RevocationFileTest, ALineLessOrMoreIsFound) {
  std::string text = RevocationText({Demo(), Other()});
  const std::string line = "2026-11-30T12:00:00Z demo a2954c57f72042f2\n";
  std::string without = text;
  without.erase(text.find(line), line.size());
  EXPECT_FALSE(ParseRevocationText(without).ok());
  text.insert(text.find(line), line);
  EXPECT_FALSE(ParseRevocationText(text).ok());
}

TEST(RevocationFileTest, IsEmptyAtTheFirstStartAndKeepsWhatWasAdded) {
  const TempFolder folder;
  const RevocationFile file(folder.path());
  EXPECT_THAT(*file.Read(), IsEmpty());
  EXPECT_OK(file.Add({Demo()}, kNoon, NoneHeld));
  EXPECT_OK(file.Add({Other()}, kNoon, NoneHeld));
  // Again, later: the first time stays.
  EXPECT_OK(file.Add({{"demo", "a2954c57f72042f2", kNoon + absl::Hours(1)}}, kNoon, NoneHeld));
  ASSERT_OK_AND_ASSIGN(const auto read, RevocationFile(folder.path()).Read());
  EXPECT_THAT(Names(read), ElementsAre("demo/a2954c57f72042f2", "other/0123456789abcdef"));
  EXPECT_EQ(read[0].revoked_at, kNoon);
  struct stat info = {};
  ASSERT_EQ(stat(file.path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST(RevocationFileTest, ForgetsWhatNobodyHoldsAfter400Days) {
  const TempFolder folder;
  const RevocationFile file(folder.path());
  ASSERT_OK(file.Add({Demo(), Other()}, kNoon, NoneHeld));
  const absl::Time then = kNoon + absl::Hours(24 * 400);
  ASSERT_OK(file.Add({}, then - absl::Seconds(1), NoneHeld));
  EXPECT_THAT(*file.Read(), SizeIs(2));
  ASSERT_OK(file.Add({}, then + absl::Hours(1),
                     [](const Revocation& revocation) { return revocation.credential == "demo"; }));
  EXPECT_THAT(Names(*file.Read()), ElementsAre("demo/a2954c57f72042f2"));
}

TEST(RevocationFileTest, WhatCannotBeReadIsNotTakenForEmptyNorOverwritten) {
  const TempFolder folder;
  const RevocationFile file(folder.path());
  const std::string half = RevocationText({Demo()}).substr(0, 40);
  for (const std::string& text : {std::string(), half, std::string("\0\0\0\0", 4)}) {
    std::ofstream(file.path(), std::ios::trunc) << text;
    EXPECT_THAT(file.Read(), FailsWith(Reason::kInvalidConfig, "state_directory"));
    EXPECT_THAT(
        file.Read().status().message(),
        AllOf(HasSubstr(file.path()), HasSubstr("remove it to let all of them sign again")));
    EXPECT_THAT(file.Add({Other()}, kNoon, NoneHeld),
                FailsWith(Reason::kInvalidConfig, "state_directory"));
    EXPECT_EQ(ReadAll(file.path()), text);
  }
  std::filesystem::remove(file.path());
  std::filesystem::create_directory(file.path());
  EXPECT_THAT(file.Read(), FailsWith(Reason::kInvalidConfig, "state_directory"));
}

TEST(RevocationFileTest, AFolderThatIsNoneIsRefused) {
  const TempFolder folder;
  EXPECT_THAT(RevocationFile(folder.Path("none")).Read(),
              FailsWith(Reason::kInvalidConfig, "state_directory"));
}

// As a full disk does: a write that comes to nothing.
TEST(RevocationFileTest, AWriteThatFailsLeavesTheOldFile) {
  const TempFolder folder;
  const RevocationFile file(folder.path());
  ASSERT_OK(file.Add({Demo()}, kNoon, NoneHeld));
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  signal(SIGXFSZ, SIG_IGN);
  const rlimit tiny = {70, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &tiny), 0);
  const absl::Status status = file.Add({Other()}, kNoon, NoneHeld);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_THAT(status, FailsWith(Reason::kCredentialUnavailable, ""));
  EXPECT_THAT(Names(*file.Read()), ElementsAre("demo/a2954c57f72042f2"));
  EXPECT_FALSE(std::filesystem::exists(file.path() + ".new"));
  EXPECT_OK(file.Add({Other()}, kNoon, NoneHeld));
  EXPECT_THAT(*file.Read(), SizeIs(2));
}

// What a process leaves that was killed while it wrote.
TEST(RevocationFileTest, ANewFileThatWasLeftBehindDoesNoHarm) {
  const TempFolder folder;
  const RevocationFile file(folder.path());
  ASSERT_OK(file.Add({Demo()}, kNoon, NoneHeld));
  std::ofstream(file.path() + ".new") << "signet-revo";
  EXPECT_THAT(*file.Read(), SizeIs(1));
  EXPECT_OK(file.Add({Other()}, kNoon, NoneHeld));
  EXPECT_THAT(*file.Read(), SizeIs(2));
}

TEST(RevocationFileTest, WritersWhoShareAFolderLoseNothing) {
  const TempFolder folder;
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([&folder, i] {
      const RevocationFile file(folder.path());
      for (int k = 0; k < 5; ++k) {
        const std::string version = absl::StrCat("00000000000000", i, k);
        EXPECT_OK(file.Add({{"demo", version, kNoon}}, kNoon, NoneHeld));
      }
    });
  }
  for (std::thread& writer : writers) {
    writer.join();
  }
  EXPECT_THAT(*RevocationFile(folder.path()).Read(), SizeIs(20));
}

TEST(RevocationFileTest, DoesNotWaitForeverForALock) {
  const TempFolder folder;
  const int lock =
      open(folder.Path("revocations.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(flock(lock, LOCK_EX), 0);
  EXPECT_THAT(RevocationFile(folder.path()).Add({Demo()}, kNoon, NoneHeld),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("another process")));
  close(lock);
}

}  // namespace
}  // namespace signet
