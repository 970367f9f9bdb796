// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/policy/rule_index.h"

#include <set>

#include "absl/hash/hash.h"

namespace signet {

uint64_t RuleIndex::BitOf(absl::string_view name) {
  return uint64_t{1} << (absl::Hash<absl::string_view>()(name) & 63);
}

uint64_t RuleIndex::BitsOf(const std::vector<Pattern>& patterns) {
  uint64_t bits = 0;
  for (const Pattern& pattern : patterns) {
    bits |= pattern.is_exact() ? BitOf(pattern.literal()) : ~uint64_t{0};
  }
  return bits;
}

RuleIndex::RuleIndex(absl::Span<const RuleMatcher> matchers) {
  std::set<size_t> lengths;
  for (size_t i = 0; i < matchers.size(); ++i) {
    const RuleMatcher& matcher = matchers[i];
    const Entry entry = {BitsOf(matcher.credentials()), BitsOf(matcher.services()),
                         static_cast<uint32_t>(i), matcher.operations()};
    for (const Pattern& caller : matcher.callers()) {
      (caller.is_exact() ? exact_ : prefixes_)[caller.literal()].push_back(entry);
      if (!caller.is_exact()) {
        lengths.insert(caller.literal().size());
      }
    }
  }
  prefix_lengths_.assign(lengths.begin(), lengths.end());
}

}  // namespace signet
