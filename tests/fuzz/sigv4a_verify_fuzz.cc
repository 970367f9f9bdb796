// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// The input is the DER of a signature of one fixed text. Only two are genuine:
// the published one and its mirror image (s replaced by n - s); the corpus holds
// both, so that mutations of them are tried.

#include <cstddef>
#include <cstdint>
#include <string>

#include "server/digest/hex.h"
#include "server/sigv4/sigv4a.h"
#include "tests/fuzz/check.h"

namespace signet {
namespace {

constexpr char kText[] = "sample";
// RFC 6979, appendix A.2.5.
constexpr char kPublicX[] = "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6";
constexpr char kPublicY[] = "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";
constexpr char kGenuine[] =
    "3046022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716022100f7cb1c942d657c"
    "41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";
constexpr char kMirrored[] =
    "3045022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf37160220"
    "0834e36ad29a83bf2bc9385e491d6099c8fdf9d1ed67aa7ea5f51f93782857a9";

Sigv4aPublicKey PublicKey() {
  Sigv4aPublicKey key;
  SIGNET_FUZZ_CHECK(FromHex(kPublicX, absl::MakeSpan(key.x)));
  SIGNET_FUZZ_CHECK(FromHex(kPublicY, absl::MakeSpan(key.y)));
  SIGNET_FUZZ_CHECK(VerifySigv4a(key, kText, kGenuine));
  SIGNET_FUZZ_CHECK(VerifySigv4a(key, kText, kMirrored));
  return key;
}

void Run(absl::Span<const uint8_t> der) {
  static const Sigv4aPublicKey key = PublicKey();
  const std::string hex = ToHex(der);
  const bool is_genuine = hex == kGenuine || hex == kMirrored;
  SIGNET_FUZZ_CHECK(VerifySigv4a(key, kText, hex) == is_genuine);
  // The same bytes as text, which no genuine signature is.
  const absl::string_view text(reinterpret_cast<const char*>(der.data()), der.size());
  SIGNET_FUZZ_CHECK(VerifySigv4a(key, kText, text) == (text == kGenuine || text == kMirrored));
}

}  // namespace
}  // namespace signet

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  signet::Run(absl::MakeConstSpan(data, size));
  return 0;
}
