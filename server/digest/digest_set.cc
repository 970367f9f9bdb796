// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/digest/digest_set.h"

#include "absl/strings/str_join.h"

namespace signet {
namespace {

// In the order of the enumeration.
constexpr std::array<absl::string_view, kDigestAlgorithms> kNames = {
    "sha256", "sha1", "md5", "crc32", "crc32c", "crc64nvme"};

}  // namespace

absl::string_view DigestAlgorithmName(DigestAlgorithm algorithm) {
  return kNames[static_cast<size_t>(algorithm)];
}

std::optional<DigestAlgorithm> DigestAlgorithmFromName(absl::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) {
      return static_cast<DigestAlgorithm>(i);
    }
  }
  return std::nullopt;
}

std::string DigestAlgorithmNames() { return absl::StrJoin(kNames, ", "); }

DigestSet::DigestSet(absl::Span<const DigestAlgorithm> algorithms) {
  for (const DigestAlgorithm algorithm : algorithms) {
    algorithms_ |= 1u << static_cast<unsigned>(algorithm);
  }
}

void DigestSet::Update(absl::string_view bytes) {
  if (Has(DigestAlgorithm::kSha256)) {
    sha256_.Update(bytes);
  }
  if (Has(DigestAlgorithm::kSha1)) {
    sha1_.Update(bytes);
  }
  if (Has(DigestAlgorithm::kMd5)) {
    md5_.Update(bytes);
  }
  if (Has(DigestAlgorithm::kCrc32)) {
    crc32_.Update(bytes);
  }
  if (Has(DigestAlgorithm::kCrc32c)) {
    crc32c_.Update(bytes);
  }
  if (Has(DigestAlgorithm::kCrc64Nvme)) {
    crc64nvme_.Update(bytes);
  }
}

DigestValue DigestSet::Finish(DigestAlgorithm algorithm) {
  switch (algorithm) {
    case DigestAlgorithm::kSha256:
      return DigestValue(sha256_.Finish());
    case DigestAlgorithm::kSha1:
      return DigestValue(sha1_.Finish());
    case DigestAlgorithm::kMd5:
      return DigestValue(md5_.Finish());
    case DigestAlgorithm::kCrc32:
      return DigestValue(crc32_.Finish());
    case DigestAlgorithm::kCrc32c:
      return DigestValue(crc32c_.Finish());
    case DigestAlgorithm::kCrc64Nvme:
      break;
  }
  return DigestValue(crc64nvme_.Finish());
}

}  // namespace signet
