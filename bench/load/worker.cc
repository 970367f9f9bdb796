// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/load/worker.h"

#include <pthread.h>
#include <sys/prctl.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "absl/strings/str_cat.h"
#include "bench/load/steady_time.h"

namespace signet::load {
namespace {

// How often a sleeping thread looks whether to stop.
constexpr int64_t kLookNanos = 50'000'000;
// How long after the end a call that was due before it is still sent.
constexpr absl::Duration kSendGrace = absl::Milliseconds(100);
// A closed loop does not hammer at a server that is gone.
constexpr absl::Duration kUnreachablePause = absl::Milliseconds(10);
// How long cancelled calls may take to end.
constexpr absl::Duration kCancelPatience = absl::Seconds(5);

int64_t CpuNanosOf(pthread_t thread) {
  clockid_t clock = 0;
  timespec time = {};
  if (pthread_getcpuclockid(thread, &clock) != 0 || clock_gettime(clock, &time) != 0) {
    return 0;
  }
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

Worker::Worker(const RunPlan& plan, int index, size_t slots,
               std::vector<std::unique_ptr<LoadConnection>> connections)
    : plan_(plan),
      index_(index),
      connections_(std::move(connections)),
      slots_(slots, *plan.workload, *plan.seeds),
      random_(plan.seed + static_cast<uint64_t>(index) * 0x9e3779b97f4a7c15) {}

Worker::~Worker() {
  if (taker_.joinable()) {
    Stop();
    Finish(0);
  }
}

void Worker::Start() {
  if (plan_.schedule.has_value()) {
    is_pacing_ = true;
    pacer_ = std::thread([this] { Pace(); });
  }
  // A closed loop's first calls are sent before there is anything to take.
  std::vector<Slot*> first;
  if (!plan_.schedule.has_value()) {
    while (Slot* const slot = slots_.Take(0)) {
      first.push_back(slot);
    }
  }
  taker_ = std::thread([this, first] {
    if (!first.empty()) {
      SleepUntil(plan_.begin);
    }
    for (Slot* const slot : first) {
      StartNext(slot);
    }
    TakeEvents();
  });
}

void Worker::Stop() {
  is_stopped_ = true;
  slots_.Stop();
}

bool Worker::IsSending() const {
  return plan_.schedule.has_value() ? is_pacing_.load() : !slots_.AllFree();
}

void Worker::Finish(int64_t until) {
  if (pacer_.joinable()) {
    pacer_.join();
  }
  if (!slots_.WaitUntilAllFree(until)) {
    is_given_up_ = true;
    slots_.CancelAll();
    slots_.WaitUntilAllFree(After(SteadyNow(), kCancelPatience));
  }
  queue_.Shutdown();
  taker_.join();
}

std::vector<ThreadCpu> Worker::CpuTimes() {
  std::vector<ThreadCpu> times = {
      {absl::StrCat("answers-", index_ + 1), CpuNanosOf(taker_.native_handle())}};
  if (plan_.schedule.has_value()) {
    const int64_t nanos = is_pacing_ ? CpuNanosOf(pacer_.native_handle()) : pacer_cpu_.load();
    times.push_back({absl::StrCat("sends-", index_ + 1), nanos});
  }
  return times;
}

Outages Worker::OutagesUntil(int64_t now) const {
  Outages outages;
  for (const std::unique_ptr<LoadConnection>& connection : connections_) {
    outages.Merge(connection->outages().OutagesUntil(now));
  }
  return outages;
}

void Worker::Pace() {
  // The kernel delays wake-ups by 50 us otherwise.
  prctl(PR_SET_TIMERSLACK, 1);
  if (plan_.warmup_schedule.has_value()) {
    PaceBy(*plan_.warmup_schedule, plan_.begin, /*is_counted=*/false);
  }
  PaceBy(*plan_.schedule, plan_.count_from, /*is_counted=*/true);
  pacer_cpu_ = CpuNanosOf(pthread_self());
  is_pacing_ = false;
}

void Worker::PaceBy(const Schedule& schedule, int64_t from, bool is_counted) {
  const int64_t end = After(from, schedule.duration());
  const int64_t give_up_at = is_counted ? After(end, kSendGrace) : end;
  int64_t limit = schedule.call_count();
  if (is_counted && plan_.total > 0) {
    limit = std::min(limit, plan_.total);
  }
  // When a slot was last waited for and came: calls that were due by then are
  // late because of the server, not of this thread.
  int64_t ready_at = 0;
  for (int64_t i = index_; i < limit; i += plan_.worker_count) {
    const int64_t planned = After(from, schedule.TimeOf(i));
    Slot* slot = nullptr;
    if (SleepUntil(planned)) {
      slot = slots_.Take(0);
      if (slot == nullptr) {
        slot = slots_.Take(give_up_at);
        ready_at = SteadyNow();
      }
    }
    const int64_t now = SteadyNow();
    if (slot == nullptr || now >= give_up_at) {
      if (slot != nullptr) {
        slots_.Give(slot);
      }
      if (is_counted) {
        RecordUnsent(schedule, from, i, limit);
      }
      return;
    }
    Send(slot, planned, ready_at, now, is_counted);
  }
}

bool Worker::SleepUntil(int64_t time) const {
  for (int64_t now = SteadyNow(); now < time && !is_stopped_; now = SteadyNow()) {
    SleepUntilSteady(std::min(time, now + kLookNanos));
  }
  return !is_stopped_;
}

void Worker::RecordUnsent(const Schedule& schedule, int64_t from, int64_t index, int64_t limit) {
  const int64_t now = SteadyNow();
  for (int64_t i = index; i < limit; i += plan_.worker_count) {
    const int64_t planned = After(from, schedule.TimeOf(i));
    if (planned > now) {
      return;
    }
    recorder_.Unsent(now - planned);
  }
}

void Worker::Send(Slot* slot, int64_t planned, int64_t ready_at, int64_t now, bool is_counted) {
  LoadConnection* const connection = connections_[next_connection_].get();
  next_connection_ = (next_connection_ + 1) % connections_.size();
  if (is_counted) {
    recorder_.Sent(now - std::max(planned, ready_at));
  } else {
    ++uncounted_;
  }
  slot->Start({.plan = plan_.workload->Draw(random_),
               .planned = planned,
               .sent = now,
               .is_counted = is_counted},
              connection, &queue_, plan_.timeout);
}

void Worker::TakeEvents() {
  void* tag = nullptr;
  bool ok = false;
  while (queue_.Next(&tag, &ok)) {
    Slot* const slot = static_cast<Slot*>(tag);
    switch (slot->OnEvent(ok)) {
      case Slot::Event::kGoesOn:
        break;
      case Slot::Event::kAnswered:
        OnAnswered(slot);
        break;
      case Slot::Event::kPauseOver:
        StartNext(slot);
        break;
    }
  }
}

void Worker::OnAnswered(Slot* slot) {
  const int64_t now = SteadyNow();
  Slot::Finished finished = slot->GetFinished();
  const Launch& launch = finished.launch;
  const bool unreachable = finished.ending.code == absl::StatusCode::kUnavailable;
  if (!is_given_up_) {
    finished.connection->outages().OnAnswer(finished.ending, now);
    if (launch.is_counted && finished.ending.ok() && plan_.verifier != nullptr &&
        ++answers_ % static_cast<uint64_t>(plan_.verifier->every()) == 0) {
      if (std::optional<Sample> sample = slot->SampleOf(answers_)) {
        plan_.verifier->Offer(*std::move(sample));
      }
    }
    if (launch.is_counted) {
      recorder_.Answered({.operation = launch.plan.operation,
                          .planned = launch.planned,
                          .sent = launch.sent,
                          .done = now,
                          .signatures = finished.signatures,
                          .ending = std::move(finished.ending)});
    }
  }
  if (plan_.schedule.has_value()) {
    slots_.Give(slot);
  } else if (unreachable && !is_stopped_) {
    slot->Pause(&queue_, kUnreachablePause);
  } else {
    StartNext(slot);
  }
}

void Worker::StartNext(Slot* slot) {
  const int64_t now = SteadyNow();
  const bool is_counted = now >= plan_.count_from;
  const bool is_over = is_stopped_ || now >= plan_.send_until ||
                       (is_counted && plan_.total > 0 && plan_.begun->fetch_add(1) >= plan_.total);
  if (is_over) {
    slots_.Give(slot);
    return;
  }
  Send(slot, now, now, now, is_counted);
}

}  // namespace signet::load
