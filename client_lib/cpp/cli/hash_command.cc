// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client_lib/cpp/cli/advice.h"
#include "client_lib/cpp/cli/commands.h"
#include "client_lib/cpp/cli/output.h"
#include "client_lib/cpp/cli/server_flags.h"
#include "client_lib/cpp/payload_hasher.h"
#include "server/base/error.h"
#include "server/base/status_macros.h"

namespace signet::cli {
namespace {

struct HashFlags {
  ServerFlags server;
  std::string file = "-";
  std::vector<std::string> algorithms = absl::StrSplit(DigestAlgorithmNames(), ", ");
  std::string as = "header";
  bool remote = false;
};

// The header that carries the digest's base64.
std::string HeaderOf(DigestAlgorithm algorithm) {
  return algorithm == DigestAlgorithm::kMd5
             ? "content-md5"
             : absl::StrCat("x-amz-checksum-", DigestAlgorithmName(algorithm));
}

absl::Status FileError(const std::string& path) {
  return InvalidField(Reason::kInvalidPayload, "file",
                      absl::StrCat("cannot read '", path, "': ", strerror(errno)));
}

absl::Status HashFile(const std::string& path, PayloadHasher* hasher) {
  const std::unique_ptr<FILE, void (*)(FILE*)> file(path == "-" ? stdin : fopen(path.c_str(), "rb"),
                                                    [](FILE* opened) {
                                                      if (opened != nullptr && opened != stdin) {
                                                        fclose(opened);
                                                      }
                                                    });
  if (file == nullptr) {
    return FileError(path);
  }
  std::vector<char> buffer(size_t{256} * 1024);
  while (true) {
    const size_t count = fread(buffer.data(), 1, buffer.size(), file.get());
    if (count == 0) {
      return ferror(file.get()) != 0 ? FileError(path) : absl::OkStatus();
    }
    SIGNET_RETURN_IF_ERROR(hasher->Update(absl::string_view(buffer.data(), count)));
  }
}

void Print(const std::vector<HashedPayload>& digests, const HashFlags& flags) {
  if (flags.server.format() == Format::kJson) {
    Json json = Json::object();
    for (const HashedPayload& digest : digests) {
      json[std::string(DigestAlgorithmName(digest.algorithm))] = {
          {"hex", digest.hex}, {"base64", digest.base64}, {"header", HeaderOf(digest.algorithm)}};
    }
    PrintJson(json);
    return;
  }
  for (const HashedPayload& digest : digests) {
    if (flags.as == "header") {
      std::cout << HeaderOf(digest.algorithm) << ": " << digest.base64 << "\n";
    } else {
      std::cout << DigestAlgorithmName(digest.algorithm) << " "
                << (flags.as == "hex" ? digest.hex : digest.base64) << "\n";
    }
  }
}

absl::Status RunHash(const HashFlags& flags) {
  std::vector<DigestAlgorithm> algorithms;
  for (const std::string& name : flags.algorithms) {
    algorithms.push_back(*DigestAlgorithmFromName(name));
  }
  std::unique_ptr<PayloadHasher> hasher = NewLocalPayloadHasher(algorithms);
  if (flags.remote) {
    SIGNET_ASSIGN_OR_RETURN(hasher, NewRemotePayloadHasher(flags.server.ToOptions(), algorithms));
  }
  SIGNET_RETURN_IF_ERROR(HashFile(flags.file, hasher.get()));
  SIGNET_ASSIGN_OR_RETURN(const std::vector<HashedPayload> digests, hasher->Finish());
  Print(digests, flags);
  return absl::OkStatus();
}

}  // namespace

void AddHashCommand(CLI::App& app, ExitCode* exit_code) {
  const auto flags = std::make_shared<HashFlags>();
  CLI::App* const command =
      app.add_subcommand("hash",
                         "Digests of a file as S3 wants them in x-amz-checksum-* and Content-MD5.\n"
                         "Computed here, unless --remote asks the server.\n"
                         "Example: signet hash photo.jpg --algorithm crc64nvme,sha256");
  command->add_option("file", flags->file, "File to hash, - for standard input")
      ->capture_default_str();
  command
      ->add_option(
          "--algorithm", flags->algorithms,
          absl::StrCat("Which, with commas between: ", DigestAlgorithmNames(), "; all by default"))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(flags->algorithms));
  command->add_option("--as", flags->as, "header (name and base64), hex or base64")
      ->check(CLI::IsMember({"header", "hex", "base64"}))
      ->capture_default_str();
  command->add_flag("--remote", flags->remote, "Have the server hash (HashPayload)");
  AddServerFlags(*command, &flags->server);
  command->callback([flags, exit_code] {
    const absl::Status status =
        WithAdvice(RunHash(*flags), {.target = flags->server.ToOptions().target});
    *exit_code = status.ok() ? kSuccess : PrintError(status, flags->server.format());
  });
}

}  // namespace signet::cli
