// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SIGNET_BENCH_PEERS_PEER_H_
#define SIGNET_BENCH_PEERS_PEER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// What the two signers in C++ share: the requests, and the loop that answers
// bench/peers/compare.py. Standard library alone, since one of the two is built
// without signet's libraries.
namespace signet::peers {

// One request of requests.json.
struct Request {
  std::string name;
  std::string access_key_id;
  std::string secret;
  // Empty for none.
  std::string token;
  std::string region;
  std::string service;
  // "s3" or "default".
  std::string profile;
  std::string method;
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  // Whether x-amz-content-sha256 is sent.
  bool has_payload_header = false;
  int64_t unix_seconds = 0;
};

// The requests of the file; ends the process with a message when it has none.
std::vector<Request> LoadRequests(const char* path);

// One way to sign one request.
class Cell {
 public:
  virtual ~Cell() = default;
  // Signs the request again from its parts. The signature, lower-case hex; good
  // until the next call.
  virtual const std::string& Sign() = 0;
};

struct NamedCell {
  // "s3_get/cached"
  std::string name;
  std::unique_ptr<Cell> cell;
};

// Answers the commands on the standard input, one JSON object a line, until it
// ends: "sign CELL" with the signature, "run CELL SECONDS" with operations, time
// and allocations. The result is main()'s.
int Serve(const std::vector<NamedCell>& cells);

}  // namespace signet::peers

#endif  // SIGNET_BENCH_PEERS_PEER_H_
