// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/file.h"

#include <sys/stat.h>

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

TEST(FileTest, ReadsAllBytes) {
  const TempFolder folder;
  const std::string bytes = std::string("a\0b", 3) + std::string(100000, 'x');
  folder.Write("file", bytes);
  folder.Write("empty", "");

  ASSERT_OK_AND_ASSIGN(const Secret read, ReadFile(folder.Path("file"), bytes.size()));
  ASSERT_OK_AND_ASSIGN(const Secret empty, ReadFile(folder.Path("empty"), 10));

  EXPECT_TRUE(read.Reveal() == bytes);
  EXPECT_TRUE(empty.empty());
}

TEST(FileTest, RefusesOneByteTooMany) {
  const TempFolder folder;
  folder.Write("file", "12345");

  EXPECT_OK(ReadFile(folder.Path("file"), 5));
  EXPECT_THAT(ReadFile(folder.Path("file"), 4),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       EndsWith("file: is larger than the 4 bytes allowed")));
}

TEST(FileTest, SaysWhatCannotBeRead) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo(folder.Path("pipe").c_str(), 0600), 0);

  EXPECT_THAT(ReadFile(folder.Path("none"), 5),
              StatusIs(absl::StatusCode::kNotFound, StartsWith(folder.Path("none") + ": ")));
  EXPECT_THAT(ReadFile(folder.Path(""), 5),
              StatusIs(absl::StatusCode::kFailedPrecondition, EndsWith("is not a regular file")));
  EXPECT_THAT(ReadFile(folder.Path("pipe"), 5),
              StatusIs(absl::StatusCode::kFailedPrecondition, EndsWith("is not a regular file")));
}

}  // namespace
}  // namespace signet
