// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/service/key_set_fetch.h"

#include <curl/curl.h>

#include <cstddef>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "server/service/jwk_set.h"

namespace signet {
namespace {

constexpr long kTimeoutMillis = 10'000;
constexpr long kOk = 200;

using CurlPtr = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

// Taking less than it is given ends the transfer.
size_t Append(char* data, size_t size, size_t count, void* body_arg) {
  auto* const body = static_cast<std::string*>(body_arg);
  if (body->size() + size * count > kMaxJwkSetBytes) {
    return 0;
  }
  body->append(data, size * count);
  return size * count;
}

bool IsCurlUp() {
  static const bool is_up = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return is_up;
}

}  // namespace

absl::StatusOr<std::string> FetchKeySet(const std::string& url, const std::string& ca_file) {
  const CurlPtr curl(IsCurlUp() ? curl_easy_init() : nullptr, &curl_easy_cleanup);
  if (curl == nullptr) {
    return absl::UnavailableError("libcurl does not start");
  }
  std::string body;
  CURL* const handle = curl.get();
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "https");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_PROXY, "");
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, kTimeoutMillis);
  curl_easy_setopt(handle, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(handle, CURLOPT_CAINFO, ca_file.c_str());
  // No authority but those of the file.
  curl_easy_setopt(handle, CURLOPT_CAPATH, nullptr);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Append);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &body);
  const CURLcode code = curl_easy_perform(handle);
  if (code != CURLE_OK) {
    return absl::UnavailableError(absl::StrCat(url, ": ", curl_easy_strerror(code)));
  }
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  if (status != kOk) {
    return absl::UnavailableError(absl::StrCat(url, ": answered with status ", status));
  }
  return body;
}

}  // namespace signet
