// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/sigv4/sign_scratch.h"

#include <utility>

#include "server/sigv4/text.h"

namespace signet {
namespace {

// A request with a long session token and some twenty headers stays below.
constexpr size_t kKeptBytes = size_t{32} * 1024;

// Assigning an empty value would keep the memory, of strings and lists both.
template <typename T>
void Release(T* value) {
  T empty = {};
  std::swap(*value, empty);
}

}  // namespace

void SignScratch::ReleaseIfLarge() {
  // Whatever is large went into one of these.
  if (arena_.capacity() + prepared_.canonical_request.capacity() + prepared_.url.capacity() <=
      kKeptBytes) {
    return;
  }
  Release(&prepared_);
  header_count_ = 0;
  Release(&spare_headers_);
  arena_.Release();
  Release(&caller_);
  Release(&signed_headers_);
  Release(&canonical_headers_);
  Release(&parameters_);
  Release(&encoded_);
  Release(&hoisted_);
}

Header* SignScratch::NextHeader() {
  std::vector<Header>& headers = prepared_.headers;
  if (header_count_ == headers.size()) {
    if (spare_headers_.empty()) {
      headers.emplace_back();
      // EndHeaders() is not to allocate.
      spare_headers_.reserve(headers.size());
    } else {
      headers.push_back(std::move(spare_headers_.back()));
      spare_headers_.pop_back();
    }
  }
  return &headers[header_count_++];
}

void SignScratch::AddHeader(absl::string_view name, absl::string_view value) {
  Header* const header = NextHeader();
  AssignText(&header->name, name);
  AssignText(&header->value, value);
}

void SignScratch::EndHeaders() {
  std::vector<Header>& headers = prepared_.headers;
  while (headers.size() > header_count_) {
    spare_headers_.push_back(std::move(headers.back()));
    headers.pop_back();
  }
}

absl::string_view SignScratch::AmzDateOf(absl::Time time) {
  const int64_t second = absl::ToUnixSeconds(time);
  if (second != amz_date_second_) {
    PutAmzDate(time, amz_date_.data());
    amz_date_second_ = second;
  }
  return absl::string_view(amz_date_.data(), amz_date_.size());
}

}  // namespace signet
