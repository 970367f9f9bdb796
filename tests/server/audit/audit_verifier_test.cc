// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_verifier.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "server/audit/audit_writer.h"
#include "tests/server/audit/audit_case.h"
#include "tests/support/knob.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

// A sealed log in memory, so that a mutation costs only what it takes to verify.
std::vector<std::string> MakeLog(size_t count, AuditHead* head) {
  std::vector<std::string> lines;
  *head = AuditHead::Genesis();
  const std::string open = OpenMembers(*head, "");
  for (size_t i = 0; i < count; ++i) {
    std::string line;
    SealAuditLine(i == 0 ? open : absl::StrCat("\"kind\":\"call\",\"resource\":\"key-", i, "\""),
                  head, &line);
    line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

// The index of the first line that does not hold; lines.size() for none, and then
// what Finish() says.
size_t FirstBreak(const std::vector<std::string>& lines, size_t begin, AuditVerifier* verifier) {
  for (size_t i = begin; i < lines.size(); ++i) {
    if (!verifier->Take(lines[i]).ok()) {
      return i;
    }
  }
  return lines.size();
}

class MutationTest : public ::testing::Test {
 protected:
  MutationTest() : lines_(MakeLog(count_, &head_)) {}

  size_t Random(size_t begin, size_t end) {
    return std::uniform_int_distribution<size_t>(begin, end - 1)(random_);
  }

  // Whether a log is found broken near line `at`. All before it is as it was, so the
  // verifier starts there where that saves time.
  bool IsFound(const std::vector<std::string>& lines, size_t at) {
    AuditVerifier verifier;
    size_t begin = 0;
    if (at > 1) {
      begin = at - 1;
      const auto before = ParseSealedLine(lines_[begin - 1]);
      verifier.BeginAfter({.seq = before->seq, .hash = std::string(before->hash)});
    }
    // A break shows in the line itself or the next one.
    const std::vector<std::string> near(
        lines.begin() + static_cast<ptrdiff_t>(begin),
        lines.begin() + static_cast<ptrdiff_t>(std::min(lines.size(), at + 3)));
    return FirstBreak(near, 0, &verifier) < near.size();
  }

  // Lines and mutations of each kind; tests/hard/run has 1,000,000 lines.
  const size_t count_ = Knob("SIGNET_AUDIT_LINES", 2'000);
  const size_t mutations_ = Knob("SIGNET_AUDIT_MUTATIONS", 1'000);
  AuditHead head_;
  std::vector<std::string> lines_;
  std::mt19937_64 random_{Knob("SIGNET_SEED", 20261130)};
};

TEST_F(MutationTest, TheLogItselfHolds) {
  AuditVerifier verifier(nullptr, head_);
  EXPECT_EQ(FirstBreak(lines_, 0, &verifier), lines_.size());
  EXPECT_OK(verifier.Finish());
  RecordProperty("lines", absl::StrCat(count_));
}

TEST_F(MutationTest, EveryFlippedBitIsFound) {
  for (size_t i = 0; i < mutations_; ++i) {
    const size_t at = Random(0, count_);
    const std::string before = lines_[at];
    lines_[at][Random(0, before.size())] ^= static_cast<char>(1U << Random(0, 8));
    EXPECT_TRUE(IsFound(lines_, at)) << lines_[at];
    lines_[at] = before;
  }
  RecordProperty("flips", absl::StrCat(mutations_));
}

TEST_F(MutationTest, EveryRemovedLineIsFound) {
  for (size_t i = 0; i < mutations_; ++i) {
    // The last one is a truncation.
    const size_t at = Random(0, count_ - 1);
    const std::string removed = lines_[at];
    lines_.erase(lines_.begin() + static_cast<ptrdiff_t>(at));
    AuditVerifier verifier;
    std::vector<std::string> near(lines_.begin() + static_cast<ptrdiff_t>(at),
                                  lines_.begin() + static_cast<ptrdiff_t>(at) + 1);
    if (at > 0) {
      const auto before = ParseSealedLine(lines_[at - 1]);
      verifier.BeginAfter({.seq = before->seq, .hash = std::string(before->hash)});
    }
    EXPECT_EQ(FirstBreak(near, 0, &verifier), 0U) << at;
    lines_.insert(lines_.begin() + static_cast<ptrdiff_t>(at), removed);
  }
  RecordProperty("removals", absl::StrCat(mutations_));
}

TEST_F(MutationTest, EverySwapAndEveryRepetitionIsFound) {
  for (size_t i = 0; i < mutations_; ++i) {
    size_t a = Random(0, count_);
    size_t b = Random(0, count_ - 1);
    b += b >= a ? 1 : 0;
    std::swap(lines_[a], lines_[b]);
    EXPECT_TRUE(IsFound(lines_, std::min(a, b))) << a << " " << b;
    std::swap(lines_[a], lines_[b]);
    const size_t at = Random(0, count_);
    lines_.insert(lines_.begin() + static_cast<ptrdiff_t>(at), lines_[at]);
    EXPECT_TRUE(IsFound(lines_, at)) << at;
    lines_.erase(lines_.begin() + static_cast<ptrdiff_t>(at));
  }
  RecordProperty("swaps", absl::StrCat(mutations_));
  RecordProperty("repetitions", absl::StrCat(mutations_));
}

TEST_F(MutationTest, EveryTruncationIsFoundAgainstTheHead) {
  for (size_t i = 0; i < mutations_; ++i) {
    const size_t at = Random(1, count_);
    AuditVerifier verifier(nullptr, head_);
    const auto last = ParseSealedLine(lines_[at - 1]);
    verifier.BeginAfter({.seq = last->seq, .hash = std::string(last->hash)});
    EXPECT_THAT(verifier.Finish(),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr("lines are missing at the end")));
  }
  RecordProperty("truncations", absl::StrCat(mutations_));
}

TEST(AuditVerifierTest, ALogOfAnotherHeadIsFoundThoughItsChainHolds) {
  AuditHead head;
  const std::vector<std::string> lines = MakeLog(10, &head);
  head.hash[0] = head.hash[0] == '0' ? '1' : '0';
  AuditVerifier verifier(nullptr, head);
  EXPECT_EQ(FirstBreak(lines, 0, &verifier), 9U);
}

TEST(AuditVerifierTest, ARewrittenLogIsFoundByItsCheckpoints) {
  std::string public_pem;
  const auto key = NewCheckpointKey(&public_pem);
  ASSERT_OK_AND_ASSIGN(const auto public_key, CheckpointPublicKey::Parse(public_pem));
  AuditHead head = AuditHead::Genesis();
  std::string log;
  SealAuditLine(OpenMembers(head, ""), &head, &log);
  SealAuditLine(*key->Checkpoint(head), &head, &log);
  AuditVerifier sound(public_key.get());
  for (const absl::string_view line : absl::StrSplit(log, '\n', absl::SkipEmpty())) {
    EXPECT_OK(sound.Take(line));
  }
  EXPECT_EQ(sound.summary().checkpoints, 1U);

  // Made anew by somebody without the key, who puts the old checkpoint in.
  AuditHead forged = AuditHead::Genesis();
  std::string lines;
  SealAuditLine(OpenMembers(forged, ",\"x\":1"), &forged, &lines);
  SealAuditLine(*key->Checkpoint(AuditHead::Genesis()), &forged, &lines);
  AuditVerifier verifier(public_key.get());
  const std::vector<std::string> split = absl::StrSplit(lines, '\n', absl::SkipEmpty());
  EXPECT_OK(verifier.Take(split[0]));
  EXPECT_THAT(verifier.Take(split[1]),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("not signed by that key")));
}

TEST(AuditVerifierTest, ALogWithoutCheckpointsIsNoneOfTheKeys) {
  std::string public_pem;
  NewCheckpointKey(&public_pem);
  ASSERT_OK_AND_ASSIGN(const auto public_key, CheckpointPublicKey::Parse(public_pem));
  AuditHead head;
  const std::vector<std::string> lines = MakeLog(2'000, &head);
  AuditVerifier verifier(public_key.get());
  EXPECT_EQ(FirstBreak(lines, 0, &verifier), size_t{kMostUnsignedLines});
}

TEST(AuditVerifierTest, AShortLogWithoutCheckpointsIsNoneOfTheKeysEither) {
  std::string public_pem;
  NewCheckpointKey(&public_pem);
  ASSERT_OK_AND_ASSIGN(const auto public_key, CheckpointPublicKey::Parse(public_pem));
  for (const int count : {0, 1, 900}) {
    AuditHead head;
    AuditVerifier verifier(public_key.get());
    for (const std::string& line : MakeLog(count, &head)) {
      EXPECT_OK(verifier.Take(line));
    }
    EXPECT_THAT(verifier.Finish(),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr("no checkpoint at all")));
    EXPECT_OK(AuditVerifier().Finish());
  }
}

TEST(AuditVerifierTest, SaysWhichLineOfWhichFile) {
  const TempFolder folder;
  AuditHead head;
  std::vector<std::string> lines = MakeLog(5, &head);
  lines[3][12] ^= 1;
  std::string text;
  for (const std::string& line : lines) {
    absl::StrAppend(&text, line, "\n");
  }
  folder.Write("a", text);
  EXPECT_THAT(VerifyFiles({folder.Path("a")}),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("/a:4: ")));
  folder.Write("b", text.substr(0, text.find('\n')));
  EXPECT_THAT(VerifyFiles({folder.Path("b")}),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("/b:1: the line is torn")));
}

}  // namespace
}  // namespace signet
