// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/key_set_url.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/service/config_reader.h"
#include "server/service/config_values.h"

namespace signet {
namespace {

#ifdef SIGNET_HAS_CURL
constexpr bool kHasClient = true;
#else
constexpr bool kHasClient = false;
#endif

}  // namespace

absl::Status CheckKeySetUrl(const std::string& field, absl::string_view url) {
  constexpr size_t kLongest = 2048;
  SIGNET_RETURN_IF_ERROR(CheckText(field, url, kLongest));
  absl::string_view rest = url;
  const bool is_https = absl::ConsumePrefix(&rest, "https://");
  const size_t slash = rest.find('/');
  const absl::string_view authority = rest.substr(0, slash);
  const bool has_host = !authority.empty() && authority.front() != ':';
  const bool is_plain = std::all_of(url.begin(), url.end(), [](char c) {
    return absl::ascii_isgraph(static_cast<unsigned char>(c)) && c != '#' && c != '\\';
  });
  if (!is_https || !has_host || !is_plain || slash == absl::string_view::npos ||
      authority.find_first_of("@?") != absl::string_view::npos) {
    return InvalidField(
        Reason::kInvalidConfig, field,
        absl::StrCat(ShownConfigValue(url), " given, allowed is https://HOST[:PORT]/PATH"));
  }
  return kHasClient ? absl::OkStatus()
                    : InvalidField(Reason::kInvalidConfig, field,
                                   "given, but this build has no client for HTTPS, use jwks_file");
}

}  // namespace signet
