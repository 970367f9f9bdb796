// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/payload_signature.h"

#include <algorithm>
#include <array>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"
#include "server/digest/hex.h"
#include "server/sigv4/canonical_request.h"
#include "server/sigv4/payload.h"
#include "server/sigv4/signing_parameters.h"
#include "server/sigv4/text.h"
#include "server/sigv4/timestamp.h"

namespace signet {
namespace {

constexpr char kPadding = '*';
constexpr absl::string_view kDateHeaderName = ":date";
// The type number of a timestamp in the event-stream encoding.
constexpr char kTimestampType = 8;

absl::string_view WithoutPadding(absl::string_view signature) {
  while (!signature.empty() && signature.back() == kPadding) {
    signature.remove_suffix(1);
  }
  return signature;
}

}  // namespace

void ChunkStringToSign(const ChunkChain& chain, absl::string_view previous_signature,
                       const Sha256Digest& chunk_sha256, std::string* out) {
  AssignText(out, AlgorithmName(chain.algorithm), "-PAYLOAD\n", chain.amz_date, "\n",
             chain.credential_scope, "\n", WithoutPadding(previous_signature), "\n",
             kEmptySha256Hex, "\n", Sha256Hex(chunk_sha256).text());
}

std::string ChunkStringToSign(const ChunkChain& chain, absl::string_view previous_signature,
                              const Sha256Digest& chunk_sha256) {
  std::string out;
  ChunkStringToSign(chain, previous_signature, chunk_sha256, &out);
  return out;
}

void TrailerStringToSign(const ChunkChain& chain, absl::string_view previous_signature,
                         const Sha256Digest& trailer_sha256, std::string* out) {
  AssignText(out, AlgorithmName(chain.algorithm), "-TRAILER\n", chain.amz_date, "\n",
             chain.credential_scope, "\n", WithoutPadding(previous_signature), "\n",
             Sha256Hex(trailer_sha256).text());
}

std::string TrailerStringToSign(const ChunkChain& chain, absl::string_view previous_signature,
                                const Sha256Digest& trailer_sha256) {
  std::string out;
  TrailerStringToSign(chain, previous_signature, trailer_sha256, &out);
  return out;
}

namespace {

// What the request's own headers, the framing (RFC 9110 section 6.5.1) or signing
// set. REQUIRES: lower-case name.
bool IsForbiddenTrailer(absl::string_view name) {
  static constexpr absl::string_view kFraming[] = {"connection",
                                                   "content-encoding",
                                                   "content-length",
                                                   "content-range",
                                                   "content-type",
                                                   "host",
                                                   "te",
                                                   "trailer",
                                                   "transfer-encoding",
                                                   kAmzContentSha256Header,
                                                   kAmzDecodedLengthHeader,
                                                   kAmzTrailerHeader};
  return name == kTrailerSignatureName || IsSigningHeader(name) ||
         absl::c_linear_search(kFraming, name);
}

}  // namespace

absl::Status ValidateTrailer(absl::Span<const HeaderView> trailer) {
  if (trailer.size() > kMaxTrailers) {
    return InvalidField(
        Reason::kLimitExceeded, "trailer",
        absl::StrCat(trailer.size(), " trailing headers, allowed are ", kMaxTrailers));
  }
  for (size_t i = 0; i < trailer.size(); ++i) {
    const HeaderView& header = trailer[i];
    SIGNET_RETURN_IF_ERROR(ValidateHeader(header, "trailer", i));
    const std::string element = absl::StrCat("trailer[", i, "]");
    if (IsForbiddenTrailer(absl::AsciiStrToLower(header.name))) {
      return InvalidField(
          Reason::kForbiddenHeader, element + ".name",
          absl::StrCat(absl::AsciiStrToLower(header.name), " is set by signing or by the framing"));
    }
    for (size_t j = 0; j < i; ++j) {
      if (absl::EqualsIgnoreCase(trailer[j].name, header.name)) {
        return InvalidField(Reason::kInvalidHeader, element + ".name",
                            absl::StrCat("the name of trailer[", j, "] came again"));
      }
    }
    if (header.value.size() > kMaxTrailerValueBytes) {
      return InvalidField(Reason::kLimitExceeded, element + ".value",
                          absl::StrCat("value has ", header.value.size(), " bytes, allowed are ",
                                       kMaxTrailerValueBytes));
    }
    // Readers disagree on whether a tab is a space.
    if (absl::StrContains(header.value, '\t')) {
      return InvalidField(Reason::kInvalidHeader, element + ".value", "value holds a tab");
    }
  }
  return absl::OkStatus();
}

std::vector<Header> CanonicalTrailer(absl::Span<const HeaderView> trailer) {
  std::vector<Header> lines;
  lines.reserve(trailer.size());
  for (const HeaderView& header : trailer) {
    lines.push_back({absl::AsciiStrToLower(header.name), ""});
    AppendCanonicalValue(header.value, &lines.back().value);
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Header& a, const Header& b) { return a.name < b.name; });
  return lines;
}

Sha256Digest TrailerSha256(absl::Span<const HeaderView> trailer) {
  Sha256 hash;
  for (const Header& line : CanonicalTrailer(trailer)) {
    hash.Update(line.name);
    hash.Update(":");
    hash.Update(line.value);
    hash.Update("\n");
  }
  return hash.Finish();
}

std::string PadChunkSignature(Algorithm algorithm, absl::string_view signature) {
  std::string padded(signature);
  if (algorithm == Algorithm::kSigV4a && padded.size() < kSigv4aPaddedSignatureLength) {
    padded.resize(kSigv4aPaddedSignatureLength, kPadding);
  }
  return padded;
}

void EventStringToSign(absl::Time event_time, absl::string_view credential_scope,
                       absl::string_view previous_signature, const Sha256Digest& event_sha256,
                       std::string* out) {
  std::array<char, kAmzDateBytes> date;
  PutAmzDate(event_time, date.data());
  AssignText(out, AlgorithmName(Algorithm::kSigV4), "-PAYLOAD\n",
             absl::string_view(date.data(), date.size()), "\n", credential_scope, "\n",
             previous_signature, "\n", Sha256Hex(Sha256Of(EncodedDateHeader(event_time))).text(),
             "\n", Sha256Hex(event_sha256).text());
}

std::string EventStringToSign(absl::Time event_time, absl::string_view credential_scope,
                              absl::string_view previous_signature,
                              const Sha256Digest& event_sha256) {
  std::string out;
  EventStringToSign(event_time, credential_scope, previous_signature, event_sha256, &out);
  return out;
}

std::string EncodedDateHeader(absl::Time event_time) {
  std::string encoded;
  encoded.push_back(static_cast<char>(kDateHeaderName.size()));
  absl::StrAppend(&encoded, kDateHeaderName);
  encoded.push_back(kTimestampType);
  const uint64_t millis = static_cast<uint64_t>(absl::ToUnixSeconds(event_time)) * 1000;
  for (int shift = 56; shift >= 0; shift -= 8) {
    encoded.push_back(static_cast<char>(millis >> shift & 0xff));
  }
  return encoded;
}

}  // namespace signet
