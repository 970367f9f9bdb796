// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/answer_output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet::cli {
namespace {

constexpr absl::string_view kField = "output";

// Whether `path` can be written, as far as can be told without touching it.
absl::Status CheckWritable(const std::string& path) {
  struct stat info = {};
  int error = 0;
  if (stat(path.c_str(), &info) == 0) {
    error = S_ISDIR(info.st_mode) ? EISDIR : access(path.c_str(), W_OK) == 0 ? 0 : errno;
  } else {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    error = errno;
    if (error == ENOENT) {
      error = access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
    }
  }
  if (error == 0) {
    return absl::OkStatus();
  }
  return MakeError(absl::StatusCode::kFailedPrecondition, Reason::kUnspecified, kField,
                   absl::StrCat("cannot write '", path, "': ", strerror(error)));
}

bool IsSameFile(const std::string& one, const std::string& other) {
  struct stat first = {};
  struct stat second = {};
  return stat(one.c_str(), &first) == 0 && stat(other.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

}  // namespace

absl::StatusOr<AnswerOutput> AnswerOutput::Create(const std::string& path,
                                                  const std::string& body_file) {
  if (!path.empty()) {
    SIGNET_RETURN_IF_ERROR(CheckWritable(path));
    if (!body_file.empty() && IsSameFile(path, body_file)) {
      return InvalidField(
          Reason::kUnsupportedCombination, kField,
          absl::StrCat("'", path, "' is the file with the body, the answer needs another"));
    }
  }
  return AnswerOutput(path);
}

AnswerOutput::AnswerOutput(std::string path) : path_(std::move(path)), file_(nullptr, fclose) {}

absl::Status AnswerOutput::Failure() const {
  const char* const reason = strerror(errno);
  return MakeError(absl::StatusCode::kDataLoss, Reason::kUnspecified, kField,
                   absl::StrCat("cannot write the answer to ",
                                path_.empty() ? "standard output" : absl::StrCat("'", path_, "'"),
                                ": ", reason));
}

absl::StatusOr<FILE*> AnswerOutput::Opened() {
  if (path_.empty()) {
    return stdout;
  }
  if (file_ == nullptr) {
    file_.reset(fopen(path_.c_str(), "wb"));
  }
  return file_ != nullptr ? absl::StatusOr<FILE*>(file_.get()) : Failure();
}

absl::Status AnswerOutput::Write(absl::string_view bytes) {
  SIGNET_ASSIGN_OR_RETURN(FILE* const file, Opened());
  return fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() ? absl::OkStatus() : Failure();
}

absl::Status AnswerOutput::Close() {
  SIGNET_ASSIGN_OR_RETURN(FILE* const file, Opened());
  return fflush(file) == 0 ? absl::OkStatus() : Failure();
}

}  // namespace signet::cli
