// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/residue.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "server/digest/hmac_sha256.h"

namespace signet {
namespace {

constexpr size_t kNeedleBytes = 16;
constexpr size_t kPage = 4096;
constexpr size_t kPieceBytes = size_t{1} << 20;

std::string Bytes(const void* data, size_t size) {
  return std::string(static_cast<const char*>(data), size);
}

std::string Padded(const std::string& key, char pad) {
  std::string padded = key;
  for (char& byte : padded) {
    byte = static_cast<char>(byte ^ pad);
  }
  return padded;
}

std::string MidstateBytes(const Sha256Midstate& state) {
#if defined(SIGNET_EVP_ONLY)
  return Bytes(state.block.data(), kNeedleBytes);
#else
  return Bytes(state.words.data(), sizeof(state.words));
#endif
}

void AddKey(const std::string& name, const std::string& key,
            std::vector<ResiduePattern>* patterns) {
  const HmacSha256Key states = MakeHmacSha256Key(key);
  patterns->push_back({name, key});
  patterns->push_back({name + ", inner pad", Padded(key, 0x36)});
  patterns->push_back({name + ", outer pad", Padded(key, 0x5c)});
  patterns->push_back({name + ", inner midstate", MidstateBytes(states.inner)});
  patterns->push_back({name + ", outer midstate", MidstateBytes(states.outer)});
}

std::string Hmac(const std::string& key, absl::string_view message) {
  const Sha256Digest digest = HmacSha256(MakeHmacSha256Key(key), message);
  return Bytes(digest.data(), digest.size());
}

// Finds many short needles in one pass: the first two bytes sort out nearly everything.
class Needles {
 public:
  explicit Needles(const std::vector<ResiduePattern>& patterns) {
    for (const ResiduePattern& pattern : patterns) {
      const absl::string_view bytes = pattern.bytes;
      const size_t length = std::min(kNeedleBytes, bytes.size());
      Add(pattern.name, bytes.substr(0, length));
      if (bytes.size() > length) {
        Add(pattern.name, bytes.substr(bytes.size() - length));
      }
    }
  }

  void Find(absl::string_view memory, const std::string& place,
            std::map<std::string, int>* found) const {
    for (size_t at = 0; at + 1 < memory.size(); ++at) {
      const size_t start = Start(memory.data() + at);
      if (!starts_[start]) {
        continue;
      }
      for (const auto& [name, bytes] : by_start_.at(start)) {
        if (memory.compare(at, bytes.size(), bytes) == 0) {
          ++(*found)[absl::StrCat(name, place)];
        }
      }
    }
  }

 private:
  static size_t Start(const char* bytes) {
    return static_cast<size_t>(static_cast<unsigned char>(bytes[0])) << 8 |
           static_cast<unsigned char>(bytes[1]);
  }

  void Add(const std::string& name, absl::string_view bytes) {
    starts_.set(Start(bytes.data()));
    by_start_[Start(bytes.data())].emplace_back(name, std::string(bytes));
  }

  std::bitset<65536> starts_;
  std::map<size_t, std::vector<std::pair<std::string, std::string>>> by_start_;
};

struct Mapping {
  uint64_t begin = 0;
  uint64_t end = 0;
  std::string name;
  bool is_readable = false;
  bool is_locked = false;
};

// From /proc/PID/smaps. Locked: the flags lo (locked), dd (no dumps) and dc (no copy
// at fork) together.
std::vector<Mapping> MappingsOf(pid_t pid) {
  std::vector<Mapping> mappings;
  std::ifstream smaps(absl::StrCat("/proc/", pid, "/smaps"));
  EXPECT_TRUE(smaps.is_open()) << pid;
  for (std::string line; std::getline(smaps, line);) {
    Mapping mapping;
    char permissions[5] = {};
    int name_at = 0;
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %4s %*s %*s %*s %n", &mapping.begin,
                    &mapping.end, permissions, &name_at) == 3) {
      mapping.name = name_at > 0 ? line.substr(static_cast<size_t>(name_at)) : "";
      mapping.is_readable = permissions[0] == 'r';
      mappings.push_back(mapping);
    } else if (line.rfind("VmFlags:", 0) == 0 && !mappings.empty()) {
      const std::string flags = line + " ";
      mappings.back().is_locked = flags.find(" lo ") != std::string::npos &&
                                  flags.find(" dd ") != std::string::npos &&
                                  flags.find(" dc ") != std::string::npos;
    }
  }
  return mappings;
}

// The pages of a process, of which only those present are worth a look: allocators
// reserve much more than they use.
class ProcessMemory {
 public:
  explicit ProcessMemory(pid_t pid)
      : memory_(open(absl::StrCat("/proc/", pid, "/mem").c_str(), O_RDONLY | O_CLOEXEC)),
        pages_(open(absl::StrCat("/proc/", pid, "/pagemap").c_str(), O_RDONLY | O_CLOEXEC)) {
    EXPECT_TRUE(memory_ >= 0 && pages_ >= 0) << "cannot read the memory of " << pid;
  }
  ~ProcessMemory() {
    close(memory_);
    close(pages_);
  }
  ProcessMemory(const ProcessMemory&) = delete;
  ProcessMemory& operator=(const ProcessMemory&) = delete;

  // Up to kPieceBytes from `begin` on; pages that are not present are zeros.
  std::string Read(uint64_t begin, uint64_t end) const {
    const size_t size = std::min<uint64_t>(end - begin, kPieceBytes);
    std::string bytes(size, '\0');
    std::array<uint64_t, kPieceBytes / kPage> entries = {};
    const size_t pages = size / kPage;
    const auto read = pread(pages_, entries.data(), pages * sizeof(uint64_t),
                            static_cast<off_t>(begin / kPage * sizeof(uint64_t)));
    for (size_t i = 0; read > 0 && i < pages; ++i) {
      constexpr uint64_t kPresentOrSwapped = uint64_t{3} << 62;
      if ((entries[i] & kPresentOrSwapped) != 0) {
        (void)!pread(memory_, bytes.data() + i * kPage, kPage,
                     static_cast<off_t>(begin + i * kPage));
      }
    }
    return bytes;
  }

 private:
  const int memory_;
  const int pages_;
};

}  // namespace

std::vector<ResiduePattern> SecretPatterns(const SigningKeySpec& spec) {
  std::vector<ResiduePattern> patterns;
  const std::string secret(spec.secret_access_key);
  const std::string date = Hmac("AWS4" + secret, spec.date);
  const std::string region = Hmac(date, spec.region);
  const std::string service = Hmac(region, spec.service);
  AddKey("secret", secret, &patterns);
  AddKey("AWS4 + secret", "AWS4" + secret, &patterns);
  AddKey("kDate", date, &patterns);
  AddKey("kRegion", region, &patterns);
  AddKey("kService", service, &patterns);
  AddKey("kSigning", Hmac(service, "aws4_request"), &patterns);
  return patterns;
}

Residue FindInProcess(pid_t pid, const std::vector<ResiduePattern>& patterns) {
  const Needles needles(patterns);
  const ProcessMemory memory(pid);
  Residue residue;
  for (const Mapping& mapping : MappingsOf(pid)) {
    if (!mapping.is_readable || mapping.name == "[vvar]" || mapping.name == "[vsyscall]") {
      continue;
    }
    const std::string place = mapping.is_locked ? "" : absl::StrCat(" in ", mapping.name);
    for (uint64_t at = mapping.begin; at < mapping.end; at += kPieceBytes) {
      // With the start of the next piece, so that nothing hides across two.
      std::string piece = memory.Read(at, mapping.end);
      if (at + kPieceBytes < mapping.end) {
        piece +=
            memory.Read(at + kPieceBytes, at + kPieceBytes + kPage).substr(0, kNeedleBytes - 1);
      }
      residue.scanned += piece.size();
      needles.Find(piece, place, mapping.is_locked ? &residue.in_locked : &residue.elsewhere);
    }
  }
  return residue;
}

Residue FindInFile(const std::string& path, const std::vector<ResiduePattern>& patterns) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  return FindInText(bytes, patterns);
}

Residue FindInText(absl::string_view text, const std::vector<ResiduePattern>& patterns) {
  Residue residue;
  residue.scanned = text.size();
  Needles(patterns).Find(text, "", &residue.elsewhere);
  return residue;
}

}  // namespace signet
