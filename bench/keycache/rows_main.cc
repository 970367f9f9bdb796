// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// keycache_rows [--quick] [--group NAME] | --cases THREADS SECONDS: prints figures of
// the key cache, one JSON object a line, or the times of the 12 cases.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "absl/strings/string_view.h"
#include "bench/keycache/figures.h"

int main(int argc, char** argv) {
  bool is_quick = false;
  absl::string_view group;
  for (int i = 1; i < argc; ++i) {
    const absl::string_view argument = argv[i];
    if (argument == "--cases" && i + 2 < argc) {
      signet::PrintCases(atoi(argv[i + 1]), atof(argv[i + 2]));
      return 0;
    }
    if (argument == "--quick") {
      is_quick = true;
    } else if (argument == "--group" && i + 1 < argc) {
      group = argv[++i];
    } else {
      fprintf(stderr, "allowed are --quick, --group NAME and --cases THREADS SECONDS\n");
      return 2;
    }
  }
  signet::Effort effort;
  effort.pairs = is_quick ? 6 : 12;
  effort.seconds = is_quick ? 0.02 : 0.05;
  const auto wants = [group](absl::string_view name) { return group.empty() || group == name; };
  if (wants("hits")) {
    signet::PrintHitFigures(effort);
  }
  if (wants("costs")) {
    signet::PrintCostFigures(effort);
  }
  if (wants("stores")) {
    signet::PrintStoreFigures(effort);
  }
  if (wants("ratios")) {
    signet::PrintHitRatios(is_quick);
  }
  if (wants("cases")) {
    signet::PrintCaseFigures(effort);
  }
  return 0;
}
