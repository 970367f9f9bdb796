// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

// Handles secrets that valgrind's memcheck believes to be uninitialised: it reports each
// jump and each address that depends on them, which is what a constant-time function
// must not have. tests/constant_time/run says which cases must be clean and which not.
//
// usage: valgrind constant_time_probe CASE

#include <valgrind/memcheck.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "server/base/secret.h"
#include "server/digest/hex.h"
#include "server/digest/hmac_sha256.h"
#include "server/sigv4/signing_key.h"
#include "server/sigv4/sigv4a_kdf.h"

namespace signet {
namespace {

template <typename T>
void Hide(T* value) {
  VALGRIND_MAKE_MEM_UNDEFINED(value, sizeof(*value));
}

// For what is told anyway, such as whether a signature was right.
template <typename T>
T Tell(T value) {
  VALGRIND_MAKE_MEM_DEFINED(&value, sizeof(value));
  return value;
}

absl::string_view View(const Sha256Digest& digest) {
  return absl::string_view(reinterpret_cast<const char*>(digest.data()), digest.size());
}

std::array<char, 40> HiddenSecret() {
  std::array<char, 40> secret;
  secret.fill('s');
  Hide(&secret);
  return secret;
}

bool Compare() {
  Sha256Digest expected = Sha256Of("a");
  const Sha256Digest received = Sha256Of("b");
  Hide(&expected);
  return Tell(ConstantTimeEquals(View(expected), View(received)));
}

bool Hmac() {
  const std::array<char, 40> secret = HiddenSecret();
  const HmacSha256Key key = MakeHmacSha256Key(absl::string_view(secret.data(), secret.size()));
  return Tell(HmacSha256(key, "message"))[0] == 0;
}

// HMAC of a key that is longer than a block is hashed first.
bool HmacOfALongKey() {
  std::array<char, 100> secret;
  secret.fill('s');
  Hide(&secret);
  const HmacSha256Key key = MakeHmacSha256Key(absl::string_view(secret.data(), secret.size()));
  return Tell(HmacSha256(key, "message"))[0] == 0;
}

bool Derive() {
  const std::array<char, 40> secret = HiddenSecret();
  const SigningKey key = DeriveSigningKey(
      {absl::string_view(secret.data(), secret.size()), "20150830", "us-east-1", "s3"});
  return Tell(key.Reveal())[0] == 0;
}

// All that VerifyRequest does with a secret: derive, sign, compare.
bool Verify() {
  const std::array<char, 40> secret = HiddenSecret();
  const SigningKey key = DeriveSigningKey(
      {absl::string_view(secret.data(), secret.size()), "20150830", "us-east-1", "s3"});
  HmacSha256Key hmac_key = MakeHmacSha256Key(absl::MakeConstSpan(key.Reveal()));
  const bool is_right = Tell(IsSignatureOf(hmac_key, "text", std::string(64, '0')));
  Wipe(&hmac_key);
  return is_right;
}

bool Sigv4aInput() {
  const std::array<char, 40> secret = HiddenSecret();
  const HmacSha256Key key = Sigv4aInputKey(absl::string_view(secret.data(), secret.size()));
  return Tell(Sigv4aCandidate(key, "AKIA", 1))[0] == 0;
}

// Whether a candidate is a key is told (the next is tried), its bytes are not.
bool Sigv4aCompare(uint8_t first_bytes) {
  Sha256Digest candidate;
  candidate.fill(first_bytes);
  Sha256Digest private_key;
  Hide(&candidate);
  const bool is_usable = Tell(Sigv4aPrivateKey(candidate, &private_key));
  return Tell(private_key)[0] == 0 && is_usable;
}

bool Sigv4aCompareUsable() { return Sigv4aCompare(0x55); }
bool Sigv4aCompareTooLarge() { return Sigv4aCompare(0xff); }

// --- What must be found, or the others show nothing.

bool ControlMemcmp() {
  Sha256Digest expected = Sha256Of("a");
  const Sha256Digest received = Sha256Of("b");
  Hide(&expected);
  int (*volatile compare)(const void*, const void*, size_t) = &std::memcmp;
  return Tell(compare(expected.data(), received.data(), expected.size())) == 0;
}

bool ControlEarlyExit() {
  Sha256Digest expected = Sha256Of("a");
  const Sha256Digest received = Sha256Of("b");
  Hide(&expected);
  for (size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] != received[i]) {
      return false;
    }
  }
  return true;
}

// Hex by a table that the secret is the index of: why raw bytes are compared.
bool ControlTable() {
  static constexpr char kDigits[] = "0123456789abcdef";
  Sha256Digest expected = Sha256Of("a");
  Hide(&expected);
  volatile const char* const digits = kDigits;
  return Tell(static_cast<char>(digits[expected[0] & 0xf])) == '0';
}

int Run(const std::string& name) {
  static const std::map<std::string, bool (*)()> kCases = {
      {"compare", &Compare},
      {"hmac", &Hmac},
      {"hmac-long-key", &HmacOfALongKey},
      {"derive", &Derive},
      {"verify", &Verify},
      {"sigv4a-input", &Sigv4aInput},
      {"sigv4a-compare", &Sigv4aCompareUsable},
      {"sigv4a-compare-too-large", &Sigv4aCompareTooLarge},
      {"control-memcmp", &ControlMemcmp},
      {"control-early-exit", &ControlEarlyExit},
      {"control-table", &ControlTable},
  };
  const auto found = kCases.find(name);
  if (found == kCases.end() || RUNNING_ON_VALGRIND == 0) {
    std::fprintf(stderr, "usage: valgrind constant_time_probe CASE\n");
    return 2;
  }
  std::printf("%d\n", found->second() ? 1 : 0);
  return 0;
}

}  // namespace
}  // namespace signet

int main(int argc, char** argv) { return signet::Run(argc == 2 ? argv[1] : ""); }
