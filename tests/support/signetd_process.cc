// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/signetd_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace signet {
namespace {

constexpr absl::Duration kStartTimeout = absl::Seconds(30);

// signetd of the build that runs the test (SIGNET_BIN_DIR, set by ctest).
std::string Binary() {
  const char* const folder = getenv("SIGNET_BIN_DIR");
  return absl::StrCat(folder == nullptr ? "." : folder, "/signetd");
}

std::string SocketPath(const std::string& folder) { return absl::StrCat(folder, "/s"); }

void WriteSecretFile(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  chmod(path.c_str(), 0600);
}

bool AcceptsConnections(const std::string& path) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  const bool connected =
      connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  close(fd);
  return connected;
}

}  // namespace

std::unique_ptr<SignetdProcess> SignetdProcess::StartDevelopment(const std::string& folder,
                                                                 const std::string& credentials) {
  const std::string file = absl::StrCat(folder, "/credentials.json");
  WriteSecretFile(file, credentials);
  return Start(folder, {"--dev", "--listen", absl::StrCat("unix:", SocketPath(folder)),
                        "--credentials-file", file});
}

std::unique_ptr<SignetdProcess> SignetdProcess::StartConfigured(const std::string& folder,
                                                                std::string configuration) {
  const std::string file = absl::StrCat(folder, "/signet.json");
  absl::StrReplaceAll({{"SOCKET", SocketPath(folder)}}, &configuration);
  WriteSecretFile(file, configuration);
  return Start(folder, {"--config", file});
}

std::unique_ptr<SignetdProcess> SignetdProcess::Start(const std::string& folder,
                                                      std::vector<std::string> arguments) {
  auto process = absl::WrapUnique(new SignetdProcess(folder, std::move(arguments)));
  process->Restart();
  return ::testing::Test::HasFailure() ? nullptr : std::move(process);
}

SignetdProcess::SignetdProcess(std::string folder, std::vector<std::string> arguments)
    : folder_(std::move(folder)), arguments_(std::move(arguments)) {}

SignetdProcess::~SignetdProcess() { Kill(); }

std::string SignetdProcess::target() const { return absl::StrCat("unix:", SocketPath(folder_)); }

void SignetdProcess::Kill() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }
}

void SignetdProcess::Restart() {
  Kill();
  const std::string binary = Binary();
  std::vector<char*> argv = {const_cast<char*>(binary.c_str())};
  for (const std::string& argument : arguments_) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  const std::string log = absl::StrCat(folder_, "/signetd.log");
  pid_ = fork();
  if (pid_ == 0) {
    const int fd = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
    execv(binary.c_str(), argv.data());
    _exit(127);
  }
  if (!WaitUntilItListens()) {
    std::ifstream text(log);
    ADD_FAILURE() << binary << " does not accept connections: "
                  << std::string(std::istreambuf_iterator<char>(text), {});
  }
}

bool SignetdProcess::WaitUntilItListens() const {
  const absl::Time give_up_at = absl::Now() + kStartTimeout;
  while (absl::Now() < give_up_at) {
    if (AcceptsConnections(SocketPath(folder_))) {
      return true;
    }
    if (waitpid(pid_, nullptr, WNOHANG) == pid_) {
      return false;
    }
    absl::SleepFor(absl::Milliseconds(10));
  }
  return false;
}

}  // namespace signet
