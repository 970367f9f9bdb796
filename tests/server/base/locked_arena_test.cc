// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/locked_arena.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace signet {
namespace {

using ::testing::HasSubstr;

TEST(LockedArenaTest, GivesZeroedMemoryOfAtLeastTheSize) {
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<LockedArena> arena,
                       LockedArena::Create(5000, LockedArena::OnLockFailure::kUseUnlocked));

  ASSERT_GE(arena->size(), 5000u);
  const auto* const bytes = static_cast<const unsigned char*>(arena->data());
  EXPECT_TRUE(std::all_of(bytes, bytes + arena->size(), [](unsigned char b) { return b == 0; }));
}

// Leaves with 0 when a limit of nothing is honoured as documented.
void ExitByLockLimit() {
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_MEMLOCK, &none);
  const auto refused = LockedArena::Create(1 << 20, LockedArena::OnLockFailure::kRefuse);
  const auto allowed = LockedArena::Create(1 << 20, LockedArena::OnLockFailure::kUseUnlocked);
  // With CAP_IPC_LOCK the limit does not bind; then both are locked.
  const bool bound = !refused.ok() && allowed.ok() && !(*allowed)->is_locked() &&
                     absl::IsResourceExhausted(refused.status());
  const bool privileged = refused.ok() && (*refused)->is_locked();
  _exit(bound || privileged ? 0 : 1);
}

// Runs in a child, since not every user can raise a lowered limit again.
TEST(LockedArenaDeathTest, RefusesMemoryThatCannotBeLockedUnlessAllowed) {
  EXPECT_EXIT(ExitByLockLimit(), ::testing::ExitedWithCode(0), "");
}

TEST(LockedArenaTest, SaysTheSizeThatCannotBeMapped) {
  EXPECT_THAT(LockedArena::Create(size_t{1} << 60, LockedArena::OnLockFailure::kUseUnlocked),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("1152921504606846976")));
}

}  // namespace
}  // namespace signet
