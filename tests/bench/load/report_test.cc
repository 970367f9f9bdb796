// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Summary, JSON, CSV and HTML of a result, and what it warns of.

#include <string>

#include "bench/load/flags.h"
#include "bench/load/load_result.h"
#include "bench/load/plot.h"
#include "bench/load/report_html.h"
#include "bench/load/report_json.h"
#include "bench/load/report_text.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/support/status_matchers.h"

namespace signet::load {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr int64_t kMilli = 1'000'000;

// Two good calls and a refused one, in two seconds.
LoadResult SmallResult(const std::vector<std::string>& more_flags = {}) {
  std::vector<std::string> flags = {"--target=unix:/tmp/s", "--rate=10"};
  flags.insert(flags.end(), more_flags.begin(), more_flags.end());
  LoadResult result;
  result.options = ParseFlags(flags)->options;
  result.server_version = "0.1.0";
  result.caller = "<me>";
  result.elapsed_seconds = 2;
  result.planned = 3;
  for (int64_t i = 0; i < 3; ++i) {
    result.tally.AddSent();
    Answer answer = {.operation = Operation::kSign,
                     .planned = 0,
                     .sent = kMilli,
                     .done = 3 * kMilli,
                     .signatures = i == 2 ? 0 : 1,
                     .ending = {}};
    if (i == 2) {
      answer.ending = {.code = absl::StatusCode::kPermissionDenied,
                       .reason = "NOT_GRANTED",
                       .message = "no \"rule\" <allows> it"};
    }
    result.tally.Add(answer);
  }
  result.seconds = {
      {.until_seconds = 1, .length_seconds = 1, .planned = 2, .sent = 2, .ok = 2},
      {.until_seconds = 2, .length_seconds = 1, .planned = 1, .sent = 1, .failed = 1}};
  return result;
}

TEST(ReportTest, TheSummaryAddsUp) {
  EXPECT_THAT(SummaryText(SmallResult()),
              AllOf(HasSubstr("planned 3 = sent 3 + unsent 0; sent = ok 2 + failed 1 + in flight "
                              "at the end 0"),
                    HasSubstr("answered well 1.0/s"), HasSubstr("from planned (corrected)"),
                    HasSubstr("PERMISSION_DENIED / NOT_GRANTED: no \"rule\"")));
  EXPECT_THAT(SummaryText(SmallResult({"--fail-if", "errors>0", "--fail-if", "max>1s"})),
              AllOf(HasSubstr("FAILED: --fail-if 'errors>0', it is 1"),
                    HasSubstr("passed: --fail-if 'max>1s', it is 3.000 ms")));
}

TEST(ReportTest, JsonHoldsTheSameFigures) {
  const nlohmann::json json = nlohmann::json::parse(JsonText(SmallResult()));
  EXPECT_EQ(json["calls"]["sent"], 3);
  EXPECT_EQ(json["calls"]["ok"], 2);
  EXPECT_EQ(json["ok_per_second"], 1.0);
  EXPECT_EQ(json["corrected"]["max_us"], 3000.0);
  EXPECT_EQ(json["uncorrected"]["max_us"], 2000.0);
  EXPECT_THAT(json["statuses"], SizeIs(2));
  EXPECT_EQ(json["operations"]["sign"]["failed"], 1);
  EXPECT_THAT(json["seconds"], SizeIs(2));
  EXPECT_EQ(json["histogram"]["corrected"][0]["count"], 2);
  EXPECT_EQ(json["failed"], false);
}

TEST(ReportTest, AClosedLoopHasNothingToCorrectBy) {
  LoadResult result = SmallResult();
  result.options.schedule = std::nullopt;
  EXPECT_TRUE(nlohmann::json::parse(JsonText(result))["corrected"].is_null());
  EXPECT_THAT(SummaryText(result), Not(HasSubstr("(corrected)")));
}

TEST(ReportTest, CsvHasARowASecond) {
  EXPECT_EQ(CsvText(SmallResult()),
            "until_s,length_s,planned,sent,ok,failed,in_flight,p50_us,p99_us,max_us,late_mean_us\n"
            "1.000,1.000,2,2,2,0,0,0.0,0.0,0.0,0.0\n"
            "2.000,1.000,1,1,0,1,0,0.0,0.0,0.0,0.0\n");
}

TEST(ReportTest, ThePageNeedsNothingButItself) {
  const std::string html = HtmlText(SmallResult());
  EXPECT_THAT(html, AllOf(HasSubstr("<svg"), HasSubstr("polyline"), HasSubstr("</html>")));
  for (const char* const reference :
       {"http:", "https:", "<script", "<link", "src=", "url(", "@import", "<img", "<iframe"}) {
    EXPECT_THAT(html, Not(HasSubstr(reference)));
  }
  // Texts of the server cannot become elements.
  EXPECT_THAT(html, AllOf(HasSubstr("&lt;allows&gt;"), Not(HasSubstr("<allows>"))));
}

TEST(ReportTest, PlotsOfNothingSaySo) {
  EXPECT_THAT(PlotSvg({.title = "t", .x_label = "", .y_label = "", .x_marks = {}}, {}),
              HasSubstr("nothing was measured"));
}

TEST(LoadResultTest, FailsOnAConditionAWrongAnswerOrNoneAtAll) {
  EXPECT_FALSE(SmallResult().HasFailed());
  EXPECT_TRUE(SmallResult({"--fail-if", "errors>0"}).HasFailed());
  EXPECT_FALSE(SmallResult({"--fail-if", "errors>1"}).HasFailed());
  LoadResult wrong = SmallResult();
  wrong.verified.wrong[0] = 1;
  EXPECT_TRUE(wrong.HasFailed());
  LoadResult none = SmallResult();
  none.tally = Tally();
  EXPECT_TRUE(none.HasFailed());
}

TEST(LoadResultTest, WarnsOfAClientThatIsTheBottleneck) {
  EXPECT_THAT(WarningsOf(SmallResult()), IsEmpty());

  LoadResult busy = SmallResult();
  busy.threads = {{"answers-1", 0.95}, {"sends-1", 0.2}};
  ASSERT_THAT(WarningsOf(busy), SizeIs(1));
  EXPECT_THAT(WarningsOf(busy)[0], AllOf(HasSubstr("answers-1"), HasSubstr("95 %")));

  LoadResult late = SmallResult();
  late.lateness.Record(5 * kMilli, 10);
  ASSERT_THAT(WarningsOf(late), SizeIs(1));
  EXPECT_THAT(WarningsOf(late)[0], HasSubstr("the client is the bottleneck"));

  LoadResult growing = SmallResult();
  growing.seconds.clear();
  for (int i = 0; i < 8; ++i) {
    growing.seconds.push_back({.sent = 10, .mean_lateness = i * 1.0 * kMilli});
  }
  ASSERT_THAT(WarningsOf(growing), SizeIs(1));
  EXPECT_THAT(WarningsOf(growing)[0], HasSubstr("later and later"));
  for (SecondRow& row : growing.seconds) {
    row.mean_lateness = 0.5 * kMilli;
  }
  EXPECT_THAT(WarningsOf(growing), IsEmpty());
}

TEST(LoadResultTest, WarnsOfItsLimitsAndOfOutages) {
  LoadResult unsent = SmallResult();
  unsent.tally.AddUnsent(kMilli);
  EXPECT_THAT(WarningsOf(unsent)[0], HasSubstr("1 planned calls were not sent"));
  EXPECT_THAT(WarningsOf(SmallResult({"--concurrency", "257"}))[0], HasSubstr("256"));
  LoadResult lost = SmallResult();
  lost.outages = {.count = 2, .recovered = 1, .longest_nanos = 1500 * kMilli};
  EXPECT_THAT(WarningsOf(lost)[0], AllOf(HasSubstr("2 occasions"), HasSubstr("1500.0 ms")));
}

}  // namespace
}  // namespace signet::load
