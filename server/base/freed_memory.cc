// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/freed_memory.h"

#include <malloc.h>

#include <cstddef>

// Whichever allocator the program is linked with, if any but the C library's: so each is
// asked for only where it is there.
#if __has_include(<mimalloc.h>)
#include <mimalloc.h>
#pragma weak mi_collect
#pragma weak mi_option_get
#pragma weak mi_option_set
#define SIGNET_KNOWS_MIMALLOC
#endif
extern "C" int mallctl(const char* name, void* old_value, size_t* old_length, void* new_value,
                       size_t new_length) __attribute__((weak));

namespace signet {
namespace {

#ifdef SIGNET_KNOWS_MIMALLOC
#if MI_MALLOC_VERSION >= 210
constexpr mi_option_t kReturnDelay = mi_option_purge_delay;
#else
constexpr mi_option_t kReturnDelay = mi_option_decommit_delay;
#endif

void SetMimalloc(FreedMemory what) {
  if (mi_option_set != nullptr && mi_option_get != nullptr) {
    static const long usual_millis = mi_option_get(kReturnDelay);  // NOLINT(google-runtime-int)
    mi_option_set(kReturnDelay, what == FreedMemory::kIsReturned ? 0 : usual_millis);
  }
}

void CollectMimalloc() {
  if (mi_collect != nullptr) {
    mi_collect(true);
  }
}
#else
void SetMimalloc(FreedMemory /*what*/) {}
void CollectMimalloc() {}
#endif

}  // namespace

void SetFreedMemory(FreedMemory what) { SetMimalloc(what); }

void ReturnFreedMemory() {
  CollectMimalloc();
  if (mallctl != nullptr) {
    // 4096 is jemalloc's MALLCTL_ARENAS_ALL.
    mallctl("thread.tcache.flush", nullptr, nullptr, nullptr, 0);
    mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);
  }
  ::malloc_trim(0);
}

}  // namespace signet
