// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/load/flags.h"
#include "bench/load/load_run.h"
#include "bench/load/report_html.h"
#include "bench/load/report_json.h"
#include "bench/load/report_text.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet::load {
namespace {

enum ExitCode { kDone = 0, kFailed = 1, kUsage = 2, kNoRun = 3 };

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set by a signal");

// The first signal ends the run with its summary, the second one ends it at once.
void OnSignal(int signal_number) {
  interrupted = true;
  std::signal(signal_number, SIG_DFL);
}

ExitCode Complain(ExitCode exit_code, const absl::Status& status) {
  const ErrorDetail detail = GetErrorDetail(status);
  const std::string reason =
      detail.reason == Reason::kUnspecified || detail.reason == Reason::kInvalidConfig
          ? ""
          : absl::StrCat(" (", ReasonName(detail.reason), ")");
  std::fprintf(stderr, "signet-load: %s%s\n", std::string(status.message()).c_str(),
               reason.c_str());
  return exit_code;
}

absl::Status WriteReports(const LoadResult& result) {
  if (!result.options.json_file.empty()) {
    SIGNET_RETURN_IF_ERROR(WriteFile(result.options.json_file, JsonText(result)));
  }
  if (!result.options.csv_file.empty()) {
    SIGNET_RETURN_IF_ERROR(WriteFile(result.options.csv_file, CsvText(result)));
  }
  if (!result.options.html_file.empty()) {
    SIGNET_RETURN_IF_ERROR(WriteFile(result.options.html_file, HtmlText(result)));
  }
  return absl::OkStatus();
}

ExitCode Main(const std::vector<std::string>& arguments) {
  const absl::StatusOr<ParsedFlags> flags = ParseFlags(arguments);
  if (!flags.ok()) {
    return Complain(kUsage, flags.status());
  }
  if (flags->text.has_value()) {
    std::fputs(flags->text->c_str(), stdout);
    return kDone;
  }
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
  const bool quiet = flags->options.quiet;
  const absl::StatusOr<LoadResult> result =
      RunLoad(flags->options, interrupted, [quiet](const SecondRow& row) {
        if (!quiet) {
          std::fprintf(stderr, "%s\n", ProgressLine(row).c_str());
        }
      });
  if (!result.ok()) {
    return Complain(kNoRun, result.status());
  }
  std::fputs(SummaryText(*result).c_str(), stdout);
  const absl::Status written = WriteReports(*result);
  if (!written.ok()) {
    return Complain(kNoRun, written);
  }
  return result->HasFailed() ? kFailed : kDone;
}

}  // namespace
}  // namespace signet::load

int main(int argc, char** argv) {
  // gRPC's own lines about a failed connection say less than the table does.
  setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0);
  return signet::load::Main({argv + 1, argv + argc});
}
