// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_TRANSPORT_MEMORY_WATCH_H_
#define SIGNET_SERVER_TRANSPORT_MEMORY_WATCH_H_

#include <cstdint>
#include <string>

#include "absl/time/time.h"
#include "server/observability/metrics.h"
#include "server/transport/connection_table.h"

namespace signet {

// Resident bytes of this process; 0 where the kernel does not say.
uint64_t ResidentBytes();

// The limit of the control group that this process is in, as mounted under `root`
// ("/sys/fs/cgroup"), version 1 or 2; UINT64_MAX where there is none.
uint64_t ControlGroupLimit(const std::string& root);

// What `limits.max_resident_bytes` is when it is not set: 60 % of the control group's
// limit, but no more than 1 GiB.
uint64_t DefaultMemoryLimit();

// Keeps the process within its memory while somebody makes it grow.
//
// gRPC's own bounds do not hold it: streams that are reset at once, streams beyond the
// limit of a peer that never acknowledges SETTINGS, and header blocks without an end all
// take memory before any of them applies. So from 70 % of the limit on no connection is
// taken, and when memory is about to reach 85 %, those that bring the most are closed, more
// of them each time, until it falls or stands still. Belongs to the accepting thread.
class MemoryWatch {
 public:
  // `table` outlives the watch.
  MemoryWatch(uint64_t limit_bytes, ConnectionTable* table, MetricsRegistry* metrics);

  // What to do after a look.
  struct Verdict {
    // Whether connections may be taken.
    bool may_accept = true;
    // Lanes shall give back what they have freed.
    bool should_release = false;
    // When to look again.
    absl::Duration interval;
  };
  // Looks at `resident_bytes`, and closes connections where it must.
  Verdict Look(uint64_t resident_bytes, absl::Time now);

 private:
  // Of the limit.
  uint64_t Percent(uint64_t bytes) const;
  // What memory will come to soon if it goes on as since the last look.
  uint64_t Expected(uint64_t resident_bytes, absl::Time now) const;
  // Whether what is freed goes back at once.
  void SetReturning(bool is_returning);
  void Shed(uint64_t resident_bytes, absl::Time now);

  const uint64_t limit_;
  ConnectionTable& table_;
  Gauge* const resident_;
  Counter* const shed_;
  // The last look, and whether it was at the connections' traffic, too.
  uint64_t last_resident_ = 0;
  absl::Time last_look_ = absl::InfinitePast();
  bool is_measured_ = false;
  // What growth is reckoned from, and when there was some.
  uint64_t reference_ = 0;
  absl::Time last_growth_ = absl::InfinitePast();
  bool is_returning_ = false;
  // What Shed() closes next, and when and at what it closed last.
  size_t next_shed_ = 1;
  absl::Time last_shed_ = absl::InfinitePast();
  absl::Time last_release_ = absl::InfinitePast();
};

}  // namespace signet

#endif  // SIGNET_SERVER_TRANSPORT_MEMORY_WATCH_H_
