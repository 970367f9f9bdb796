// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_PLOT_H_
#define SIGNET_BENCH_LOAD_PLOT_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace signet::load {

// One line of a plot: points from left to right.
struct PlotLine {
  std::string name;
  // "#1f77b4"
  std::string color;
  std::vector<std::pair<double, double>> points;
};

struct PlotOptions {
  std::string title;
  std::string x_label;
  std::string y_label;
  // Values of 0 and less are then left out.
  bool has_log_y = false;
  // Marks of the x axis, where its values are not to be shown as they are.
  std::vector<std::pair<double, std::string>> x_marks;
};

// The lines as an <svg> element for an HTML document; it refers to nothing
// outside of itself.
std::string PlotSvg(const PlotOptions& options, const std::vector<PlotLine>& lines);

// `text` with &, <, > and quotes replaced.
std::string HtmlEscaped(absl::string_view text);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_PLOT_H_
