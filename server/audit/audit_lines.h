// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_AUDIT_AUDIT_LINES_H_
#define SIGNET_SERVER_AUDIT_AUDIT_LINES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/audit/audit_event.h"
#include "server/audit/refusal_budget.h"

namespace signet {

// Whether resources stand in the log as they are, or as their SHA-256.
enum class AuditedResources { kShown, kHashed };

// Lines of decided calls on their way into the log: still without their numbers
// and hashes, which AuditLog gives them. Each is the members of a JSON object and
// a line feed; no other line feed, control byte or byte that is not UTF-8 gets
// in, whatever callers call themselves. Keeps its memory, belongs to one thread.
class AuditLines {
 public:
  // `refusals`, if any, outlives the lines: then refused calls beyond it get none.
  explicit AuditLines(AuditedResources resources, RefusalBudget* refusals = nullptr)
      : resources_(resources), refusals_(refusals) {}

  // Adds the line of a call that was decided at `now` and ended with `status`.
  // Its "decision": "allow", with OK alone; "unauthenticated"; "deny"; else
  // "error". Texts of unusual length are cut; a resource of more than 2,048
  // bytes also gets its SHA-256.
  void Add(const AuditEvent& event, const absl::Status& status, absl::Time now);

  absl::string_view text() const { return text_; }
  size_t count() const { return count_; }
  bool empty() const { return count_ == 0; }

  // Forgets the lines; of a lot of memory it keeps little.
  void Clear();

 private:
  // The date and time of a second, so that calls of the same second share it.
  class SecondText {
   public:
    // "2026-11-30T13:00:00".
    absl::string_view Of(int64_t unix_seconds);

   private:
    static constexpr size_t kBytes = 19;
    int64_t second_ = -1;
    std::array<char, kBytes> text_ = {};
  };

  void AddTime(absl::Time now);
  void AddOutcome(const AuditEvent& event, const absl::Status& status);
  void AddTarget(const AuditEvent& event);
  void AddResource(const AuditEvent& event);
  void AddResults(const AuditEvent& event);

  const AuditedResources resources_;
  RefusalBudget* const refusals_;
  std::string text_;
  size_t count_ = 0;
  SecondText now_text_;
  SecondText signing_time_text_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_AUDIT_AUDIT_LINES_H_
