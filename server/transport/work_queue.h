// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_WORK_QUEUE_H_
#define SIGNET_SERVER_TRANSPORT_WORK_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/transport/work.h"

namespace signet {

// When a lane counts as overloaded, and what it does about it.
struct OverloadOptions {
  // Overloaded is a lane where for `interval` no call waited less than `target`.
  // While it is, no more is let in than what it can do within `target`.
  absl::Duration target = absl::Milliseconds(5);
  absl::Duration interval = absl::Milliseconds(100);
  // Calls of one caller that may wait at once, overloaded or not.
  size_t max_calls_per_caller = 1024;
  // Of one caller, while overloaded, however long they take: so many are always let in.
  size_t min_calls_per_caller = 4;
  // The time that an overloaded lane spends on what it refuses, over that which it spends
  // on what it does. A refusal costs
  // more than half of an answer, nearly all of it in gRPC, and makes room for the next
  // call at once; without a bound refusals alone would keep a lane busy.
  double refusal_share = 0.1;
  // What is let in no more and not refused within that is done after all, one of it for every few
  // others: a call that is neither answered nor refused holds its client up for nothing.
  absl::Duration patience = absl::Milliseconds(50);
};

// A caller's work in a WorkQueue.
struct WaitingCaller {
  std::deque<Work*> works;
  // Of all of them.
  int64_t cost = 0;
  // Time that it may still take in this round; negative: took in advance.
  int64_t credit = 0;
  bool is_in_round = false;
  // Of its work, what waits apart.
  size_t apart = 0;
};

// The work that waits on a lane: callers take turns, by the time that their work
// takes, so that one with much work does not delay the others. Work that would be done
// too late, or is too much (OverloadOptions), is let in no more; it waits apart,
// and is refused as far as the share of time for that goes, the latest first, so that a
// refusal is quick or does not come. When there is nothing else to do, or it has waited
// long, it is done after all, the longest waiting first, in its caller's time. Until then
// it holds its place among the calls that its connection may have at once, which is what
// slows a caller down who does not heed refusals.
//
// Times are told by the user, so that it behaves the same with any clock. Belongs to
// one thread.
class WorkQueue {
 public:
  explicit WorkQueue(const OverloadOptions& options);
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  // `work` is not owned; it comes out of Next() once.
  void Add(Work* work, const WorkTerms& terms, LaneTime now);

  enum class Verdict {
    kRun,
    // Does not get done: the lane is overloaded.
    kRefuse,
    // Its deadline has passed.
    kExpired,
  };
  struct Step {
    Work* work;
    Verdict verdict;
    // Nanoseconds since Add().
    int64_t waited;
    // As it was added.
    bool is_refusable;
    CostEstimate* estimate;
    size_t bytes;
  };
  // What to do next; nothing when nothing waits.
  std::optional<Step> Next(LaneTime now);

  // The last step took that long: a caller's turn, or of the time for refusals.
  void Took(int64_t nanos);

  // The user has spent the time since `began` on nothing but this queue's steps and
  // on receiving calls; tells how much longer than its work alone takes work takes.
  void EndOfTurn(LaneTime began, LaneTime now);

  // Some work did not have to wait at all.
  void NoteNoWait() { least_wait_ = 0; }

  bool is_empty() const { return waiting_ == 0 && apart_.empty(); }
  bool is_overloaded() const { return is_overloaded_; }
  // Work that is let in; and work that waits apart.
  size_t waiting() const { return waiting_; }
  size_t waiting_apart() const { return apart_.size(); }
  // For how many intervals on end the lane has been overloaded.
  int overloaded_intervals() const { return overloaded_intervals_; }

 private:
  bool IsLetIn(const WaitingCaller& caller, const WorkTerms& terms, LaneTime now) const;
  WaitingCaller& CallerNamed(absl::string_view name);
  void LetIn(WaitingCaller& caller, Work* work);
  // The work of the caller whose turn it is. REQUIRES: some is let in.
  Work* TakeInTurn();
  // How much longer than its work alone takes work takes.
  double Stretch() const;
  void PutApart(WaitingCaller& caller, Work* work);
  // The longest waiting of it, to be done. REQUIRES: some waits apart.
  Work* TakeFromApart();
  // Whether it is the turn of what has waited long.
  bool IsTurnOfApart(LaneTime now);
  // Undoes what was let in before it was clear that it is too much, the latest first.
  void PutExcessApart();
  void NoteWait(int64_t waited, LaneTime now);

  const OverloadOptions options_;
  const int64_t target_;
  const int64_t interval_;
  const int64_t patience_;
  absl::flat_hash_map<std::string, std::unique_ptr<WaitingCaller>> callers_;
  // Those with work, who has the turn first.
  std::deque<WaitingCaller*> round_;
  size_t waiting_ = 0;
  int64_t cost_ = 0;
  // What is not let in, the longest waiting first.
  std::deque<Work*> apart_;
  // Others done since some of that was.
  int steps_since_apart_ = 0;
  // Whose time the last step takes; nobody's for refusals.
  WaitingCaller* running_ = nullptr;
  bool is_refusing_ = false;

  // Time of turns over time of steps, both fading sums.
  double turn_nanos_ = 1;
  double step_nanos_ = 1;
  int64_t steps_of_turn_ = 0;

  LaneTime interval_end_ = 0;
  int64_t least_wait_ = 0;
  bool was_anything_apart_ = false;
  bool is_overloaded_ = false;
  int overloaded_intervals_ = 0;

  // Time for refusals that is left.
  double refusal_nanos_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_WORK_QUEUE_H_
