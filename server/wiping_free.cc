// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Wipes memory before it goes back to the allocator. Linked into signetd alone: what
// it has of secrets outside of its own types passes through buffers of libraries
// (messages, slices, TLS records, the configuration's parser), which do not wipe.
//
// The program's definitions are taken before those of any library, so every free()
// and delete in the process comes here, and goes on to the allocator that would have
// had it: the C library's, mimalloc or jemalloc.

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>
#include <new>

namespace {

using FreeFunction = void (*)(void*);

// Set at the first call, by whichever thread; all find the same.
std::atomic<FreeFunction> next_free{nullptr};

FreeFunction FindNextFree() {
  // May itself allocate and free; then what it frees is not given back.
  static thread_local bool is_finding = false;
  if (is_finding) {
    return nullptr;
  }
  is_finding = true;
  const auto found = reinterpret_cast<FreeFunction>(dlsym(RTLD_NEXT, "free"));
  is_finding = false;
  next_free.store(found, std::memory_order_relaxed);
  return found;
}

void WipeAndFree(void* memory) {
  if (memory == nullptr) {
    return;
  }
  explicit_bzero(memory, malloc_usable_size(memory));
  FreeFunction next = next_free.load(std::memory_order_relaxed);
  if (next == nullptr) {
    next = FindNextFree();
  }
  if (next != nullptr) {
    next(memory);
  }
}

// The allocator's own would free the old block without coming here.
void* MoveTo(void* memory, size_t size) {
  if (memory == nullptr) {
    return malloc(size);
  }
  if (size == 0) {
    WipeAndFree(memory);
    return nullptr;
  }
  const size_t usable = malloc_usable_size(memory);
  // What fits stays, unless it would hold on to more than twice what is asked.
  if (size <= usable && size >= usable / 2) {
    return memory;
  }
  void* const moved = malloc(size);
  if (moved != nullptr) {
    memcpy(moved, memory, size < usable ? size : usable);
    WipeAndFree(memory);
  }
  return moved;
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void free(void* memory) noexcept { WipeAndFree(memory); }

__attribute__((visibility("default"))) void cfree(void* memory) noexcept { WipeAndFree(memory); }

__attribute__((visibility("default"))) void* realloc(void* memory, size_t size) noexcept {
  return MoveTo(memory, size);
}

__attribute__((visibility("default"))) void* reallocarray(void* memory, size_t count,
                                                          size_t size) noexcept {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return MoveTo(memory, bytes);
}

}  // extern "C"

void operator delete(void* memory) noexcept { WipeAndFree(memory); }
void operator delete[](void* memory) noexcept { WipeAndFree(memory); }
void operator delete(void* memory, size_t) noexcept { WipeAndFree(memory); }
void operator delete[](void* memory, size_t) noexcept { WipeAndFree(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { WipeAndFree(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { WipeAndFree(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { WipeAndFree(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { WipeAndFree(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { WipeAndFree(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { WipeAndFree(memory); }
