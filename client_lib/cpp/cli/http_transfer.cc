// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "client_lib/cpp/cli/http_transfer.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "server/base/status_macros.h"
#include "server/sigv4/host.h"

namespace signet::cli {
namespace {

constexpr long kUploadBufferBytes = 512L * 1024;

using CurlHandle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using CurlList = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

// What the callbacks of one exchange share.
struct Transfer {
  BodySource* body = nullptr;
  AnswerOutput* output = nullptr;
  // Why a callback ended the exchange.
  absl::Status status;
};

size_t ReadBody(char* buffer, size_t size, size_t count, void* data) {
  auto* const transfer = static_cast<Transfer*>(data);
  const absl::StatusOr<size_t> read = transfer->body->Read(absl::MakeSpan(buffer, size * count));
  if (!read.ok()) {
    transfer->status = read.status();
    return CURL_READFUNC_ABORT;
  }
  return *read;
}

size_t WriteAnswer(char* bytes, size_t size, size_t count, void* data) {
  auto* const transfer = static_cast<Transfer*>(data);
  transfer->status = transfer->output->Write(absl::string_view(bytes, size * count));
  // Another count than was given makes libcurl give up.
  return transfer->status.ok() ? size * count : CURL_WRITEFUNC_ERROR;
}

bool HasHost(const HttpExchange& exchange) {
  return std::any_of(exchange.headers.begin(), exchange.headers.end(), [](const Header& header) {
    return absl::EqualsIgnoreCase(header.name, "host");
  });
}

bool Append(const std::string& line, CurlList* list) {
  curl_slist* const longer = curl_slist_append(list->get(), line.c_str());
  if (longer == nullptr) {
    return false;
  }
  static_cast<void>(list->release());
  list->reset(longer);
  return true;
}

// The signed headers, and the absence of those that libcurl would add itself.
CurlList HeaderList(const HttpExchange& exchange, const std::string& host) {
  CurlList list(nullptr, curl_slist_free_all);
  // libcurl would make another text of the URL's host than what was signed: it
  // keeps upper case, and writes "127.1" out.
  if (!HasHost(exchange)) {
    Append(absl::StrCat("Host: ", host), &list);
  }
  for (const Header& header : exchange.headers) {
    // libcurl takes "Name:" for removing a header and "Name;" for an empty one.
    Append(header.value.empty() ? absl::StrCat(header.name, ";")
                                : absl::StrCat(header.name, ": ", header.value),
           &list);
  }
  for (const char* const removed : {"Expect:", "Transfer-Encoding:", "Accept:"}) {
    Append(removed, &list);
  }
  if (exchange.body != nullptr) {
    Append("Content-Type:", &list);
  }
  return list;
}

void SetRequest(CURL* curl, const HttpExchange& exchange, curl_slist* headers) {
  curl_easy_setopt(curl, CURLOPT_URL, exchange.url.c_str());
  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, exchange.method.c_str());
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  // The path goes out as it was signed: no dot segments are resolved.
  curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, exchange.stall_seconds);
  if (!exchange.ca_file.empty()) {
    curl_easy_setopt(curl, CURLOPT_CAINFO, exchange.ca_file.c_str());
  }
  if (exchange.method == "HEAD") {
    curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
  }
}

void SetBody(CURL* curl, Transfer* transfer) {
  if (transfer->body == nullptr) {
    return;
  }
  curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(curl, CURLOPT_UPLOAD_BUFFERSIZE, kUploadBufferBytes);
  curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(transfer->body->size()));
  curl_easy_setopt(curl, CURLOPT_READFUNCTION, ReadBody);
  curl_easy_setopt(curl, CURLOPT_READDATA, transfer);
}

}  // namespace

absl::StatusOr<int> Perform(const HttpExchange& exchange) {
  static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
  const CurlHandle curl(curl_easy_init(), curl_easy_cleanup);
  if (initialised != CURLE_OK || curl == nullptr) {
    return absl::InternalError("libcurl cannot be initialised");
  }
  SIGNET_ASSIGN_OR_RETURN(const UrlView url, ParseUrl(exchange.url, kSignedLimits));
  const CurlList headers = HeaderList(exchange, HostOf(url));
  std::array<char, CURL_ERROR_SIZE> reason = {};
  curl_easy_setopt(curl.get(), CURLOPT_ERRORBUFFER, reason.data());
  SetRequest(curl.get(), exchange, headers.get());
  Transfer transfer = {
      .body = exchange.body, .output = exchange.output, .status = absl::OkStatus()};
  SetBody(curl.get(), &transfer);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, WriteAnswer);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &transfer);
  const CURLcode code = curl_easy_perform(curl.get());
  if (!transfer.status.ok()) {
    return transfer.status;
  }
  if (code != CURLE_OK) {
    return absl::UnavailableError(
        absl::StrCat("no answer from the target: ",
                     reason[0] != '\0' ? reason.data() : curl_easy_strerror(code)));
  }
  long status = 0;
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
  return static_cast<int>(status);
}

}  // namespace signet::cli
