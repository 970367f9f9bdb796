// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/plot.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace signet::load {
namespace {

constexpr double kWidth = 760;
constexpr double kHeight = 260;
constexpr double kLeft = 70;
constexpr double kRight = 15;
constexpr double kTop = 45;
constexpr double kBottom = 45;

// Maps values to the drawing area.
class Axes {
 public:
  Axes(const PlotOptions& options, const std::vector<PlotLine>& lines)
      : has_log_y_(options.has_log_y) {
    for (const PlotLine& line : lines) {
      for (const auto& [x, y] : line.points) {
        if (!IsDrawn(y)) {
          continue;
        }
        min_x_ = std::min(min_x_, x);
        max_x_ = std::max(max_x_, x);
        min_y_ = std::min(min_y_, y);
        max_y_ = std::max(max_y_, y);
      }
    }
    is_empty_ = min_x_ > max_x_;
    if (has_log_y_) {
      min_y_ = std::pow(10, std::floor(std::log10(min_y_)));
      max_y_ = std::pow(10, std::ceil(std::log10(max_y_)));
      max_y_ = max_y_ > min_y_ ? max_y_ : min_y_ * 10;
    } else {
      min_y_ = 0;
      max_y_ = max_y_ > 0 ? max_y_ * 1.05 : 1;
    }
    max_x_ = max_x_ > min_x_ ? max_x_ : min_x_ + 1;
  }

  bool is_empty() const { return is_empty_; }
  bool IsDrawn(double y) const { return !has_log_y_ || y > 0; }

  double X(double x) const {
    return kLeft + (x - min_x_) / (max_x_ - min_x_) * (kWidth - kLeft - kRight);
  }
  double Y(double y) const {
    const double share = has_log_y_ ? std::log(y / min_y_) / std::log(max_y_ / min_y_)
                                    : (y - min_y_) / (max_y_ - min_y_);
    return kHeight - kBottom - share * (kHeight - kTop - kBottom);
  }

  std::vector<double> MarksOfX() const {
    std::vector<double> marks;
    const double step = StepOf(max_x_ - min_x_);
    const int first = static_cast<int>(std::ceil(min_x_ / step));
    for (int i = first; i * step <= max_x_; ++i) {
      marks.push_back(i * step);
    }
    return marks;
  }
  std::vector<double> MarksOfY() const {
    std::vector<double> marks;
    if (has_log_y_) {
      const int64_t decades = std::lround(std::log10(max_y_ / min_y_));
      for (int i = 0; i <= decades; ++i) {
        marks.push_back(min_y_ * std::pow(10, i));
      }
      return marks;
    }
    const double step = StepOf(max_y_);
    for (int i = 0; i * step <= max_y_; ++i) {
      marks.push_back(i * step);
    }
    return marks;
  }

 private:
  // 1, 2 or 5 times a power of ten, so that there are 4 to 10 marks.
  static double StepOf(double range) {
    const double power = std::pow(10, std::floor(std::log10(range)));
    const double first = range / power;
    return first < 2 ? power / 5 : first < 5 ? power / 2 : power;
  }

  const bool has_log_y_;
  bool is_empty_ = true;
  double min_x_ = std::numeric_limits<double>::infinity();
  double max_x_ = -std::numeric_limits<double>::infinity();
  double min_y_ = std::numeric_limits<double>::infinity();
  double max_y_ = -std::numeric_limits<double>::infinity();
};

void AppendText(double x, double y, absl::string_view attributes, absl::string_view text,
                std::string* out) {
  absl::StrAppendFormat(out, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>\n", x, y, attributes,
                        HtmlEscaped(text));
}

void AppendGrid(const Axes& axes, const PlotOptions& options, std::string* out) {
  for (const double y : axes.MarksOfY()) {
    absl::StrAppendFormat(out,
                          "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" "
                          "y2=\"%.1f\"/>\n",
                          kLeft, kWidth - kRight, axes.Y(y), axes.Y(y));
    AppendText(kLeft - 6, axes.Y(y) + 4, "text-anchor=\"end\"", absl::StrFormat("%.6g", y), out);
  }
  std::vector<std::pair<double, std::string>> marks = options.x_marks;
  if (marks.empty()) {
    for (const double x : axes.MarksOfX()) {
      marks.emplace_back(x, absl::StrFormat("%.6g", x));
    }
  }
  for (const auto& [x, label] : marks) {
    AppendText(axes.X(x), kHeight - kBottom + 16, "text-anchor=\"middle\"", label, out);
  }
}

void AppendLine(const Axes& axes, const PlotLine& line, std::string* out) {
  std::string points;
  for (const auto& [x, y] : line.points) {
    if (axes.IsDrawn(y)) {
      absl::StrAppendFormat(&points, "%.1f,%.1f ", axes.X(x), axes.Y(y));
    }
  }
  absl::StrAppendFormat(
      out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"%s\"/>\n",
      line.color, points);
}

}  // namespace

std::string HtmlEscaped(absl::string_view text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

std::string PlotSvg(const PlotOptions& options, const std::vector<PlotLine>& lines) {
  const Axes axes(options, lines);
  std::string out =
      absl::StrFormat("<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n", kWidth, kHeight);
  AppendText(kLeft, 18, "class=\"title\"", options.title, &out);
  AppendText(kWidth - kRight, kHeight - 8, "text-anchor=\"end\"", options.x_label, &out);
  AppendText(kLeft - 60, kTop - 8, "", options.y_label, &out);
  if (axes.is_empty()) {
    AppendText(kWidth / 2, kHeight / 2, "text-anchor=\"middle\"", "nothing was measured", &out);
    return absl::StrCat(out, "</svg>\n");
  }
  AppendGrid(axes, options, &out);
  double legend = kLeft + 150;
  for (const PlotLine& line : lines) {
    AppendLine(axes, line, &out);
    AppendText(legend, kTop - 8, absl::StrCat("style=\"fill:", line.color, ";font-weight:bold\""),
               line.name, &out);
    legend += 8 * static_cast<double>(line.name.size()) + 24;
  }
  return absl::StrCat(out, "</svg>\n");
}

}  // namespace signet::load
