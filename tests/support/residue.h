// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_TESTS_SUPPORT_RESIDUE_H_
#define SIGNET_TESTS_SUPPORT_RESIDUE_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/sigv4/signing_key.h"

namespace signet {

// Something secret, as it may lie in memory.
struct ResiduePattern {
  // "kSigning, inner midstate"
  std::string name;
  std::string bytes;
};

// A credential's secret and the keys on the way to one signing key: secret, "AWS4" +
// secret, kDate, kRegion, kService, kSigning; each as it is, XORed with the inner and
// the outer pad of HMAC, and as the two SHA-256 midstates of those. 30 patterns.
std::vector<ResiduePattern> SecretPatterns(const SigningKeySpec& spec);

// Where patterns were found, by name. The first and the last 16 bytes of each are
// looked for by themselves, since an allocator writes into what was freed; either counts.
struct Residue {
  // In memory that is locked and excluded from core files and forked children.
  std::map<std::string, int> in_locked;
  // Anywhere else: "kSigning, inner midstate in [heap]".
  std::map<std::string, int> elsewhere;
  // Bytes looked at.
  size_t scanned = 0;
};

// Looks through all memory of a running process that is present, which takes root
// (proc(5), mem).
Residue FindInProcess(pid_t pid, const std::vector<ResiduePattern>& patterns);

// Looks through a file: a core, a log. All of it is `elsewhere`.
Residue FindInFile(const std::string& path, const std::vector<ResiduePattern>& patterns);

Residue FindInText(absl::string_view text, const std::vector<ResiduePattern>& patterns);

}  // namespace signet

#endif  // SIGNET_TESTS_SUPPORT_RESIDUE_H_
