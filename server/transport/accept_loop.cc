// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/accept_loop.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "server/base/freed_memory.h"
#include "server/observability/log.h"
#include "server/observability/metric_names.h"

namespace signet {
namespace {

// Accepted from one listener before the others get their turn.
constexpr int kAcceptsPerTurn = 64;

// How often connections that have ended are looked for.
constexpr int kSweepMillis = 1000;

// The pause when the process is out of descriptors and even the reserve is
// gone.
constexpr absl::Duration kPause = absl::Milliseconds(50);

// At most one refusal is logged per listener in that time.
constexpr absl::Duration kRefusalLogInterval = absl::Seconds(1);

FileDescriptor OpenReserve() { return FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

bool IsOutOfDescriptors(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

}  // namespace

absl::StatusOr<std::unique_ptr<AcceptLoop>> AcceptLoop::Start(std::vector<Listener> listeners,
                                                              const ConnectionCaps& caps,
                                                              uint64_t memory_limit_bytes,
                                                              MetricsRegistry* metrics) {
  std::unique_ptr<AcceptLoop> loop(
      new AcceptLoop(std::move(listeners), caps, memory_limit_bytes, metrics));
  loop->reserve_ = OpenReserve();
  loop->wake_ = FileDescriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!loop->reserve_.is_valid() || !loop->wake_.is_valid()) {
    return absl::ResourceExhaustedError("no file descriptors left to start accepting with");
  }
  loop->thread_ = std::thread([loop = loop.get()] { loop->Run(); });
  return loop;
}

AcceptLoop::AcceptLoop(std::vector<Listener> listeners, const ConnectionCaps& caps,
                       uint64_t memory_limit_bytes, MetricsRegistry* metrics)
    : table_(caps),
      memory_(memory_limit_bytes, &table_, metrics),
      open_(metrics->GetGauge(kConnectionsOpen)) {
  for (Listener& listener : listeners) {
    const absl::string_view name = listener.handler.listener;
    const auto counter = [&](absl::string_view result) {
      return metrics->GetCounter(kConnectionsTotal, {{"listener", name}, {"result", result}});
    };
    sources_.push_back({.listener = std::move(listener),
                        .accepted = counter("accepted"),
                        .refused = counter("refused"),
                        .out_of_descriptors = counter("out_of_descriptors")});
  }
}

AcceptLoop::~AcceptLoop() { Stop(); }

void AcceptLoop::Stop() {
  if (thread_.joinable()) {
    const uint64_t one = 1;
    // Cannot fail: the counter of the eventfd is far from full.
    (void)!::write(wake_.get(), &one, sizeof(one));
    thread_.join();
  }
}

void AcceptLoop::Run() {
  std::vector<pollfd> polled;
  polled.push_back({.fd = wake_.get(), .events = POLLIN, .revents = 0});
  for (const Source& source : sources_) {
    polled.push_back({.fd = source.listener.fd, .events = POLLIN, .revents = 0});
  }
  absl::Time next_sweep = absl::Now() + absl::Milliseconds(kSweepMillis);
  while (true) {
    const int ready = ::poll(polled.data(), polled.size(),
                             static_cast<int>(absl::ToInt64Milliseconds(memory_interval_)));
    if (polled[0].revents != 0) {
      return;
    }
    for (size_t i = 0; ready > 0 && i < sources_.size(); ++i) {
      if (polled[i + 1].revents != 0) {
        AcceptFrom(sources_[i]);
      }
    }
    WatchMemory();
    if (absl::Now() >= next_sweep) {
      table_.Sweep();
      next_sweep = absl::Now() + absl::Milliseconds(kSweepMillis);
    }
    open_->Set(static_cast<int64_t>(table_.open()));
  }
}

void AcceptLoop::WatchMemory() {
  const MemoryWatch::Verdict verdict = memory_.Look(ResidentBytes(), absl::Now());
  may_accept_ = verdict.may_accept;
  memory_interval_ = verdict.interval;
  if (verdict.should_release) {
    ReturnFreedMemory();
    for (const Source& source : sources_) {
      source.listener.handler.release_memory();
    }
  }
}

void AcceptLoop::AcceptFrom(Source& source) {
  for (int i = 0; i < kAcceptsPerTurn; ++i) {
    FileDescriptor fd(
        ::accept4(source.listener.fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (fd.is_valid()) {
      Admit(source, std::move(fd));
      continue;
    }
    if (IsOutOfDescriptors(errno)) {
      if (!AcceptByReserve(source)) {
        return;
      }
      continue;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    }
    // ECONNABORTED, EINTR, and network errors that belong to the connection
    // (accept(2), "Error handling"): the next one may be fine.
  }
}

bool AcceptLoop::AcceptByReserve(Source& source) {
  reserve_.Close();
  FileDescriptor fd(::accept4(source.listener.fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  // accept4 looks for a free descriptor first, so it complains of none also where nobody
  // waits.
  const bool nobody_waits = !fd.is_valid() && !IsOutOfDescriptors(errno);
  reserve_ = OpenReserve();
  if (fd.is_valid() && reserve_.is_valid()) {
    // Others were freed meanwhile.
    Admit(source, std::move(fd));
    return true;
  }
  if (nobody_waits) {
    return false;
  }
  source.out_of_descriptors->Increment();
  LogRefusal(source, "out of file descriptors", "");
  if (!fd.is_valid()) {
    absl::SleepFor(kPause);
    return false;
  }
  fd.Close();
  reserve_ = OpenReserve();
  return true;
}

void AcceptLoop::Admit(Source& source, FileDescriptor fd) {
  const ConnectionHandler& handler = source.listener.handler;
  AcceptedConnection connection{.fd = std::move(fd), .peer = "", .credentials_index = 0};
  if (!handler.identify(connection)) {
    source.refused->Increment();
    LogRefusal(source, "the peer is no configured user", connection.peer);
    return;
  }
  if (!may_accept_) {
    source.refused->Increment();
    LogRefusal(source, "memory is scarce", connection.peer);
    return;
  }
  if (!table_.Add(connection.fd.get(), connection.peer)) {
    source.refused->Increment();
    LogRefusal(source, "too many connections are open", connection.peer);
    return;
  }
  source.accepted->Increment();
  handler.take(std::move(connection));
}

void AcceptLoop::LogRefusal(Source& source, absl::string_view why, absl::string_view peer) {
  const absl::Time now = absl::Now();
  if (now < source.next_refusal_log) {
    ++source.refusals_not_logged;
    return;
  }
  source.next_refusal_log = now + kRefusalLogInterval;
  Log(LogLevel::kWarning, "connection refused",
      {{"listener", source.listener.handler.listener},
       {"why", why},
       {"peer", peer},
       {"open", table_.open()},
       {"not_logged_before", source.refusals_not_logged}});
  source.refusals_not_logged = 0;
}

}  // namespace signet
