// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/policy_suggestion.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "client_lib/cpp/cli/output.h"
#include "server/base/status_macros.h"

namespace signet::cli {
namespace {

constexpr char kMessage[] = "policy record";

// The log cuts texts at 1024 bytes, or up to 3 before within a character.
constexpr size_t kShortestCut = 1021;

using Texts = std::set<std::string>;

// A line's fields; nothing where it is another's line.
std::optional<Json> FieldsOfJson(const std::string& line) {
  Json fields = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  const bool is_record = fields.is_object() && fields.contains("message") &&
                         fields["message"].is_string() && fields["message"] == kMessage;
  return is_record ? std::optional<Json>(std::move(fields)) : std::nullopt;
}

// "TIME info policy record would=\"deny\" caller=\"alice\" dot_segments=false".
std::optional<Json> FieldsOfText(absl::string_view line) {
  const std::string start = absl::StrCat(" info ", kMessage, " ");
  const size_t found = line.find(start);
  if (found == absl::string_view::npos || absl::StrContains(line.substr(0, found), ' ')) {
    return std::nullopt;
  }
  Json fields = Json::object();
  line.remove_prefix(found + start.size());
  while (!line.empty()) {
    const size_t equals = line.find('=');
    if (equals == absl::string_view::npos) {
      break;
    }
    const std::string name(line.substr(0, equals));
    line.remove_prefix(equals + 1);
    // A text ends at the first quote that is not escaped.
    size_t end = absl::StartsWith(line, "\"") ? 1 : line.find(' ');
    while (absl::StartsWith(line, "\"") && end < line.size() && line[end] != '"') {
      end += line[end] == '\\' ? 2 : 1;
    }
    end = std::min(absl::StartsWith(line, "\"") ? end + 1 : end, line.size());
    fields[name] = Json::parse(line.substr(0, end), nullptr, /*allow_exceptions=*/false);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return fields;
}

// What one line tells.
struct Seen {
  std::string caller, operation, credential, service, region, endpoint, payload;
  std::string action, resource, extent;
  bool has_dot_segments = false;
};

absl::StatusOr<Seen> ToSeen(const Json& fields, int line) {
  Seen seen;
  for (const auto& [name, text] :
       {std::make_pair("caller", &seen.caller), std::make_pair("operation", &seen.operation),
        std::make_pair("credential", &seen.credential), std::make_pair("service", &seen.service),
        std::make_pair("region", &seen.region), std::make_pair("endpoint", &seen.endpoint),
        std::make_pair("payload", &seen.payload), std::make_pair("action", &seen.action),
        std::make_pair("resource", &seen.resource), std::make_pair("extent", &seen.extent)}) {
    if (!fields.contains(name) || !fields[name].is_string()) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", line, ": a \"", kMessage, "\" without its ", name));
    }
    *text = fields[name].get<std::string>();
  }
  const auto dots = fields.find("dot_segments");
  seen.has_dot_segments = dots != fields.end() && dots->is_boolean() && dots->get<bool>();
  return seen;
}

// A control byte, or what YAML takes for the end of a line.
bool HasUnwritable(absl::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return absl::ascii_iscntrl(static_cast<unsigned char>(c)); }) ||
         absl::StrContains(text, "\xC2\x85") || absl::StrContains(text, "\xE2\x80\xA8") ||
         absl::StrContains(text, "\xE2\x80\xA9");
}

// A caller who signs for a key or by a method "*" is not to write a wildcard into the rules.
bool HasStar(const Seen& seen) {
  absl::string_view resource = seen.resource;
  // The end of a listing's prefix is left out of its pattern.
  if (seen.extent == "prefix") {
    resource = resource.substr(0, resource.rfind('/'));
  }
  return absl::StrContains(resource, '*') || absl::StrContains(seen.action, '*') ||
         absl::StrContains(seen.endpoint, '*');
}

// Why no rule is made for it; "" where one is.
std::string WhyNot(const Seen& seen) {
  if (seen.extent == "unknown") {
    return "the host is no known store: name it in policy.endpoints";
  }
  if (seen.action.empty()) {
    return "what it does is not known";
  }
  if (seen.has_dot_segments) {
    return "the key has dot segments, which takes allow_dot_segments";
  }
  if (absl::StrContains(seen.resource, "\xEF\xBF\xBD")) {
    return "the resource has bytes that the log cannot show";
  }
  if (seen.resource.size() >= kShortestCut || seen.caller.size() >= kShortestCut) {
    return "it may be longer than the log shows";
  }
  if (HasUnwritable(seen.resource)) {
    return "the resource has control characters, which no rule can";
  }
  if (HasStar(seen)) {
    return "it has a '*', which in a rule stands for more";
  }
  return "";
}

// "bucket/a/*" for "bucket/a/k" and for "bucket/a/*" itself one level more: "bucket/*". What
// has no folder stays.
std::string FolderOf(absl::string_view resource) {
  absl::string_view inner = resource;
  const bool is_folder = absl::EndsWith(inner, "/*");
  inner.remove_suffix(is_folder ? 2 : 0);
  const size_t slash = inner.rfind('/');
  return slash == absl::string_view::npos ? std::string(resource)
                                          : absl::StrCat(inner.substr(0, slash + 1), "*");
}

// What a rule writes for it: a listing is of all keys that begin so.
std::string PatternOf(const Seen& seen) {
  if (seen.extent != "prefix") {
    return seen.resource;
  }
  const size_t slash = seen.resource.rfind('/');
  return absl::StrCat(absl::string_view(seen.resource).substr(0, slash), "/*");
}

// Without what another of them says as well.
Texts WithoutCovered(const Texts& resources) {
  Texts kept;
  for (const std::string& resource : resources) {
    bool is_covered = false;
    for (std::string folder = resource, wider; !is_covered; folder = wider) {
      wider = FolderOf(folder);
      if (wider == folder) {
        break;
      }
      is_covered = resources.count(wider) > 0;
    }
    if (!is_covered) {
      kept.insert(resource);
    }
  }
  return kept;
}

Texts Fold(Texts resources, size_t max_resources) {
  resources = WithoutCovered(resources);
  while (resources.size() > max_resources) {
    Texts folded;
    for (const std::string& resource : resources) {
      folded.insert(FolderOf(resource));
    }
    folded = WithoutCovered(folded);
    if (folded == resources) {
      break;
    }
    resources = std::move(folded);
  }
  return resources;
}

// What was seen of one resource, by caller, credential, service and region set.
struct Use {
  Texts operations, endpoints, payloads, actions;
};
using Scope = std::tuple<std::string, std::string, std::string, std::string>;
using Uses = std::map<std::pair<Scope, std::string>, Use>;

// Resources to which the same actions were done.
struct Group {
  Texts operations, endpoints, payloads, resources;
};
using Groups = std::map<std::pair<Scope, Texts>, Group>;

Groups GroupByActions(const Uses& uses) {
  Groups groups;
  for (const auto& [key, use] : uses) {
    Group& group = groups[{key.first, use.actions}];
    group.operations.insert(use.operations.begin(), use.operations.end());
    group.endpoints.insert(use.endpoints.begin(), use.endpoints.end());
    group.payloads.insert(use.payloads.begin(), use.payloads.end());
    if (!key.second.empty()) {
      group.resources.insert(key.second);
    }
  }
  return groups;
}

std::string YamlList(const Texts& texts) {
  return absl::StrCat("[",
                      absl::StrJoin(texts, ", ",
                                    [](std::string* out, const std::string& text) {
                                      absl::StrAppend(out, Json(text).dump());
                                    }),
                      "]");
}

std::string YamlRule(size_t number, const std::pair<Scope, Texts>& key, const Group& group,
                     size_t max_resources) {
  const auto& [caller, credential, service, region] = key.first;
  std::string yaml = absl::StrCat("    - name: seen-", number, "\n");
  const auto add = [&yaml](absl::string_view name, const Texts& texts) {
    if (!texts.empty()) {
      absl::StrAppend(&yaml, "      ", name, ": ", YamlList(texts), "\n");
    }
  };
  add("callers", {caller});
  add("operations", group.operations);
  add("credentials", {credential});
  add("services", {service});
  add("regions", absl::StrSplit(region, ','));
  // A bucket has a host of its own: more of them are better told by the resources.
  if (group.endpoints.size() <= max_resources) {
    add("endpoints", group.endpoints);
  }
  add("payloads", group.payloads);
  add("actions", key.second);
  add("resources", Fold(group.resources, max_resources));
  return yaml;
}

}  // namespace

absl::StatusOr<std::string> SuggestPolicy(std::istream& log, size_t max_resources) {
  Uses uses;
  Texts comments;
  int number = 0;
  for (std::string line; std::getline(log, line);) {
    ++number;
    const std::optional<Json> fields =
        absl::StartsWith(line, "{") ? FieldsOfJson(line) : FieldsOfText(line);
    if (!fields.has_value()) {
      continue;
    }
    SIGNET_ASSIGN_OR_RETURN(const Seen seen, ToSeen(*fields, number));
    const std::string why_not = WhyNot(seen);
    if (!why_not.empty()) {
      comments.insert(absl::StrCat("# not covered: ", Json(seen.caller).dump(), " ",
                                   Json(seen.action).dump(), " ", Json(seen.resource).dump(),
                                   " at ", Json(seen.endpoint).dump(), ": ", why_not, "\n"));
      continue;
    }
    Use& use = uses[{{seen.caller, seen.credential, seen.service, seen.region}, PatternOf(seen)}];
    use.operations.insert(seen.operation);
    use.endpoints.insert(seen.endpoint);
    use.payloads.insert(seen.payload);
    use.actions.insert(seen.action);
  }
  if (uses.empty() && comments.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the log has no \"", kMessage,
                     "\" lines: signetd writes them, at level info, while "
                     "policy.mode is record"));
  }
  std::string yaml = absl::StrCat(absl::StrJoin(comments, ""),
                                  "policy:\n  rules:", uses.empty() ? " []" : "", "\n");
  size_t rule = 0;
  for (const auto& [key, group] : GroupByActions(uses)) {
    absl::StrAppend(&yaml, YamlRule(++rule, key, group, max_resources));
  }
  return yaml;
}

}  // namespace signet::cli
