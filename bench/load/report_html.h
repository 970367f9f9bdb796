// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_LOAD_REPORT_HTML_H_
#define SIGNET_BENCH_LOAD_REPORT_HTML_H_

#include <string>

#include "bench/load/load_result.h"

namespace signet::load {

// A page with tables and plots that needs nothing but itself: no script, no
// style sheet, font or image from elsewhere.
std::string HtmlText(const LoadResult& result);

}  // namespace signet::load

#endif  // SIGNET_BENCH_LOAD_REPORT_HTML_H_
