// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_CLIENT_LIB_CPP_CLI_ANSWER_OUTPUT_H_
#define SIGNET_CLIENT_LIB_CPP_CLI_ANSWER_OUTPUT_H_

#include <cstdio>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace signet::cli {

// Where the body of an answer goes: a file, or standard output. What was in the
// file stays there until an answer comes.
class AnswerOutput {
 public:
  // Standard output for an empty `path`. Opens nothing.
  //
  // Field "output". FailedPrecondition: `path` is a folder or cannot be written.
  // InvalidArgument, kUnsupportedCombination: it is the file `body_file` (by
  // whatever name), which would be lost before it is sent.
  static absl::StatusOr<AnswerOutput> Create(const std::string& path, const std::string& body_file);

  // The next bytes. DataLoss, field "output": they cannot be written.
  absl::Status Write(absl::string_view bytes);

  // After the last of them; makes the file empty where none came. Errors as
  // Write.
  absl::Status Close();

 private:
  explicit AnswerOutput(std::string path);

  // What to write to.
  absl::StatusOr<FILE*> Opened();
  absl::Status Failure() const;

  std::string path_;
  // Null until it is written to, and for standard output.
  std::unique_ptr<FILE, int (*)(FILE*)> file_;
};

}  // namespace signet::cli

#endif  // SIGNET_CLIENT_LIB_CPP_CLI_ANSWER_OUTPUT_H_
