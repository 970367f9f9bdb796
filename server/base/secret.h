// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_SECRET_H_
#define SIGNET_SERVER_BASE_SECRET_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace signet {

// Overwrites memory in a way that the compiler may not remove.
void Wipe(void* data, size_t size);

// Overwrites the whole capacity of `text` and leaves it empty.
void Wipe(std::string* text);

// True when both have the same length and bytes. Takes the same time wherever
// the first difference is; the length is not hidden.
bool ConstantTimeEquals(absl::string_view a, absl::string_view b);

// A secret of any length: a secret access key or a session token. The bytes are
// wiped when it goes, and lie where SecretMemory has them. It has no operator<< and no conversion;
// the only way to the bytes is Reveal(), which is easy to search for.
class Secret {
 public:
  Secret() = default;
  explicit Secret(absl::string_view bytes);
  ~Secret();
  Secret(const Secret& other);
  Secret& operator=(const Secret& other);
  Secret(Secret&& other) noexcept;
  Secret& operator=(Secret&& other) noexcept;

  // The bytes; valid while this object lives and is not assigned to.
  absl::string_view Reveal() const { return absl::string_view(data_, size_); }

  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }

 private:
  char* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_SECRET_H_
