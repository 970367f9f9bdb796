// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_writer.h"

#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "gmock/gmock.h"
#include "tests/server/audit/audit_case.h"
#include "tests/support/fake_clock.h"

namespace signet {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class AuditWriterTest : public ::testing::Test {
 protected:
  AuditWriterTest() : clock_(AuditTime()) {
    options_.path = folder_.Path("audit.jsonl");
    options_.clock = &clock_;
    options_.on_news = [this](const AuditNews& news) {
      news_.emplace_back(AuditNewsName(news.kind));
    };
  }

  std::unique_ptr<AuditWriter> Open() {
    absl::StatusOr<std::unique_ptr<AuditWriter>> writer = AuditWriter::Open(options_);
    EXPECT_OK(writer);
    return writer.ok() ? *std::move(writer) : nullptr;
  }

  FakeClock clock_;
  TempFolder folder_;
  AuditOptions options_;
  std::vector<std::string> news_;
};

TEST_F(AuditWriterTest, AChainGoesOnOverRestarts) {
  for (int i = 0; i < 3; ++i) {
    const auto writer = Open();
    EXPECT_OK(writer->Write(CallLines(2), {}));
    if (i == 1) {
      writer->Close();
    }
  }
  EXPECT_OK(VerifyFiles({options_.path}));
  // Three openings, six calls, one end.
  EXPECT_THAT(LinesOf(options_.path), SizeIs(10));
}

// A crash may cut the last write anywhere.
TEST_F(AuditWriterTest, ALineTornAtAnyByteIsCutAndSaid) {
  Open()->Write(CallLines(2), {}).IgnoreError();
  const std::string whole = ReadBytes(options_.path);
  const size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (size_t size = last; size <= whole.size(); ++size) {
    folder_.Write("audit.jsonl", whole.substr(0, size));
    ASSERT_EQ(::chmod(options_.path.c_str(), 0600), 0);
    news_.clear();
    const auto writer = Open();
    ASSERT_NE(writer, nullptr);
    EXPECT_OK(writer->Write(CallLines(1), {}));
    EXPECT_OK(VerifyFiles({options_.path})) << size;
    const bool is_torn = size != last && size != whole.size();
    EXPECT_THAT(news_, Contains("torn").Times(is_torn ? 1 : 0)) << size;
    EXPECT_THAT(LinesOf(options_.path),
                Contains(HasSubstr("\"kind\":\"quarantine\"")).Times(is_torn ? 1 : 0));
  }
}

TEST_F(AuditWriterTest, AFileThatDoesNotHoldIsSetAsideAndKept) {
  Open()->Write(CallLines(3), {}).IgnoreError();
  std::string bytes = ReadBytes(options_.path);
  bytes[bytes.find("key-1")] = 'K';
  folder_.Write("audit.jsonl", bytes);
  const auto writer = Open();
  EXPECT_THAT(news_, Contains("broken"));
  EXPECT_OK(writer->Write(CallLines(1), {}));
  EXPECT_OK(VerifyFiles({options_.path}));
  const std::string aside = writer->folder().FullFiles().at(0);
  EXPECT_EQ(ReadBytes(aside), bytes);
  EXPECT_THAT(VerifyFiles({aside, options_.path}),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr(":3: ")));
}

TEST_F(AuditWriterTest, FilesRotateBySizeInOneChainAndTheOldestGo) {
  options_.max_file_bytes = 4096;
  options_.max_files = 3;
  auto writer = Open();
  for (int i = 0; i < 200; ++i) {
    EXPECT_OK(writer->Write(CallLines(1), {}));
  }
  std::vector<std::string> files = writer->folder().FullFiles();
  EXPECT_THAT(files, SizeIs(3));
  files.push_back(options_.path);
  EXPECT_OK(VerifyFiles(files));
  // One that is missing shows.
  EXPECT_THAT(VerifyFiles({files[0], files[2]}),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("missing")));
  // A restart after a crash between the files goes on from the newest full one.
  writer.reset();
  std::filesystem::remove(options_.path);
  writer = Open();
  EXPECT_OK(VerifyFiles({files[2], options_.path}));
}

TEST_F(AuditWriterTest, FilesRotateByAge) {
  const auto writer = Open();
  EXPECT_OK(writer->Write(CallLines(1), {}));
  clock_.Advance(options_.max_file_age);
  EXPECT_OK(writer->Write(CallLines(1), {}));
  EXPECT_THAT(writer->folder().FullFiles(), SizeIs(1));
}

TEST_F(AuditWriterTest, CheckpointsComeByLinesAndByTime) {
  std::string public_pem;
  options_.key = NewCheckpointKey(&public_pem);
  ASSERT_OK_AND_ASSIGN(const auto key, CheckpointPublicKey::Parse(public_pem));
  const auto writer = Open();
  EXPECT_OK(writer->Write(CallLines(2'500), {}));
  clock_.Advance(absl::Seconds(11));
  writer->Tick();
  AuditVerifier verifier(key.get());
  EXPECT_OK(VerifyAuditFile(options_.path, &verifier));
  // One at the start, two among the lines, one by time.
  EXPECT_EQ(verifier.summary().checkpoints, 4U);
  EXPECT_EQ(verifier.summary().unsigned_lines, 0U);
  EXPECT_THAT(news_, Contains("head"));
}

TEST_F(AuditWriterTest, ASecondProcessIsRefused) {
  const auto writer = Open();
  EXPECT_THAT(AuditWriter::Open(options_),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("is in use")));
}

TEST_F(AuditWriterTest, PlacesThatOthersMayWriteToAreRefused) {
  folder_.Write("audit.jsonl", "");
  ASSERT_EQ(::chmod(options_.path.c_str(), 0602), 0);
  EXPECT_THAT(AuditWriter::Open(options_),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("others than its owner")));
  std::filesystem::remove(options_.path);
  std::filesystem::create_symlink("elsewhere", options_.path);
  EXPECT_THAT(AuditWriter::Open(options_),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("symbolic link")));
  std::filesystem::remove(options_.path);
  std::filesystem::create_directory(folder_.Path("open"));
  ASSERT_EQ(::chmod(folder_.Path("open").c_str(), 01777), 0);
  options_.path = folder_.Path("open/audit.jsonl");
  EXPECT_THAT(AuditWriter::Open(options_),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("every user")));
}

// A real disk that is full: a file system of 64 KiB.
TEST_F(AuditWriterTest, ARealDiskThatIsFullLeavesTheChainWholeAndHeals) {
  const std::string disk = folder_.Path("disk");
  std::filesystem::create_directory(disk);
  if (::mount("none", disk.c_str(), "tmpfs", 0, "size=64k,mode=0700") != 0) {
    ASSERT_EQ(getenv("CI"), nullptr) << "a tmpfs cannot be mounted";
    GTEST_SKIP() << "a tmpfs cannot be mounted";
  }
  const auto unmount = absl::MakeCleanup([&disk] { ::umount2(disk.c_str(), MNT_DETACH); });
  const std::string ballast = disk + "/ballast";
  std::ofstream(ballast) << std::string(16 * 1024, 'b');
  options_.path = disk + "/audit.jsonl";
  const auto writer = Open();
  ASSERT_NE(writer, nullptr);
  absl::Status status;
  while (status.ok()) {
    status = writer->Write(CallLines(7), {});
  }
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  EXPECT_OK(VerifyFiles({options_.path}));
  std::filesystem::remove(ballast);
  EXPECT_OK(writer->Write(CallLines(7), {.lines = 7, .since = AuditTime()}));
  EXPECT_OK(VerifyFiles({options_.path}));
}

}  // namespace
}  // namespace signet
