// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/timestamp.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/civil_time.h"
#include "server/base/error.h"

namespace signet {
namespace {

absl::Status InvalidTime(absl::string_view text) {
  // The text may be anything; only what has the right length is repeated.
  const std::string shown = text.size() == 16 ? absl::StrCat(" '", text, "'") : "";
  return InvalidField(Reason::kInvalidSigningTime, "signing_time",
                      absl::StrCat("time", shown, " of ", text.size(),
                                   " bytes is not of the form 20150830T123600Z"));
}

// The number in text[begin, begin + length). REQUIRES: digits only.
int Number(absl::string_view text, size_t begin, size_t length) {
  int value = 0;
  for (const char c : text.substr(begin, length)) {
    value = value * 10 + (c - '0');
  }
  return value;
}

char* PutDigits(int number, int count, char* out) {
  for (int i = count - 1; i >= 0; --i) {
    out[i] = static_cast<char>('0' + number % 10);
    number /= 10;
  }
  return out + count;
}

bool HasForm(absl::string_view text) {
  if (text.size() != 16 || text[8] != 'T' || text[15] != 'Z') {
    return false;
  }
  for (size_t i = 0; i < 15; ++i) {
    if (i != 8 && !absl::ascii_isdigit(static_cast<unsigned char>(text[i]))) {
      return false;
    }
  }
  return true;
}

}  // namespace

char* PutAmzDate(absl::Time time, char* out) {
  const absl::CivilSecond civil = absl::ToCivilSecond(time, absl::UTCTimeZone());
  out = PutDigits(static_cast<int>(civil.year()), 4, out);
  out = PutDigits(civil.month(), 2, out);
  out = PutDigits(civil.day(), 2, out);
  *out++ = 'T';
  out = PutDigits(civil.hour(), 2, out);
  out = PutDigits(civil.minute(), 2, out);
  out = PutDigits(civil.second(), 2, out);
  *out++ = 'Z';
  return out;
}

std::string AmzDate(absl::Time time) {
  const absl::CivilYear year = absl::ToCivilYear(time, absl::UTCTimeZone());
  if (year.year() >= 0 && year.year() <= 9999) {
    std::string text(kAmzDateBytes, '\0');
    PutAmzDate(time, text.data());
    return text;
  }
  return absl::FormatTime("%E4Y%m%dT%H%M%SZ", time, absl::UTCTimeZone());
}

std::string ScopeDate(absl::Time time) {
  return absl::FormatTime("%E4Y%m%d", time, absl::UTCTimeZone());
}

absl::StatusOr<absl::Time> ParseAmzDate(absl::string_view text) {
  if (!HasForm(text)) {
    return InvalidTime(text);
  }
  const absl::CivilSecond civil(Number(text, 0, 4), Number(text, 4, 2), Number(text, 6, 2),
                                Number(text, 9, 2), Number(text, 11, 2), Number(text, 13, 2));
  const absl::Time time = absl::FromCivil(civil, absl::UTCTimeZone());
  // Civil times are normalised (13th month, 61st second): such a text does not
  // come back out.
  if (AmzDate(time) != text) {
    return InvalidTime(text);
  }
  return time;
}

}  // namespace signet
