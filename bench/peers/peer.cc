// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/peers/peer.h"

#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "nlohmann/json.hpp"
#include "tests/support/allocation_counter.h"

namespace signet::peers {
namespace {

using Json = nlohmann::json;

// How long signing goes on before the clock is read again.
constexpr uint64_t kBatchNanoseconds = 1000000;

uint64_t Nanoseconds() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000 + static_cast<uint64_t>(time.tv_nsec);
}

std::string Joined(const Json& parts) {
  std::string text;
  for (const Json& part : parts) text += part.get_ref<const std::string&>();
  return text;
}

// Signs for `seconds` in batches of about kBatchNanoseconds.
void Run(Cell& cell, double seconds) {
  const auto budget = static_cast<uint64_t>(seconds * 1e9);
  uint64_t operations = 0;
  uint64_t batch = 1;
  const int64_t allocations = AllocationsOfThisThread();
  const uint64_t start = Nanoseconds();
  uint64_t elapsed = 0;
  while (elapsed < budget) {
    for (uint64_t i = 0; i < batch; ++i) cell.Sign();
    operations += batch;
    const uint64_t now = Nanoseconds() - start;
    if (now - elapsed < kBatchNanoseconds / 2) batch *= 2;
    elapsed = now;
  }
  std::cout << Json{{"ops", operations},
                    {"wall_ns", elapsed},
                    {"allocs", AllocationsOfThisThread() - allocations}}
            << std::endl;
}

Cell* Find(const std::vector<NamedCell>& cells, const std::string& name) {
  for (const NamedCell& named : cells) {
    if (named.name == name) return named.cell.get();
  }
  return nullptr;
}

}  // namespace

std::vector<Request> LoadRequests(const char* path) {
  std::ifstream file(path);
  const Json document = Json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (!document.is_object()) {
    std::fprintf(stderr, "%s holds no requests\n", path);
    std::exit(1);
  }
  std::vector<Request> requests;
  for (const auto& [name, item] : document.at("requests").items()) {
    Request request{.name = name,
                    .access_key_id = document.at("access_key_id"),
                    .secret = document.at("secret"),
                    .token = Joined(item.at("token")),
                    .region = item.at("region"),
                    .service = item.at("service"),
                    .profile = item.at("profile"),
                    .method = item.at("method"),
                    .url = item.at("url"),
                    .headers = {},
                    .body = Joined(item.at("body")),
                    .has_payload_header = item.at("payload_header"),
                    .unix_seconds = document.at("time")};
    for (const Json& header : item.at("headers")) {
      request.headers.emplace_back(header.at(0), header.at(1));
    }
    requests.push_back(std::move(request));
  }
  return requests;
}

int Serve(const std::vector<NamedCell>& cells) {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string verb;
    std::string name;
    double seconds = 0;
    words >> verb >> name >> seconds;
    Cell* const cell = Find(cells, name);
    if (cell == nullptr) {
      std::cout << Json{{"error", "no cell " + name}} << std::endl;
    } else if (verb == "run") {
      Run(*cell, seconds);
    } else {
      std::cout << Json{{"signature", cell->Sign()}} << std::endl;
    }
  }
  return 0;
}

}  // namespace signet::peers
