// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/work_queue.h"

#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

using ::testing::ElementsAre;

constexpr int64_t kMicrosecond = 1'000;
constexpr int64_t kMillisecond = 1'000'000;
// More than a caller gets in one round.
constexpr int64_t kLong = 100 * kMicrosecond;

class NamedWork final : public Work {
 public:
  explicit NamedWork(std::string name_arg) : name(std::move(name_arg)) {}
  WorkTerms Terms() override { return {}; }
  void Run() override {}
  void Refuse(const grpc::Status& /*status*/, int64_t /*waited*/) override {}

  const std::string name;
};

// A lane whose clock stands still but for the work that it does.
class WorkQueueTest : public ::testing::Test {
 protected:
  void Add(const std::string& caller, const std::string& name, WorkTerms terms = {}) {
    works_.push_back(std::make_unique<NamedWork>(name));
    terms.caller = caller;
    terms.cost = cost_;
    queue_.Add(works_.back().get(), terms, now_);
  }
  void AddCall(const std::string& caller, const std::string& name,
               LaneTime deadline = kNoDeadline) {
    WorkTerms terms;
    terms.deadline = deadline;
    terms.is_refusable = true;
    Add(caller, name, terms);
  }

  // Does the next step, which takes as long as was expected (a refusal: 10 us), and
  // tells which: "a1", "refused a1", "expired a1", "" for none.
  std::string Step() {
    const LaneTime began = now_;
    const std::optional<WorkQueue::Step> step = queue_.Next(now_);
    if (!step.has_value()) {
      return "";
    }
    const bool is_run = step->verdict == WorkQueue::Verdict::kRun;
    const int64_t nanos = is_run ? cost_ : 10 * kMicrosecond;
    now_ += nanos;
    queue_.Took(nanos);
    queue_.EndOfTurn(began, now_);
    const std::string& name = static_cast<NamedWork*>(step->work)->name;
    return is_run                                         ? name
           : step->verdict == WorkQueue::Verdict::kRefuse ? "refused " + name
                                                          : "expired " + name;
  }
  std::vector<std::string> Steps(int count) {
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i) {
      names.push_back(Step());
    }
    return names;
  }

  // Has "greedy" send twice as much as the lane does for that long. Tells how many of
  // its calls were done and refused.
  struct Outcome {
    int done = 0;
    int refused = 0;
  };
  Outcome Overload(int64_t nanos) {
    Outcome outcome;
    const LaneTime end = now_ + nanos;
    while (now_ < end) {
      AddCall("greedy", "g");
      AddCall("greedy", "g");
      const std::string step = Step();
      outcome.done += step == "g" ? 1 : 0;
      outcome.refused += step == "refused g" ? 1 : 0;
    }
    return outcome;
  }

  OverloadOptions options_;
  WorkQueue queue_{options_};
  LaneTime now_ = 1000 * kMillisecond;
  int64_t cost_ = kLong;
  std::vector<std::unique_ptr<NamedWork>> works_;
};

TEST_F(WorkQueueTest, HasNothingToDoWhenEmpty) {
  EXPECT_TRUE(queue_.is_empty());
  EXPECT_FALSE(queue_.Next(now_).has_value());
}

TEST_F(WorkQueueTest, CallersTakeTurnsHoweverMuchOneSends) {
  for (const char* name : {"a1", "a2", "a3", "a4"}) {
    AddCall("a", name);
  }
  AddCall("b", "b1");
  AddCall("b", "b2");
  AddCall("c", "c1");
  EXPECT_THAT(Steps(8), ElementsAre("a1", "b1", "c1", "a2", "b2", "a3", "a4", ""));
}

TEST_F(WorkQueueTest, TurnsAreOfTimeNotOfCalls) {
  cost_ = 400 * kMicrosecond;
  AddCall("slow", "s1");
  AddCall("slow", "s2");
  EXPECT_EQ(Step(), "s1");
  cost_ = 50 * kMicrosecond;
  for (int i = 1; i <= 9; ++i) {
    AddCall("quick", "q" + std::to_string(i));
  }
  // 400 us for one are 400 us for the other.
  EXPECT_THAT(Steps(10), ElementsAre("q1", "q2", "q3", "q4", "q5", "q6", "q7", "s2", "q8", "q9"));
}

TEST_F(WorkQueueTest, WorkThatWasBegunIsNeitherRefusedNorExpires) {
  WorkTerms terms;
  terms.deadline = now_ - 1;
  Add("a", "slice", terms);
  EXPECT_EQ(Step(), "slice");
}

TEST_F(WorkQueueTest, ACallWhoseDeadlinePassesWhileItWaitsIsNotWorkedOn) {
  AddCall("a", "a1", now_ + kMillisecond);
  AddCall("b", "b1");
  now_ += 2 * kMillisecond;
  EXPECT_THAT(Steps(2), ElementsAre("expired a1", "b1"));
}

TEST_F(WorkQueueTest, ACallThatWouldBeTooLateIsRefusedAtOnce) {
  for (int i = 0; i < 20; ++i) {
    AddCall("a", "a");
  }
  // Two milliseconds lie before it.
  AddCall("a", "late", now_ + kMillisecond);
  AddCall("a", "in time", now_ + 10 * kMillisecond);
  EXPECT_EQ(queue_.waiting_apart(), 1);
  EXPECT_EQ(Step(), "refused late");
  // Those before it and the one after it: all of them are done.
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(Step(), "a");
  }
  EXPECT_EQ(Step(), "in time");
}

TEST_F(WorkQueueTest, AnotherCallersCallsDoNotMakeOneLate) {
  for (int i = 0; i < 20; ++i) {
    AddCall("a", "a");
  }
  AddCall("b", "b", now_ + kMillisecond);
  EXPECT_EQ(queue_.waiting_apart(), 0);
  EXPECT_THAT(Steps(2), ElementsAre("a", "b"));
}

TEST_F(WorkQueueTest, ABurstIsNoOverload) {
  // 30 ms of work.
  for (int i = 0; i < 300; ++i) {
    AddCall("a", "a");
  }
  EXPECT_EQ(queue_.waiting_apart(), 0);
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(Step(), "a");
  }
  EXPECT_FALSE(queue_.is_overloaded());
}

TEST_F(WorkQueueTest, AQueueThatStandsIsOverload) {
  Overload(250 * kMillisecond);
  EXPECT_TRUE(queue_.is_overloaded());
}

TEST_F(WorkQueueTest, AnOverloadedLaneSpendsItsTimeOnAnswers) {
  Overload(1000 * kMillisecond);
  const Outcome outcome = Overload(1000 * kMillisecond);
  // A refusal takes 10 us, and receiving it is taken for as much.
  EXPECT_GE(outcome.done, 9450);
  EXPECT_GE(outcome.refused, 4500);
  EXPECT_LE(outcome.refused, 5000);
}

TEST_F(WorkQueueTest, AnOverloadedLaneLetsInWhatItCanDoInTime) {
  Overload(2000 * kMillisecond);
  // 5 ms of 0.1 ms each.
  EXPECT_LE(queue_.waiting(), 50);
  EXPECT_GE(queue_.waiting(), 25);
}

TEST_F(WorkQueueTest, AGreedyCallersCallsAreRefusedAndNotTheOthers) {
  Overload(1000 * kMillisecond);
  int done = 0;
  for (int i = 0; i < 1000; ++i) {
    // One call of ten of the modest caller, and twenty of the other.
    if (i % 10 == 0) {
      AddCall("modest", "m");
    }
    AddCall("greedy", "g");
    AddCall("greedy", "g");
    const std::string step = Step();
    EXPECT_NE(step, "refused m");
    done += step == "m" ? 1 : 0;
  }
  EXPECT_GE(done, 99);
}

TEST_F(WorkQueueTest, ACallerHoldsNoMoreThanItsPlaces) {
  for (size_t i = 0; i < options_.max_calls_per_caller + 10; ++i) {
    AddCall("a", "a");
  }
  AddCall("b", "b");
  EXPECT_EQ(queue_.waiting(), options_.max_calls_per_caller + 1);
  EXPECT_EQ(queue_.waiting_apart(), 10);
}

// A queue that lets in two calls of a caller, of whom four wait.
class TwoPlacesTest : public ::testing::Test {
 protected:
  void Begin(double refusal_share) {
    OverloadOptions options;
    options.refusal_share = refusal_share;
    options.max_calls_per_caller = 2;
    queue_ = std::make_unique<WorkQueue>(options);
    for (const char* name : {"1", "2", "3", "4"}) {
      Add("a", name);
    }
  }

  void Add(const std::string& caller, const std::string& name) {
    works_.push_back(std::make_unique<NamedWork>(name));
    WorkTerms terms;
    terms.caller = caller;
    terms.cost = kLong;
    terms.is_refusable = true;
    queue_->Add(works_.back().get(), terms, now_);
  }

  std::string Step() {
    const std::optional<WorkQueue::Step> step = queue_->Next(now_);
    if (!step.has_value()) {
      return "";
    }
    now_ += kLong;
    queue_->Took(kLong);
    const std::string& name = static_cast<NamedWork*>(step->work)->name;
    return step->verdict == WorkQueue::Verdict::kRun ? name : "refused " + name;
  }

  LaneTime now_ = 1000 * kMillisecond;
  std::unique_ptr<WorkQueue> queue_;
  std::vector<std::unique_ptr<NamedWork>> works_;
};

TEST_F(TwoPlacesTest, WhatWaitsApartIsDoneWhenThereIsNothingElseTheLongestWaitingFirst) {
  Begin(/*refusal_share=*/0);
  EXPECT_EQ(queue_->waiting_apart(), 2);
  std::vector<std::string> done;
  while (!queue_->is_empty()) {
    done.push_back(Step());
  }
  EXPECT_THAT(done, ElementsAre("1", "2", "3", "4"));
}

TEST_F(TwoPlacesTest, TheLatestIsRefusedFirst) {
  Begin(/*refusal_share=*/1);
  std::vector<std::string> done;
  while (!queue_->is_empty()) {
    done.push_back(Step());
  }
  EXPECT_THAT(done, ElementsAre("refused 4", "refused 3", "1", "2"));
}

TEST_F(TwoPlacesTest, WhatHasWaitedLongIsDoneThoughTheLaneHasNoTime) {
  Begin(/*refusal_share=*/0);
  std::vector<std::string> done;
  for (int i = 0; i < 1000; ++i) {
    Add("b", "b");
    std::string name = Step();
    if (name != "b") {
      done.push_back(name + (now_ > 1050 * kMillisecond ? " late" : ""));
    }
  }
  EXPECT_THAT(done, ElementsAre("1", "2", "3 late", "4 late"));
}

// It is done in its caller's time: one with calls apart has no more than its half.
TEST_F(TwoPlacesTest, WhatHasWaitedLongTakesNothingFromOthers) {
  Begin(/*refusal_share=*/0);
  for (int i = 0; i < 500; ++i) {
    Add("a", "a");
  }
  now_ += 100 * kMillisecond;
  int done_of_b = 0;
  for (int i = 0; i < 400; ++i) {
    Add("b", "b");
    done_of_b += Step() == "b" ? 1 : 0;
  }
  EXPECT_GE(done_of_b, 195);
}

TEST_F(WorkQueueTest, RecoversOnceTheOverloadIsOver) {
  Overload(1000 * kMillisecond);
  while (!Step().empty()) {
  }
  // One call at a time, for three intervals.
  for (int i = 0; i < 300; ++i) {
    now_ += kMillisecond;
    AddCall("greedy", "g");
    EXPECT_EQ(Step(), "g");
  }
  EXPECT_FALSE(queue_.is_overloaded());
  EXPECT_EQ(queue_.overloaded_intervals(), 0);
}

}  // namespace
}  // namespace signet
