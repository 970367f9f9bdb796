// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_SERVER_POLICY_RULE_INDEX_H_
#define SIGNET_SERVER_POLICY_RULE_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/policy/operation.h"
#include "server/policy/pattern.h"
#include "server/policy/rule_matcher.h"

namespace signet {

// Finds the rules that may match a call without a look at the others: by the
// caller, then by a few bits of operation, credential and service. May find
// others as well, and one rule twice; a look-up allocates nothing.
class RuleIndex {
 public:
  RuleIndex() = default;
  explicit RuleIndex(absl::Span<const RuleMatcher> matchers);

  // Calls visit(rule's index) for each rule with that caller, one of the
  // operations (bits), that credential and that service, until it gives false.
  template <typename Visit>
  void ForEach(absl::string_view caller, unsigned operations, absl::string_view credential,
               absl::string_view service, Visit visit) const {
    const Filter filter = {operations, BitOf(credential), BitOf(service)};
    ForEachList(caller, [&](const std::vector<Entry>& entries) {
      for (const Entry& entry : entries) {
        if ((entry.operations & filter.operations) != 0 &&
            (entry.credentials & filter.credential) != 0 &&
            (entry.services & filter.service) != 0 && !visit(size_t{entry.rule})) {
          return false;
        }
      }
      return true;
    });
  }

  // Those with that caller.
  template <typename Visit>
  void ForEachOfCaller(absl::string_view caller, Visit visit) const {
    ForEachList(caller, [&](const std::vector<Entry>& entries) {
      for (const Entry& entry : entries) {
        if (!visit(size_t{entry.rule})) {
          return false;
        }
      }
      return true;
    });
  }

 private:
  struct Entry {
    // A bit for each name, by its hash; all of them where there is a wildcard.
    uint64_t credentials;
    uint64_t services;
    uint32_t rule;
    uint32_t operations;
  };
  struct Filter {
    unsigned operations;
    uint64_t credential;
    uint64_t service;
  };
  using Lists = absl::flat_hash_map<std::string, std::vector<Entry>>;

  static uint64_t BitOf(absl::string_view name);
  static uint64_t BitsOf(const std::vector<Pattern>& patterns);

  template <typename Use>
  void ForEachList(absl::string_view caller, Use use) const {
    const auto exact = exact_.find(caller);
    if (exact != exact_.end() && !use(exact->second)) {
      return;
    }
    for (const size_t length : prefix_lengths_) {
      if (length > caller.size()) {
        return;
      }
      const auto prefix = prefixes_.find(caller.substr(0, length));
      if (prefix != prefixes_.end() && !use(prefix->second)) {
        return;
      }
    }
  }

  // By callers that rules name exactly, and by how those begin that they do not.
  Lists exact_;
  Lists prefixes_;
  // Of the keys of prefixes_, ascending, each once.
  std::vector<size_t> prefix_lengths_;
};

}  // namespace signet

#endif  // SIGNET_SERVER_POLICY_RULE_INDEX_H_
