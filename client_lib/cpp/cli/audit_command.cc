// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/output.h"
#include "server/audit/audit_verifier.h"
#include "server/audit/checkpoint_key.h"
#include "server/base/file.h"
#include "server/base/status_macros.h"

namespace signet::cli {
namespace {

constexpr size_t kMaxKeyBytes = size_t{16} * 1024;

struct AuditFlags {
  std::vector<std::string> files;
  std::string public_key;
  std::string head;
  bool json = false;
  // keygen
  std::string key_file;
};

absl::StatusOr<std::unique_ptr<const CheckpointPublicKey>> LoadPublicKey(const std::string& path) {
  SIGNET_ASSIGN_OR_RETURN(const Secret pem, ReadFile(path, kMaxKeyBytes));
  absl::StatusOr<std::unique_ptr<const CheckpointPublicKey>> key =
      CheckpointPublicKey::Parse(pem.Reveal());
  if (!key.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(path, " ", key.status().message()));
  }
  return key;
}

absl::StatusOr<AuditSummary> VerifyLog(const AuditFlags& flags) {
  std::unique_ptr<const CheckpointPublicKey> key;
  if (!flags.public_key.empty()) {
    SIGNET_ASSIGN_OR_RETURN(key, LoadPublicKey(flags.public_key));
  }
  std::optional<AuditHead> head;
  if (!flags.head.empty()) {
    head = ParseAuditHead(flags.head);
    if (!head.has_value()) {
      return absl::InvalidArgumentError("--head is not SEQ:HASH with a hash of 64 hex digits");
    }
  }
  AuditVerifier verifier(key.get(), head);
  for (const std::string& file : flags.files) {
    SIGNET_RETURN_IF_ERROR(VerifyAuditFile(file, &verifier));
  }
  SIGNET_RETURN_IF_ERROR(verifier.Finish());
  return verifier.summary();
}

ExitCode Verify(const AuditFlags& flags) {
  const absl::StatusOr<AuditSummary> summary = VerifyLog(flags);
  if (!summary.ok()) {
    PrintError(summary.status(), flags.json ? Format::kJson : Format::kText);
    return absl::IsDataLoss(summary.status())          ? kNotGenuine
           : absl::IsInvalidArgument(summary.status()) ? kInvalidRequest
                                                       : kFailure;
  }
  if (flags.json) {
    PrintJson({{"valid", true},
               {"lines", summary->lines},
               {"first_seq", summary->first_seq},
               {"head", AuditHeadText(summary->head)},
               {"checkpoints", summary->checkpoints},
               {"lines_after_last_checkpoint", summary->unsigned_lines}});
  } else {
    std::cout << "ok: " << summary->lines << " lines from seq " << summary->first_seq << ", head "
              << AuditHeadText(summary->head) << "\n"
              << summary->checkpoints << " checkpoints"
              << (flags.public_key.empty() ? ", not verified (no --public-key)" : ", all signed")
              << ", " << summary->unsigned_lines << " lines after the last\n";
  }
  if (summary->first_seq > 1) {
    std::cerr << "signet: warning: lines 1 to " << summary->first_seq - 1
              << " are not in these files\n";
  }
  return kSuccess;
}

absl::Status WriteNewFile(const std::string& path, absl::string_view text, mode_t mode) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
  if (fd < 0) {
    return absl::ErrnoToStatus(errno, path);
  }
  const bool is_written =
      ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const int error = errno;
  if (::close(fd) != 0 || !is_written) {
    return absl::ErrnoToStatus(error, path);
  }
  return absl::OkStatus();
}

absl::Status MakeKeyFiles(const std::string& path) {
  SIGNET_ASSIGN_OR_RETURN(const CheckpointKeyPair pair, GenerateCheckpointKey());
  SIGNET_RETURN_IF_ERROR(WriteNewFile(path, pair.private_pem.Reveal(), 0600));
  SIGNET_RETURN_IF_ERROR(WriteNewFile(path + ".pub", pair.public_pem, 0644));
  std::cout << "key " << pair.id << ": " << path << " signs, " << path << ".pub verifies\n";
  return absl::OkStatus();
}

}  // namespace

void AddAuditCommand(CLI::App& app, ExitCode* exit_code) {
  const auto flags = std::make_shared<AuditFlags>();
  CLI::App* const audit = app.add_subcommand("audit", "Check audit logs, and make keys for them.");
  audit->require_subcommand(1);
  CLI::App* const verify = audit->add_subcommand(
      "verify", "Tell whether an audit log is as it was written; exit code 6: it is not.");
  verify->add_option("files", flags->files, "The log's files, the oldest first")->required();
  verify->add_option("--public-key", flags->public_key,
                     "Check that this key (PEM) signed the checkpoints");
  verify->add_option("--head", flags->head,
                     "SEQ:HASH that the log must lead to, as signetd logged it");
  verify->add_flag("--json", flags->json, "Print one JSON object");
  verify->callback([flags, exit_code] { *exit_code = Verify(*flags); });
  CLI::App* const keygen = audit->add_subcommand(
      "keygen", "Make a key that signs checkpoints: FILE, and FILE.pub to verify with.");
  keygen->add_option("file", flags->key_file, "A file that is not there yet")->required();
  keygen->callback([flags, exit_code] {
    const absl::Status status = MakeKeyFiles(flags->key_file);
    if (!status.ok()) {
      PrintError(status, Format::kText);
      *exit_code = kFailure;
    }
  });
}

}  // namespace signet::cli
