// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/credentials/revocation_file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <map>
#include <tuple>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "server/base/error.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"
#include "server/credentials/credential_version.h"
#include "server/digest/hex.h"
#include "server/digest/sha256.h"

namespace signet {
namespace {

constexpr absl::string_view kFirstLine = "signet-revocations 1\n";
constexpr absl::string_view kTimeFormat = "%Y-%m-%dT%H:%M:%SZ";
constexpr size_t kVersionDigits = 16;
// A line has a time, a name of up to 128 bytes and a version; twice as many lines as
// are ever held, for processes that share the file.
constexpr size_t kMaxFileBytes = 2 * kMaxRevocations * 168 + 1024;

// How long a process waits for another one's write.
constexpr int kLockAttempts = 100;
constexpr absl::Duration kLockPause = absl::Milliseconds(20);

absl::Status Broken(absl::string_view what) {
  return InvalidField(Reason::kInvalidConfig, "", what);
}

absl::Status NotWritten(const std::string& path, absl::string_view why) {
  return MakeError(absl::StatusCode::kUnavailable, Reason::kCredentialUnavailable, "",
                   absl::StrCat(path, " could not be written: ", why));
}

absl::Status NotRead(const std::string& path, absl::string_view why) {
  return MakeError(
      absl::StatusCode::kFailedPrecondition, Reason::kInvalidConfig, "state_directory",
      absl::StrCat(path, ": ", why,
                   "; it says which credential versions are revoked, so bring back a sound "
                   "copy, or remove it to let all of them sign again"));
}

std::string HashHex(absl::string_view text) {
  const Sha256Digest digest = Sha256Of(text);
  return ToHex(digest);
}

bool IsVersion(absl::string_view text) {
  return text.size() == kVersionDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isdigit(static_cast<unsigned char>(c)) || (c >= 'a' && c <= 'f');
         });
}

absl::StatusOr<Revocation> ParseLine(absl::string_view line) {
  const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
  Revocation revocation;
  if (words.size() != 3 ||
      !absl::ParseTime(kTimeFormat, words[0], &revocation.revoked_at, nullptr) ||
      !ValidateCredentialName(words[1]).ok() || !IsVersion(words[2])) {
    return Broken("a line is no revocation");
  }
  revocation.credential = std::string(words[1]);
  revocation.version = std::string(words[2]);
  return revocation;
}

absl::Status WriteAll(int file, absl::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return absl::UnavailableError(count < 0 ? ::strerror(errno) : "nothing was written");
    }
    text.remove_prefix(static_cast<size_t>(count));
  }
  return absl::OkStatus();
}

// Held by whoever replaces the file; the lock goes with the descriptor, so a process
// that dies leaves none.
absl::StatusOr<int> LockFolder(const std::string& folder) {
  const std::string path = absl::StrCat(folder, "/revocations.lock");
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) {
    return NotWritten(path, ::strerror(errno));
  }
  for (int i = 0; i < kLockAttempts; ++i) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) {
      return file;
    }
    absl::SleepFor(kLockPause);
  }
  ::close(file);
  return NotWritten(path, "another process keeps it locked");
}

}  // namespace

std::string RevocationText(std::vector<Revocation> revocations) {
  std::sort(revocations.begin(), revocations.end(), [](const Revocation& a, const Revocation& b) {
    return std::tie(a.credential, a.version) < std::tie(b.credential, b.version);
  });
  std::string text(kFirstLine);
  for (const Revocation& revocation : revocations) {
    absl::StrAppend(&text,
                    absl::FormatTime(kTimeFormat, revocation.revoked_at, absl::UTCTimeZone()), " ",
                    revocation.credential, " ", revocation.version, "\n");
  }
  const std::string hash = HashHex(text);
  absl::StrAppend(&text, "end ", revocations.size(), " ", hash, "\n");
  return text;
}

absl::StatusOr<std::vector<Revocation>> ParseRevocationText(absl::string_view text) {
  if (!absl::StartsWith(text, kFirstLine)) {
    return Broken("it does not begin as such a file does");
  }
  // The last line ends the file, and nothing follows it.
  const size_t last = absl::EndsWith(text, "\n") ? text.rfind('\n', text.size() - 2) : text.npos;
  const absl::string_view hashed = last == text.npos ? "" : text.substr(0, last + 1);
  absl::string_view end = text.substr(hashed.size());
  if (hashed.empty() || !absl::ConsumePrefix(&end, "end ")) {
    return Broken("its end is missing");
  }
  absl::string_view body = hashed.substr(kFirstLine.size());
  std::vector<Revocation> revocations;
  while (!body.empty()) {
    const size_t newline = body.find('\n');
    SIGNET_ASSIGN_OR_RETURN(revocations.emplace_back(), ParseLine(body.substr(0, newline)));
    body.remove_prefix(newline + 1);
  }
  if (end != absl::StrCat(revocations.size(), " ", HashHex(hashed), "\n")) {
    return Broken("its last line does not go with the others");
  }
  return revocations;
}

std::string RevocationFile::path() const { return absl::StrCat(folder_, "/revocations"); }

absl::StatusOr<std::vector<Revocation>> RevocationFile::Read() const {
  struct stat info = {};
  if (::stat(folder_.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) {
    return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kInvalidConfig,
                     "state_directory",
                     absl::StrCat("state_directory: ", folder_, " is no folder"));
  }
  const absl::StatusOr<Secret> text = ReadFile(path(), kMaxFileBytes);
  if (absl::IsNotFound(text.status())) {
    return std::vector<Revocation>();
  }
  if (!text.ok()) {
    absl::string_view why = text.status().message();
    absl::ConsumePrefix(&why, absl::StrCat(path(), ": "));
    return NotRead(path(), why);
  }
  absl::StatusOr<std::vector<Revocation>> revocations = ParseRevocationText(text->Reveal());
  if (!revocations.ok()) {
    return NotRead(path(), revocations.status().message());
  }
  return revocations;
}

absl::Status RevocationFile::Add(const std::vector<Revocation>& revocations, absl::Time now,
                                 absl::FunctionRef<bool(const Revocation&)> is_held) const {
  SIGNET_ASSIGN_OR_RETURN(const int lock, LockFolder(folder_));
  const auto unlock = absl::MakeCleanup([lock] { ::close(lock); });
  SIGNET_ASSIGN_OR_RETURN(std::vector<Revocation> all, Read());
  all.insert(all.end(), revocations.begin(), revocations.end());
  std::map<std::pair<std::string, std::string>, absl::Time> earliest;
  for (const Revocation& revocation : all) {
    const auto [entry, is_new] = earliest.emplace(
        std::make_pair(revocation.credential, revocation.version), revocation.revoked_at);
    entry->second = std::min(entry->second, revocation.revoked_at);
  }
  all.clear();
  for (const auto& [name, revoked_at] : earliest) {
    Revocation revocation = {name.first, name.second, revoked_at};
    if (revoked_at > now - kKeepUnused || is_held(revocation)) {
      all.push_back(std::move(revocation));
    }
  }
  return Replace(RevocationText(std::move(all)));
}

absl::Status RevocationFile::Replace(const std::string& text) const {
  const std::string beside = path() + ".new";
  const int file =
      ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) {
    return NotWritten(beside, ::strerror(errno));
  }
  absl::Status status = WriteAll(file, text);
  if (status.ok() && ::fsync(file) != 0) {
    status = absl::UnavailableError(::strerror(errno));
  }
  ::close(file);
  if (status.ok() && ::rename(beside.c_str(), path().c_str()) != 0) {
    status = absl::UnavailableError(::strerror(errno));
  }
  if (!status.ok()) {
    ::unlink(beside.c_str());
    return NotWritten(path(), status.message());
  }
  // The new name is on disk only with its folder.
  const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) {
    return NotWritten(path(), ::strerror(errno));
  }
  const bool is_synced = ::fsync(folder) == 0;
  const int error = errno;
  ::close(folder);
  return is_synced ? absl::OkStatus() : NotWritten(path(), ::strerror(error));
}

}  // namespace signet
