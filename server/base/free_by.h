// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_BASE_FREE_BY_H_
#define SIGNET_SERVER_BASE_FREE_BY_H_

namespace signet {

// Makes a std::unique_ptr own an object of a C library, which `kFree` frees:
// std::unique_ptr<BIO, FreeBy<BIO_free>>.
template <auto kFree>
struct FreeBy {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};

}  // namespace signet

#endif  // SIGNET_SERVER_BASE_FREE_BY_H_
