// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/xfcc.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace signet {
namespace {

constexpr size_t kMaxBytes = 16384;
constexpr absl::string_view kKeys[] = {"By", "Hash", "Cert", "Chain", "Subject", "URI", "DNS"};

// Reads from the front. Each function returns nothing, or false, at what is no such thing.
class Reader {
 public:
  explicit Reader(absl::string_view text) : text_(text) {}

  bool is_at_end() const { return text_.empty(); }

  bool Take(char c) {
    if (text_.empty() || text_.front() != c) {
      return false;
    }
    text_.remove_prefix(1);
    return true;
  }

  // One of kKeys and its equals sign.
  std::optional<absl::string_view> TakeKey() {
    const absl::string_view name = text_.substr(0, text_.find('='));
    const auto* const key = std::find_if(
        std::begin(kKeys), std::end(kKeys),
        [name](absl::string_view known) { return absl::EqualsIgnoreCase(known, name); });
    if (key == std::end(kKeys) || name.size() == text_.size()) {
      return std::nullopt;
    }
    text_.remove_prefix(name.size() + 1);
    return *key;
  }

  std::optional<std::string> TakeValue() { return Take('"') ? TakeQuoted() : TakeBare(); }

 private:
  std::optional<std::string> TakeQuoted() {
    std::string value;
    while (!text_.empty()) {
      if (Take('"')) {
        return value;
      }
      // Before anything but a quote it stands for itself.
      if (text_.size() > 1 && text_[0] == '\\' && text_[1] == '"') {
        text_.remove_prefix(1);
      }
      value.push_back(text_.front());
      text_.remove_prefix(1);
    }
    return std::nullopt;
  }

  std::optional<std::string> TakeBare() {
    const absl::string_view value = text_.substr(0, text_.find_first_of(";,"));
    if (value.find_first_of("\"=") != absl::string_view::npos) {
      return std::nullopt;
    }
    text_.remove_prefix(value.size());
    return std::string(value);
  }

  absl::string_view text_;
};

// One element up to its comma or the end.
std::optional<ForwardedCertificate> TakeElement(Reader* reader) {
  ForwardedCertificate certificate;
  do {
    const std::optional<absl::string_view> key = reader->TakeKey();
    std::optional<std::string> value = key.has_value() ? reader->TakeValue() : std::nullopt;
    if (!value.has_value()) {
      return std::nullopt;
    }
    if (*key == "URI") {
      certificate.uris.push_back(*std::move(value));
    } else if (*key == "DNS") {
      certificate.dns_names.push_back(*std::move(value));
    }
  } while (reader->Take(';'));
  return certificate;
}

}  // namespace

absl::StatusOr<ForwardedCertificate> ParseForwardedCertificate(absl::string_view header) {
  const bool is_plain =
      header.size() <= kMaxBytes && std::all_of(header.begin(), header.end(), [](char c) {
        return absl::ascii_isprint(static_cast<unsigned char>(c));
      });
  Reader reader(header);
  std::optional<ForwardedCertificate> last;
  bool is_sound = is_plain;
  while (is_sound) {
    last = TakeElement(&reader);
    is_sound = last.has_value() && (reader.is_at_end() || reader.Take(','));
    if (is_sound && reader.is_at_end()) {
      // A comma at the end is followed by an element that is none.
      is_sound = header.back() != ',';
      break;
    }
  }
  if (!is_sound || !last.has_value()) {
    return absl::InvalidArgumentError(
        "the metadata x-forwarded-client-cert is not in Envoy's format");
  }
  return *std::move(last);
}

}  // namespace signet
