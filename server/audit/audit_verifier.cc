// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/audit/audit_verifier.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstddef>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

constexpr size_t kReadBytes = size_t{1} << 20;
// No line that signet writes comes near.
constexpr size_t kMaxLineBytes = size_t{1} << 20;

absl::Status At(const std::string& path, uint64_t line, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(path, ":", line, ": ", status.message()));
}

// Cuts what is read into lines.
class LineFeeder {
 public:
  LineFeeder(const std::string& path, AuditVerifier* verifier)
      : path_(path), verifier_(*verifier) {}

  absl::Status Take(absl::string_view bytes) {
    while (!bytes.empty()) {
      const size_t end = bytes.find('\n');
      if (end == absl::string_view::npos) {
        rest_.append(bytes.data(), bytes.size());
        if (rest_.size() > kMaxLineBytes) {
          return At(path_, line_, absl::DataLossError("the line is longer than any of signet"));
        }
        return absl::OkStatus();
      }
      absl::string_view line = bytes.substr(0, end);
      if (!rest_.empty()) {
        rest_.append(line.data(), line.size());
        line = rest_;
      }
      if (const absl::Status status = verifier_.Take(line); !status.ok()) {
        return At(path_, line_, status);
      }
      offset_ += line.size() + 1;
      ++line_;
      rest_.clear();
      bytes.remove_prefix(end + 1);
    }
    return absl::OkStatus();
  }

  // Where the last line that has an end ends.
  uint64_t offset() const { return offset_; }
  uint64_t line() const { return line_; }
  bool is_torn() const { return !rest_.empty(); }

 private:
  const std::string& path_;
  AuditVerifier& verifier_;
  std::string rest_;
  uint64_t line_ = 1;
  uint64_t offset_ = 0;
};

}  // namespace

void AuditVerifier::BeginAfter(const AuditHead& head) {
  summary_.head = head;
  has_begun_ = true;
  is_first_in_file_ = false;
}

absl::Status AuditVerifier::CheckPlace(const SealedLine& line) const {
  const std::optional<absl::string_view> previous = PreviousOf(line.members);
  if (is_first_in_file_ && !previous.has_value()) {
    return absl::DataLossError(
        "the file does not begin with a line of kind \"open\": lines were "
        "removed before this one");
  }
  if (!has_begun_) {
    return absl::OkStatus();
  }
  if (line.seq != summary_.head.seq + 1) {
    return absl::DataLossError(absl::StrCat("seq is ", line.seq, " after ", summary_.head.seq,
                                            ": lines are missing, repeated or out of order"));
  }
  if (previous.has_value() && *previous != summary_.head.hash) {
    return absl::DataLossError("the line follows another one than that before it");
  }
  return absl::OkStatus();
}

absl::Status AuditVerifier::CheckSignature(const SealedLine& line) {
  if (!IsCheckpoint(line.members)) {
    ++summary_.unsigned_lines;
    if (key_ != nullptr && summary_.unsigned_lines > kMostUnsignedLines) {
      return absl::DataLossError(absl::StrCat("there is no checkpoint in ", summary_.unsigned_lines,
                                              " lines: the log was made without "
                                              "the key"));
    }
    return absl::OkStatus();
  }
  ++summary_.checkpoints;
  summary_.unsigned_lines = 0;
  if (key_ != nullptr && !key_->Verify(summary_.head, line.members)) {
    return absl::DataLossError("the checkpoint is not signed by that key");
  }
  return absl::OkStatus();
}

absl::Status AuditVerifier::CheckExpected() const {
  if (expected_.has_value() && expected_->seq == summary_.head.seq &&
      expected_->hash != summary_.head.hash) {
    return absl::DataLossError("the line is not the head that was expected at its seq");
  }
  return absl::OkStatus();
}

absl::Status AuditVerifier::Take(absl::string_view text) {
  const std::optional<SealedLine> line = ParseSealedLine(text);
  if (!line.has_value() || line->seq == 0) {
    return absl::DataLossError("this is no line of an audit log");
  }
  SIGNET_RETURN_IF_ERROR(CheckPlace(*line));
  if (!has_begun_) {
    // Files before this one may have gone; it says itself what it follows.
    summary_.head = {.seq = line->seq - 1, .hash = std::string(*PreviousOf(line->members))};
    summary_.first_seq = line->seq;
    has_begun_ = true;
  }
  if (AuditLineHash(summary_.head.hash, line->content) != line->hash) {
    return absl::DataLossError(
        "the hash does not hold: this line, or what it follows, was changed");
  }
  SIGNET_RETURN_IF_ERROR(CheckSignature(*line));
  summary_.head = {.seq = line->seq, .hash = std::string(line->hash)};
  ++summary_.lines;
  is_first_in_file_ = false;
  return CheckExpected();
}

absl::Status AuditVerifier::Finish() const {
  if (key_ != nullptr && summary_.checkpoints == 0) {
    return absl::DataLossError(
        "there is no checkpoint at all: nothing shows that the log was made with the key");
  }
  if (!expected_.has_value()) {
    return absl::OkStatus();
  }
  if (expected_->seq > summary_.head.seq) {
    return absl::DataLossError(absl::StrCat("the log ends at seq ", summary_.head.seq,
                                            ", its head was at ", expected_->seq,
                                            ": lines are missing at the end"));
  }
  if (expected_->seq + 1 < summary_.first_seq) {
    return absl::DataLossError(absl::StrCat("the log begins at seq ", summary_.first_seq,
                                            ", after the expected head at ", expected_->seq));
  }
  return absl::OkStatus();
}

absl::Status VerifyAuditFile(const std::string& path, AuditVerifier* verifier,
                             std::optional<uint64_t>* torn) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) {
    return absl::ErrnoToStatus(errno, path);
  }
  const auto closer = absl::MakeCleanup([fd] { ::close(fd); });
  verifier->BeginFile();
  LineFeeder feeder(path, verifier);
  std::string buffer(kReadBytes, '\0');
  while (true) {
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return absl::ErrnoToStatus(errno, path);
    }
    if (count == 0) {
      break;
    }
    SIGNET_RETURN_IF_ERROR(
        feeder.Take(absl::string_view(buffer).substr(0, static_cast<size_t>(count))));
  }
  if (!feeder.is_torn()) {
    return absl::OkStatus();
  }
  if (torn == nullptr) {
    return At(path, feeder.line(), absl::DataLossError("the line is torn: it has no end"));
  }
  *torn = feeder.offset();
  return absl::OkStatus();
}

}  // namespace signet
