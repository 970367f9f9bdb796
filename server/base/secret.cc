// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/base/secret.h"

#include <string.h>

#include <utility>

#include "server/base/secret_memory.h"

namespace signet {

void Wipe(void* data, size_t size) {
  if (size > 0) {
    explicit_bzero(data, size);
  }
}

void Wipe(std::string* text) {
  text->resize(text->capacity());
  Wipe(text->data(), text->size());
  text->clear();
}

bool ConstantTimeEquals(absl::string_view a, absl::string_view b) {
  if (a.size() != b.size()) {
    return false;
  }
  // volatile keeps the compiler from leaving the loop at the first difference.
  volatile uint8_t difference = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    difference = difference | (static_cast<uint8_t>(a[i]) ^ static_cast<uint8_t>(b[i]));
  }
  return difference == 0;
}

Secret::Secret(absl::string_view bytes)
    : data_(bytes.empty() ? nullptr : SecretMemory::Allocate(bytes.size())), size_(bytes.size()) {
  if (data_ != nullptr) {
    memcpy(data_, bytes.data(), size_);
  }
}

Secret::~Secret() {
  if (data_ != nullptr) {
    SecretMemory::Free(data_, size_);
  }
}

Secret::Secret(const Secret& other) : Secret(other.Reveal()) {}

Secret& Secret::operator=(const Secret& other) {
  Secret copy(other);
  return *this = std::move(copy);
}

Secret::Secret(Secret&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Secret& Secret::operator=(Secret&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace signet
