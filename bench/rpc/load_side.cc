// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rpc/load_side.h"

#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "server/base/status_macros.h"

namespace signet {
namespace {

double ClockSeconds(clockid_t clock) {
  timespec time = {};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double Now() { return ClockSeconds(CLOCK_MONOTONIC); }

double ProcessCpuSeconds(pid_t process) {
  clockid_t clock = {};
  return process > 0 && ::clock_getcpuclockid(process, &clock) == 0 ? ClockSeconds(clock) : 0;
}

// The kernel tells the server who this was when it connected.
absl::StatusOr<std::unique_ptr<ByteChannel>> ConnectAs(int uid, const ChannelTarget& target) {
  if (uid != 0 && ::seteuid(static_cast<uid_t>(uid)) != 0) {
    return absl::PermissionDeniedError("only root connects as others");
  }
  absl::StatusOr<std::unique_ptr<ByteChannel>> channel = ByteChannel::Connect(target);
  if (uid != 0 && ::seteuid(0) != 0) {
    return absl::PermissionDeniedError("could not be root again");
  }
  return channel;
}

// Calls at once when there is a rate: what a server that falls behind gets.
constexpr size_t kMaxOpenCalls = 4096;

}  // namespace

LoadSide::LoadSide(pid_t server, const LoadOptions& options)
    : server_(server), options_(options), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
  const size_t slots = options.rate <= 0           ? static_cast<size_t>(options.concurrency)
                       : options.max_in_flight > 0 ? static_cast<size_t>(options.max_in_flight)
                                                   : kMaxOpenCalls;
  planned_.resize(slots);
  open_calls_.resize(static_cast<size_t>(options.connections));
  for (size_t i = slots; i > 0; --i) {
    free_slots_.push_back(static_cast<uint32_t>(i - 1));
  }
}

LoadSide::~LoadSide() { ::close(epoll_); }

absl::StatusOr<std::unique_ptr<LoadSide>> LoadSide::Connect(const ChannelTarget& target,
                                                            const std::string& path,
                                                            const std::string& message,
                                                            pid_t server,
                                                            const LoadOptions& options) {
  std::unique_ptr<LoadSide> side(new LoadSide(server, options));
  for (int i = 0; i < options.connections; ++i) {
    SIGNET_ASSIGN_OR_RETURN(std::unique_ptr<ByteChannel> channel,
                            ConnectAs(options.first_uid == 0 ? 0 : options.first_uid + i, target));
    side->connections_.push_back(std::make_unique<Http2Calls>(std::move(channel), path, message));
    // A server gives up a connection that does not begin soon; this side's turn may come
    // later.
    side->connections_.back()->Flush();
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.u64 = static_cast<uint64_t>(i);
    ::epoll_ctl(side->epoll_, EPOLL_CTL_ADD, side->connections_.back()->fd(), &event);
  }
  return side;
}

void LoadSide::StartCall(size_t connection, double planned) {
  const uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  planned_[slot] = planned;
  ++in_flight_;
  ++open_calls_[connection];
  connections_[connection]->Start(slot);
}

void LoadSide::OnDone(size_t connection, uint32_t call, bool ok) {
  const double now = Now();
  free_slots_.push_back(call);
  --in_flight_;
  --open_calls_[connection];
  if (is_measuring_) {
    ++figures_.calls;
    figures_.answered += ok ? 1 : 0;
    (ok ? latencies_ : error_latencies_)
        .push_back(static_cast<float>(1e6 * (now - planned_[call])));
  }
  figures_.errors += ok ? 0 : 1;
  if (options_.rate == 0 && !is_ending_) {
    StartCall(connection, now);
  }
}

// What is due, in turn over the connections. Each of them has its part of what may be in flight,
// as a client of its own would.
void LoadSide::StartPlanned(double now) {
  const int most_on_connection =
      options_.max_in_flight / static_cast<int>(std::max<size_t>(connections_.size(), 1));
  while (options_.rate > 0 && next_planned_ <= now) {
    const size_t connection = next_connection_ % connections_.size();
    const bool is_bounded = options_.max_in_flight > 0;
    if (is_bounded && open_calls_[connection] >= most_on_connection) {
      figures_.not_sent += is_measuring_ ? 1 : 0;
    } else if (!free_slots_.empty()) {
      StartCall(connection, next_planned_);
    } else {
      return;
    }
    ++next_connection_;
    next_planned_ += 1 / options_.rate;
  }
}

absl::Status LoadSide::Poll(bool may_wait) {
  for (const auto& connection : connections_) {
    connection->Flush();
  }
  epoll_event events[64];
  const int count = ::epoll_wait(epoll_, events, 64, may_wait ? 20 : 0);
  for (int i = 0; i < count; ++i) {
    const size_t index = events[i].data.u64;
    connections_[index]->Read([&](uint32_t call, bool ok) { OnDone(index, call, ok); });
    connections_[index]->Flush();
    if (connections_[index]->is_broken()) {
      return absl::UnavailableError("the connection broke");
    }
  }
  return absl::OkStatus();
}

void LoadSide::BeginMeasuring(double now) {
  is_measuring_ = true;
  figures_.seconds = -now;
  figures_.server_cpu_seconds = -ProcessCpuSeconds(server_);
  figures_.client_cpu_seconds = -ClockSeconds(CLOCK_PROCESS_CPUTIME_ID);
}

absl::StatusOr<LoadFigures> LoadSide::Run() {
  figures_ = LoadFigures();
  latencies_.clear();
  error_latencies_.clear();
  is_ending_ = false;
  const double begin = Now();
  const double end = begin + options_.warmup_seconds + options_.seconds;
  next_planned_ = begin;
  for (int i = 0; options_.rate == 0 && i < options_.concurrency; ++i) {
    StartCall(static_cast<size_t>(i) % connections_.size(), begin);
  }
  double now = begin;
  while (now < end) {
    if (!is_measuring_ && now >= begin + options_.warmup_seconds) {
      BeginMeasuring(now);
    }
    StartPlanned(now);
    SIGNET_RETURN_IF_ERROR(Poll(/*may_wait=*/options_.rate == 0));
    now = Now();
  }
  figures_.seconds += Now();
  figures_.server_cpu_seconds += ProcessCpuSeconds(server_);
  figures_.client_cpu_seconds += ClockSeconds(CLOCK_PROCESS_CPUTIME_ID);
  is_measuring_ = false;
  is_ending_ = true;
  for (const double limit = Now() + 10; in_flight_ > 0;) {
    SIGNET_RETURN_IF_ERROR(Poll(/*may_wait=*/true));
    if (Now() > limit) {
      return absl::UnavailableError("calls were not answered within 10 s");
    }
  }
  std::sort(latencies_.begin(), latencies_.end());
  std::sort(error_latencies_.begin(), error_latencies_.end());
  return Figures();
}

LoadFigures LoadSide::Figures() const {
  LoadFigures figures = figures_;
  const auto at = [](const std::vector<float>& sorted, double fraction) {
    return sorted.empty()
               ? 0.0
               : static_cast<double>(sorted[static_cast<size_t>(fraction * (sorted.size() - 1))]);
  };
  figures.p50 = at(latencies_, 0.5);
  figures.p99 = at(latencies_, 0.99);
  figures.p999 = at(latencies_, 0.999);
  figures.error_p50 = at(error_latencies_, 0.5);
  figures.error_p99 = at(error_latencies_, 0.99);
  return figures;
}

}  // namespace signet
